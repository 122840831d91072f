import { glob } from 'node:fs/promises';
import path from 'node:path';
import { readModule } from './lib/modules.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILES = ['{domain,server,web,scripts,e2e}/**/*.{ts,tsx,mjs}', '*.ts'];
/** Read by tools, which no import shows; and the tables of the database, which are written by a tool. */
const READ_BY_TOOLS = ['vite.config.ts', 'vitest.config.ts', 'global-setup.ts', 'server/platform/db/types.ts'];

/** Every name that a file exports and no other takes: `file: name`. */
export async function exportFaults(): Promise<string[]> {
  const files = await Array.fromAsync(glob(FILES, { cwd: ROOT }));
  const modules = new Map(files.map((file) => [file, readModule(file)]));
  const takenNames = new Map<string, Set<string | null>>();
  const takenWhole = new Set<string>();
  for (const { from, names } of [...modules.values()].flatMap(({ takes }) => takes)) {
    if (names === 'all') takenWhole.add(from);
    else takenNames.set(from, (takenNames.get(from) ?? new Set()).union(new Set(names)));
  }
  return [...modules]
    .filter(([file]) => !takenWhole.has(file) && !READ_BY_TOOLS.some((end) => file.endsWith(end)))
    .flatMap(([file, { exports }]) =>
      exports.filter((name) => !takenNames.get(file)?.has(name)).map((name) => `${file}: ${name}`),
    )
    .toSorted();
}
