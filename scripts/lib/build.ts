import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'dist/web');
const STAMP = '.sources';
/** The assets that a build made itself, a line each. */
const OWN = '.assets';
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

async function compress(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('assets/**/*.{js,css,svg}', { cwd: folder }));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(path.join(folder, file));
      await writeFile(path.join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      await writeFile(path.join(folder, `${file}.br`), await promisify(brotliCompress)(bytes));
    }),
  );
}

/** Adds the assets of the build that is there, which a server and browsers that began with it still ask for; older ones go. */
async function keepLast(folder: string, made: string): Promise<void> {
  const assets = await Array.fromAsync(glob('assets/**/*.*', { cwd: made }));
  const file = path.join(folder, OWN);
  const last = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const name of last) {
    const [from, to] = [path.join(folder, name), path.join(made, name)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
  writeFileSync(path.join(made, OWN), assets.join('\n'));
}

/** Puts a folder that is whole in the place of the one before it. */
export async function takePlace(made: string, folder: string): Promise<void> {
  await keepLast(folder, made);
  const before = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(made, folder);
  rmSync(before, { recursive: true, force: true });
}

/**
 * Builds the web application when its sources are not those it was built from: beside what is there, so that a server that
 * starts meanwhile has all of the one build or all of the other, and one that runs goes on.
 */
export async function buildWeb(): Promise<boolean> {
  const digest = await digestOfSources();
  const stamp = path.join(OUT, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false;
  const { build } = await import('vite');
  const outDir = `${OUT}.new-${process.pid}`;
  try {
    await build({
      root: path.join(ROOT, 'web'),
      configFile: path.join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir },
    });
    await compress(outDir);
    writeFileSync(path.join(outDir, STAMP), digest);
    await takePlace(outDir, OUT);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  return true;
}
