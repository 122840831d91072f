import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { ourBankAccount } from '../../banks/banks.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
const RECEIVABLE = codeOf('PREMIUM_RECEIVABLE');
let t: TestApp;
let book: Book;
let other: Book;
let bank: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  other = await makeBook(t, ' two');
  bank = await ourBankAccount(t, { name: 'Clients KES', number: '7001' });
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedPolicy(t, other);
  for (const [day, amount] of [
    ['2026-02-27', '100.00'],
    ['2026-03-01', '200.00'],
    ['2026-03-02', '300.00'],
  ] as const)
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        receiptAmount: amount,
        dateOfIssue: day,
        bank_account: bank,
        allocations: [{ note, amount }],
      }),
    );
});
afterAll(() => t.close());

const read = (query: Record<string, unknown> = {}, who = 'accountant.nbo') =>
  t.call(who, `GET ${SCA}/ledger/account`, { query: { account: RECEIVABLE, currency: 'KES', ...query } });
type Line = Record<string, string | null>;
const shown = (lines: Line[]) =>
  lines.map((line) => [line['day'], line['debit'] ?? `-${line['credit']}`, line['balance']]);

describe('an account with its running balance', () => {
  test('opens, moves and closes as the trial balance says, each line with the balance after it', async () => {
    const { body } = await read({ account: codeOf('CLIENT_BANK'), from: '2026-03-01' });
    expect(body).toMatchObject({
      account: { code: codeOf('CLIENT_BANK'), name: 'Client bank' },
      of: null,
      figures: { opening: '100.00', debit: '500.00', credit: '0.00', closing: '600.00', base_closing: '600.00' },
      brought: '100.00',
      next: null,
    });
    expect(shown(body.data)).toEqual([
      ['2026-03-01', '200.00', '300.00'],
      ['2026-03-02', '300.00', '600.00'],
    ]);
    const trial = await t.call('accountant.nbo', `GET ${SCA}/trialbalance/items`, {
      query: { account: codeOf('CLIENT_BANK'), from: '2026-03-01' },
    });
    const { opening, debit, credit, closing } = body.figures;
    expect(trial.body.data).toMatchObject([{ opening, debit, credit, closing }]);
  });

  test('of a party, a bank account or the whole is what lies under it', async () => {
    const whole = (await read()).body.figures.closing;
    const [one, two] = [await read({ party: book.reinsured }), await read({ party: other.reinsured })];
    expect([whole, one.body.figures.closing, two.body.figures.closing]).toEqual([
      '1124400.00',
      '561900.00',
      '562500.00',
    ]);
    expect(one.body.of).toEqual({ id: book.reinsured, name: 'Savannah Insurance' });
    const own = await read({ account: codeOf('CLIENT_BANK'), bank });
    expect([own.body.of.name, own.body.figures.closing]).toEqual(['Clients KES', '600.00']);
    expect((await read({ to: '2026-02-28' })).body).toMatchObject({ data: [], figures: { closing: '0.00' } });
  });

  test('comes page by page: the next goes on where the last ended, and begins with what it came to', async () => {
    const first = (await read()).body;
    const places = first.data.map((line: Line) => `${line['day']}.${line['id']}`);
    for (const [at, after] of places.entries()) {
      const { body } = await read({ after });
      expect(body.brought).toBe(first.data[at].balance);
      expect(body.data).toEqual(first.data.slice(at + 1));
      expect(body.figures).toEqual(first.figures);
    }
    expect((await read({ from: '2026-03-02', after: '2026-02-01.1' })).body).toMatchObject({
      brought: (await read({ from: '2026-03-02' })).body.brought,
    });
  });

  test('more lines than a page has are read a page at a time', async () => {
    await t.ownerPool.query(`
      with e as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
        select (select id from branches where code = 'NBO'), date '2026-01-01' + g % 30, 'JOURNAL', 'policy', g, 'Generated', (select min(id) from users)
        from generate_series(1, 250) g returning id, branch_id, day),
      lines as (insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount)
        select e.id, e.branch_id, e.day, a.account, 'USD', a.amount, a.amount from e, (values ('${codeOf('EXPENSES')}', 5), ('${codeOf('FEE_INCOME')}', -5)) a (account, amount)
        returning branch_id, account, day, amount)
      insert into daily_balances (branch_id, account, currency, day, debit, credit, base_debit, base_credit)
      select branch_id, account, 'USD', day, sum(greatest(amount, 0)), sum(greatest(-amount, 0)), sum(greatest(amount, 0)), sum(greatest(-amount, 0))
      from lines group by 1, 2, 4`);
    const query = { account: codeOf('EXPENSES'), currency: 'USD', from: '2026-01-05' };
    const lines: Line[] = [];
    const sizes: number[] = [];
    for (let after: string | undefined, more = true; more;) {
      const { body } = await read({ ...query, ...(after !== undefined && { after }) });
      sizes.push(body.data.length);
      lines.push(...body.data);
      after = body.next;
      more = after !== null;
    }
    expect(sizes).toEqual([100, 100, 15]);
    expect(lines.at(0)).toMatchObject({ balance: '1.80' });
    expect(lines.at(-1)).toMatchObject({ balance: '12.50' });
    expect(new Set(lines.map((line) => line['id'])).size).toBe(215);
    const csv = await read({ ...query, format: 'csv', after: `2026-01-20.1` });
    const rows = csv.bytes.toString('utf8').trim().split('\r\n');
    // Its heads, what it opened at, 215 lines, what it closed at.
    expect(rows).toHaveLength(218);
    expect(rows[0]).toMatch(
      /^.?Day,Branch,Entry,Event,Narration,Party,Tax,Bank account,Note,Currency,Debit,Credit,Balance,/,
    );
    expect(rows[1]).toMatch(/^2026-01-05,,,,Opening balance,,,,,USD,,,1\.75,/);
    expect(rows.at(-2)).toMatch(/,12\.50,/);
    expect(rows.at(-1)).toMatch(/^2026-\d\d-\d\d,,,,Closing balance,,,,,USD,,,12\.50,/);
    // A span without lines has both balances, too.
    const quiet = { ...query, from: '2025-01-01', to: '2025-01-31', format: 'csv' };
    const none = (await read(quiet)).bytes.toString('utf8').trim().split('\r\n');
    expect(none.slice(1).map((row) => row.replace(/USD,,,([^,]*),.*$/, '$1'))).toEqual([
      '2025-01-01,,,,Opening balance,,,,,0.00',
      '2025-01-31,,,,Closing balance,,,,,0.00',
    ]);
  });

  test.each(['xlsx', 'pdf'])('comes as %s', async (format) => {
    expect((await read({ format })).status).toBe(200);
  });
});

describe('what is refused', () => {
  test.each([
    [{ account: '' }, 400],
    [{ currency: 'kes' }, 400],
    [{ after: '2026-99-99.1' }, 400],
    [{ after: '2026-03-01' }, 400],
    [{ after: '2026-03-01.1.2' }, 400],
    [{ account: '9999' }, 404],
    [{ party: 2_000_000 }, 404],
    [{ tax: 2_000_000 }, 404],
  ])('%j is %i', async (query, status) => {
    expect((await read(query)).status).toBe(status);
  });

  test('another branch sees none of it, nor its bank accounts; a cashier no ledger', async () => {
    const lon = await read({}, 'accountant.lon');
    expect(lon.body).toMatchObject({ data: [], figures: { closing: '0.00' } });
    await t.ownerPool.query(
      `update bank_accounts set branch_id = (select id from branches where code = 'NBO') where id = $1`,
      [bank],
    );
    expect((await read({ account: codeOf('CLIENT_BANK'), bank }, 'accountant.lon')).status).toBe(404);
    expect((await read({ account: codeOf('CLIENT_BANK'), bank })).status).toBe(200);
    expect((await read({}, 'cashier.nbo')).status).toBe(403);
  });
});
