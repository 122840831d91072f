import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../../../domain/values/money.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

const { payable, through } = voucherCalls(() => t);

/** A policy with so much of its debit note received. */
async function received(amount: string): Promise<number> {
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  const allocations = [{ note, amount }];
  await approvedReceipt(t, exampleReceipt(book, { reinsured: book.reinsured, receiptAmount: amount, allocations }));
  return policy;
}

/** All that is free of a security is paid by one voucher. */
async function paid(security: number): Promise<void> {
  const items = (await payable(security)).map(({ item, available }) => ({ item, amount: available }));
  const body = { currency: 'KES', bank_date: '2026-03-02', security, items };
  const draft = await t.call('accountant.nbo', `POST ${PV}/save2`, { body });
  expect((await through(draft)).body.status).toBe('PAID');
}

/** What is free of a security's part of a policy, as the database says it. */
async function freeOf(policy: number, security: number): Promise<string> {
  const { rows } = await t.ownerPool.query<{ available: bigint }>(
    `select sum(r.available)::bigint as available from notes n cross join lateral part_releases(array[n.id]) r
     join note_parts p on p.id = r.part_id where n.policy_id = $1 and p.party_id = $2`,
    [policy, security],
  );
  return formatAmount(rows[0]?.available ?? 0n, 'KES');
}

describe('the release queue of some policies', () => {
  const queue = async (query: Record<string, string> = {}, who = 'accountant.nbo') => {
    const { status, body } = await t.call(who, `GET ${PV}/releases`, { query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };

  test('has what is released on them alone; of all policies it is the whole queue', async () => {
    const half = await received('281250.00');
    const all = await received('562500.00');
    await paid(book.b);
    await approvedEndorsement(t, half, { endorsementtype: 'AP', sum_insured: '600000000' });
    const of = (row: { payee: { id: number } | null }) => row.payee?.id === book.a;
    const [both, one, none] = [
      await queue({ policies: `${half},${all}` }),
      await queue({ policies: String(half) }),
      await queue({ policies: '999999' }),
    ];
    expect(both).toEqual(await queue());
    const free = await freeOf(half, book.a);
    expect(one.find(of)).toMatchObject({ released: free, available: free, items: 1 });
    expect(free).not.toBe('0.00');
    expect(both.find(of)).toMatchObject({ items: 2 });
    expect(none).toEqual([]);
  });

  test('has nothing of another branch, and takes no more than a selection', async () => {
    const policy = await received('562500.00');
    expect(await queue({ policies: String(policy) }, 'accountant.lon')).toEqual([]);
    const many = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
    for (const policies of [many, 'x', ''])
      expect((await t.call('accountant.nbo', `GET ${PV}/releases`, { query: { policies } })).status, policies).toBe(
        policies === '' ? 200 : 400,
      );
  });
});
