import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement } from '../claims/claims.factories.ts';

const R = '/api/sca/v1/underwriting/renewals';
let t: TestApp;
let book: Book;
/** Six years of one risk, each the renewal of the one before; fac premium 750,000.00 each. */
const years: number[] = [];

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  for (let nth = 0; nth < 6; nth += 1) {
    const policy = await approvedPolicy(t, book, { cedant_policy_number: `P/${nth}` });
    const earlier = years.at(-1);
    if (earlier !== undefined)
      await t.ownerPool.query(`update policies set renewed_from_id = $1 where id = $2`, [earlier, policy]);
    years.push(policy);
  }
});
afterAll(() => t?.close());

const rowOf = async (id: number) => {
  const query = { startdate: '2027-01-01', enddate: '2027-12-31', length: '100' };
  const { body } = await t.call('underwriter.nbo', `GET ${R}`, { query });
  const {
    claims,
    incurred,
    ex_gratia: exGratia,
    loss_ratio: ratio,
  } = body.data.find((row: { id: number }) => row.id === id);
  return [claims, incurred, exGratia, ratio];
};

test('where there was no claim, nothing is incurred and the ratio is nothing', async () => {
  expect(await rowOf(years[5] ?? 0)).toEqual([0, '0.00', '0.00', '0']);
});

test('claims of five years, and none of the sixth; in another currency brought to the policy’s; ex gratia beside them counts in the ratio', async () => {
  await approvedClaim(t, book, { policy: years[0] ?? 0, claimreserve: '9000000.00' });
  await approvedClaim(t, book, { policy: years[1] ?? 0, claimreserve: '1000000.00' });
  const own = await approvedClaim(t, book, { policy: years[5] ?? 0, claimreserve: '500000.00' });
  await approvedMovement(t, own, { amount: '100000.00', ex_gratia: true, agreed: [book.a] });
  await approvedClaim(t, book, {
    policy: years[4] ?? 0,
    currency: 'USD',
    exchange_rate: '129.5',
    claimreserve: '1000.00',
  });
  // 60 % of 1,000,000.00, of 500,000.00 and of 129,500.00, and A's 25 % of 100,000.00; over five years of 750,000.00.
  expect(await rowOf(years[5] ?? 0)).toEqual([3, '977700.00', '25000.00', '26.7']);
  expect(await rowOf(years[0] ?? 0)).toEqual([1, '5400000.00', '0.00', '720']);
});

test('the form of a renewal has the record of what it renews', async () => {
  const last = await t.call('underwriter.nbo', `GET ${R}/lastyear/${years[5]}`);
  expect(last.body.loss_record).toEqual({
    currency: 'KES',
    years: 5,
    premium: '3750000.00',
    claims: 3,
    incurred: '6077700.00',
    ex_gratia: '0.00',
    loss_ratio: '162.1',
  });
});
