/**
 * Where the bytes of files lie: under their digest, never under a name that somebody typed. The same bytes are kept once.
 */
export type FileStore = {
  /** Keeps the bytes under their key; when it answers they outlive a crash. Once more is no harm. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The bytes as a stream; null when they are not there. */
  get: (key: string) => Promise<NodeJS.ReadableStream | null>;
  has: (key: string) => Promise<boolean>;
  delete: (key: string) => Promise<void>;
  /** Every key with the time at which it was last put. */
  list: () => AsyncIterable<{ key: string; putAt: Date }>;
};

export const isKey = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** A key is a SHA-256 in hex; anything else is a fault of ours, not of a caller. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('A key of the store is a SHA-256 in hex.');
}
