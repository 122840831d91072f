import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { makeBook } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { monthEndCalls } from '../closing/closing.factories.ts';
import { mt940, ourBankAccount, readFile } from '../banks/banks.factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let shillings: number;
let savings: number;
let dollars: number;

const open = testAppsOn(async (laid) => {
  const book = await makeBook(laid);
  shillings = await ourBankAccount(laid, { name: 'Clients KES', number: '7001' });
  savings = await ourBankAccount(laid, { name: 'Clients call', number: '7002', is_default: false });
  dollars = await ourBankAccount(laid, { name: 'Clients USD', number: '7003', currency: 'USD' });
  await laid.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
  );
  await approvedReceipt(laid, exampleReceipt(book, { receiptAmount: '2000000.00', bank_account: shillings }));
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectBalanced(t);
  await t.close();
});

const { saveOther, submit, decide, reject, pay, reverse, through } = voucherCalls(() => t);
const monthEnd = monthEndCalls(() => t);
const transfer = (changes: Record<string, unknown> = {}) =>
  saveOther({ kind: 'CLIENT_TRANSFER', amount: '500000.00', into_account: savings, ...changes });
const conversion = (changes: Record<string, unknown> = {}) =>
  saveOther({
    kind: 'CLIENT_TRANSFER',
    amount: '1302500.00',
    into_currency: 'USD',
    into_amount: '10000.00',
    ...changes,
  });
const voucher = async (id: number) => (await t.call('accountant.nbo', `GET ${PV}/${id}`)).body;
const preview = async (id: number, who = 'manager.nbo') => (await t.call(who, `GET ${PV}/preview/${id}`)).body;

/** What an account of ours holds, in the ledger's minor units. */
async function held(account: number): Promise<bigint> {
  const { rows } = await t.ownerPool.query<{ held: bigint }>(
    `select coalesce(sum(debit - credit), 0)::bigint as held from daily_balances where bank_account_id = $1`,
    [account],
  );
  return rows[0]?.held ?? 0n;
}
async function clearing() {
  const { rows } = await t.ownerPool.query(
    `select currency, sum(debit - credit)::bigint as amount, sum(base_debit - base_credit)::bigint as base
     from daily_balances where account = $1 group by 1 order by 1`,
    [codeOf('EXCHANGE_CLEARING')],
  );
  return rows;
}
const drafted = async (id: number): Promise<{ id: number }[]> =>
  (await t.ownerPool.query<{ id: number }>('select id from vouchers where follows_id = $1', [id])).rows;
const clientMoney = async () =>
  (await t.call('accountant.nbo', `GET ${SCA}/clientmoney/items`, { query: { asat: '2026-03-02' } })).body.data;
const NOT_EXPLAINED = { other: '0.00' };

describe('a transfer within one currency', () => {
  test('moves the amount from one account into the other, and no client money', async () => {
    const saved = await transfer();
    expect(saved.status).toBe(200);
    expect(await voucher(saved.body.id)).toMatchObject({
      bank_account: { id: shillings },
      into: { account: { id: savings, name: 'Clients call', number: '7002' }, currency: 'KES', amount: '500000.00' },
    });
    expect((await through(saved)).status).toBe(200);
    expect([await held(shillings), await held(savings)]).toEqual([150_000_000n, 50_000_000n]);
    expect([await clearing(), await drafted(saved.body.id)]).toEqual([[], []]);
    expect(await clientMoney()).toMatchObject([
      { currency: 'KES', held: '2000000.00', result: '0.00', exchanged: '0.00', ...NOT_EXPLAINED },
    ]);
    expect((await reverse(saved.body.id, 4)).status).toBe(200);
    expect([await held(shillings), await held(savings)]).toEqual([200_000_000n, 0n]);
  });

  test('is decided by another than who made it', async () => {
    const saved = await t.call('root', `POST ${PV}/save`, {
      body: {
        kind: 'CLIENT_TRANSFER',
        currency: 'KES',
        bank_date: '2026-03-02',
        amount: '1.00',
        into_account: savings,
      },
    });
    await t.call('root', `PUT ${PV}/submit/${saved.body.id}`);
    expect((await decide(saved.body.id, 'root')).body.code).toBe('SELF_DECISION');
  });
});

describe('a conversion (M6)', () => {
  test('buys USD 10,000.00 for KES 1,302,500.00, and its cost of KES 1,500.00 is made good', async () => {
    const saved = await conversion();
    await submit(saved.body.id);
    const shown = await preview(saved.body.id);
    expect(shown.warnings).toEqual([
      'It costs KES 1,500.00 more than the currency received is worth at the day’s rate: a making good of it is drafted when it is paid.',
    ]);
    expect(
      shown.journal.map((line: Record<string, string>) => [
        line['account'],
        line['currency'],
        line['debit'],
        line['credit'],
      ]),
    ).toEqual([
      [codeOf('CLIENT_BANK'), 'USD', '10000.00', null],
      [codeOf('EXCHANGE_CLEARING'), 'USD', null, '10000.00'],
      [codeOf('EXCHANGE_CLEARING'), 'KES', '1302500.00', null],
      [codeOf('CLIENT_BANK'), 'KES', null, '1302500.00'],
    ]);
    await decide(saved.body.id);
    expect((await pay(saved.body.id)).status).toBe(200);
    expect([await held(shillings), await held(dollars)]).toEqual([69_750_000n, 1_000_000n]);
    expect(await clearing()).toEqual([
      { currency: 'KES', amount: 130_250_000n, base: 130_250_000n },
      { currency: 'USD', amount: -1_000_000n, base: -130_250_000n },
    ]);
    expect(await clientMoney()).toMatchObject([
      { currency: 'KES', result: '-1302500.00', charges: '-1500.00', exchanged: '-1301000.00', ...NOT_EXPLAINED },
      { currency: 'USD', result: '10000.00', charges: '0.00', exchanged: '10000.00', ...NOT_EXPLAINED },
    ]);
    const [draft] = await drafted(saved.body.id);
    const { number } = await voucher(saved.body.id);
    expect(await voucher(draft?.id ?? 0)).toMatchObject({
      kind: 'MAKE_GOOD',
      status: 'DRAFT',
      currency: 'KES',
      amount: '1500.00',
      narration: `Makes the cost of ${number} good`,
    });
    await submit(draft?.id ?? 0);
    await decide(draft?.id ?? 0);
    expect((await pay(draft?.id ?? 0, 3, { who: 'accountant.nbo' })).status).toBe(200);
    expect(await clientMoney()).toMatchObject([
      { currency: 'KES', result: '-1301000.00', charges: '0.00', ...NOT_EXPLAINED },
      { currency: 'USD', result: '10000.00', ...NOT_EXPLAINED },
    ]);
    const paper = await t.call('accountant.nbo', `PUT ${PV}/document`, { query: { id: saved.body.id } });
    expect(paper.status).toBe(200);
    // What made its cost good goes back first.
    expect((await reverse(saved.body.id, 4)).body.code).toBe('FOLLOWED');
    expect((await reverse(draft?.id ?? 0, 4)).status).toBe(200);
    expect((await reverse(saved.body.id, 4)).status).toBe(200);
    expect([await held(shillings), await held(dollars)]).toEqual([200_000_000n, 0n]);
    expect(await clientMoney()).toMatchObject([{ currency: 'KES', result: '0.00', charges: '0.00', ...NOT_EXPLAINED }]);
  });

  test('that brings more drafts a drawing of it, which takes no more and is drafted alone', async () => {
    const saved = await conversion({ amount: '1300000.00' });
    expect((await through(saved)).status).toBe(200);
    const [draft] = await drafted(saved.body.id);
    const id = draft?.id ?? 0;
    expect(await voucher(id)).toMatchObject({ kind: 'EXCHANGE_DRAWING', status: 'DRAFT', amount: '1000.00' });
    const body = { kind: 'EXCHANGE_DRAWING', currency: 'KES', bank_date: '2026-03-02', amount: '1000.01' };
    const edit = (changes: Record<string, unknown>) =>
      t.call('accountant.nbo', `PUT ${PV}/edit`, { body: { ...body, id, version: 1, ...changes } });
    expect((await edit({})).body.errors).toEqual([{ field: 'amount', message: 'Only KES 1,000.00 was left over.' }]);
    expect((await edit({ currency: 'USD' })).body.errors[0].field).toBe('currency');
    expect((await saveOther({ ...body, amount: '1.00' })).body.errors).toEqual([
      { field: 'kind', message: 'It is drafted when a conversion is paid that brought more than it took.' },
    ]);
    await submit(id);
    await decide(id);
    expect((await pay(id, 3, { who: 'accountant.nbo' })).status).toBe(200);
    expect(await clientMoney()).toMatchObject([
      { currency: 'KES', charges: '0.00', exchanged: '-1301000.00', ...NOT_EXPLAINED },
      { currency: 'USD', charges: '0.00', exchanged: '10000.00', ...NOT_EXPLAINED },
    ]);
  });

  test('is not reversed while what it left over is drawn, which is not drawn once it was reversed', async () => {
    const saved = await conversion({ amount: '1300000.00' });
    expect((await through(saved)).status).toBe(200);
    const id = (await drafted(saved.body.id))[0]?.id ?? 0;
    await submit(id);
    expect((await reverse(saved.body.id, 4)).body.code).toBe('IN_USE');
    expect((await reject(id)).status).toBe(200);
    expect((await reverse(saved.body.id, 4)).status).toBe(200);
    expect((await submit(id)).body.code).toBe('CONVERSION_REVERSED');
  });

  test('is revalued at a month’s end as the bank that it is kept with, never as exchange clearing', async () => {
    expect((await through(await conversion())).status).toBe(200);
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-31', 1301000000000)`,
    );
    t.clock.set('2026-04-02T08:00:00.000Z');
    const { data } = await monthEnd.preview('2026-03');
    expect(data).toMatchObject([
      { account: codeOf('CLIENT_BANK'), amount: '10000.00', base: '1302500.00', difference: '-1500.00' },
    ]);
    expect((await monthEnd.revalue('2026-03')).status).toBe(200);
    expect(await clearing()).toMatchObject([{ base: 130_250_000n }, { base: -130_250_000n }]);
  });

  test('of office money drafts nothing: its cost is the firm’s', async () => {
    const office = { purpose: 'OFFICE', is_default: true };
    const from = await ourBankAccount(t, { name: 'Office KES', number: '8001', ...office });
    const into = await ourBankAccount(t, { name: 'Office USD', number: '8002', currency: 'USD', ...office });
    const saved = await conversion({ kind: 'OFFICE_TRANSFER', into_account: into });
    expect((await through(saved)).status).toBe(200);
    expect([await held(from), await held(into), await drafted(saved.body.id)]).toEqual([-130_250_000n, 1_000_000n, []]);
  });

  test('is matched with the line of each bank that it moves', async () => {
    const saved = await conversion();
    expect((await through(saved)).status).toBe(200);
    const lines = [
      { account: shillings, number: '7001', currency: 'KES', amount: '-1302500.00' },
      { account: dollars, number: '7003', currency: 'USD', amount: '10000.00' },
    ];
    for (const { account, number, currency, amount } of lines) {
      const entries = [{ amount, text: 'Exchange' }];
      const text = mt940({ account: number, currency, opening: '0.00', closing: amount, entries });
      expect((await readFile(t, text, { account })).status).toBe(200);
      const { data } = (await t.call('accountant.nbo', `GET ${SCA}/bankmatch/open`, { query: { account } })).body;
      const [proposal] = [...data[0].proposals, ...data[0].by_hand];
      expect(proposal.records).toMatchObject([{ kind: 'voucher', id: saved.body.id }]);
      const body = { account, items: [{ line: data[0].id, key: proposal.key }] };
      expect((await t.call('accountant.nbo', `PUT ${SCA}/bankmatch/confirm`, { body })).status).toBe(200);
    }
  });

  test('needs the rate of its day', async () => {
    await t.ownerPool.query('delete from exchange_rates');
    const saved = await conversion();
    await submit(saved.body.id);
    expect((await decide(saved.body.id)).status).toBe(200);
    expect((await pay(saved.body.id)).body.code).toBe('NO_EXCHANGE_RATE');
  });
});

describe('what is refused', () => {
  const SAME = 'Choose another account than the one that it leaves.';
  const CLIENT = 'Choose one of our client money accounts in KES.';
  test('an account that it cannot go to', async () => {
    const office = await ourBankAccount(t, { name: 'Office', number: '8001', purpose: 'OFFICE' });
    const closed = await ourBankAccount(t, { name: 'Closed', number: '7009', is_default: false });
    await t.ownerPool.query(`update bank_accounts set status = 'INACTIVE' where id = $1`, [closed]);
    const { rows } = await t.ownerPool.query<{ id: number }>(`select id from branches where code = 'LON'`);
    const theirs = await ourBankAccount(t, {
      name: 'London',
      number: '7010',
      is_default: false,
      branch_id: rows[0]?.id,
    });
    for (const [into, message] of [
      [null, SAME],
      [shillings, SAME],
      [dollars, CLIENT],
      [office, CLIENT],
      [closed, CLIENT],
      [theirs, CLIENT],
      [999_999, CLIENT],
    ] as const)
      expect((await transfer({ into_account: into })).body.errors).toEqual([{ field: 'into_account', message }]);
  });

  test('an amount or currency that it cannot have', async () => {
    const faults = async (reply: ReturnType<typeof conversion>) => (await reply).body.errors;
    expect(await faults(transfer({ amount: '0' }))).toEqual([
      { field: 'amount', message: 'Amount must be more than 0.' },
    ]);
    expect(await faults(transfer({ into_amount: '499999.99' }))).toEqual([
      { field: 'into_amount', message: 'A transfer keeps its amount. Choose another currency for a conversion.' },
    ]);
    expect(await faults(conversion({ into_amount: undefined }))).toEqual([
      { field: 'into_amount', message: 'Enter what is bought.' },
    ]);
    expect(await faults(conversion({ into_amount: '0' }))).toEqual([
      { field: 'into_amount', message: 'Amount must be more than 0.' },
    ]);
    expect(await faults(conversion({ into_amount: '1.001' }))).toEqual([
      { field: 'into_amount', message: 'USD amounts have fewer decimals.' },
    ]);
    expect((await faults(conversion({ into_currency: 'XXX' })))[0].field).toBe('into_currency');
    expect(await faults(conversion({ into_account: savings }))).toEqual([
      { field: 'into_account', message: 'Choose one of our client money accounts in USD.' },
    ]);
  });

  test('by who may not make vouchers', async () => {
    const body = {
      kind: 'CLIENT_TRANSFER',
      currency: 'KES',
      bank_date: '2026-03-02',
      amount: '1.00',
      into_account: savings,
    };
    expect((await t.call('underwriter.nbo', `POST ${PV}/save`, { body })).status).toBe(403);
  });

  test('by the schema, whatever writes it', async () => {
    const saved = await transfer();
    for (const set of [
      'into_account_id = bank_account_id',
      'into_amount = 1',
      'into_amount = null',
      'exchange_cost = 1',
    ])
      await expect(t.ownerPool.query(`update vouchers set ${set} where id = ${saved.body.id}`)).rejects.toThrow(
        /transfer_into|cost_of_conversion/,
      );
  });
});
