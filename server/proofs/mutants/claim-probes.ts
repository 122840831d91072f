import { adjustmentCalls } from '../../features/adjustments/adjustments.factories.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../../features/claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { voucherCalls } from '../../features/vouchers/vouchers.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Probe } from './probes.ts';

/** A claim on a policy of its own that was called, and of which the first security has paid 1.00. */
async function calledClaim(rig: Rig): Promise<{ book: Book; policy: number; claim: number }> {
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  const claim = await approvedClaim(rig, book, { policy });
  await approvedMovement(rig, claim);
  const note = (await invoicesOf(rig, claim)).get(book.a)?.id;
  const paid = {
    reinsured: book.a,
    receiptType: 'CLAIM',
    receiptAmount: '1.00',
    allocations: [{ note, amount: '1.00' }],
  };
  await approvedReceipt(rig, exampleReceipt(book, paid));
  return { book, policy, claim };
}

/** Whether a voucher is refused once it is submitted; throws where it is not even saved. */
async function refusedAtSubmission(rig: Rig, body: Record<string, unknown>): Promise<boolean> {
  const { saveOther, submit } = voucherCalls(() => rig);
  const saved = await saveOther({ amount: '1.01', ...body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return (await submit(saved.body.id)).status === 409;
}

/** Nobody is paid ahead of what securities have paid. C6. */
export const paidAsCollected: Probe = async (rig) => {
  const { claim } = await calledClaim(rig);
  return refusedAtSubmission(rig, { kind: 'CLAIM', claim });
};

/** A claim settles no premium ahead of what securities have paid. C7. */
export const setOffAsCollected: Probe = async (rig) => {
  const { claim, policy } = await calledClaim(rig);
  const { id: note } = await debitNoteOf(rig, policy);
  return refusedAtSubmission(rig, { kind: 'SET_OFF', claim, note });
};

/** What was made good for a claim stays while the reinsured is paid with it. C6. */
export const madeGoodStays: Probe = async (rig) => {
  const { book, claim } = await calledClaim(rig);
  await confirmedAccounts(rig, [book.reinsured]);
  const { saveOther, through } = voucherCalls(() => rig);
  for (const body of [
    { kind: 'MAKE_GOOD', claim, amount: '1.00' },
    { kind: 'CLAIM', claim, amount: '2.00' },
  ]) {
    const paid = await through(await saveOther(body));
    if (paid.body.status !== 'PAID') throw new Error(JSON.stringify(paid.body));
  }
  return refusedAtSubmission(rig, { kind: 'DRAW_BACK', claim, amount: '1.00' });
};

/** Premium is settled net once its brokerage and taxes came in with the claim. C8. */
export const netAsCollected: Probe = async (rig) => {
  const { claim, policy } = await calledClaim(rig);
  const { id: note } = await debitNoteOf(rig, policy);
  const { save, submit } = adjustmentCalls(() => rig);
  const saved = await save({ kind: 'NET_SETTLEMENT', claim, note, amount: '562500.00' });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return (await submit(saved.body.id)).status === 400;
};

async function approvalOf(rig: Rig, body: Record<string, unknown>, reason?: string): Promise<number> {
  const typed = { effective_date: '2026-03-02', description: 'As agreed with the reinsured', ...body };
  const saved = await rig.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body: typed });
  const { id } = saved.body;
  await rig.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
  const decided = reason === undefined ? {} : { body: { reason } };
  return (await decideIn(rig)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`, decided)).status;
}

/** A policy of which something was called is not cancelled as if it had never been. C19. */
export const calledForbidsFlat: Probe = async (rig) => {
  const { policy } = await calledClaim(rig);
  const flat = { policy, endorsementtype: 'CANCEL_FLAT', effective_date: '2026-03-01' };
  return (await approvalOf(rig, flat, 'As agreed')) !== 200;
};

/** Premium on a policy with an open claim is given back for a reason alone. C19. */
export const openAsksForReason: Probe = async (rig) => {
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  await approvedClaim(rig, book, { policy });
  return (await approvalOf(rig, { policy, endorsementtype: 'RP', premium: '1000.00' })) === 400;
};

/** A claim is found at its stage as it is called and collected, and by the class of its policy. §4. */
export const stageIsKept: Probe = async (rig) => {
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  const claim = await approvedClaim(rig, book, { policy });
  const isFound = async (query: Record<string, string | number>) => {
    await rig.ownerPool.query('select fold_claim_stages(1000)');
    const { body } = await rig.call('manager.nbo', 'GET /api/sca/v1/claim/items', { query });
    return body.data.some(({ id }: { id: number }) => id === claim);
  };
  const notified = await isFound({ stage: 'NOTIFIED' });
  await approvedMovement(rig, claim);
  const called = await isFound({ stage: 'CALLED' });
  const note = (await invoicesOf(rig, claim)).get(book.a)?.id;
  const paid = { receiptType: 'CLAIM', receiptAmount: '1.00', allocations: [{ note, amount: '1.00' }] };
  await approvedReceipt(rig, exampleReceipt(book, { reinsured: book.a, ...paid }));
  const collected = await isFound({ stage: 'PART_COLLECTED' });
  const { rows } = await rig.ownerPool.query(
    `update policies set cover_type_id = (select max(id) from cover_types where id <> cover_type_id) where id = $1 returning cover_type_id as id`,
    [policy],
  );
  return notified && called && collected && (await isFound({ cover_type: rows[0].id }));
};
