import { approvedPolicy, type Book, userId } from '../../testing/factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';

export const CLAIM = '/api/sca/v1/claim';
export const MOVEMENT = `${CLAIM}/movement`;

/** The example of C2: reserve 39,000,000 at 100 %, of a loss on the test firm's day. */
export function exampleClaim(policy: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    policy,
    claimreserve: '39000000.00',
    data_loss_date: '2026-03-02',
    notified_on: '2026-03-02',
    cedantclaimnumber: 'JAI/C/991',
    claim_desc: 'Fire in the second warehouse',
    ...changes,
  };
}

async function succeeded(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made;
}

/** Approves a claim as Nairobi's manager. */
export async function approveClaim(t: TestApp, id: number, who = 'manager.nbo'): Promise<TestReply> {
  return decideIn(t)(who, `PUT ${CLAIM}/approve/${id}/APPROVED/${await userId(t, who)}`);
}

/** Saves and submits a claim by Nairobi's claims handler; gives its id. */
export async function pendingClaim(t: TestApp, body: Record<string, unknown>): Promise<number> {
  const saved = await succeeded(t.call('claims.nbo', `POST ${CLAIM}/save`, { body }));
  await succeeded(t.call('claims.nbo', `PUT ${CLAIM}/submit/${saved.body.id}`));
  return saved.body.id;
}

/** An approved claim on an approved policy of the example; gives its id. */
export async function approvedClaim(t: TestApp, book: Book, changes: Record<string, unknown> = {}): Promise<number> {
  const policy = typeof changes['policy'] === 'number' ? changes['policy'] : await approvedPolicy(t, book);
  const id = await pendingClaim(t, exampleClaim(policy, changes));
  await succeeded(approveClaim(t, id));
  return id;
}

export const exampleMovement = (claim: number, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  claim,
  type: 'CALL',
  movement_date: '2026-03-02',
  reason: 'Interim payment on the adjuster’s report',
  amount: '10000000.00',
  ...changes,
});

/** Saves and submits a movement by Nairobi's claims handler; gives its id. */
export async function pendingMovement(
  t: TestApp,
  claim: number,
  changes: Record<string, unknown> = {},
): Promise<number> {
  const saved = await succeeded(
    t.call('claims.nbo', `POST ${MOVEMENT}/save`, { body: exampleMovement(claim, changes) }),
  );
  await succeeded(t.call('claims.nbo', `PUT ${MOVEMENT}/submit/${saved.body.id}`));
  return saved.body.id;
}

export const approveMovement = (t: TestApp, id: number, who = 'manager.nbo'): Promise<TestReply> =>
  decideIn(t)(who, `PUT ${MOVEMENT}/approve/${id}/APPROVED`);

/** A movement that is approved, and booked where it calls something; gives its id. */
export async function approvedMovement(
  t: TestApp,
  claim: number,
  changes: Record<string, unknown> = {},
): Promise<number> {
  const id = await pendingMovement(t, claim, changes);
  await succeeded(approveMovement(t, id));
  return id;
}

/** The claim invoices of a claim by their security. */
export async function invoicesOf(t: TestApp, claim: number): Promise<Map<number, { id: number; number: string }>> {
  const { rows } = await t.ownerPool.query<{ id: number; number: string; party_id: number }>(
    `select id, number, party_id from notes where claim_id = $1 and purpose = 'CLAIM' order by id`,
    [claim],
  );
  return new Map(rows.map(({ party_id: party, ...note }) => [party, note]));
}
