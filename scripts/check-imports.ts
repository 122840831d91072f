import { glob } from 'node:fs/promises';
import path from 'node:path';
import { readModule } from './lib/modules.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

type Fault = { file: string; imports: string; why: string };

const importsOf = (file: string): string[] => readModule(file).takes.map(({ from }) => from);

const isTest = (file: string) =>
  file.endsWith('.test.ts') || file.startsWith('server/testing/') || file.startsWith('server/proofs/');
const within = (file: string, folder: string) => file.startsWith(`${folder}/`);
const featureOf = (file: string) => /^(?:server|web)\/features\/([\w-]+)\//.exec(file)?.[1];

/** Features without calls of their own, each with the one that it comes after. */
const WITHOUT_CALLS = new Map([
  ['accounts', ['ledger']],
  ['record-notes', ['records']],
  ['reports', ['dashboard', 'users', 'sample']],
]);

/**
 * The features in one order: one may use those before it and none behind it. It is that in which server/app.ts imports
 * them, so that a new feature is named there alone.
 */
const FEATURES: readonly string[] = [
  ...new Set(importsOf('server/app.ts').flatMap((file) => featureOf(file) ?? [])),
].flatMap((feature) => [feature, ...(WITHOUT_CALLS.get(feature) ?? [])]);

function orderFault(file: string, imported: string): string | null {
  const [own, other] = [featureOf(file), featureOf(imported)];
  if (!own || !other || own === other) return null;
  const missing = [own, other].find((feature) => !FEATURES.includes(feature));
  if (missing !== undefined) return `${missing} is neither imported by server/app.ts nor among WITHOUT_CALLS`;
  return FEATURES.indexOf(other) < FEATURES.indexOf(own) ? null : `${own} comes before ${other} in server/app.ts`;
}

/** What may import what, the layers of docs/architecture.md: why an import breaks a rule, null where it keeps them. */
function fault(file: string, imported: string): string | null {
  const outside = !imported.includes('/') || !/^(domain|server|web|scripts|e2e)\//.test(imported);
  if (within(file, 'domain'))
    return (outside ? imported === 'zod/mini' : within(imported, 'domain'))
      ? null
      : 'domain imports only domain and zod/mini';
  if (within(file, 'web')) {
    if (within(imported, 'server') || within(imported, 'scripts')) return 'the browser never imports the server';
    if (within(file, 'web/ui') && within(imported, 'web/features')) return 'web/ui knows no feature';
    if (within(file, 'web/features') && within(imported, 'web/pages'))
      return 'features do not know the pages that join them';
    return within(file, 'web/features') ? orderFault(file, imported) : null;
  }
  if (within(file, 'server/platform') && within(imported, 'server/features')) return 'the platform knows no feature';
  if (within(file, 'server') && within(imported, 'web')) return 'the server never imports the browser’s code';
  if (within(file, 'server/features')) return orderFault(file, imported);
  return null;
}

/** Every import that breaks a rule. */
export async function importFaults(): Promise<Fault[]> {
  const files = await Array.fromAsync(glob(['domain/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: ROOT }));
  return files
    .filter((file) => !isTest(file))
    .toSorted()
    .flatMap((file) =>
      importsOf(file).flatMap((imported) => {
        const why = fault(file, imported);
        return why ? [{ file, imports: imported, why }] : [];
      }),
    );
}
