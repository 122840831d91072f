import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'dist/web');
const STAMP = path.join(OUT, '.sources');
const SOURCES = ['web/**/*', 'domain/**/*.ts', 'vite.config.ts', 'scripts/lib/chunks.ts', 'package-lock.json'];

async function digestOfSources(): Promise<string> {
  const files = (await Array.fromAsync(glob(SOURCES, { cwd: ROOT, withFileTypes: true })))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(ROOT, file)).update(await readFile(file));
  return hash.digest('hex');
}

async function compress(): Promise<void> {
  const files = await Array.fromAsync(glob('assets/**/*.{js,css,svg}', { cwd: OUT }));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(path.join(OUT, file));
      await writeFile(path.join(OUT, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      await writeFile(path.join(OUT, `${file}.br`), await promisify(brotliCompress)(bytes));
    }),
  );
}

/** Builds the web application when its sources are not those it was built from. */
export async function buildWeb(): Promise<boolean> {
  const digest = await digestOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return false;
  const { build } = await import('vite');
  await build({ root: path.join(ROOT, 'web'), configFile: path.join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
  writeFileSync(STAMP, digest);
  return true;
}
