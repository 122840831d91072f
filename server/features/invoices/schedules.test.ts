import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { exampleInvoice, INVOICE, invoiceCalls, taxOnInvoices } from './invoices.factories.ts';
import { draftRecurring } from './schedule-work.ts';

const SCHEDULE = `${INVOICE}/schedule`;
let t: TestApp;
let book: Book;
let invoice: number;
const { through, read, submit, decide, reverse } = invoiceCalls(() => t);

const open = testAppsOn(async (laid) => {
  t = laid;
  book = await makeBook(t);
  invoice = (await through(exampleInvoice(book, await taxOnInvoices(t)))).id;
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

const calendar = (changes: Record<string, unknown> = {}) => ({
  every: 'MONTH',
  first_on: '2026-03-31',
  terms: 'LUMP_15',
  ...changes,
});
const save = (changes: Record<string, unknown> = {}, who = 'accountant.nbo') =>
  t.call(who, `POST ${SCHEDULE}/save`, { body: { invoice, ...calendar(changes) } });
async function saved(changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await save(changes);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}
const schedule = async (id: number) => (await t.call('accountant.nbo', `GET ${SCHEDULE}/${id}`)).body;
const on = async (day: string) => {
  t.clock.set(`${day}T08:00:00.000Z`);
  await draftRecurring(t.database, t.clock.now());
};
type Shown = { days: { day: string; invoice: { id: number; status: string } | null; problem: string }[] };
const daysOf = ({ days }: Shown) => days.map((one) => `${one.day} ${one.invoice?.status ?? one.problem}`);
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((fault) => fault.field);

test('a draft is made on its day with the lines and accounts of its invoice, and goes the way of any other', async () => {
  const id = await saved();
  await on('2026-03-30');
  expect(await schedule(id)).toMatchObject({ days: [], next_on: '2026-03-31', status: 'ACTIVE' });
  await on('2026-03-31');
  const made = await schedule(id);
  expect(made).toMatchObject({
    next_on: '2026-04-30',
    amount: '130320.98',
    invoice: { number: 'INV/NBO/2026/000001' },
  });
  expect(daysOf(made)).toEqual(['2026-03-31 DRAFT']);
  const draft = made.days[0].invoice.id;
  const original = await read(invoice);
  expect(await read(draft)).toMatchObject({
    status: 'DRAFT',
    terms: 'LUMP_15',
    schedule: { id, day: '2026-03-31' },
    net: '112345.67',
    tax: '17975.31',
    reference: 'PO 4471',
    lines: original.lines,
    party: original.party,
  });
  expect(original.schedule).toBeNull();
  expect((await submit(draft)).status).toBe(200);
  expect((await decide(draft)).status).toBe(200);
  expect(await read(draft)).toMatchObject({
    status: 'APPROVED',
    posted_on: '2026-03-31',
    note: { due: [{ due_on: '2026-04-15' }] },
  });
  const { body: listed } = await t.call('accountant.nbo', `GET ${SCHEDULE}/items`, {
    query: { searchValue: 'consulting' },
  });
  expect(listed.data).toMatchObject([{ id, drafts: 1, problem: false, next_on: '2026-04-30' }]);
});

test('each day has one draft however often and by however many it is made, and a pause is made up for', async () => {
  const id = await saved({ last_on: '2026-06-30' });
  t.clock.set('2026-07-20T08:00:00.000Z');
  await Promise.all([1, 2, 3].map(() => draftRecurring(t.database, t.clock.now())));
  await draftRecurring(t.database, t.clock.now());
  const made = await schedule(id);
  expect(daysOf(made)).toEqual(['2026-06-30 DRAFT', '2026-05-31 DRAFT', '2026-04-30 DRAFT', '2026-03-31 DRAFT']);
  expect(made.next_on).toBeNull();
  const { rows } = await t.ownerPool.query(`select count(*)::int as drafts from invoices where status = 'DRAFT'`);
  expect(rows).toEqual([{ drafts: 4 }]);
  const [first] = made.days;
  await expect(
    t.ownerPool.query(
      `insert into invoice_schedule_days (schedule_id, branch_id, day, invoice_id)
       select $1, branch_id, '2026-06-30', id from invoices where id = $2`,
      [id, first?.invoice?.id],
    ),
  ).rejects.toThrow(/invoice_schedule_days_pkey/);
});

test('a day that cannot be drafted says why and is made later; the others go on', async () => {
  await t.ownerPool.query(
    `insert into ledger_accounts (code, name, type, sub_kind) values ('4150', 'Retainers', 'INCOME', 'NONE')`,
  );
  const line = { description: 'Retainer', account: '4150', quantity: '1', price: '10.00' };
  const good = await saved();
  const of = await through(exampleInvoice(book, 1, { party: book.a, lines: [line] }));
  const closed = await saved({ invoice: of.id });
  await t.ownerPool.query(`update ledger_accounts set status = 'INACTIVE' where code = '4150'`);
  await on('2026-04-30');
  expect(daysOf(await schedule(good))).toEqual(['2026-04-30 DRAFT', '2026-03-31 DRAFT']);
  const why = 'Choose an income account.';
  expect(daysOf(await schedule(closed))).toEqual([`2026-04-30 ${why}`, `2026-03-31 ${why}`]);
  await t.ownerPool.query(`update ledger_accounts set status = 'ACTIVE' where code = '4150'`);
  await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.a]);
  await on('2026-05-01');
  expect((await schedule(closed)).days[0].problem).toMatch(/ is not active\.$/);
  await t.ownerPool.query(`update parties set status = 'ACTIVE' where id = $1`, [book.a]);
  await on('2026-05-02');
  expect(daysOf(await schedule(closed))).toEqual(['2026-04-30 DRAFT', '2026-03-31 DRAFT']);
});

test('nothing is drafted of a reversed invoice, nor for somebody who lost the right', async () => {
  const id = await saved();
  const { version } = await read(invoice);
  expect((await reverse(invoice, version)).status).toBe(200);
  await on('2026-03-31');
  expect((await schedule(id)).days[0].problem).toMatch(/was reversed/);
  const { id: next } = await through(
    exampleInvoice(book, 1, {
      lines: [{ description: 'Fee', account: codeOf('FEE_INCOME'), quantity: '1', price: '5.00' }],
    }),
  );
  const other = await saved({ invoice: next, first_on: '2026-04-01' });
  await t.ownerPool.query(
    `update users set status = 'DISABLED' where id = (select made_by from invoice_schedules where id = $1)`,
    [other],
  );
  await draftRecurring(t.database, new Date('2026-04-01T08:00:00.000Z'));
  const { rows } = await t.ownerPool.query('select problem from invoice_schedule_days where schedule_id = $1', [other]);
  expect(rows).toMatchObject([{ problem: expect.stringContaining('may no longer make invoices') }]);
});

test('who made or edited the schedule does not approve its drafts', async () => {
  const id = await saved();
  const edited = await t.call('root', `PUT ${SCHEDULE}/edit`, { body: { id, version: 1, ...calendar() } });
  expect(edited.status).toBe(200);
  const again = await t.call('accountant.nbo', `PUT ${SCHEDULE}/edit`, { body: { id, version: 2, ...calendar() } });
  expect(again.status).toBe(200);
  await on('2026-03-31');
  const draft = (await schedule(id)).days[0].invoice.id;
  expect((await submit(draft)).status).toBe(200);
  // Root edited it once, and nothing of the draft itself.
  const refused = await decide(draft, 'root');
  expect([refused.status, refused.body.code]).toEqual([403, 'SELF_DECISION']);
  expect((await decide(draft)).status).toBe(200);
});

test('it is edited and stopped with its version, and its history says what changed', async () => {
  const id = await saved();
  const edit = (body: Record<string, unknown>) =>
    t.call('accountant.nbo', `PUT ${SCHEDULE}/edit`, { body: { id, version: 1, ...calendar(body) } });
  expect((await edit({ every: 'YEAR', version: 7 })).status).toBe(409);
  expect(fieldsOf((await edit({ first_on: '2026-01-01' })).body)).toEqual(['first_on']);
  expect((await edit({ every: 'QUARTER' })).body).toMatchObject({ version: 2 });
  await on('2026-06-30');
  expect(daysOf(await schedule(id))).toEqual(['2026-06-30 DRAFT', '2026-03-31 DRAFT']);
  const stop = (version: number) =>
    t.call('accountant.nbo', `PUT ${SCHEDULE}/stop/${id}`, { body: { version, reason: 'They left' } });
  expect((await stop(1)).status).toBe(409);
  expect((await stop(2)).body).toMatchObject({ version: 3, status: 'STOPPED' });
  expect((await stop(3)).status).toBe(409);
  await on('2026-12-31');
  const stopped = await schedule(id);
  expect([stopped.days.length, stopped.next_on]).toEqual([2, null]);
  const { body: history } = await t.call('accountant.nbo', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'invoice_schedule', id: String(id) },
  });
  expect(history.map((row: { action: string }) => row.action)).toEqual(['stopped', 'edited', 'added']);
  const foreign = await t.call('accountant.lon', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'invoice_schedule', id: String(id) },
  });
  expect(foreign.status).toBe(404);
});

test('bad input is refused at its field, a draft, a credit and another branch’s invoice as a missing one', async () => {
  expect(fieldsOf((await save({ every: 'DAY', first_on: 'soon', terms: '' })).body)).toEqual([
    'every',
    'first_on',
    'terms',
  ]);
  expect(fieldsOf((await save({ first_on: '2026-03-01' })).body)).toEqual(['first_on']);
  expect(fieldsOf((await save({ last_on: '2026-03-30' })).body)).toEqual(['last_on']);
  expect(fieldsOf((await save({ terms: 'SOON' })).body)).toEqual(['terms']);
  const draft = (
    await t.call('accountant.nbo', `POST ${INVOICE}/save`, {
      body: exampleInvoice(book, 1, {
        lines: [{ description: 'Fee', account: codeOf('FEE_INCOME'), quantity: '1', price: '5.00' }],
      }),
    })
  ).body.id;
  expect(fieldsOf((await save({ invoice: draft })).body)).toEqual(['invoice']);
  expect(fieldsOf((await save({ invoice: 2_000_000 })).body)).toEqual(['invoice']);
  expect(fieldsOf((await save({}, 'accountant.lon')).body)).toEqual(['invoice']);
  expect((await save({}, 'cashier.nbo')).status).toBe(403);
  const id = await saved();
  expect((await t.call('accountant.lon', `GET ${SCHEDULE}/${id}`)).status).toBe(404);
});

test('a schedule that is stopped while the upkeep makes its draft has none after the stop is confirmed', async () => {
  for (let round = 0; round < 6; round += 1) {
    t.clock.set('2026-03-02T08:00:00.000Z');
    const id = await saved({ first_on: '2026-03-31' });
    t.clock.set('2026-03-31T08:00:00.000Z');
    const drafts = async () =>
      (
        await t.ownerPool.query<{ count: number }>(
          `select count(*)::int as count from invoice_schedule_days where schedule_id = $1 and invoice_id is not null`,
          [id],
        )
      ).rows[0]?.count;
    // Two connections: the one that is later waits for the schedule's lock and looks again.
    const upkeep = draftRecurring(t.database, t.clock.now());
    const stopped = t.call('accountant.nbo', `PUT ${SCHEDULE}/stop/${id}`, {
      body: { version: 1, reason: 'They left' },
    });
    const reply = await stopped;
    const confirmed = await drafts();
    await upkeep;
    expect(reply.status).toBe(200);
    expect(await drafts()).toBe(confirmed);
    await draftRecurring(t.database, t.clock.now());
    expect(await drafts()).toBe(confirmed);
    expect((await schedule(id)).status).toBe('STOPPED');
  }
});

test('its lines are changed by naming another approved invoice: the drafts to come have those, what was drafted stays', async () => {
  const id = await saved();
  await on('2026-03-31');
  const line = { description: 'Retainer, new', account: codeOf('FEE_INCOME'), quantity: '1', price: '75000.00' };
  const other = await through(exampleInvoice(book, 1, { party: book.a, lines: [line] }));
  const edit = (changes: Record<string, unknown>, version = 1) =>
    t.call('accountant.nbo', `PUT ${SCHEDULE}/edit`, { body: { id, version, ...calendar(), ...changes } });
  const draft = (await schedule(id)).days[0].invoice.id;
  for (const wrong of [draft, 2_000_000]) expect(fieldsOf((await edit({ invoice: wrong })).body)).toEqual(['invoice']);
  expect((await edit({ invoice: other.id })).status).toBe(200);
  await on('2026-04-30');
  const { days, invoice: named } = await schedule(id);
  expect(named.id).toBe(other.id);
  const [later, before] = days;
  expect(await read(later.invoice.id)).toMatchObject({ party: { id: book.a }, amount: '75000.00' });
  expect(await read(before.invoice.id)).toMatchObject({ amount: '130320.98' });
  const { rows } = await t.ownerPool.query(
    `select facts from audit_trail where entity = 'invoice_schedule' and entity_id = $1 and action = 'edited'`,
    [id],
  );
  expect(rows[0].facts).toMatchObject({ before: { invoice }, after: { invoice: other.id } });
});
