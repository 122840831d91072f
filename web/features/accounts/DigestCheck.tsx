import { useState } from 'react';

async function digestOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const SENTENCES = {
  same: 'The file is the one that was issued, byte for byte.',
  other: 'The file differs from the one that was issued.',
  failed: 'The file could not be read.',
} as const;

/** Compares a file with the digest of what was issued. The file is read here and sent nowhere. */
export function DigestCheck({ sha256 }: { sha256: string }) {
  const [result, setResult] = useState<keyof typeof SENTENCES | null>(null);
  // Browsers give digests to secure pages alone.
  if (!globalThis.isSecureContext) return null;
  const compare = async (file: File) => {
    try {
      setResult((await digestOf(file)) === sha256.toLowerCase() ? 'same' : 'other');
    } catch {
      setResult('failed');
    }
  };
  return (
    <div className="border-t border-line px-3.5 py-3">
      <label className="block">
        <span className="mb-1 block text-xs font-medium text-mute">
          Have the PDF? It is compared here and sent nowhere.
        </span>
        <input
          type="file"
          accept="application/pdf"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void compare(file);
          }}
          className="block w-full rounded text-xs outline-none file:mr-2 file:h-7 file:rounded-md file:border file:border-edge file:bg-panel file:px-2 file:text-fg focus-visible:ring-2 focus-visible:ring-ring"
        />
      </label>
      <output className={`mt-1.5 block font-medium ${result === 'same' ? 'text-good' : 'text-bad'}`}>
        {result !== null && SENTENCES[result]}
      </output>
    </div>
  );
}
