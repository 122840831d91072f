import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentSession } from '../../../domain/accounts/session.ts';
import { ALL_BRANCHES } from '../../../domain/call-branches.ts';
import { dueToReinsurersTotals, outstanding, receivables } from '../../../domain/explained/money.ts';
import { branchesBehind, type Explained } from '../../../domain/tables/behind.ts';
import { director } from '../../proofs/authorisation/people.ts';
import { addressOf, rowsIn } from '../../proofs/reports/rows.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { noteInLondon } from '../receipts/passing.factories.ts';

const TODAY = '2026-03-02';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  await approvedPolicy(t, book);
  await noteInLondon(t, book);
  await director(t);
});
afterAll(() => t.close());

const read = async (address: `${string} ${string}`, query: Record<string, string>) =>
  (await t.call('director', address, { query })).body;

/** Of all branches together: what a column of the first row says, and what its rows add up to as its link opens them. */
async function opened(report: Explained, column: string) {
  const [row = {}] = rowsIn(await read(addressOf(report), { branches: ALL_BRANCHES }), report.rows);
  const figure = report.figure(column, row, { query: {}, today: TODAY });
  if (figure === undefined || typeof figure === 'string') throw new Error(`${column} has no rows`);
  const { user: reader } = (await t.call('director', addressOf({ call: currentSession }))).body;
  const branches = branchesBehind(figure, { report, reader, branches: ALL_BRANCHES });
  if (branches === null) return { branches };
  const { data: rows } = await read(addressOf(figure.source), { ...figure.query, branches });
  return {
    branches,
    says: row[column],
    rows: rows.map((one: Record<string, string>) => one[figure.column]).toSorted(),
  };
}

test('a figure of Nairobi alone opens the rows of Nairobi, though its reader may see such rows of London too', async () => {
  expect(await opened(outstanding, 'owed')).toEqual({ branches: 'NBO', says: '562500.00', rows: ['562500.00'] });
});

test('so does one of a report that needs another right than its call', async () => {
  const rows = ['-121875.00', '-175000.00', '-218750.00'];
  expect(await opened(dueToReinsurersTotals, 'amount')).toEqual({ branches: 'NBO', says: '515625.00', rows });
});

test('a figure of both branches opens the rows of both', async () => {
  const both = { branches: 'ALL', says: '1125000.00', rows: ['562500.00', '562500.00'] };
  expect(await opened(receivables, 'total')).toEqual(both);
});

test('a figure of both branches whose rows are shown of one alone opens nothing', async () => {
  expect(await opened(receivables, 'base_total')).toEqual({ branches: null });
});
