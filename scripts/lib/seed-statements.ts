import { readFileSync } from 'node:fs';

const FILES = ['seed', 'seed-endorsements', 'seed-claims', 'seed-balances'];

/** What fills an installation with so many policies, their endorsements and their claims: each statement by itself, to be run in one transaction. */
export function seedStatements(policies: number): string[] {
  return FILES.map((name) => readFileSync(new URL(`../${name}.sql`, import.meta.url), 'utf8'))
    .join('\n')
    .replaceAll('$1', String(policies))
    .split(/;\n/)
    .filter((text) => text.trim() !== '');
}
