import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How a file is sent, by the names of its encodings; as it is where a browser takes none. */
type Encoded = { readonly plain: Buffer; readonly br?: Buffer; readonly gzip?: Buffer };
type BuiltFile = { readonly type: string; readonly tag: string; readonly forEver: boolean } & Encoded;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Those that others are, compressed, or that are none to be sent. */
const isBeside = (file: string) => /\.(?:br|gz)$|(?:^|\/)\.|^index\.html$/.test(file);

/**
 * What a build made, by its address: all of it, read once. A build that comes later, or takes it away, changes nothing for a
 * server that runs.
 */
export function readBuilt(folder: string): ReadonlyMap<string, BuiltFile> {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  const bytesOf = (name: string) => readFileSync(path.join(folder, name));
  return new Map(
    [...names]
      .filter((name) => !isBeside(name))
      .map((name) => {
        const type = TYPES[path.extname(name)];
        if (type === undefined) throw new Error(`${name} is of no type that the browser is sent.`);
        const plain = bytesOf(name);
        const file: BuiltFile = {
          type,
          tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
          // Its name has a digest of it.
          forEver: name.startsWith('assets/'),
          plain,
          ...(names.has(`${name}.br`) && { br: bytesOf(`${name}.br`) }),
          ...(names.has(`${name}.gz`) && { gzip: bytesOf(`${name}.gz`) }),
        };
        return [`/${name}`, file] as const;
      }),
  );
}

/** The smallest form that a browser takes, and what that is called; null: as it is. */
export function formFor(file: BuiltFile, accepted: string | undefined): { bytes: Buffer; encoding: string | null } {
  const takes = (name: string) =>
    (accepted ?? '').split(',').some((one) => {
      const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      return coding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = file[encoding];
    if (bytes !== undefined && takes(encoding)) return { bytes, encoding };
  }
  return { bytes: file.plain, encoding: null };
}
