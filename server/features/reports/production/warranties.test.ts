import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { warrantyRows } from '../../../../domain/explained/cover.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { adjustmentCalls } from '../../adjustments/adjustments.factories.ts';
import { approvedEndorsement, dividedAmong } from '../../endorsements/endorsements.factories.ts';
import { SUMMED } from '../../ledger/audit/sums.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

let t: TestApp;
let book: Book;
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t.close());

const { through: adjust } = adjustmentCalls(() => t);
const PATH = 'GET /api/sca/v1/underwriting/warranties';
const read = async (query: Record<string, string | number> = {}, who = 'underwriter.nbo') =>
  (await t.call(who, PATH, { query })).body;
const rows = async () =>
  (await read()).data.map((row: Record<string, unknown>) => [row['state'], row['days'], row['open']]);
const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);
const receive = async (policy: number, amount: string) => {
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note, amount }] }));
};

describe('a lump of 562,500.00 to be paid by 45 days from 1 March', () => {
  test('runs, falls due in its last 14 days, is broken the day after, and goes once it is met', async () => {
    const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
    expect((await read()).data).toMatchObject([
      {
        state: 'RUNNING',
        policy: { id: policy },
        kind: 'PPW',
        day: '2026-04-15',
        days: 44,
        due: '562500.00',
        paid: '0.00',
        open: '562500.00',
        base_open: '562500.00',
      },
    ]);
    at('2026-04-01');
    expect(await rows()).toEqual([['FALLING_DUE', 14, '562500.00']]);
    at('2026-04-15');
    expect(await rows()).toEqual([['FALLING_DUE', 0, '562500.00']]);
    at('2026-04-16');
    expect(await rows()).toEqual([['BROKEN', -1, '562500.00']]);
    await receive(policy, '500000.00');
    expect(await rows()).toEqual([['BROKEN', -1, '62500.00']]);
    await receive(policy, '62500.00');
    expect(await rows()).toEqual([]);
  });

  test('of a policy that is taken back later stays on the days before', async () => {
    const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
    at('2026-04-10');
    const march = (await read({ asat: '2026-03-31' })).data;
    expect(march).toMatchObject([{ policy: { id: policy }, state: 'RUNNING' }]);
    const body = { reason: 'Written twice' };
    expect((await t.call('manager.nbo', `DELETE /api/sca/v1/underwriting/${policy}`, { body })).status).toBe(200);
    expect((await read({ asat: '2026-03-31' })).data).toEqual(march);
    expect((await read()).data).toEqual([]);
  });

  test('of instalments it asks for those that fall due by its day', async () => {
    await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4', warranty: { kind: 'PPC', days: 95 } });
    const { data } = await read();
    expect(data).toMatchObject([{ kind: 'PPC', due: '281250.00', open: '281250.00' }]);
  });

  test('is met by the instalments that fall due by its day, and not by a cent less', async () => {
    const policy = await approvedPolicy(t, book, {
      payment_terms: 'INSTALMENTS_4',
      warranty: { kind: 'PPW', days: 95 },
    });
    await receive(policy, '281249.99');
    expect(await rows()).toEqual([['RUNNING', 94, '0.01']]);
    await receive(policy, '0.01');
    expect(await rows()).toEqual([]);
  });
});

test('a return that is set against later instalments pays none of those that are asked for', async () => {
  const policy = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4', warranty: { kind: 'PPW', days: 95 } });
  await receive(policy, '140625.00');
  at('2026-04-10');
  // 148,500.00 less, of the last instalment and of the third one: what is due on 1 June stays.
  await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: null, premium: '330000' });
  const asked = { due: '281250.00', paid: '140625.00', open: '140625.00', due_to: '2026-06-01' };
  expect((await read()).data).toMatchObject([{ state: 'RUNNING', ...asked }]);
  at('2026-06-05');
  expect((await read()).data).toMatchObject([{ state: 'BROKEN', ...asked }]);
  await receive(policy, '140625.00');
  expect((await read()).data).toEqual([]);
});

test('an instalment that a new plan left with nothing is not the first: the premium is asked for as before', async () => {
  const policy = await approvedPolicy(t, book, {
    insurance_start_date: '2026-06-01',
    insurance_end_date: '2027-05-31',
    payment_terms: 'INSTALMENTS_2',
    warranty: { kind: 'PPW', days: 60 },
  });
  expect((await read()).data).toMatchObject([{ state: 'RUNNING', day: '2026-07-31', due: '281250.00' }]);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'NIL',
    sum_insured: null,
    effective_date: '2026-06-01',
    instalments: [{ due_on: '2026-12-31', amount: '562500.00' }],
  });
  const asked = { due: '562500.00', paid: '0.00', open: '562500.00', due_to: '2026-12-31' };
  expect((await read()).data).toMatchObject([{ state: 'RUNNING', ...asked }]);
  at('2026-08-01');
  expect((await read()).data).toMatchObject([{ state: 'BROKEN', ...asked }]);
});

test('what cannot be collected was paid by nobody: less is to be paid', async () => {
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  const { id: note } = await debitNoteOf(t, policy);
  await receive(policy, '100000.00');
  await adjust({ note, kind: 'UNCOLLECTABLE', amount: '200000.00', day: '2026-03-02', reason: 'Wound up' });
  const [row] = (await read()).data;
  expect(row).toMatchObject({ due: '362500.00', paid: '100000.00', open: '262500.00' });
  const figure = warrantyRows.figure('paid', row, { query: {}, today: '2026-03-02' });
  if (figure === undefined || typeof figure === 'string') throw new Error('Nothing is behind what was paid.');
  const { data } = (await t.call('accountant.nbo', 'GET /api/sca/v1/ledger/openitems', { query: figure.query })).body;
  expect(data.map(({ amount }: { amount: string }) => amount)).toEqual(['-100000.00']);
});

test('an endorsement’s premium has its own days, and its own securities', async () => {
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  await receive(policy, '562500.00');
  at('2026-04-10');
  const endorsement = await approvedEndorsement(t, policy);
  const { data } = await read();
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ state: 'RUNNING', days: 224, day: '2026-11-20', policy: { id: policy } });
  expect(data[0].securities).toMatch(/ \d+%, .* \d+%/);
  expect(endorsement).toBeGreaterThan(0);
});

test('a security’s own are those of the risks that it carries; the most urgent comes first', async () => {
  const other = (await makeBook(t, ' D')).a;
  const long = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 90 } });
  const short = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 30 } });
  await approvedPolicy(t, book);
  const ids = async (query = {}) => (await read(query)).data.map((row: { policy: { id: number } }) => row.policy.id);
  expect(await ids()).toEqual([short, long]);
  expect(await ids({ security: book.a })).toEqual([short, long]);
  expect(await ids({ security: other })).toEqual([]);
  expect((await t.call('underwriter.nbo', PATH, { query: { security: book.reinsured } })).status).toBe(404);
  expect(await read({}, 'underwriter.lon')).toMatchObject({ data: [] });
  expect((await t.call('cashier.nbo', PATH)).status).toBe(403);
  const csv = (await t.call('underwriter.nbo', PATH, { query: { format: 'csv' } })).bytes.toString('utf8');
  expect(csv).toContain('Running');
});

test('after a change of securities those who took the risk over have its warranty, from its day on; who left it has it no more', async () => {
  const joins = (await makeBook(t, ' D')).a;
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 90 } });
  at('2026-03-10');
  await approvedEndorsement(t, policy, {
    ...dividedAmong([book.a, '40'], [joins, '20']),
    effective_date: '2026-03-10',
  });
  const of = async (security: number, query = {}) =>
    (await read({ security, ...query })).data.map((row: { securities: string }) => row.securities);
  const now = ['Security A 40%, Security A D 20%'];
  expect([await of(book.a), await of(joins), await of(book.b)]).toEqual([now, now, []]);
  const before = ['Security A 25%, Security B 20%, Security C 15%'];
  const then = { asat: '2026-03-09' };
  expect([await of(book.b, then), await of(joins, then)]).toEqual([before, []]);
  // What is added later is carried by those who carry it then, and asked for beside the first.
  await approvedEndorsement(t, policy, { effective_date: '2026-03-10' });
  expect([await of(joins), await of(book.b)]).toEqual([[...now, ...now], []]);
});

test('the note of a change of securities is of those whom it put in place', async () => {
  await t.ownerPool.query(
    `with levy as (insert into taxes (code, name) values ('LVY', 'Levy on cessions abroad') returning id)
     insert into tax_rates (tax_id, rate, basis, borne_by, applies_to, effective_from)
     select id, 2000000, 'GROSS', 'REINSURED', 'NON_RESIDENT', '2020-01-01' from levy`,
  );
  const joins = (await makeBook(t, ' D')).c;
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 90 } });
  at('2026-03-10');
  const change = await approvedEndorsement(t, policy, {
    ...dividedAmong([book.a, '25'], [book.c, '15'], [joins, '20']),
    effective_date: '2026-03-10',
  });
  const { rows: own } = await t.ownerPool.query<{ number: string }>(
    `select number from notes where endorsement_id = $1 and kind = 'DN' and debit_note_id is null and party_id = $2`,
    [change, book.reinsured],
  );
  expect(own).toHaveLength(1);
  const { data } = await read();
  const shown = data.map(({ note, securities }: { note: { number: string }; securities: string }) => [
    note.number,
    securities,
  ]);
  const after = 'Security A 25%, Security C D 20%, Security C 15%';
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual([own[0]?.number, after]);
  expect((await read({ security: joins })).data).toHaveLength(2);
  expect((await read({ security: book.b })).data).toEqual([]);
});

test('a policy that was cancelled asks for nothing more', async () => {
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  expect(await rows()).toEqual([]);
});

test('as at a past day it shows what ran then, of a policy cancelled and of one paid since', async () => {
  const cancelled = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  const paid = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  at('2026-04-10');
  const { id: note } = await debitNoteOf(t, paid);
  const body = { dateOfIssue: '2026-04-10', receiptAmount: '562500.00', allocations: [{ note, amount: '562500.00' }] };
  await approvedReceipt(t, exampleReceipt(book, body));
  await approvedEndorsement(t, cancelled, {
    endorsementtype: 'CANCEL_PRORATA',
    sum_insured: null,
    effective_date: '2026-04-10',
  });
  expect((await read()).data).toEqual([]);
  const then = await read({ asat: '2026-04-05' });
  expect(then).toMatchObject({ as_at: '2026-04-05' });
  const shown = then.data.map((row: Record<string, { id: number }>) => [row['policy']?.id, row['state'], row['open']]);
  expect(shown).toEqual([
    [cancelled, 'FALLING_DUE', '562500.00'],
    [paid, 'FALLING_DUE', '562500.00'],
  ]);
  expect((await read({ asat: '2026-03-01' })).data).toEqual([]);
});

test('the day kept on a note is that of its policy or endorsement: the auditor finds another one, and other notes have none', async () => {
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
  at('2026-04-10');
  await approvedEndorsement(t, policy);
  const faults = async () =>
    (await Promise.all(SUMMED.map(async (check) => (await t.ownerPool.query(check)).rows)))
      .flat()
      .map(({ fault }) => String(fault))
      .filter((fault) => fault.includes('under its warranty'));
  expect(await faults()).toEqual([]);
  await t.ownerPool.query('update notes set warranty_day = warranty_day + 1 where policy_id = $1', [policy]);
  const found = await faults();
  expect(found).toHaveLength(2);
  expect(found.join()).toContain('is to be paid by 2026-04-16 under its warranty, its policy says 2026-04-15');
  await expect(
    t.ownerPool.query(`update notes set warranty_day = posted_on where policy_id = $1 and kind = 'CN'`, [policy]),
  ).rejects.toThrow('warranty_of_premium');
});

test('the first of them come with how many there are where so many are asked for', async () => {
  for (const days of [60, 45, 75]) await approvedPolicy(t, book, { warranty: { kind: 'PPW', days } });
  const shown = async (query: Record<string, string>) => {
    const { data, count } = await read(query);
    return [data.map(({ day }: { day: string }) => day), count];
  };
  const days = ['2026-04-15', '2026-04-30', '2026-05-15'];
  expect(await shown({})).toEqual([days, undefined]);
  expect(await shown({ length: '2' })).toEqual([days.slice(0, 2), 3]);
  expect(await shown({ length: '500' })).toEqual([days, 3]);
  expect(await shown({ length: '2', beside: '2026-02-28' })).toEqual([days.slice(0, 2), 3]);
  expect(await shown({ length: '2', asat: '2026-02-28' })).toEqual([[], 0]);
  expect((await read({ length: '501' })).errors).toEqual([
    { field: 'length', message: 'length must be from 1 to 500.' },
  ]);
});
