import { describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { unsound } from '../../proofs/sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { type Book, userId } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';

const JOURNAL = '/api/sca/v1/journal';
let t: TestApp;

let book: Book;
const course = ownBooks((...entered) => ([t, book] = entered), { look: expectSound });

type Line = Record<string, unknown>;
const debit = (name: Parameters<typeof codeOf>[0], amount: string, changes: Line = {}): Line => ({
  account: codeOf(name),
  currency: 'KES',
  debit: amount,
  ...changes,
});
const credit = (name: Parameters<typeof codeOf>[0], amount: string, changes: Line = {}): Line => ({
  account: codeOf(name),
  currency: 'KES',
  credit: amount,
  ...changes,
});
const ACCRUAL = () => [debit('EXPENSES', '1500.00'), credit('EQUITY', '1500.00')];
const save = (lines: Line[] = ACCRUAL(), { who = 'accountant.nbo', ...changes }: Record<string, string> = {}) =>
  t.call(who, `POST ${JOURNAL}/save`, {
    body: { day: '2026-03-02', narration: 'Audit fee of February', lines, ...changes },
  });
const submit = (id: number, who = 'accountant.nbo') => t.call(who, `PUT ${JOURNAL}/submit/${id}`);
const decide = (id: number, who = 'manager.nbo') => decideIn(t)(who, `PUT ${JOURNAL}/approve/${id}/APPROVED`);
const reverse = (id: number, version = 3, who = 'manager.nbo') =>
  t.call(who, `PUT ${JOURNAL}/reverse/${id}`, { body: { version, reason: 'Keyed twice' } });
async function approved(lines?: Line[]): Promise<number> {
  const { id } = (await save(lines)).body;
  expect((await submit(id)).status).toBe(200);
  expect((await decide(id)).status).toBe(200);
  return id;
}
const journal = (id: number, currency?: string) =>
  journalOf(t, { kind: 'journal', id, ...(currency !== undefined && { currency }) });

describe('a manual journal (M16)', () => {
  describe('by itself', () => {
    together(course);

    test('balances in each currency, and each currency in base at the rate of its day', async () => {
      await t.ownerPool.query(
        `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000)`,
      );
      const id = await approved([
        ...ACCRUAL(),
        debit('EXPENSES', '10.00', { currency: 'USD' }),
        credit('EQUITY', '10.00', { currency: 'USD' }),
      ]);
      const { rows } = await t.ownerPool.query<{ currency: string; amount: bigint; base: bigint }>(
        `select l.currency, l.amount, l.base_amount as base from journal_lines l join journal_entries e on e.id = l.entry_id
         where e.source_kind = 'journal' and e.source_id = $1 order by l.id`,
        [id],
      );
      expect(rows).toEqual([
        { currency: 'KES', amount: 150000n, base: 150000n },
        { currency: 'KES', amount: -150000n, base: -150000n },
        { currency: 'USD', amount: 1000n, base: 129500n },
        { currency: 'USD', amount: -1000n, base: -129500n },
      ]);
      expect((await t.call('accountant.nbo', `GET ${JOURNAL}/${id}`)).body.amount).toBe('2795.00');
    });

    test('goes by sub-ledger account where its account has them', async () => {
      const { rows } = await t.ownerPool.query<{ id: number }>('select id from taxes order by id limit 1');
      const tax = rows[0]?.id;
      const id = await approved([debit('TAXES_PAYABLE', '5.00', { sub_account: tax }), credit('EQUITY', '5.00')]);
      expect((await t.call('accountant.nbo', `GET ${JOURNAL}/${id}`)).body.lines[0].sub_account).toMatchObject({
        id: tax,
      });
    });

    test('is refused with every bad field', async () => {
      const cases: [Line[], { field: string; message: string }][] = [
        ...(
          [
            'PREMIUM_RECEIVABLE',
            'PREMIUM_PAYABLE',
            'CLAIMS_PAYABLE',
            'CLIENT_BANK',
            'OFFICE_BANK',
            'EXCHANGE_GAIN',
          ] as const
        ).map((name): [Line[], { field: string; message: string }] => [
          [debit(name, '1.00', { sub_account: book.reinsured }), credit('EQUITY', '1.00')],
          { field: 'lines.0.account', message: 'Choose an account that is not kept by documents or banks.' },
        ]),
        [
          [debit('TAXES_PAYABLE', '1.00'), credit('EQUITY', '1.00')],
          { field: 'lines.0.sub_account', message: 'Choose the sub-ledger account.' },
        ],
        [
          [debit('EXPENSES', '1.00', { sub_account: book.reinsured }), credit('EQUITY', '1.00')],
          { field: 'lines.0.sub_account', message: 'This account has no sub-ledger accounts.' },
        ],
        [
          [debit('EXPENSES', '1.01'), credit('EQUITY', '1.00')],
          { field: 'lines', message: 'The debits are KES 0.01 more.' },
        ],
        [
          [debit('EXPENSES', '1.00'), credit('EQUITY', '1.00', { currency: 'XXX' })],
          { field: 'lines.1.currency', message: 'Choose an active currency.' },
        ],
        [[debit('EXPENSES', '1.00')], { field: 'lines', message: 'Enter at least two lines.' }],
        [
          [debit('EXPENSES', '1.00', { credit: '1.00' }), credit('EQUITY', '1.00')],
          { field: 'lines.0.debit', message: 'Enter either a debit or a credit.' },
        ],
      ];
      for (const [lines, fault] of cases) expect((await save(lines)).body.errors).toContainEqual(fault);
      expect((await save(ACCRUAL(), { day: '2099-01-01' })).body.errors).toEqual([
        { field: 'day', message: 'The day cannot be in the future.' },
      ]);
    });

    test('between branches is root’s', async () => {
      const lines = [debit('INTER_BRANCH', '1.00'), credit('EQUITY', '1.00')];
      expect((await save(lines)).body.code).toBe('FORBIDDEN');
      const { id } = (await save(lines, { who: 'root' })).body;
      expect((await submit(id, 'root')).status).toBe(200);
      expect((await decide(id)).body.code).toBe('FORBIDDEN');
    });

    test('is not decided by its maker, nor seen in another branch', async () => {
      const { id } = (await save()).body;
      await submit(id);
      expect((await decide(id, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
      expect((await t.call('accountant.lon', `GET ${JOURNAL}/${id}`)).status).toBe(404);
      expect((await decide(id, 'manager.lon')).status).toBe(404);
      const own = (await save(ACCRUAL(), { who: 'root' })).body.id;
      await submit(own, 'root');
      expect((await decide(own, 'root')).body.code).toBe('SELF_DECISION');
    });

    test('is what its record says, and on no party’s account: else the auditor turns red', async () => {
      const id = await approved();
      const faults = async () => (await unsound(t.ownerPool)).map(({ detail }) => detail).join();
      expect(await faults()).toBe('');
      await t.ownerPool.query('update manual_journal_lines set amount = amount * 2 where journal_id = $1', [id]);
      expect(await faults()).toMatch(/^journal \d+ says -?\d+ on/);
      await t.ownerPool.query('update manual_journal_lines set amount = amount / 2 where journal_id = $1', [id]);
      const equity = codeOf('EQUITY');
      await t.ownerPool.query(
        `update ledger_accounts set function = 'PREMIUM_PAYABLE', is_default = false where code = $1`,
        [equity],
      );
      expect(await faults()).toContain(`books on ${equity} by hand`);
      await t.ownerPool.query(`update ledger_accounts set function = 'EQUITY', is_default = true where code = $1`, [
        equity,
      ]);
    });

    test('that is edited is a draft again', async () => {
      const { id } = (await save()).body;
      await submit(id);
      await decideIn(t)('manager.nbo', `PUT ${JOURNAL}/approve/${id}/REJECTED`, { body: { reason: 'No voucher' } });
      const body = { id, version: 3, day: '2026-03-02', narration: 'Audit fee', lines: ACCRUAL() };
      expect((await t.call('accountant.nbo', `PUT ${JOURNAL}/edit`, { body })).body).toMatchObject({ status: 'DRAFT' });
      expect((await t.call('accountant.nbo', `PUT ${JOURNAL}/edit`, { body })).body.code).toBe('STALE');
    });
  });

  describe('of all that there is', () => {
    apart(course);

    test('is saved, submitted, approved by another and booked on its day; its reversal is its mirror', async () => {
      const { id } = (await save()).body;
      expect(await journal(id)).toEqual([]);
      await submit(id);
      expect((await t.call('manager.nbo', `GET ${JOURNAL}/preview/${id}`)).body).toMatchObject({
        can_decide: true,
        journal: [
          { account: codeOf('EXPENSES'), debit: '1500.00', credit: null },
          { account: codeOf('EQUITY'), debit: null, credit: '1500.00' },
        ],
      });
      await decide(id);
      const { body } = await t.call('accountant.nbo', `GET ${JOURNAL}/${id}`);
      expect(body).toMatchObject({
        status: 'APPROVED',
        number: 'JV/NBO/2026/000001',
        amount: '1500.00',
        currency: 'KES',
        entries: [{ reverses: null }],
      });
      expect(await journal(id)).toEqual(['JOURNAL EXPENSES 1500.00', 'JOURNAL EQUITY -1500.00']);
      expect((await reverse(id)).status).toBe(200);
      const { entries } = (await t.call('accountant.nbo', `GET ${JOURNAL}/${id}`)).body;
      expect(entries).toEqual([body.entries[0], { id: entries[1].id, reverses: body.entries[0].id }]);
      expect((await journal(id)).slice(2)).toEqual([
        'JOURNAL_REVERSED EXPENSES -1500.00',
        'JOURNAL_REVERSED EQUITY 1500.00',
      ]);
      expect((await reverse(id, 4)).body.code).toBe('WRONG_STATE');
    });

    test('is booked on no account that was closed since', async () => {
      const { id } = (await save()).body;
      await submit(id);
      await t.ownerPool.query(
        `update ledger_accounts set function = null, is_default = false, status = 'INACTIVE' where code = $1`,
        [codeOf('EXPENSES')],
      );
      const message = expect.stringMatching(/^Nothing can be booked by hand on /);
      expect((await t.call('manager.nbo', `GET ${JOURNAL}/preview/${id}`)).body.warnings).toEqual([message]);
      expect((await decide(id)).body.errors).toEqual([{ field: 'lines', message }]);
    });

    test('is booked in no closed month', async () => {
      await t.ownerPool.query(`insert into closed_periods (month, closed_by) values ('2026-02-01', $1)`, [
        await userId(t, 'root'),
      ]);
      const { id } = (await save(ACCRUAL(), { day: '2026-02-27' })).body;
      await submit(id);
      expect((await decide(id)).body.code).toBe('PERIOD_CLOSED');
    });

    test('that is not decided is named before its month is closed', async () => {
      const { id } = (await save(ACCRUAL(), { day: '2026-02-27' })).body;
      const checks = async () =>
        (await t.call('root', 'GET /api/sca/v1/period/checklist', { query: { month: '2026-02' } })).body.data;
      const named = async () => (await checks()).find(({ check }: { check: string }) => check === 'JOURNALS');
      expect(await named()).toMatchObject({ count: 1, records: [{ kind: 'journal', id }] });
      await submit(id);
      await decide(id);
      expect(await named()).toMatchObject({ count: 0 });
    });

    test('is found by its words, listed and exported', async () => {
      const id = await approved();
      const { body } = await t.call('accountant.nbo', `GET ${JOURNAL}/items`, { query: { searchValue: 'audit fee' } });
      expect(body.data).toMatchObject([{ id, narration: 'Audit fee of February', amount: '1500.00', lines: 2 }]);
      const csv = await t.call('accountant.nbo', `GET ${JOURNAL}/items`, { query: { format: 'csv' } });
      expect(csv.status).toBe(200);
    });
  });
});
