import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, dividedAmong, typedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedClaim, approvedMovement, CLAIM } from './claims.factories.ts';

let t: TestApp;
let book: Book;

const open = testAppsOn(async (laid) => {
  book = await makeBook(laid);
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

/** What was called of whom, and by when. */
async function called(claim: number): Promise<unknown[]> {
  const { rows } = await t.ownerPool.query(
    `select party_id, amount::text, due_on::text from notes where claim_id = $1 and purpose = 'CLAIM' order by id`,
    [claim],
  );
  return rows.map((row) => Object.values(row));
}

test('C1: an order that falls before the loss of an approved claim would call 33.3 % of A’s line of 25 %: the claim is entered again', async () => {
  const policy = await approvedPolicy(t, book);
  const first = await approvedClaim(t, book, { policy });
  const changes = { ...dividedAmong([book.a, '25'], [book.b, '20']), fac: '45', effective_date: '2026-03-01' };
  const body = typedEndorsement(policy, changes);
  const { id } = (await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body })).body;
  const refused = await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
  expect([refused.status, refused.body.title]).toEqual([
    409,
    expect.stringMatching(
      /^NBO\/CL\/2026\/\d+ is approved: 60% of its loss is ours, and these lines would bear 45%\. Choose a day after it, or disable the claim and enter it again\.$/,
    ),
  ]);
  const gone = await t.call('manager.nbo', `DELETE ${CLAIM}/${first}`, { body: { reason: 'Another order' } });
  expect(gone.body.status).toBe('DISABLED');
  await approvedEndorsement(t, policy, changes);
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim, { amount: '1000000.00' });
  expect(await called(claim)).toEqual([
    [book.a, '25000000', '2026-04-01'],
    [book.b, '20000000', '2026-04-01'],
  ]);
});

test('C14: a final settlement of 5,500,000 asks for 1,500,000 more, below the cash-loss limit of 5,000,000', async () => {
  const policy = await approvedPolicy(t, book, { claim_terms: { cash_loss_limit: '5000000.00' } });
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim, { amount: '4000000.00' });
  await approvedMovement(t, claim, { type: 'FINAL', amount: '5500000.00' });
  expect(await called(claim)).toEqual([
    [book.a, '100000000', '2026-04-01'],
    [book.b, '80000000', '2026-04-01'],
    [book.c, '60000000', '2026-04-01'],
    [book.a, '37500000', '2026-04-01'],
    [book.b, '30000000', '2026-04-01'],
    [book.c, '22500000', '2026-04-01'],
  ]);
});
