import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAIM_STAGES, type ClaimStage } from '../../../domain/claims/states.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { SUMMED } from '../ledger/audit/sums.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from './claims.factories.ts';

let t: TestApp;
let book: Book;
let claims: Record<ClaimStage, number>;
const calls = voucherCalls(() => t);

/** A security pays what its invoice of the example's call asks. */
const collect = async (claim: number, [security, amount]: readonly [number, string]): Promise<number> =>
  approvedReceipt(
    t,
    exampleReceipt(book, {
      reinsured: security,
      receiptType: 'CLAIM',
      receiptAmount: amount,
      allocations: [{ note: (await invoicesOf(t, claim)).get(security)?.id, amount }],
    }),
  );
const collectAll = async (claim: number): Promise<void> => {
  await collect(claim, [book.a, '2500000.00']);
  await collect(claim, [book.b, '2000000.00']);
  await collect(claim, [book.c, '1500000.00']);
};

/** A claim on a policy of its own, called where it is not only notified. */
async function claimThatIs(called: boolean): Promise<number> {
  const claim = await approvedClaim(t, book, { policy: await approvedPolicy(t, book) });
  if (called) await approvedMovement(t, claim);
  return claim;
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
  claims = {
    NOTIFIED: await claimThatIs(false),
    CALLED: await claimThatIs(true),
    PART_COLLECTED: await claimThatIs(true),
    COLLECTED: await claimThatIs(true),
    SETTLED: await claimThatIs(true),
    CLOSED: await claimThatIs(false),
  };
  await collect(claims.PART_COLLECTED, [book.a, '2500000.00']);
  await collectAll(claims.COLLECTED);
  await collectAll(claims.SETTLED);
  const saved = await calls.saveOther({
    kind: 'CLAIM',
    claim: claims.SETTLED,
    amount: '6000000.00',
    bank_date: '2026-03-02',
  });
  expect((await calls.through(saved)).body).toMatchObject({ status: 'PAID' });
  await approvedMovement(t, claims.CLOSED, { type: 'CLOSE', amount: null });
}, 240_000);
afterAll(() => t?.close());

const fold = async (most = 1_000): Promise<number> =>
  (await t.ownerPool.query<{ folded: number }>('select fold_claim_stages($1) as folded', [most])).rows[0]!.folded;
const waiting = async (): Promise<number> =>
  Number((await t.ownerPool.query('select count(*) as n from claims_touched')).rows[0].n);

/** The claims of each stage, as their list and their register find them, and as the list shows their stage. */
async function expectStages(expected: Partial<Record<ClaimStage, number[]>>): Promise<void> {
  for (const path of [`${CLAIM}/items`, `${CLAIM}/claimreport`])
    for (const stage of CLAIM_STAGES) {
      const { body } = await t.call('manager.nbo', `GET ${path}`, { query: { stage } });
      const ids = body.data.map((row: { id: number }) => row.id).toSorted();
      expect([path, stage, ids, body.recordsFiltered]).toEqual([path, stage, expected[stage] ?? [], ids.length]);
      for (const row of body.data) expect(row.stage).toBe(stage);
    }
}
const each = () =>
  Object.fromEntries(Object.entries(claims).map(([stage, id]) => [stage, [id]])) as Record<ClaimStage, number[]>;

test('claims are found by their stage, whether it is worked out already, in part, or not at all', async () => {
  expect(await waiting()).toBeGreaterThan(5);
  await expectStages(each());
  expect(await fold(3)).toBe(3);
  await expectStages(each());
  while ((await fold()) > 0);
  expect(await waiting()).toBe(0);
  await expectStages(each());
  await expectSound(t);
});

test('one that moves afterwards is found by what it is now', async () => {
  await collect(claims.CALLED, [book.a, '2500000.00']);
  const now = { ...each(), CALLED: [], PART_COLLECTED: [claims.CALLED, claims.PART_COLLECTED].toSorted() };
  expect(await waiting()).toBeGreaterThan(0);
  await expectStages(now);
  await fold();
  await expectStages(now);
});

test('a claim that an act holds is worked out the next time, and nobody waits', async () => {
  await collect(claims.CALLED, [book.b, '2000000.00']);
  await collect(claims.CALLED, [book.c, '1500000.00']);
  await collect(claims.PART_COLLECTED, [book.b, '2000000.00']);
  const now = {
    ...each(),
    CALLED: [],
    COLLECTED: [claims.CALLED, claims.COLLECTED].toSorted(),
    PART_COLLECTED: [claims.PART_COLLECTED],
  };
  const act = await t.ownerPool.connect();
  await act.query('begin');
  await act.query('select from claims where id = $1 for update', [claims.CALLED]);
  await fold();
  expect(await waiting()).toBe(1);
  await expectStages(now);
  await act.query('rollback');
  act.release();
  await fold();
  expect(await waiting()).toBe(0);
  await expectStages(now);
  await expectSound(t);
});

/** What the auditor finds of what is kept once a statement has broken it; it is taken back. */
async function faultsAfter(statement: string): Promise<string> {
  const client = await t.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    const faults: string[] = [];
    for (const check of SUMMED) faults.push(...(await client.query(check)).rows.map((row) => row.fault));
    return faults.join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('the auditor finds a stage that its money does not say, and a claim that moved and is not told of', async () => {
  expect(await faultsAfter(`update claims set stage = 'SETTLED' where id = ${claims.NOTIFIED}`)).toMatch(
    /claim \d+ is kept at SETTLED/,
  );
  expect(await faultsAfter(`update note_parts set paid = 0 where kind = 'CLAIM'; delete from claims_touched`)).toMatch(
    /claim \d+ is kept at SETTLED/,
  );
  const unfollowed = 'alter table claims disable trigger policy_changes; update claims set reinsured_id = 0';
  expect(await faultsAfter(unfollowed)).toMatch(/is found by reinsured 0/);
});

test('what is paid out moves its claim', async () => {
  while ((await fold()) > 0);
  const client = await t.ownerPool.connect();
  await client.query('begin');
  await client.query(`update note_parts set paid = paid - 1 where kind = 'CLAIM' and paid > 0`);
  const { rows } = await client.query('select distinct claim_id as id from claims_touched');
  await client.query('rollback');
  client.release();
  expect(rows).toEqual([{ id: claims.SETTLED }]);
});

test('a claim is found by the reinsured and the class of its policy, also once that has another', async () => {
  const found = async (query: Record<string, number>) =>
    (await t.call('manager.nbo', `GET ${CLAIM}/items`, { query })).body.recordsFiltered;
  const all = Object.keys(claims).length;
  expect(await found({ reinsured: book.reinsured })).toBe(all);
  expect(await found({ cover_type: book.coverType })).toBe(all);
  const other = `(select min(id) from cover_types where class_id is not null and id <> ${book.coverType})`;
  const { rows } = await t.ownerPool.query(
    `update policies set cover_type_id = ${other} where id = (select policy_id from claims where id = $1) returning cover_type_id as id`,
    [claims.NOTIFIED],
  );
  expect(await found({ cover_type: book.coverType })).toBe(all - 1);
  expect(await found({ cover_type: rows[0].id })).toBe(1);
  await t.ownerPool.query('update claims set cover_type_id = $1, reinsured_id = 0 where id = $2', [
    book.coverType,
    claims.NOTIFIED,
  ]);
  expect(await found({ cover_type: rows[0].id, reinsured: book.reinsured })).toBe(1);
});

test('what salvage was set against is not to be collected: a claim is settled once the rest of it is paid', async () => {
  const stage = async (of: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${of}`)).body.stage;
  const claim = await claimThatIs(true);
  await collect(claim, [book.a, '2500000.00']);
  await collect(claim, [book.b, '2000000.00']);
  // Ours of it is 3,000,000.00: C's 750,000.00 is set against the 1,500,000.00 that it owes.
  await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
  expect(await stage(claim)).toBe('PART_COLLECTED');
  await collect(claim, [book.c, '750000.00']);
  expect(await stage(claim)).toBe('COLLECTED');
  const body = { kind: 'CLAIM', claim, amount: '5250000.00', bank_date: '2026-03-02' };
  expect((await calls.through(await calls.saveOther(body))).body).toMatchObject({ status: 'PAID' });
  expect(await stage(claim)).toBe('SETTLED');
  const found = async (path: string, query: Record<string, string>): Promise<number[]> => {
    const { data } = (await t.call('manager.nbo', `GET ${CLAIM}/${path}`, { query: { stage: 'SETTLED', ...query } }))
      .body;
    return data.map((row: { id: number }) => row.id);
  };
  const settled = async () => [
    await found('items', {}),
    await found('claimreport', {}),
    await found('claimreport', { asat: '2026-03-02' }),
  ];
  for (const ids of await settled()) expect(ids).toContain(claim);
  await fold();
  t.clock.set('2026-03-03T08:00:00Z');
  for (const ids of await settled()) expect(ids).toContain(claim);
  await expectSound(t);
});
