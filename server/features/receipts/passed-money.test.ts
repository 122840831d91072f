import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { monthEndCalls } from '../closing/closing.factories.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../invoices/invoices.factories.ts';
import { ourBankAccount } from '../banks/banks.factories.ts';
import {
  noteInLondon,
  officesOf,
  passedOn,
  passOn,
  reverseReceipt,
  secondRoot,
  submitReceipt,
} from './passing.factories.ts';
import { approvedReceipt, exampleReceipt, RECEIVABLE as RV } from './receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let london: number;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  await secondRoot(t);
  london = (await officesOf(t)).lon;
  await ourBankAccount(t, { name: 'Clients KES', number: '7001' });
  await rateOf('129.50', '2026-03-02');
});
afterEach(async () => {
  await expectBalanced(t);
  await expectExplained(t, 'root');
  await t.close();
});

const rateOf = (rate: string, day: string) =>
  t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', $2, $1::numeric * 10000000000)
     on conflict (currency, day) do update set rate = excluded.rate`,
    [rate, day],
  );
const received = (changes: Record<string, unknown> = {}) =>
  approvedReceipt(t, exampleReceipt(book, { receiptAmount: '600000.00', ...changes }));
/** KES 300,000.00 of the 600,000.00 that Nairobi received, of which 281,250.00 settle half of London’s debit note. */
async function halfInLondon(): Promise<{ source: number; id: number }> {
  const source = await received();
  const note = await noteInLondon(t, book);
  const allocations = [{ note: note.id, amount: '281250.00' }];
  const id = await passedOn(t, { source, into: london, receiptAmount: '300000.00', allocations });
  return { source, id };
}
const money = async (who: string, call = 'items', query: Record<string, string> = {}) =>
  (await t.call(who, `GET ${SCA}/clientmoney/${call}`, { query })).body.data;
const fold = () => t.ownerPool.query('select fold_client_acts(1000)');

/** What accounts stand at in a branch, or in all, in a currency and in base; debit positive. */
async function balances(column: 'amount' | 'base_amount', branch?: string) {
  const { rows } = await t.ownerPool.query<{ account: string; sum: bigint }>(
    `select l.account, sum(l.${column})::bigint as sum from journal_lines l join branches b on b.id = l.branch_id
     where $1::text is null or b.code = $1 group by 1 having sum(l.${column}) <> 0`,
    [branch ?? null],
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.sum]));
}

describe('client money', () => {
  test('lies in the bank of the one branch and belongs to the notes of the other: both are right, and so is the sum', async () => {
    const { id } = await halfInLondon();
    const nairobi = {
      held: '600000.00',
      unallocated: '300000.00',
      between_branches: '-300000.00',
      result: '0.00',
      other: '0.00',
    };
    const there = {
      held: '0.00',
      unallocated: '18750.00',
      premiums: '281250.00',
      between_branches: '300000.00',
      result: '0.00',
      other: '0.00',
    };
    // As the acts wait to be folded, and once they are.
    for (const folds of [false, true]) {
      if (folds) await fold();
      expect(await money('manager.nbo')).toMatchObject([{ branch: 'NBO', ...nairobi }]);
      expect(await money('manager.lon')).toMatchObject([{ branch: 'LON', ...there }]);
      expect(await money('root')).toMatchObject([
        { branch: 'LON', ...there },
        { branch: 'NBO', ...nairobi },
      ]);
      expect(await money('manager.nbo', 'accounts')).toMatchObject([{ bank: { name: 'Clients KES' }, ...nairobi }]);
      expect(await money('manager.lon', 'accounts')).toMatchObject([{ bank: { name: 'Clients KES' }, ...there }]);
    }
    const moved = await money('manager.lon', 'movements', { of: 'between_branches' });
    expect(moved).toMatchObject([
      { event: 'CASH_TAKEN_OVER', unallocated: '300000.00', between_branches: '300000.00' },
    ]);
    await reverseReceipt(t, id);
    expect(await money('root')).toMatchObject([
      { branch: 'NBO', held: '600000.00', unallocated: '600000.00', between_branches: '0.00', result: '0.00' },
    ]);
  });

  test('on a past day is as it was then', async () => {
    const source = await received();
    const note = await noteInLondon(t, book);
    t.clock.set('2026-03-05T09:00:00Z');
    const id = await passedOn(t, {
      source,
      into: london,
      receiptAmount: '600000.00',
      allocations: [{ note: note.id, amount: '562500.00' }],
    });
    t.clock.set('2026-03-09T09:00:00Z');
    await reverseReceipt(t, id);
    for (const folds of [false, true]) {
      if (folds) await fold();
      const on = async (asat: string) =>
        (await money('root', 'items', { asat })).map((row: Record<string, string>) => [
          row['branch'],
          row['unallocated'],
          row['premiums'],
          row['between_branches'],
          row['result'],
        ]);
      expect(await on('2026-03-04')).toEqual([['NBO', '600000.00', '0.00', '0.00', '0.00']]);
      expect(await on('2026-03-05')).toEqual([
        ['LON', '37500.00', '562500.00', '600000.00', '0.00'],
        ['NBO', '0.00', '0.00', '-600000.00', '0.00'],
      ]);
      expect(await on('2026-03-09')).toEqual([['NBO', '600000.00', '0.00', '0.00', '0.00']]);
    }
  });

  test('of our own fee in it is ours, and lies with the branch that received it', async () => {
    const body = exampleReceipt(book, { receiptAmount: '200000.00' });
    const { body: saved } = await t.call('accountant.lon', `POST ${RV}/save`, { body });
    await t.call('accountant.lon', `PUT ${RV}/submit/${saved.id}`);
    await t.call('manager.lon', `PUT ${RV}/approve/${saved.id}/APPROVED`, { body: { version: 2 } });
    const { id: invoice } = await invoiceCalls(() => t).through(exampleInvoice(book, await taxOnInvoices(t)));
    const { rows } = await t.ownerPool.query<{ id: number }>(`select id from notes where invoice_id = $1`, [invoice]);
    const { nbo: into } = await officesOf(t);
    const allocations = [{ note: rows[0]?.id, amount: '130320.98' }];
    await passedOn(t, { source: saved.id, into, receiptAmount: '130320.98', allocations });
    expect(await money('manager.nbo')).toMatchObject([
      {
        held: '0.00',
        fees: '130320.98',
        required: '0.00',
        between_branches: '130320.98',
        result: '0.00',
        other: '0.00',
      },
    ]);
  });

  test('what is left of it is refunded by the branch that uses it', async () => {
    const source = await received();
    const id = await passedOn(t, { source, into: london, receiptAmount: '1000.00' });
    await t.ownerPool.query(
      `insert into party_bank_accounts (party_id, currency, bank, account_name, account_number, state, made_by, hands, made_at, decided_by, decided_at)
       select $1, 'KES', 'Equity', 'Savannah', '1', 'ACTIVE', m.id, array[m.id], '2026-01-05', d.id, '2026-01-06' from users m, users d
       where m.name = 'accountant.lon' and d.name = 'manager.lon'`,
      [book.reinsured],
    );
    const body = { kind: 'REFUND', currency: 'KES', amount: '400.00', receipt: id, bank_date: '2026-03-02' };
    const saved = await t.call('accountant.lon', `POST ${SCA}/paymentvoucher/save`, { body });
    await t.call('accountant.lon', `PUT ${SCA}/paymentvoucher/submit/${saved.body.id}`);
    expect((await reverseReceipt(t, id)).status).toBe(409);
    await t.call('manager.lon', `PUT ${SCA}/paymentvoucher/approve/${saved.body.id}/APPROVED`, {
      body: { version: 2 },
    });
    const paid = await t.call('cashier.lon', `PUT ${SCA}/paymentvoucher/pay/${saved.body.id}`, {
      body: { version: 3, bank_reference: 'R1' },
    });
    expect(paid.body.status).toBe('PAID');
    expect(await money('manager.lon')).toMatchObject([
      { held: '-400.00', unallocated: '600.00', between_branches: '1000.00', result: '0.00', other: '0.00' },
    ]);
  });
});

describe('USD 10,000.00 received at 129.50, of which 3,333.33 is used in London for a note booked at 130.10', () => {
  test('takes its base along, so that nothing stays between branches, and its exchange difference is made there', async () => {
    await ourBankAccount(t, { name: 'Clients USD', number: '7003', currency: 'USD' });
    const source = await received({ currency: 'USD', receiptAmount: '10000.00' });
    await rateOf('130.10', '2026-03-02');
    const note = await noteInLondon(t, book, { currency: 'USD', sum_insured: '10000000' });
    const id = await passedOn(t, {
      source,
      into: london,
      receiptAmount: '3333.33',
      allocations: [{ note: note.id, amount: '3333.33' }],
    });
    const { rows } = await t.ownerPool.query(
      `select e.event, l.account, l.amount::int as amount, l.base_amount::int as base from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.source_kind = 'receipt' and (e.source_id = $1 or e.event = 'CASH_PASSED_ON') order by e.event, l.id`,
      [id],
    );
    // 3,333.33 × 129.50 = 431,666.24 given up; 3,333.33 × 130.10 = 433,666.23 owed.
    expect(rows.map((row) => [row.event, row.account, row.amount, row.base])).toEqual([
      ['ALLOCATION', codeOf('UNALLOCATED_CASH'), 333_333, 43_166_624],
      ['ALLOCATION', codeOf('PREMIUM_RECEIVABLE'), -333_333, -43_366_623],
      ['ALLOCATION', codeOf('EXCHANGE_LOSS'), 0, 199_999],
      ['CASH_PASSED_ON', codeOf('UNALLOCATED_CASH'), 333_333, 43_166_624],
      ['CASH_PASSED_ON', codeOf('INTER_BRANCH'), -333_333, -43_166_624],
      ['CASH_TAKEN_OVER', codeOf('INTER_BRANCH'), 333_333, 43_166_624],
      ['CASH_TAKEN_OVER', codeOf('UNALLOCATED_CASH'), -333_333, -43_166_624],
    ]);
    expect([await balances('amount', 'NBO'), await balances('base_amount', 'NBO')]).toEqual([
      {
        [codeOf('CLIENT_BANK')]: 1_000_000n,
        [codeOf('UNALLOCATED_CASH')]: -666_667n,
        [codeOf('INTER_BRANCH')]: -333_333n,
      },
      {
        [codeOf('CLIENT_BANK')]: 129_500_000n,
        [codeOf('UNALLOCATED_CASH')]: -86_333_376n,
        [codeOf('INTER_BRANCH')]: -43_166_624n,
      },
    ]);
    expect((await balances('amount'))[codeOf('INTER_BRANCH')]).toBeUndefined();
    expect((await balances('base_amount'))[codeOf('INTER_BRANCH')]).toBeUndefined();
    const position = async (query: Record<string, string>) => {
      const { body } = await t.call('root', `GET ${SCA}/position/items`, { query });
      return body.data.map((row: Record<string, string>) => [row['currency'], row['net'], row['between_branches']]);
    };
    expect(await position({ branch: 'NBO' })).toEqual([['USD', '3333.33', '-3333.33']]);
    expect((await position({ branch: 'ALL' }))[0][2]).toBe('0.00');
    // The last of it takes the rest of the base along.
    await passedOn(t, { source, into: london, receiptAmount: '6666.67' });
    expect((await balances('base_amount', 'NBO'))[codeOf('UNALLOCATED_CASH')]).toBeUndefined();
    expect((await balances('base_amount'))[codeOf('INTER_BRANCH')]).toBeUndefined();
    expect(await money('root')).toMatchObject([
      {
        branch: 'LON',
        currency: 'USD',
        premiums: '3333.33',
        unallocated: '6666.67',
        between_branches: '10000.00',
        result: '0.00',
      },
      { branch: 'NBO', currency: 'USD', held: '10000.00', between_branches: '-10000.00', result: '0.00' },
    ]);
  });

  test('is revalued at a month’s end where the money lies and where it is owed, not between them', async () => {
    await ourBankAccount(t, { name: 'Clients USD', number: '7003', currency: 'USD' });
    const source = await received({ currency: 'USD', receiptAmount: '10000.00' });
    await passedOn(t, { source, into: london, receiptAmount: '10000.00' });
    await rateOf('131.50', '2026-03-31');
    t.clock.set('2026-04-02T09:00:00Z');
    expect((await monthEndCalls(() => t).revalue('2026-03')).status).toBe(200);
    const { rows } = await t.ownerPool.query<{ account: string; base: number }>(
      `select l.account, sum(l.base_amount)::int as base from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.event in ('REVALUATION', 'BANK_REVALUATION') group by 1 order by 1`,
    );
    // 10,000.00 × 2.00 gained in Nairobi's bank and lost on what London owes: nothing in the firm.
    const sums = Object.fromEntries(rows.map(({ account, base }) => [account, base]));
    expect(sums).toEqual({
      [codeOf('CLIENT_BANK')]: 2_000_000,
      [codeOf('UNALLOCATED_CASH')]: -2_000_000,
      [codeOf('EXCHANGE_GAIN')]: -2_000_000,
      [codeOf('EXCHANGE_LOSS')]: 2_000_000,
    });
  });

  test('settles a note in another currency there, and is given back as it was', async () => {
    const source = await received({ receiptAmount: '1301000.00' });
    const note = await noteInLondon(t, book, { currency: 'USD', sum_insured: '10000000' });
    const id = await passedOn(t, {
      source,
      into: london,
      receiptAmount: '1301000.00',
      allocations: [{ note: note.id, amount: '1301000.00', note_amount: '10000.00' }],
    });
    expect(await money('manager.lon')).toMatchObject([
      { currency: 'KES', exchanged: '1301000.00', between_branches: '1301000.00', other: '0.00' },
      { currency: 'USD', premiums: '10000.00', exchanged: '-10000.00', other: '0.00' },
    ]);
    const before = await balances('base_amount', 'NBO');
    await reverseReceipt(t, id);
    expect(before[codeOf('UNALLOCATED_CASH')]).toBeUndefined();
    expect(await balances('base_amount', 'NBO')).toEqual({
      [codeOf('CLIENT_BANK')]: 130_100_000n,
      [codeOf('UNALLOCATED_CASH')]: -130_100_000n,
    });
  });
});

describe('what else knows of it', () => {
  test('the statement of the reinsured, the ledger of the account, trial balances, and no figure of production', async () => {
    const source = await received();
    const id = await passedOn(t, { source, into: london, receiptAmount: '250000.00' });
    const metrics = async () =>
      (await t.call('root', `GET ${SCA}/underwriting/cumulativemetricsadmin`, { query: { year: '2026' } })).body;
    const months = JSON.stringify(await metrics());
    expect(months).toContain('600000.00');
    expect(months).not.toContain('250000.00');
    const account = codeOf('INTER_BRANCH');
    const lines = (await t.call('root', `GET ${SCA}/ledger/account`, { query: { account, currency: 'KES' } })).body
      .data;
    const { receiptNumber: number } = (await t.call('root', `GET ${RV}/${source}`)).body;
    const { receiptNumber } = (await t.call('root', `GET ${RV}/${id}`)).body;
    expect(lines.map((row: Record<string, string>) => [row['branch'], row['narration']])).toEqual([
      ['LON', `${receiptNumber} from ${number}`],
      ['NBO', `${number} used in LON by ${receiptNumber}`],
    ]);
    // What is open with the reinsured is in each branch what it has.
    const query = { side: 'REINSURED' };
    const open = async (who: string) =>
      (await t.call(who, `GET ${SCA}/statements/accounts`, { query })).body.data.map(
        (row: Record<string, string>) => row['unallocated'],
      );
    expect([await open('accountant.nbo'), await open('accountant.lon')]).toEqual([['-350000.00'], ['-250000.00']]);
    for (const branch of ['NBO', 'LON', undefined]) {
      const sums = await Promise.all([balances('amount', branch), balances('base_amount', branch)]);
      expect(sums.map((sum) => Object.values(sum).reduce((total, one) => total + one, 0n))).toEqual([0n, 0n]);
    }
  });

  test('the paper of either says where the money is of, and where it went', async () => {
    const { source, id } = await halfInLondon();
    const paper = async (who: string, of: number) => {
      const made = await t.call(who, `PUT ${RV}/receipt2`, {
        query: { id: of },
        headers: { accept: 'application/pdf' },
      });
      return readPdfText(made.bytes).replaceAll(/\s+/g, ' ');
    };
    const { receiptNumber: number } = (await t.call('root', `GET ${RV}/${source}`)).body;
    const there = await paper('accountant.lon', id);
    expect(there).toContain(`of receipt ${number}, used 2 March 2026`);
    expect(there).toContain(`Part of ${number}, received in Nairobi`);
    expect(there).not.toMatch(/Bank date|Total received|received 2 March/);
    const { receiptNumber } = (await t.call('root', `GET ${RV}/${id}`)).body;
    expect(await paper('accountant.nbo', source)).toContain(`Used in London, ${receiptNumber} 300,000.00`);
  });

  test('a month is closed although a draft waits in it, which is booked on the day of its approval', async () => {
    const source = await received();
    const { body } = await passOn(t, { source, into: london, receiptAmount: '1000.00' });
    await submitReceipt(t, body.id);
    const checklist = (await t.call('root', `GET ${SCA}/period/checklist`, { query: { month: '2026-03' } })).body.data;
    expect(checklist.find(({ check }: { check: string }) => check === 'RECEIPTS')).toMatchObject({ count: 0 });
    t.clock.set('2026-04-03T09:00:00Z');
    const version = (await t.call('root', `GET ${RV}/${body.id}`)).body.version;
    const approved = await t.call('root.two', `PUT ${RV}/approve/${body.id}/APPROVED`, { body: { version } });
    expect(approved.body.status).toBe('APPROVED');
    expect((await t.call('root', `GET ${RV}/${body.id}`)).body.dateOfIssue).toBe('2026-04-03');
  });
});
