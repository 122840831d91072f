import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leftText } from '../../../domain/closing/left.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, confirmedAccounts, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { mt940, ourBankAccount, readFile } from '../banks/banks.factories.ts';
import { approvedReceipt, exampleReceipt, pendingReceipt } from '../receipts/receipts.factories.ts';
import { closing, readJournal, trialSums } from '../reports/money/journal.factories.ts';
import { askedMeanwhile, dollarPolicy, monthEndCalls, yearEndCalls } from './closing.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';
const INCOME = codeOf('BROKERAGE_INCOME');
const EQUITY = codeOf('EQUITY');
let t: TestApp;
let book: Book;

const open = testAppsOn(async (laid) => {
  book = await makeBook(laid);
  await approvedPolicy(laid, book);
  await dollarPolicy(laid, book);
});
beforeEach(async () => {
  t = await open();
  t.clock.set('2027-01-05T08:00:00.000Z');
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

const { close, reopen, revalue } = monthEndCalls(() => t);
const { yearOf, closeYear, trialAt } = yearEndCalls(() => t);
const periodsOf = async (year: number) => (await t.call('root', `GET ${SCA}/period/items`, { query: { year } })).body;
const entries = async () =>
  (
    await t.ownerPool.query<{ day: string; event: string }>(
      `select e.day::text, e.event from journal_entries e where e.source_kind = 'year_closing' order by e.id`,
    )
  ).rows.map((row) => `${row.day} ${row.event}`);

describe('a financial year', () => {
  test('closes once its months are: income and expense go to equity, in each currency and in base', async () => {
    expect((await closeYear(2026)).body.title).toBe(
      'This is a year of which March 2026 is open: closing it is not possible.',
    );
    await close('2026-03');
    const shown = await yearOf(2026);
    expect(shown).toMatchObject({ label: '2026', open: [], result: '231750.00' });
    expect(shown.data.map((row: Record<string, string>) => [row['account'], row['amount'], row['base']])).toEqual([
      [INCOME, '37500.00', '37500.00'],
      [INCOME, '1500.00', '194250.00'],
    ]);
    const before = await trialAt('2026-12-31');
    expect((await closeYear(2026, 'manager.nbo')).status).toBe(403);
    expect((await closeYear(2026)).body).toEqual({ year: 2026, branches: 1 });
    const after = await trialAt('2026-12-31');
    expect([after[`${INCOME} KES`], after[`${INCOME} USD`]]).toEqual([undefined, undefined]);
    expect([after[`${EQUITY} KES`], after[`${EQUITY} USD`]]).toEqual(['-37500.00 -37500.00', '-1500.00 -194250.00']);
    expect(await trialAt('2026-12-31', { year_end: 'without' })).toEqual(before);
    expect(await trialAt('2026-12-30')).toEqual(before);
    const year = await periodsOf(2026);
    expect(year.closing).toMatchObject({ by: 'root' });
    expect(year.data.every((row: { closed: boolean }) => row.closed)).toBe(true);
    expect((await periodsOf(2027)).closing).toBeNull();
  });

  test('closed twice, one after the other or at once, it books nothing twice; the schema has it once', async () => {
    await close('2026-03');
    const both = await Promise.all([closeYear(2026), closeYear(2026)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await closeYear(2026)).body.title).toContain('without income or expense left to close');
    expect(await entries()).toEqual(['2026-12-31 YEAR_CLOSED']);
    await expect(
      t.ownerPool.query(`insert into year_closings (branch_id, first_day, last_day, result, made_by, made_at)
        select branch_id, first_day, last_day, 0, made_by, made_at from year_closings`),
    ).rejects.toMatchObject({ constraint: 'year_closed_once' });
  });

  test('nothing is posted into it any more, and opening a month of it again takes the closing back', async () => {
    await close('2026-03');
    const before = await trialAt('2026-12-31');
    await closeYear(2026);
    const late = await pendingReceipt(t, exampleReceipt(book, { dateOfIssue: '2026-12-30' }));
    const refused = await decideIn(t)('manager.nbo', `PUT ${SCA}/receivable/approve/${late}/APPROVED`);
    expect([refused.status, refused.body.title]).toEqual([409, 'December 2026 is closed.']);
    const { body } = await t.call('root', `GET ${SCA}/period/preview`, { query: { month: '2026-03' } });
    expect(body.effects).toContain('The closing of its year is taken back; close the year again afterwards.');
    expect((await reopen('2026-03')).status).toBe(200);
    expect(await entries()).toEqual(['2026-12-31 YEAR_CLOSED', '2026-12-31 YEAR_REOPENED']);
    expect(await trialAt('2026-12-31')).toEqual(before);
    expect(await trialAt('2026-12-31', { year_end: 'without' })).toEqual(before);
    const months = (await periodsOf(2026)).data;
    expect([months[2].closed, months[11].closed]).toEqual([false, true]);
    expect((await closeYear(2026)).status).toBe(409);
    await close('2026-03');
    expect((await closeYear(2026)).status).toBe(200);
    const { rows } = await t.ownerPool.query(
      `select action, branch_id is not null as branch, facts->>'reason' as reason from audit_trail where entity = 'year_closing' order by id`,
    );
    expect(rows).toEqual([
      { action: 'closed', branch: true, reason: null },
      { action: 'reopened', branch: true, reason: 'A receipt was missed' },
      { action: 'closed', branch: true, reason: null },
    ]);
  });

  test('waits for who posts into a month of it, and leaves out nothing that they booked', async () => {
    await close('2026-03');
    const answer = await askedMeanwhile(t, 202608, () => closeYear(2026));
    expect(answer.status).toBe(200);
  });

  test('is in the journal that another program reads, with the revaluation before it', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    expect((await revalue('2026-03')).status).toBe(200);
    t.clock.set('2027-01-05T08:00:00.000Z');
    await close('2026-03');
    await close('2026-04');
    expect((await closeYear(2026)).status).toBe(200);
    for (const query of [{}, { from: '2026-04-01' }, { to: '2026-03-31' }] as Record<string, string>[]) {
      const reply = await t.call('root', `GET ${SCA}/ledger/export`, { query: { format: 'hledger', ...query } });
      const { amounts, bases, entries } = readJournal(reply.bytes.toString('utf8'));
      const { body } = await t.call('root', `GET ${SCA}/trialbalance/items`, {
        query: { length: 500, ...(query['to'] !== undefined && { to: query['to'] }) },
      });
      const trial = trialSums(body.data);
      expect(entries.filter((entry) => entry.base !== 0n)).toEqual([]);
      expect([closing(amounts), closing(bases)]).toEqual([closing(trial.amounts), closing(trial.bases)]);
    }
  });

  test('is one that has ended, of the firm’s own months, and shown to each branch as its own', async () => {
    expect((await closeYear(2027)).body.title).toContain('a month that has not ended');
    expect((await closeYear(1)).status).toBe(400);
    expect((await closeYear(2025)).body.title).toContain('without income or expense left to close');
    await t.ownerPool.query('update firm set year_start_month = 4');
    expect(await yearOf(2025)).toMatchObject({ label: '2025/26', open: ['2026-03'], result: '231750.00' });
    expect((await yearOf(2025, 'manager.lon')).data).toEqual([]);
    await close('2026-03');
    expect((await closeYear(2025)).status).toBe(200);
    expect(await entries()).toEqual(['2026-03-31 YEAR_CLOSED']);
  });
});

describe('the checklist of a month', () => {
  const checklist = async (month: string, who = 'root') =>
    (await t.call(who, `GET ${SCA}/period/checklist`, { query: { month } })).body;
  const counts = async (month: string, who = 'root') =>
    Object.fromEntries(
      (await checklist(month, who)).data.map((row: { check: string; count: number }) => [row.check, row.count]),
    );

  test('counts what is left to do in the caller’s branches, and names the first of it', async () => {
    const id = await pendingReceipt(t, exampleReceipt(book, { dateOfIssue: '2026-03-20' }));
    const saved = await t.call('accountant.nbo', `POST ${SCA}/paymentvoucher/save`, {
      body: { kind: 'BANK_CHARGE', currency: 'KES', bank_date: '2026-03-31', amount: '10.00' },
    });
    expect(saved.status).toBe(200);
    const none = {
      JOURNALS: 0,
      RECEIPTS: 0,
      VOUCHERS: 0,
      WAITING: 0,
      UNALLOCATED: 0,
      OVERDRAWN: 0,
      BANK_LINES: 0,
      CLIENT_MONEY: 0,
      REVALUATION: 0,
    };
    expect(await counts('2026-03')).toEqual({ ...none, RECEIPTS: 1, VOUCHERS: 1, REVALUATION: 3 });
    expect((await checklist('2026-03')).data[0]).toEqual({
      check: 'RECEIPTS',
      count: 1,
      records: [{ kind: 'receipt', id, label: `Receipt #${id}` }],
    });
    expect(await counts('2026-03', 'manager.lon')).toEqual(none);
    expect(
      (await t.call('underwriter.nbo', `GET ${SCA}/period/checklist`, { query: { month: '2026-03' } })).status,
    ).toBe(403);
    expect((await checklist('2026-13')).status).toBe(400);
  });

  test.each([
    ['RECEIPTS', 'receivable/items'],
    ['VOUCHERS', 'paymentvoucher/items2'],
    ['UNALLOCATED', 'receivable/items'],
    ['JOURNALS', 'journal/items'],
  ] as const)('the list behind the link of %s shows exactly what it counts', async (check, list) => {
    const lines = [
      { account: codeOf('EXPENSES'), currency: 'KES', debit: '15.00' },
      { account: EQUITY, currency: 'KES', credit: '15.00' },
    ];
    for (const day of ['2026-02-27', '2026-03-02', '2026-03-31', '2026-04-01']) {
      const receipt = exampleReceipt(book, { dateOfIssue: day, receiptType: 'ON_ACCOUNT' });
      await pendingReceipt(t, receipt);
      await approvedReceipt(t, { ...receipt, bank_reference: `FT ${day}` });
      const body = { day, narration: 'Audit fee', lines };
      const saved = await t.call('accountant.nbo', `POST ${SCA}/journal/save`, { body });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const charge = { kind: 'BANK_CHARGE', currency: 'KES', bank_date: day, amount: '10.00' };
      expect((await t.call('accountant.nbo', `POST ${SCA}/paymentvoucher/save`, { body: charge })).status).toBe(200);
    }
    const expected = { RECEIPTS: 2, VOUCHERS: 2, UNALLOCATED: 3, JOURNALS: 2 }[check];
    expect((await counts('2026-03'))[check]).toBe(expected);
    const query = { left: leftText({ check, month: '2026-03' }) };
    const { body } = await t.call('root', `GET ${SCA}/${list}`, { query });
    expect([body.recordsFiltered, body.data.length]).toEqual([expected, expected]);
    const elsewhere = await t.call('manager.lon', `GET ${SCA}/${list}`, { query });
    expect(elsewhere.body.data).toEqual([]);
    for (const left of [`${check}.2026-13`, 'OTHER.2026-03', check, `${check}.2026-03.1`])
      expect((await t.call('root', `GET ${SCA}/${list}`, { query: { left } })).status).toBe(400);
  });

  test('a record waits since it was submitted, not since it was saved', async () => {
    const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(book) });
    t.clock.set('2027-02-20T08:00:00Z');
    expect((await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/submit/${saved.body.id}`)).status).toBe(200);
    expect(await counts('2027-01')).toMatchObject({ WAITING: 0 });
    expect(await counts('2027-02')).toMatchObject({ WAITING: 1 });
  });

  test('cash that a refund holds is not allocated until it is paid: on the checklist, in the list and on the desk alike', async () => {
    const receiptAmount = '1000.00';
    const receipt = await approvedReceipt(t, exampleReceipt(book, { receiptType: 'ON_ACCOUNT', receiptAmount }));
    await confirmedAccounts(t, [book.reinsured]);
    const { saveOther, submit, decide, pay } = voucherCalls(() => t);
    const { body: refund } = await saveOther({ kind: 'REFUND', receipt, amount: receiptAmount });
    const query = { left: leftText({ check: 'UNALLOCATED', month: '2026-03' }) };
    const found = async () => [
      (await counts('2026-03'))['UNALLOCATED'],
      (await t.call('root', `GET ${SCA}/receivable/items`, { query })).body.recordsFiltered,
      (await t.call('root', `GET ${SCA}/aggregate/moneydesk`)).body.unallocated.map(
        (row: { total: string }) => row.total,
      ),
    ];
    const held = [1, 1, [receiptAmount]];
    expect(await found()).toEqual(held);
    for (const step of [submit, decide]) {
      expect((await step(refund.id)).status).toBe(200);
      expect(await found()).toEqual(held);
    }
    expect((await pay(refund.id)).status).toBe(200);
    expect(await found()).toEqual([0, 0, []]);
  });

  test('an account that branches share is overdrawn as a whole, or not', async () => {
    await approvedReceipt(t, exampleReceipt(book));
    const charged = await t.call('accountant.lon', `POST ${SCA}/paymentvoucher/save`, {
      body: { kind: 'BANK_CHARGE', currency: 'KES', bank_date: '2026-03-02', amount: '10.00' },
    });
    const { id } = charged.body;
    expect((await t.call('accountant.lon', `PUT ${SCA}/paymentvoucher/submit/${id}`)).status).toBe(200);
    expect((await decideIn(t)('manager.lon', `PUT ${SCA}/paymentvoucher/approve/${id}/APPROVED`)).status).toBe(200);
    const paid = await t.call('cashier.lon', `PUT ${SCA}/paymentvoucher/pay/${id}`, {
      body: { version: 3, bank_reference: 'FT 77' },
    });
    expect(paid.status).toBe(200);
    expect(await counts('2026-03')).toMatchObject({ OVERDRAWN: 0 });
  });

  test('a line of a bank statement is to be matched by the end of its month', async () => {
    const account = await ourBankAccount(t);
    const text = mt940({ opening: '0.00', closing: '10.00', day: '260320', entries: [{ amount: '10.00' }] });
    const read = await readFile(t, text, { account });
    expect([read.status, read.body.errors]).toEqual([200, undefined]);
    expect(await counts('2026-03')).toMatchObject({ BANK_LINES: 1 });
    expect(await counts('2026-02')).toMatchObject({ BANK_LINES: 0 });
  });

  test('each check falls to nothing once it is done', async () => {
    const receipt = await pendingReceipt(t, exampleReceipt(book, { dateOfIssue: '2026-03-20' }));
    await decideIn(t)('manager.nbo', `PUT ${SCA}/receivable/approve/${receipt}/APPROVED`);
    const calls = voucherCalls(() => t);
    const charge = await calls.saveOther({ kind: 'BANK_CHARGE', amount: '10.00', bank_date: '2026-03-31' });
    expect((await calls.through(charge)).status).toBe(200);
    expect(await counts('2026-03')).toMatchObject({ RECEIPTS: 0, UNALLOCATED: 1, CLIENT_MONEY: 1, REVALUATION: 3 });
    const { rows } = await t.ownerPool.query('select id from vouchers where follows_id = $1', [charge.body.id]);
    expect((await calls.through({ body: rows[0] })).status).toBe(200);
    expect(await counts('2026-03')).toMatchObject({ CLIENT_MONEY: 0 });
    await t.call('root', `PUT ${SCA}/revaluation/book`, { body: { month: '2026-03' } });
    expect(await counts('2026-03')).toMatchObject({ REVALUATION: 0 });
    expect(await counts('2026-02')).toMatchObject({ UNALLOCATED: 0 });
  });
});
