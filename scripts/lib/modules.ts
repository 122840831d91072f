import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a file takes from another, named from the root, or from a package: its names, or everything where none is named. */
type Taken = { from: string; names: 'all' | (string | null)[] };
type Module = { takes: Taken[]; exports: string[] };

type Name = { kind: string; name: string | null };
const nameOf = ({ kind, name }: Name): string | null => (kind === 'Default' ? 'default' : name);
const taken = (from: string, names: readonly Name[]): Taken => ({
  from,
  names: names.some(({ kind }) => kind === 'NamespaceObject' || kind === 'All') ? 'all' : names.map(nameOf),
});

/** What a file imports and exports, by a real parser. What it loads while it runs, it may take all of. */
export function readModule(file: string): Module {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const { module } = parseSync(file, text);
  const entries = module.staticExports.flatMap((one) => one.entries);
  const takes = [
    ...module.staticImports.map(({ moduleRequest, entries: names }) =>
      taken(
        moduleRequest.value,
        names.map(({ importName }) => importName),
      ),
    ),
    ...entries.flatMap(({ moduleRequest, importName }) =>
      moduleRequest === null ? [] : [taken(moduleRequest.value, [importName])],
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }): Taken => {
      const from = text.slice(start, end).replace(/^['"]|['"]$/g, '');
      return { from, names: 'all' };
    }),
  ];
  return {
    takes: takes.map(({ from, names }) => ({
      names,
      from: from.startsWith('.') ? path.relative(ROOT, path.resolve(ROOT, path.dirname(file), from)) : from,
    })),
    exports: entries.flatMap(({ exportName }) => nameOf(exportName) ?? []),
  };
}
