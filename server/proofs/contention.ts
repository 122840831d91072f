import type { AddressInfo } from 'node:net';
import { approvedClaim, approvedMovement, invoicesOf } from '../features/claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../features/receipts/receipts.factories.ts';
import { PV } from '../features/vouchers/vouchers.factories.ts';
import { canonicalJson } from '../platform/http/json.ts';
import { examplePolicy, makeBook, userId, type Book } from '../testing/factories.ts';
import { httpClient, type Got, type Sent } from './http-client.ts';
import { tally, type Proof, type Tally } from './proof.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { unsound } from './sound.ts';
import { decideIn } from '../testing/decide-record.ts';

const CLIENTS = 64;
const UW = '/api/sca/v1/underwriting';
const RV = '/api/sca/v1/receivable';

type Ring = {
  rig: Rig;
  book: Book;
  call: (sent: Sent) => Promise<Got>;
  check: Tally['check'];
  round: number;
  deciders: { token: string; id: number }[];
};

const all = (of: (client: number) => Promise<Got>) =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => of(client)));
const counts = (got: readonly Got[]) => {
  const by = new Map<number, number>();
  for (const { status } of got) by.set(status, (by.get(status) ?? 0) + 1);
  return by;
};
const show = (got: readonly Got[]) => JSON.stringify([...counts(got)]);

/** Exactly one wins and every other one gets 409. */
function oneWins({ check, round }: Ring, what: string, got: readonly Got[]): void {
  const by = counts(got);
  check(by.get(200) === 1 && by.get(409) === CLIENTS - 1, () => `round ${round}, ${what}: ${show(got)}`);
}

async function savedPolicy({ rig, book }: Ring): Promise<{ id: number; version: number }> {
  return (await rig.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) })).body;
}

async function approveOne(ring: Ring): Promise<void> {
  const { id } = await savedPolicy(ring);
  const { version } = (await ring.rig.call('underwriter.nbo', `PUT ${UW}/submit/${id}`)).body;
  const got = await all((client) => {
    const decider = ring.deciders[client % ring.deciders.length];
    return ring.call({
      method: 'PUT',
      path: `${UW}/approve/${id}/APPROVED/${decider?.id ?? 0}`,
      token: decider?.token ?? '',
      body: { version },
    });
  });
  oneWins(ring, 'approving one policy', got);
  const { rows } = await ring.rig.ownerPool.query<{ count: bigint }>(
    `select count(*) as count from notes where policy_id = $1 and kind = 'DN'`,
    [id],
  );
  ring.check(rows[0]?.count === 1n, `round ${ring.round}: policy ${id} has ${rows[0]?.count} debit notes`);
}

async function editOne(ring: Ring): Promise<void> {
  const { id, version } = await savedPolicy(ring);
  const token = await ring.rig.signIn('underwriter.nbo');
  const got = await all((client) =>
    ring.call({
      method: 'PUT',
      path: `${UW}/edit`,
      token,
      body: { ...examplePolicy(ring.book, { interest: `Edit ${client}` }), id, version },
    }),
  );
  oneWins(ring, 'editing one policy', got);
}

async function numberMany(ring: Ring): Promise<void> {
  const token = await ring.rig.signIn('underwriter.nbo');
  const got = await all(() => ring.call({ method: 'POST', path: `${UW}/save`, token, body: examplePolicy(ring.book) }));
  const numbers = got.map(({ body }) => Number(String(body.number).split('/')[3])).toSorted((a, b) => a - b);
  const gapless = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  ring.check(
    counts(got).get(200) === CLIENTS && gapless,
    () => `round ${ring.round}, numbering: ${show(got)}, ${numbers.join(' ')}`,
  );
}

async function oneKey(ring: Ring): Promise<void> {
  const token = await ring.rig.signIn('underwriter.nbo');
  const body = examplePolicy(ring.book, { interest: `Key ${ring.round}` });
  const headers = { 'idempotency-key': `contention-${ring.round}` };
  const got = await all(() => ring.call({ method: 'POST', path: `${UW}/save`, token, body, headers }));
  const answers = new Set(got.map(({ status, body: reply }) => `${status} ${canonicalJson(reply)}`));
  const { rows } = await ring.rig.ownerPool.query<{ count: bigint }>(
    'select count(*) as count from policies where interest = $1',
    [`Key ${ring.round}`],
  );
  ring.check(
    answers.size === 1 && got[0]?.status === 200,
    () => `round ${ring.round}, one key: ${[...answers].join(' | ').slice(0, 300)}`,
  );
  ring.check(rows[0]?.count === 1n, `round ${ring.round}: one key made ${rows[0]?.count} policies`);
}

async function openNote(ring: Ring): Promise<number> {
  const { id } = await savedPolicy(ring);
  await ring.rig.call('underwriter.nbo', `PUT ${UW}/submit/${id}`);
  const manager = await userId(ring.rig, 'manager.nbo');
  await decideIn(ring.rig)('manager.nbo', `PUT ${UW}/approve/${id}/APPROVED/${manager}`);
  const { rows } = await ring.rig.ownerPool.query<{ id: number }>(
    `select id from notes where policy_id = $1 and kind = 'DN'`,
    [id],
  );
  return rows[0]?.id ?? 0;
}

const FIT = 10;

/**
 * Sixty-four want one unit each of a receipt that holds ten: a client that finds it changed reads it again and retries.
 */
async function allocateOne(ring: Ring): Promise<void> {
  const note = await openNote(ring);
  const body = {
    dateOfIssue: '2026-03-02',
    receiptType: 'PREMIUM',
    receiptAmount: `${FIT}.00`,
    currency: 'KES',
    reinsured: ring.book.reinsured,
  };
  const saved = await ring.rig.call('cashier.nbo', `POST ${RV}/save`, { body });
  const id: number = saved.body.id;
  await ring.rig.call('cashier.nbo', `PUT ${RV}/submit/${id}`);
  const approved = await decideIn(ring.rig)('manager.nbo', `PUT ${RV}/approve/${id}/APPROVED`);
  ring.check(approved.status === 200, () => `round ${ring.round}: ${JSON.stringify(approved.body)}`);
  const token = await ring.rig.signIn('accountant.nbo');
  const allocate = (version: number) =>
    ring.call({
      method: 'PUT',
      path: `${RV}/allocate`,
      token,
      body: { id, version, allocations: [{ note, amount: '1.00' }] },
    });
  oneWins(ring, 'allocating at one version', await all(() => allocate(approved.body.version)));
  const got = await all(async () => {
    for (;;) {
      const { body: now } = await ring.call({ method: 'GET', path: `${RV}/${id}`, token });
      const tried = await allocate(now.version);
      if (tried.status !== 409 || tried.body.code !== 'STALE') return tried;
    }
  });
  const by = counts(got);
  ring.check(
    by.get(200) === FIT - 1 && by.get(409) === CLIENTS - FIT + 1,
    () => `round ${ring.round}, allocating ${FIT}: ${show(got)}`,
  );
  const { rows } = await ring.rig.ownerPool.query<{ left: bigint; sum: bigint }>(
    `select r.amount - r.allocated as left, (select sum(amount) from allocations where receipt_id = r.id and reversed_at is null)::bigint as sum from receipts r where id = $1`,
    [id],
  );
  ring.check(
    rows[0]?.left === 0n && rows[0].sum === BigInt(FIT) * 100n,
    () => `round ${ring.round}: left ${rows[0]?.left}, allocated ${rows[0]?.sum}`,
  );
}

/** What was collected on a claim is paid out once, though two vouchers ask for all of it at the same time. C5. */
async function payClaimOnce(ring: Ring): Promise<void> {
  const { rig, book } = ring;
  const claim = await approvedClaim(rig, book);
  await approvedMovement(rig, claim);
  const note = (await invoicesOf(rig, claim)).get(book.a)?.id;
  const amount = '2500000.00';
  const paid = { reinsured: book.a, receiptType: 'CLAIM', receiptAmount: amount, allocations: [{ note, amount }] };
  await approvedReceipt(rig, exampleReceipt(book, paid));
  const token = await rig.signIn('accountant.nbo');
  const voucher = { kind: 'CLAIM', claim, amount, currency: 'KES', bank_date: '2026-03-02' };
  const both = <T>(of: (client: number) => Promise<T>) => Promise.all([of(0), of(1)]);
  const drafts = await both(() => ring.call({ method: 'POST', path: `${PV}/save`, token, body: voucher }));
  const got = await both((client) =>
    ring.call({ method: 'PUT', path: `${PV}/submit/${drafts[client]?.body.id}`, token }),
  );
  const by = counts(got);
  ring.check(by.get(200) === 1 && by.get(409) === 1, () => `round ${ring.round}, paying a claim: ${show(got)}`);
  const { rows } = await rig.ownerPool.query<{ held: bigint }>(
    `select sum(p.committed)::bigint as held from notes n join note_parts p on p.debit_note_id = n.id where n.claim_id = $1`,
    [claim],
  );
  ring.check(rows[0]?.held === 250_000_000n, () => `round ${ring.round}: vouchers hold ${rows[0]?.held} of a claim`);
}

/** 64 clients over real sockets want the same: one wins, or as many as fit, and the books stay sound. */
export const proveContention: Proof = async (run) => {
  const counted = tally();
  const rig = await openRig(run.server, { poolSize: 20 });
  await rig.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = rig.app.server.address() as AddressInfo;
  const client = httpClient(() => `http://127.0.0.1:${port}`, CLIENTS);
  try {
    const deciders = await Promise.all(
      ['manager.nbo', 'root'].map(async (who) => ({ token: await rig.signIn(who), id: await userId(rig, who) })),
    );
    const ring: Ring = { rig, book: await makeBook(rig), call: client.call, check: counted.check, round: 0, deciders };
    const receipts = rig.app.hasRoute({ method: 'PUT', url: `${RV}/allocate` });
    if (!receipts) run.log('allocation is not mounted: not tried');
    for (ring.round = 1; ring.round <= run.rounds; ring.round += 1) {
      await approveOne(ring);
      await editOne(ring);
      await numberMany(ring);
      await oneKey(ring);
      if (receipts) await allocateOne(ring);
      await payClaimOnce(ring);
    }
    const findings = await unsound(rig.ownerPool);
    counted.check(findings.length === 0, () => findings.map(({ id, detail }) => `${id}: ${detail}`).join('; '));
    return counted.result();
  } finally {
    client.close();
    await rig.close();
  }
};
