import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from './claims.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update currencies set active = true where code in ('KWD', 'JPY')`);
  await t.ownerPool.query(`insert into exchange_rates (currency, day, rate) values
    ('KWD', '2026-03-02', 4235500000000), ('JPY', '2026-03-02', 8674000000)`);
  await confirmedAccounts(t, [book.reinsured, book.a], ['KWD', 'JPY']);
});
afterEach(async () => {
  await expectBalanced(t);
});
afterAll(() => t?.close());

const read = async (who: string, path: string, query: Record<string, string | number> = {}) =>
  (await t.call(who, `GET ${SCA}/${path}`, { query })).body;

/** What each security is asked for of a claim, A first. */
async function called(claim: number): Promise<string[]> {
  const { notes } = (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;
  return notes.map((one: { amount: string }) => one.amount);
}

describe('a claim in dinars, of three decimals', () => {
  const policyOf = () => approvedPolicy(t, book, { currency: 'KWD', sum_insured: '1000000.000' });

  test('is called to the thousandth, collected, set off and paid', async () => {
    const policy = await policyOf();
    const claim = await approvedClaim(t, book, { policy, claimreserve: '39000.000' });
    await approvedMovement(t, claim, { amount: '10000.001' });
    expect(await called(claim)).toEqual(['2500.001', '2000.000', '1500.000']);
    const invoice = (await invoicesOf(t, claim)).get(book.a);
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        reinsured: book.a,
        receiptType: 'CLAIM',
        currency: 'KWD',
        receiptAmount: '2500.001',
        allocations: [{ note: invoice?.id, amount: '2500.001' }],
      }),
    );
    const note = await debitNoteOf(t, policy);
    const about = { claim, currency: 'KWD', bank_date: '2026-03-02' };
    const setOff = await calls.saveOther({ ...about, kind: 'SET_OFF', note: note.id, amount: '562.501' });
    expect((await calls.through(setOff)).body.status).toBe('PAID');
    const paid = await calls.saveOther({ ...about, kind: 'CLAIM', amount: '1937.500' });
    expect((await calls.through(paid)).body.status).toBe('PAID');
    const { figures } = (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;
    expect(figures).toMatchObject({ collected: '2500.001', paid: '2500.001', payable: '0.000' });
    const { data } = await read('accountant.nbo', 'clientmoney/items');
    const dinars = data.find((one: { currency: string }) => one.currency === 'KWD');
    expect(dinars).toMatchObject({
      held: '562.501',
      premiums: '562.501',
      claims: '0.000',
      required: '562.501',
      short: '0.000',
    });
  });

  test('is in the register and beside its premium with as many', async () => {
    const policy = await policyOf();
    await approvedClaim(t, book, { policy, claimreserve: '0.005' });
    const { data } = await read('claims.nbo', 'claim/claimreport', { currency: 'KWD' });
    const row = data.at(-1);
    expect([row.incurred_whole, row.incurred]).toEqual(['0.005', '0.003']);
    const result = await read('manager.nbo', 'claim/underwritingreport', { by: 'class' });
    const dinars = result.find((one: { currency: string }) => one.currency === 'KWD');
    expect(dinars.incurred).toMatch(/^\d+\.\d{3}$/);
  });
});

describe('a claim in yen on a policy in dinars', () => {
  test('is held against the limit in dinars, and called in whole yen', async () => {
    const policy = await approvedPolicy(t, book, { currency: 'KWD', sum_insured: '1000.000' });
    const claim = await approvedClaim(t, book, {
      policy,
      currency: 'JPY',
      exchange_rate: '0.002',
      claimreserve: '500000',
    });
    await approvedMovement(t, claim, { amount: '1' });
    expect(await called(claim)).toEqual(['1']);
    await approvedMovement(t, claim, { amount: '1' });
    await approvedMovement(t, claim, { amount: '1' });
    // Ours of two yen is one, and of three two: the second call asks for nothing more.
    expect(await called(claim)).toEqual(['1', '1']);
    const over = await t.call('claims.nbo', `POST ${CLAIM}/movement/save`, {
      body: { claim, type: 'CALL', movement_date: '2026-03-02', reason: 'More', amount: '499998' },
    });
    expect([over.status, over.body.errors?.[0]?.field]).toEqual([400, 'amount']);
    const decimals = await t.call('claims.nbo', `POST ${CLAIM}/movement/save`, {
      body: { claim, type: 'CALL', movement_date: '2026-03-02', reason: 'Less', amount: '1.5' },
    });
    expect(decimals.body.errors).toEqual([{ field: 'amount', message: 'JPY amounts have fewer decimals.' }]);
    const { body } = await t.call('manager.nbo', `GET ${SCA}/claim/underwritingreport`, { query: { by: 'security' } });
    const yen = body.filter((one: { currency: string }) => one.currency === 'KWD');
    expect(yen.every((one: { incurred: string }) => /^\d+\.\d{3}$/.test(one.incurred))).toBe(true);
  });
});
