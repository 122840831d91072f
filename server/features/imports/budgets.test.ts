import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { confirm, one, ready, send, work, workbook, SCA } from './imports.factories.ts';

let t: TestApp;
let fire: string;
beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
  const { rows } = await t.ownerPool.query<{ name: string }>(
    `select name from cover_types where class_id is null and status = 'ACTIVE' order by id limit 1`,
  );
  fire = rows[0]?.name ?? '';
});
afterAll(() => t?.close());

const WHO = 'manager.nbo';
const csv = (...lines: string[]) => ({ target: 'budgets', name: 'budgets.csv', bytes: lines.join('\r\n') });
const budgets = async (who = WHO) => (await t.call(who, `GET ${SCA}/budget/items`, { query: {} })).body.data;
const monthsOf = async (id: number) => (await t.call(WHO, `GET ${SCA}/budget/${id}`)).body.months;
type Months = { premium: string; brokerage: string }[];

test('faults are shown at their row and column, and nothing is written before it is confirmed', async () => {
  const file = csv(
    'Class,Year,Premium,Brokerage,March premium',
    `${fire},2027,1200000.01,60000,`,
    'No such class,2027,1,1,',
    `${fire},1999,1,1,`,
    `${fire},2028,abc,1.001,`,
    `${fire},2029,100,,5`,
    `${fire},2030,,,`,
    `${fire},2031,99999999999999999999,1,`,
  );
  const read = await ready(t, WHO, file);
  expect(read).toMatchObject({ state: 'READY' });
  const { body } = await t.call(WHO, `GET ${SCA}/import/rows`, { query: { id: String(read.id), length: '50' } });
  const faults = body.data.map((row: { errors: { column: number | null; message: string }[] }) =>
    row.errors.map(({ column, message }) => [column, message]),
  );
  expect(faults).toEqual([
    [],
    [[0, 'There is no class “No such class”.']],
    [[1, 'Enter a year from 2000 to 2100.']],
    [
      [2, '“abc” is not an amount of KES.'],
      [3, '“1.001” is not an amount of KES.'],
    ],
    [[2, 'Send the months or the whole year, not both.']],
    [[2, 'Enter the months or the whole year.']],
    [[2, 'Amounts have at most 15 digits before the point.']],
  ]);
  expect(await budgets()).toEqual([]);
  const { after } = await confirm(t, WHO, read);
  expect(after).toMatchObject({ state: 'DONE' });
  const [made] = await budgets();
  // To the cent over twelve months: what does not divide falls on the first.
  expect(made).toMatchObject({ year: 2027, premium: '1200000.01', brokerage: '60000.00' });
  const months: Months = await monthsOf(made.id);
  expect(months.map((month) => month.premium)).toEqual(['100000.01', ...Array(11).fill('100000.00')]);
});

test('month by month from a workbook; what is there is changed only where that is chosen, with its row of the trail', async () => {
  const bytes = await workbook([
    ['Class', 'Year', 'Jan premium', 'Feb premium', 'Jan brokerage'],
    [fire, 2027, 100, 250.5, 10],
    [fire, 2026, 40, 50, 5],
  ]);
  const file = { target: 'budgets', name: 'budgets.xlsx', bytes };
  const read = await ready(t, WHO, file);
  const { after } = await confirm(t, WHO, read);
  expect(after).toMatchObject({ state: 'DONE' });
  const all = await budgets();
  expect(all.map((budget: { year: number; premium: string }) => [budget.year, budget.premium])).toEqual([
    [2027, '1200000.01'],
    [2026, '90.00'],
  ]);
  const again = await ready(t, WHO, {
    ...file,
    bytes: await workbook([
      ['Class', 'Year', 'Jan premium', 'Feb premium', 'Jan brokerage'],
      [fire, 2027, 100, 250.5, 10],
    ]),
  });
  const chosen = await t.call(WHO, `PUT ${SCA}/import/match/${again.id}`, {
    body: { version: again.version, existing: 'update' },
  });
  await work(t);
  await confirm(t, WHO, await one(t, WHO, again.id));
  const changed = (await budgets()).find((budget: { year: number }) => budget.year === 2027);
  expect([chosen.status, changed]).toMatchObject([200, { premium: '350.50', brokerage: '10.00' }]);
  const { rows } = await t.ownerPool.query(
    `select action from audit_trail where entity = 'budget' and entity_id = $1 order by id`,
    [changed.id],
  );
  expect(rows.map((row) => row.action)).toEqual(['added', 'edited']);
});

test('budgets are of the branch in which the file was sent, by the right to enter them', async () => {
  expect((await send(t, 'underwriter.nbo', csv('Class,Year,Premium', `${fire},2027,1`))).status).toBe(403);
  const read = await ready(t, 'manager.lon', csv('Class,Year,Premium', `${fire},2027,77`));
  await confirm(t, 'manager.lon', read);
  expect(await budgets('manager.lon')).toMatchObject([{ year: 2027, premium: '77.00' }]);
  expect((await budgets()).map((budget: { premium: string }) => budget.premium)).not.toContain('77.00');
});
