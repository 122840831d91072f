import { expect, test } from 'vitest';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import type { AnyColumn, Columns, Table } from './table.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What a column that names a party is called. */
const PARTY =
  /^(Reinsured|Insured|Security|Party|Payee|Payer|Payer or payee|To|Client|Reinsurer|Cedant|Counterparty|Leader|Slip leader)$/;
const NOTE = /^((Debit |Credit )?[Nn]ote)$/;

/** Columns whose words are no name of ours: what a bank or a file says, and papers alone. */
const WORDS: ReadonlySet<string> = new Set([
  // Is printed and never shown on a screen.
  'accountItemTable.insured',
  // Names what an advice or an account is of, on paper.
  'journalTable.note',
  // As the bank writes it.
  'bankLineTable.party',
  'openLineTable.party',
]);

const isTable = (value: unknown): value is Table<Columns> =>
  typeof value === 'object' && value !== null && 'screen' in value && 'columns' in value;

async function tables(): Promise<[string, Table<Columns>][]> {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: ROOT }));
  const modules = await Promise.all(
    files
      .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
      .toSorted()
      .map((file) => import(path.join(ROOT, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, Table<Columns>][] =>
      isTable(value) ? [[name, value]] : [],
    ),
  );
}

const namesParty = ({ label, kind }: AnyColumn) => PARTY.test(label) && kind === 'text';
const namesNote = ({ label, kind }: AnyColumn) => NOTE.test(label) && kind === 'text';

test('each column that names a party or a note leads to its page', async () => {
  const all = await tables();
  expect(all.length).toBeGreaterThan(50);
  const named = all.flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([, column]) => column.fileOnly !== true && (namesParty(column) || namesNote(column)))
      .map(([name, column]) => ({ column, name: `${table}.${name}`, to: namesParty(column) ? 'party' : 'note' })),
  );
  expect(named.length).toBeGreaterThan(40);
  const bare = named.filter(({ name, column, to }) => !WORDS.has(name) && column.link?.to !== to);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

/** Lists of what a colleague made or whose business it is. */
const MADE = ['receipt', 'voucher', 'invoice', 'journal', 'policy', 'slip', 'match', 'batch', 'paymentFile'];
const USER = /^(Made by|Matched by|Started by|Producer)$/;

test('in the lists of records who made one, or has brought it, leads to the page of that user', async () => {
  const lists = (await tables()).filter(([table]) => MADE.includes(table.replace(/Table$/, '')));
  expect(lists.length).toBe(MADE.length);
  const users = lists.flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([, { label }]) => USER.test(label))
      .map(([name, { link }]) => [`${table}.${name}`, link?.to]),
  );
  expect(users.length).toBeGreaterThanOrEqual(MADE.length);
  expect(users.filter(([, to]) => to !== 'user')).toEqual([]);
});

test('a link by another column finds that column among what travels', async () => {
  for (const [name, table] of await tables())
    for (const [column, { link }] of Object.entries(table.columns))
      if (link?.by !== undefined)
        expect(
          table.sent.map((one) => one.name as string),
          `${name}.${column}`,
        ).toContain(link.by);
});

test('what may stand below another column on paper follows that one there, unless another does already', async () => {
  const pairs = (await tables()).flatMap(([name, { paper }]) =>
    paper.flatMap(({ name: lower, column: { below } }, place) => {
      const first = paper.find(({ column }) => column.below === below);
      return below === undefined || first?.name !== lower
        ? []
        : [{ name: `${name}.${lower}`, below, before: paper[place - 1] }];
    }),
  );
  expect(pairs.length).toBeGreaterThan(10);
  expect(pairs.filter(({ below, before }) => before?.name !== below).map(({ name }) => name)).toEqual([]);
});
