import { describe, expect, test } from 'vitest';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedEndorsement, lineOfC } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;

const course = ownBooks((...entered) => ([t, book] = entered), {
  look: async (app) => {
    await expectBalanced(app);
    await expectExplained(app);
  },
});

const { payable, saveOther, submit, decide, reject, pay, reverse, through } = voucherCalls(() => t);

type Owing = { item: number; note: string; purpose: string; open: string };
const owing = async (kind: string, payee?: number, currency = 'KES'): Promise<Owing[]> =>
  (await t.call('accountant.nbo', `GET ${PV}/owing`, { query: { kind, currency, ...(payee && { payee }) } })).body;
const voucher = async (id: number) => (await t.call('accountant.nbo', `GET ${PV}/${id}`)).body;
const journal = (id: number) => journalOf(t, { kind: 'voucher', id });
const clientMoney = async () => (await t.call('manager.nbo', 'GET /api/sca/v1/clientmoney/items')).body.data;
const receive = (note: number, amount: string, payer = book.reinsured) =>
  approvedReceipt(
    t,
    exampleReceipt(book, { reinsured: payer, receiptAmount: amount, allocations: [{ note, amount }] }),
  );
async function received(): Promise<number> {
  const policy = await approvedPolicy(t, book);
  await receive((await debitNoteOf(t, policy)).id, '562500.00');
  return policy;
}

/** All that can be paid to a security, less what is set off, as a draft. */
async function voucherTo(security: number, nets: { note: number; amount: string }[] = []) {
  const items = (await payable(security))
    .map(({ item, available }) => ({ item, amount: available }))
    .filter((one) => one.amount !== '0.00');
  const body = { currency: 'KES', bank_date: '2026-03-02', security, items, nets };
  return t.call('accountant.nbo', `POST ${PV}/save2`, { body });
}
const paid = async (security: number) => expect((await through(await voucherTo(security))).body.status).toBe('PAID');

/** A has 131,250.00 to give back of a cancelled policy, and 218,750.00 to get of another. */
async function returnDue(): Promise<Owing> {
  const policy = await received();
  await paid(book.a);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_PRORATA',
    effective_date: '2026-07-25',
    sum_insured: null,
  });
  await received();
  const [due] = await owing('PREMIUM', book.a);
  if (due === undefined) throw new Error('Nothing is due.');
  return due;
}

describe('a return of a security (M15)', () => {
  together(course);

  test('is set against its next voucher, which pays the rest, with entry and reversal', async () => {
    const due = await returnDue();
    expect(due).toMatchObject({ purpose: 'RETURN', open: '131250.00' });
    const { id } = (await voucherTo(book.a, [{ note: due.item, amount: '131250.00' }])).body;
    expect(await voucher(id)).toMatchObject({
      amount: '87500.00',
      set_off: '131250.00',
      nets: [{ note: due.note, amount: '131250.00', purpose: 'RETURN' }],
    });
    expect((await submit(id)).status).toBe(200);
    expect((await t.call('manager.nbo', `GET ${PV}/preview/${id}`)).body).toMatchObject({ warnings: [] });
    expect((await decide(id)).status).toBe(200);
    expect((await pay(id)).status).toBe(200);
    expect(await journal(id)).toEqual([
      'VOUCHER_PAID PREMIUM_PAYABLE 218750.00',
      'VOUCHER_PAID PREMIUM_PAYABLE -131250.00',
      'VOUCHER_PAID CLIENT_BANK -87500.00',
    ]);
    expect(await clientMoney()).toMatchObject([{ held: '818750.00', required: '818750.00', short: '0.00' }]);
    expect(await owing('PREMIUM', book.a)).toEqual([]);
    expect(await payable(book.a)).toEqual([]);
    expect((await reverse(id, 4)).status).toBe(200);
    expect(await owing('PREMIUM', book.a)).toMatchObject([{ open: '131250.00' }]);
    expect((await payable(book.a)).map((one) => one.available)).toEqual(['0.00', '218750.00']);
  });

  test('needs a reason for what is left of it', async () => {
    const due = await returnDue();
    const { id } = (await voucherTo(book.a, [{ note: due.item, amount: '131249.99' }])).body;
    await submit(id);
    const refused = await decide(id);
    expect(refused.body.errors).toMatchObject([{ message: expect.stringContaining('KES 0.01 to give back') }]);
    expect((await decide(id, 'manager.nbo', { reason: 'A cent' })).status).toBe(200);
  });

  test('may take all of a voucher: then no bank moves, and nobody’s account is needed', async () => {
    const due = await returnDue();
    const [, item] = await payable(book.a);
    const items = [{ item: item?.item, amount: '100000.00' }];
    const nets = [{ note: due.item, amount: '100000.00' }];
    const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, items, nets };
    const { id } = (await t.call('accountant.nbo', `POST ${PV}/save2`, { body })).body;
    await submit(id);
    await decide(id, 'manager.nbo', { reason: 'The rest follows' });
    expect((await pay(id)).status).toBe(200);
    expect(await journal(id)).toEqual([
      'VOUCHER_PAID PREMIUM_PAYABLE 100000.00',
      'VOUCHER_PAID PREMIUM_PAYABLE -100000.00',
    ]);
    expect(await owing('PREMIUM', book.a)).toMatchObject([{ open: '31250.00' }]);
  });

  test.each([
    ['more than is owed', '131250.01', /^Only KES 131,250\.00 of .* is left to set off\.$/],
    ['nothing', '0', /^Amount must be more than 0\.$/],
  ])('is not taken for %s', async (_, amount, message) => {
    const due = await returnDue();
    const { body } = await voucherTo(book.a, [{ note: due.item, amount }]);
    expect(body.errors).toContainEqual({ field: 'nets.0.amount', message: expect.stringMatching(message) });
  });

  test('is never more than what is paid, not another’s, not twice', async () => {
    const due = await returnDue();
    const [, item] = await payable(book.a);
    const small = { items: [{ item: item?.item, amount: '100000.00' }] };
    const save = (security: number, changes: Record<string, unknown>) =>
      t.call('accountant.nbo', `POST ${PV}/save2`, {
        body: { currency: 'KES', bank_date: '2026-03-02', security, ...small, ...changes },
      });
    const below = await save(book.a, { nets: [{ note: due.item, amount: '100000.01' }] });
    expect(below.body.errors).toEqual([{ field: 'nets', message: 'No more than KES 100,000.00 can be set off.' }]);
    const nets = [{ note: due.item, amount: '1.00' }];
    const choose = { field: 'nets.0.note', message: 'Choose a note that this security owes.' };
    expect((await save(book.b, { nets })).body.errors).toContainEqual(choose);
    expect((await save(book.a, { nets: [{ note: 999_999, amount: '1.00' }] })).body.errors).toContainEqual(choose);
    expect((await save(book.a, { nets, currency: 'USD' })).body.errors).toContainEqual(choose);
    expect((await save(book.a, { nets: [...nets, ...nets] })).body.errors).toContainEqual({
      field: 'nets.1.note',
      message: 'This note is entered twice.',
    });
  });

  test('is on one voucher: another that carries it is refused when it is submitted, and free once the first is rejected', async () => {
    const due = await returnDue();
    const [, item] = await payable(book.a);
    const half = async () => {
      const items = [{ item: item?.item, amount: '100000.00' }];
      const nets = [{ note: due.item, amount: '80000.00' }];
      const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, items, nets };
      return (await t.call('accountant.nbo', `POST ${PV}/save2`, { body })).body.id as number;
    };
    const [first, second] = [await half(), await half()];
    const replies = await Promise.all([first, second].map(submit));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
    const [held, free] = replies[0]?.status === 200 ? [first, second] : [second, first];
    expect((await submit(free)).body.title).toMatch(/^Only KES 51,250\.00 of .* is left to set off\.$/);
    await reject(held);
    expect((await submit(free)).status).toBe(200);
  });

  test('that came in since stops the approval', async () => {
    const due = await returnDue();
    const { id } = (await voucherTo(book.a, [{ note: due.item, amount: '131250.00' }])).body;
    await submit(id);
    await receive(due.item, '31250.00', book.a);
    expect((await decide(id)).body).toMatchObject({
      code: 'OVER_NETTED',
      title: `Only KES 100,000.00 of ${due.note} is left to set off.`,
    });
    expect((await t.call('manager.nbo', `GET ${PV}/preview/${id}`)).body.warnings).toEqual([
      `Only KES 100,000.00 of ${due.note} is left to set off.`,
    ]);
    await reject(id);
  });
});

describe('a tax that was remitted too much (M15)', () => {
  apart(course);

  /** C’s tax fell from 9,375.00 to 5,625.00 after it was remitted; 9,375.00 of another policy are due. */
  async function overRemitted(): Promise<{ tax: number; d: number; first: number }> {
    const d = (await makeBook(t, ' D')).a;
    const policy = await received();
    await paid(book.c);
    const tax: number = (await t.call('manager.nbo', `GET ${PV}/releases`)).body[0].payee.id;
    const { id: first } = (await through(await saveOther({ kind: 'TAX', amount: '9375.00', tax }))).body;
    await approvedEndorsement(t, policy, lineOfC(book, d));
    await received();
    return { tax, d, first };
  }
  const onNewPart = async (d: number) => (await payable(d))[0]?.available;

  test('is left out of the next remittance, and is free for who it is due to', async () => {
    const { tax, d, first } = await overRemitted();
    expect(await owing('TAX', tax)).toMatchObject([{ purpose: 'TAX', open: '3750.00' }]);
    expect(await onNewPart(d)).toBe('0.00');
    const { id } = (await saveOther({ kind: 'TAX', amount: '5625.00', set_off: '3750.00', tax })).body;
    expect((await submit(id)).status).toBe(200);
    expect(await voucher(id)).toMatchObject({
      amount: '5625.00',
      set_off: '3750.00',
      items: [{ amount: '9375.00', note_id: expect.any(Number), insured_id: expect.any(Number) }],
      nets: [{ amount: '3750.00', purpose: 'TAX' }],
    });
    // Nothing came back before it is paid: what is due to D is not lent to the tax.
    expect(await onNewPart(d)).toBe('0.00');
    await decide(id);
    expect((await pay(id)).status).toBe(200);
    expect(await journal(id)).toEqual(['VOUCHER_PAID TAXES_PAYABLE 5625.00', 'VOUCHER_PAID CLIENT_BANK -5625.00']);
    expect(await owing('TAX', tax)).toEqual([]);
    expect(await onNewPart(d)).toBe('3750.00');
    // The remittance before it says so before anybody confirms its reversal, and is refused.
    expect(await voucher(first)).toMatchObject({ taken_back: true });
    expect(await voucher(id)).toMatchObject({ taken_back: false });
    expect((await reverse(first, 4)).body.code).toBe('TAKEN_BACK');
    expect((await reverse(id, 4)).status).toBe(200);
    expect(await voucher(first)).toMatchObject({ taken_back: false });
    expect(await owing('TAX', tax)).toMatchObject([{ open: '3750.00' }]);
    expect(await onNewPart(d)).toBe('0.00');
  });

  test('never beyond what was, and by no other kind of voucher', async () => {
    const { tax } = await overRemitted();
    const over = await saveOther({ kind: 'TAX', amount: '5624.99', set_off: '3750.01', tax });
    expect((await submit(over.body.id)).body.title).toBe(
      'Only KES 3,750.00 of what was remitted of this tax is left to set off.',
    );
    const drawn = await saveOther({ kind: 'DRAWING', amount: '1.00', set_off: '1.00' });
    expect((await submit(drawn.body.id)).body.code).toBe('OVER_NETTED');
    const made = await saveOther({ kind: 'MAKE_GOOD', amount: '1.00', set_off: '1.00' });
    expect(made.body.errors).toContainEqual({
      field: 'set_off',
      message: 'Nothing can be set off against a voucher of this kind.',
    });
    const wrong = await saveOther({ kind: 'TAX', amount: '1.00', set_off: '-1', tax });
    expect(wrong.body.errors).toContainEqual({ field: 'set_off', message: 'Amount must be more than 0.' });
  });

  test('is said to the checker of a remittance that does not set it off', async () => {
    const { tax } = await overRemitted();
    const preview = async (body: Record<string, unknown>) => {
      const { id } = (await saveOther({ kind: 'TAX', amount: '5625.00', tax, ...body })).body;
      return (await t.call('manager.nbo', `GET ${PV}/preview/${id}`)).body.warnings;
    };
    expect(await preview({})).toEqual([
      'KES 3,750.00 of this was paid too much before. Set it off, so that it is not paid again.',
    ]);
    expect(await preview({ set_off: '3750.00' })).toEqual([]);
  });

  test('is chosen anew when it is submitted again', async () => {
    const { tax } = await overRemitted();
    const { id } = (await saveOther({ kind: 'TAX', amount: '5625.00', set_off: '3750.00', tax })).body;
    await submit(id);
    await reject(id);
    expect(await voucher(id)).toMatchObject({ items: [], nets: [], set_off: '3750.00' });
    expect((await submit(id)).status).toBe(200);
  });
});

describe('what securities gave back', () => {
  apart(course);

  test('and another was paid is no shortage of client money', async () => {
    const d = (await makeBook(t, ' D')).a;
    const policy = await received();
    await paid(book.c);
    await approvedEndorsement(t, policy, lineOfC(book, d));
    const [due] = await owing('PREMIUM', book.c);
    await receive(due?.item ?? 0, '48750.00', book.c);
    for (const security of [book.a, book.b, d]) await paid(security);
    expect(await clientMoney()).toMatchObject([{ premiums: '43125.00', held: '43125.00', short: '0.00' }]);
  });

  test('of several notes is none either', async () => {
    const policy = await received();
    await approvedEndorsement(t, policy, {});
    const { rows } = await t.ownerPool.query<{ id: number }>(
      `select id from notes where policy_id = $1 and kind = 'DN' and endorsement_id is not null`,
      [policy],
    );
    await receive(rows[0]?.id ?? 0, '45000.00');
    for (const security of [book.a, book.b, book.c]) await paid(security);
    await approvedEndorsement(t, policy, {
      endorsementtype: 'CANCEL_PRORATA',
      effective_date: '2026-09-01',
      sum_insured: null,
    });
    for (const security of [book.a, book.b, book.c]) {
      const [due] = await owing('PREMIUM', security);
      await receive(due?.item ?? 0, due?.open ?? '', security);
    }
    const [{ item, available }] = (await t.call('accountant.nbo', `GET ${PV}/refundable`)).body;
    const saved = await saveOther({ kind: 'REFUND', amount: available, note: item });
    await submit(saved.body.id);
    await decide(saved.body.id, 'manager.nbo', { reason: 'By cheque' });
    expect((await pay(saved.body.id, 3, { reason: 'By cheque' })).status).toBe(200);
    expect((await t.call('accountant.nbo', `GET ${PV}/refundable`)).body).toEqual([]);
    expect(await clientMoney()).toMatchObject([{ short: '0.00', result: '0.00' }]);
  });
});

describe('a claim invoice (M15)', () => {
  apart(course);

  test('is collected by the premium that its security is owed, and pays the reinsured', async () => {
    await received();
    const claim = await approvedClaim(t, book);
    await approvedMovement(t, claim, { amount: '1000000.00' });
    const invoice = (await invoicesOf(t, claim)).get(book.b);
    const due = (await owing('PREMIUM', book.b)).find((one) => one.note === invoice?.number);
    expect(due).toMatchObject({ purpose: 'CLAIM', open: '200000.00' });
    const { id } = (await voucherTo(book.b, [{ note: due?.item ?? 0, amount: '175000.00' }])).body;
    expect(await voucher(id)).toMatchObject({ amount: '0.00', set_off: '175000.00' });
    expect((await through({ body: { id } })).body.status).toBe('PAID');
    expect(await journal(id)).toEqual([
      'VOUCHER_PAID PREMIUM_PAYABLE 175000.00',
      'VOUCHER_PAID CLAIMS_RECOVERABLE -175000.00',
    ]);
    const { body: queue } = await t.call('accountant.nbo', `GET ${PV}/releases`);
    expect(queue.find((row: { kind: string }) => row.kind === 'CLAIM')).toMatchObject({ available: '175000.00' });
    const claimed = await saveOther({ kind: 'CLAIM', amount: '175000.00', claim });
    await submit(claimed.body.id);
    await decide(claimed.body.id, 'manager.nbo', { reason: 'By cheque' });
    expect((await pay(claimed.body.id, 3, { reason: 'By cheque' })).status).toBe(200);
    // What it was paid with is taken back: the note is short, and named so, and the books stay sound.
    expect((await reverse(id, 4)).status).toBe(200);
    expect(await owing('PREMIUM', book.b)).toMatchObject([{ open: '200000.00' }]);
    expect(await clientMoney()).toMatchObject([{ short: '-175000.00' }]);
  });
});

describe('the auditor', () => {
  apart(course);

  test('turns red when a voucher sets off what its payee does not owe', async () => {
    const due = await returnDue();
    const { id } = (await voucherTo(book.a, [{ note: due.item, amount: '1.00' }])).body;
    await t.ownerPool.query('update voucher_nets set amount = 2 where voucher_id = $1', [id]);
    expect((await unsound(t.ownerPool)).map((fault) => fault.detail).join()).toContain('sets off 100');
    await t.ownerPool.query('update voucher_nets set amount = 100 where voucher_id = $1', [id]);
  });
});
