import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook, userId } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { ADJ, adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import {
  approvedReceipt,
  debitNoteOf,
  exampleReceipt,
  pendingReceipt,
  RECEIVABLE,
} from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from './claims.factories.ts';

let t: TestApp;
let book: Book;
const { save, submit, decide, reverse } = adjustmentCalls(() => t);
const vouchers = voucherCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterEach(async () => {
  await expectBalanced(t);
});
afterAll(() => t?.close());

type Scene = { policy: number; claim: number; note: number };

/** The example with the first call of C2: nothing is paid on either side. */
async function called(): Promise<Scene> {
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim);
  return { policy, claim, note: (await debitNoteOf(t, policy)).id };
}

/** What a security pays of its part of a claim. */
async function receiptOf(claim: number, [security, amount]: readonly [number, string]) {
  const note = (await invoicesOf(t, claim)).get(security);
  const allocations = [{ note: note?.id, amount }];
  return exampleReceipt(book, { reinsured: security, receiptType: 'CLAIM', receiptAmount: amount, allocations });
}
const NETS = () => [[book.a, '2281250.00'] as const, [book.b, '1825000.00'] as const, [book.c, '1378125.00'] as const];

/** The receipts of the net amounts, which wait for their approval. */
async function waiting(claim: number): Promise<number[]> {
  const ids = [];
  for (const one of NETS()) ids.push(await pendingReceipt(t, await receiptOf(claim, one)));
  return ids;
}

const bodyOf = ({ claim, note }: Scene, changes: Record<string, unknown> = {}) => ({
  note,
  kind: 'NET_SETTLEMENT',
  claim,
  amount: '562500.00',
  ...changes,
});
const record = async (id: number) => (await t.call('accountant.nbo', `GET ${ADJ}/${id}`)).body;
const claimNow = async (id: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body;
const statusOf = async (id: number) => (await t.call('accountant.nbo', `GET ${RECEIVABLE}/${id}`)).body.status;
const fault = (reply: { body: { errors?: { message: string }[] } }) => reply.body.errors?.[0]?.message;
const freeOf = async (note: number) => {
  const { rows } = await t.ownerPool.query(
    `select p.kind, r.available::text from part_releases(array[$1::int]) r join note_parts p on p.id = r.part_id
     where r.available > 0 order by p.id`,
    [note],
  );
  return rows.map((row) => [row.kind, row.available]);
};

/** A net settlement that is submitted; gives its id. */
async function submitted(scene: Scene, changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await save(bodyOf(scene, changes));
  expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  const reply = await submit(saved.body.id);
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return saved.body.id;
}

describe('C8: net settlement', () => {
  test('one approval takes the net amounts in and settles claim and premium; 46,875.00 is left for brokerage and tax', async () => {
    const scene = await called();
    const receipts = await waiting(scene.claim);
    const id = await submitted(scene, { receipts });
    const preview = await t.call('manager.nbo', `GET ${ADJ}/preview/${id}`);
    expect(preview.body).toMatchObject({ can_decide: true, warnings: [] });
    const reply = await decide(id);
    expect([reply.status, reply.body]).toMatchObject([200, { status: 'APPROVED' }]);
    expect(await Promise.all(receipts.map(statusOf))).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    expect(await journalOf(t, { kind: 'adjustment', id })).toEqual([
      'NET_SETTLEMENT CLAIMS_PAYABLE 562500.00',
      'NET_SETTLEMENT PREMIUM_RECEIVABLE -562500.00',
      'NET_SETTLEMENT PREMIUM_PAYABLE 218750.00',
      'NET_SETTLEMENT PREMIUM_PAYABLE 175000.00',
      'NET_SETTLEMENT PREMIUM_PAYABLE 121875.00',
      'NET_SETTLEMENT CLAIMS_RECOVERABLE -218750.00',
      'NET_SETTLEMENT CLAIMS_RECOVERABLE -175000.00',
      'NET_SETTLEMENT CLAIMS_RECOVERABLE -121875.00',
    ]);
    expect(await claimNow(scene.claim)).toMatchObject({
      stage: 'COLLECTED',
      figures: { collected: '6000000.00', paid: '562500.00', payable: '5437500.00' },
    });
    expect(await freeOf(scene.note)).toEqual([
      ['BROKERAGE', '3750000'],
      ['TAX', '937500'],
    ]);
    expect(await record(id)).toMatchObject({
      kept: [{ amount: '218750.00' }, { amount: '175000.00' }, { amount: '121875.00' }],
      receipts: [{ amount: '2281250.00' }, { amount: '1825000.00' }, { amount: '1378125.00' }],
    });
    const paper = await t.call('claims.nbo', `PUT ${CLAIM}/statement?id=${scene.claim}`, {
      headers: { accept: 'application/pdf' },
    });
    const text = readPdfText(paper.bytes).replace(/\s+/g, ' ');
    for (const words of ['6,000,000.00', 'Less: your premium, DN/NBO/2026/', '562,500.00', '5,437,500.00'])
      expect(text).toContain(words);
    const paid = { kind: 'CLAIM', claim: scene.claim, currency: 'KES', bank_date: '2026-03-02' };
    const over = await vouchers.saveOther({ ...paid, amount: '5437500.01' });
    expect((await vouchers.submit(over.body.id)).status).toBe(409);
    const last = await vouchers.through(await vouchers.saveOther({ ...paid, amount: '5437500.00' }));
    expect(last.body).toMatchObject({ status: 'PAID' });
    expect(await claimNow(scene.claim)).toMatchObject({ stage: 'SETTLED' });
  });

  test('a security pays its net amount in another currency: what it settles of its invoice counts', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
    );
    const scene = await called();
    const [own, ...others] = NETS();
    if (own === undefined) throw new Error('A security pays.');
    const { allocations, ...rest } = await receiptOf(scene.claim, own);
    const [part] = allocations as { note: number }[];
    const dollars = { currency: 'USD', receiptAmount: '17535.00' };
    const paid = { note: part?.note, amount: '17535.00', note_amount: own[1] };
    const receipts = [await pendingReceipt(t, { ...rest, ...dollars, allocations: [paid] })];
    for (const one of others) receipts.push(await pendingReceipt(t, await receiptOf(scene.claim, one)));
    const id = await submitted(scene, { receipts });
    expect((await decide(id)).body.status).toBe('APPROVED');
    expect(await claimNow(scene.claim)).toMatchObject({ stage: 'COLLECTED', figures: { collected: '6000000.00' } });
  });

  test('the bank does not move with it, and its reversal opens note, credit notes and invoices again', async () => {
    const scene = await called();
    for (const one of NETS()) await approvedReceipt(t, await receiptOf(scene.claim, one));
    const id = await submitted(scene);
    const { body } = await decide(id);
    expect(body.status).toBe('APPROVED');
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as lines from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.source_kind = 'adjustment' and e.source_id = $1 and l.bank_account_id is not null`,
      [id],
    );
    expect(rows).toEqual([{ lines: 0 }]);
    expect((await reverse(id, body.version)).body.status).toBe('REVERSED');
    expect(await freeOf(scene.note)).toEqual([]);
    expect((await claimNow(scene.claim)).figures).toMatchObject({
      collected: '5484375.00',
      paid: '0.00',
      payable: '5484375.00',
    });
    const again = await submitted(scene);
    expect((await decide(again)).body.status).toBe('APPROVED');
  });

  test('what is in hand covers brokerage and taxes, else it is refused; the receipts that wait count', async () => {
    const scene = await called();
    const saved = await save(bodyOf(scene));
    const message = /^Only KES 0.00 of the claim is in hand: the brokerage and taxes of .* need KES 46,875.00.$/;
    expect(fault(await submit(saved.body.id))).toMatch(message);
    const net = await t.call('accountant.nbo', `GET ${ADJ}/net?claim=${scene.claim}&note=${scene.note}`);
    expect(net.body).toMatchObject({
      needed: '46875.00',
      in_hand: '0.00',
      securities: [
        { owes: '2500000.00', premium: '218750.00', pays: '2281250.00' },
        { owes: '2000000.00', premium: '175000.00', pays: '1825000.00' },
        { owes: '1500000.00', premium: '121875.00', pays: '1378125.00' },
      ],
    });
    const receipts = await waiting(scene.claim);
    const inHand = async (ids: readonly (number | string)[]) =>
      (await t.call('accountant.nbo', `GET ${ADJ}/net?claim=${scene.claim}&note=${scene.note}&receipts=${ids.join()}`))
        .body.in_hand;
    // Those that are chosen count, and nothing else that is named.
    expect([await inHand([]), await inHand(receipts.slice(0, 1)), await inHand([...receipts, 9_999_999_999])]).toEqual([
      '0.00',
      '2281250.00',
      '5484375.00',
    ]);
    expect((await t.call('accountant.nbo', `GET ${ADJ}/net?claim=${scene.claim}&receipts=1;2`)).status).toBe(400);
    const { version } = await record(saved.body.id);
    const edited = await t.call('accountant.nbo', `PUT ${ADJ}/edit`, {
      body: { ...bodyOf(scene, { receipts }), day: '2026-03-02', id: saved.body.id, version },
    });
    expect(edited.status).toBe(200);
    expect((await submit(saved.body.id)).status).toBe(200);
  });

  test('who may not decide its receipts, or had a hand in one of them, does not approve it, and nothing is booked', async () => {
    const scene = await called();
    const receipts = await waiting(scene.claim);
    await t.ownerPool.query(
      `insert into roles (code, name, name_key, permissions)
       values ('ROLE_JOURNALS', 'Journals', 'journals', '{journals.view,journals.decide,receipts.view}')`,
    );
    await t.ownerPool.query(`update user_roles set role = 'ROLE_JOURNALS' where user_id = $1`, [
      await userId(t, 'cashier.nbo'),
    ]);
    const id = await submitted(scene, { receipts });
    const without = await decide(id, 'cashier.nbo');
    expect([without.status, without.body.code]).toEqual([403, 'FORBIDDEN']);

    const { version } = (await t.call('root', `GET ${RECEIVABLE}/${receipts[0]}`)).body;
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/withdraw/${receipts[0]}`);
    const edited = await t.call('root', `PUT ${RECEIVABLE}/edit`, {
      body: { ...(await receiptOf(scene.claim, NETS()[0]!)), id: receipts[0], version: version + 1 },
    });
    expect(edited.status).toBe(200);
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${receipts[0]}`);
    await t.call('accountant.nbo', `PUT ${ADJ}/withdraw/${id}`);
    expect((await submit(id)).status).toBe(200);
    const own = await decide(id, 'root');
    expect([own.status, own.body.code]).toEqual([403, 'SELF_DECISION']);
    expect(await Promise.all([...receipts.map(statusOf), record(id).then((one) => one.status)])).toEqual(
      Array.from({ length: 4 }, () => 'PENDING'),
    );
    await t.ownerPool.query(
      `update roles set permissions = permissions || '{receipts.decide}' where code = 'ROLE_JOURNALS'`,
    );
    expect((await decide(id, 'cashier.nbo')).body.status).toBe('APPROVED');
  });

  test('premium that goes back after it is owed by the securities that kept theirs, and the books say so', async () => {
    const scene = await called();
    const id = await submitted(scene, { receipts: await waiting(scene.claim) });
    expect((await decide(id)).status).toBe(200);
    const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', {
      body: {
        policy: scene.policy,
        endorsementtype: 'RP',
        effective_date: '2026-03-02',
        description: 'As agreed with the reinsured',
        premium: '21055.38',
      },
    });
    await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
    const decided = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${saved.body.id}/APPROVED`, {
      body: { reason: 'As agreed' },
    });
    expect(decided.status).toBe(200);
    const { rows } = await t.ownerPool.query(
      'select bool_and(netted.committed > r.released) as owe from part_releases(array[$1::int]) r join note_parts netted on netted.id = r.part_id where netted.committed > 0',
      [scene.note],
    );
    expect(rows[0].owe).toBe(true);
  });

  test('a security that disputes its part keeps nothing back', async () => {
    const scene = await called();
    await t.ownerPool.query(
      `update claim_agreements set answer = 'DISPUTED', answered_on = '2026-03-02' where security_id = $1
       and movement_id in (select id from movements where claim_id = $2)`,
      [book.b, scene.claim],
    );
    const { body } = await save(bodyOf(scene));
    expect(fault(await submit(body.id))).toMatch(/owes KES 0.00 of the claim undisputed, less than its premium of/);
  });

  test('only a whole debit note of the reinsured is settled so, with receipts of the claim that wait', async () => {
    const scene = await called();
    const other = await called();
    const part = await save(bodyOf(scene, { amount: '562499.99' }));
    const [stranger] = await waiting(other.claim);
    expect(fault(await save(bodyOf(scene, { receipts: [stranger] })))).toBe(
      'Choose receipts of this claim that wait for their approval.',
    );
    expect(fault(await save(bodyOf(scene, { claim: 99_999 })))).toBe('Choose an approved claim of this reinsured.');
    const receipts = await waiting(scene.claim);
    const { version } = await record(part.body.id);
    await t.call('accountant.nbo', `PUT ${ADJ}/edit`, {
      body: { ...bodyOf(scene, { receipts, amount: '562499.99' }), day: '2026-03-02', id: part.body.id, version },
    });
    expect(fault(await submit(part.body.id))).toBe('A net settlement takes the whole note: KES 562,500.00.');
    const cash = { receiptAmount: '1.00', allocations: [{ note: scene.note, amount: '1.00' }] };
    await approvedReceipt(t, exampleReceipt(book, cash));
    const whole = await save(bodyOf(scene, { receipts }));
    expect(fault(await submit(whole.body.id))).toMatch(/is settled already: only a whole debit note is settled net.$/);
  });

  test('a receipt that changed since it was submitted is not approved with it', async () => {
    const scene = await called();
    const receipts = await waiting(scene.claim);
    const id = await submitted(scene, { receipts });
    const [first = 0] = receipts;
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/withdraw/${first}`);
    expect(fault(await decide(id))).toMatch(/^Receipt #\d+ of .* is draft: submit the net settlement again.$/);
    await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${first}`);
    expect(fault(await decide(id))).toMatch(/was changed since: submit the net settlement again.$/);
    expect(await statusOf(first)).toBe('PENDING');
  });

  test('two net settlements of one note are not both approved', async () => {
    const scene = await called();
    for (const one of NETS()) await approvedReceipt(t, await receiptOf(scene.claim, one));
    const first = await submitted(scene);
    const second = await save(bodyOf(scene));
    expect((await submit(second.body.id)).status).toBe(409);
    const replies = await Promise.all([decide(first), decide(first)]);
    expect(replies.map((one) => one.status).toSorted()).toEqual([200, 409]);
  });
});
