import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import {
  approvedPolicy,
  type Book,
  confirmedAccounts,
  examplePolicy,
  makeBook,
  userId,
} from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from './claims.factories.ts';

let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);
const save = (body: Record<string, unknown>) => calls.saveOther(body);

/** A voucher that is submitted; gives its id. */
async function pending(body: Record<string, unknown>): Promise<number> {
  const { id } = (await save(body)).body;
  expect((await calls.submit(id)).status).toBe(200);
  return id;
}

/** One that is paid; gives its id. */
async function paid(body: Record<string, unknown>): Promise<number> {
  const saved = await save(body);
  const reply = await calls.through(saved);
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
  return saved.body.id;
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterEach(async () => {
  await expectBalanced(t);
});
afterAll(() => t?.close());

const read = async (id: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body;

/** A security pays so much of its part of a claim. */
async function collect(claim: number, [security, amount]: readonly [number, string]): Promise<number> {
  const note = (await invoicesOf(t, claim)).get(security);
  return approvedReceipt(
    t,
    exampleReceipt(book, {
      reinsured: security,
      receiptType: 'CLAIM',
      receiptAmount: amount,
      allocations: [{ note: note?.id, amount }],
    }),
  );
}

/** The example called in full, of which A and B have paid. C5. */
async function collected(): Promise<{ claim: number; policy: number }> {
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim);
  await collect(claim, [book.a, '2500000.00']);
  await collect(claim, [book.b, '2000000.00']);
  return { claim, policy };
}

const voucherOf = (claim: number, changes: Record<string, unknown>) => ({
  kind: 'CLAIM',
  claim,
  currency: 'KES',
  bank_date: '2026-03-02',
  ...changes,
});

describe('C5: pay as collected', () => {
  test('A and B pay, and 4,500,000.00 is the reinsured’s; no more is held for anybody', async () => {
    const { claim } = await collected();
    expect(await read(claim)).toMatchObject({
      stage: 'PART_COLLECTED',
      figures: { collected: '4500000.00', payable: '4500000.00', paid: '0.00' },
    });
    const over = await save(voucherOf(claim, { amount: '4500000.01' }));
    const refused = await calls.submit(over.body.id);
    expect([refused.status, refused.body.title]).toEqual([
      409,
      'Only KES 4,500,000.00 has been received for Savannah Insurance.',
    ]);
    const id = await paid(voucherOf(claim, { amount: '4500000.00' }));
    expect((await t.call('manager.nbo', `GET ${PV}/${id}`)).body).toMatchObject({
      kind: 'CLAIM',
      status: 'PAID',
      payee: { id: book.reinsured },
      claim: { id: claim },
    });
    expect((await read(claim)).figures).toMatchObject({ collected: '4500000.00', payable: '0.00', paid: '4500000.00' });
    await collect(claim, [book.c, '1500000.00']);
    await paid(voucherOf(claim, { amount: '1500000.00' }));
    expect(await read(claim)).toMatchObject({ stage: 'SETTLED', figures: { paid: '6000000.00' } });
  });

  test('what is collected is not paid twice', async () => {
    const { claim } = await collected();
    const [first, second] = [
      await save(voucherOf(claim, { amount: '3000000.00' })),
      await save(voucherOf(claim, { amount: '3000000.00' })),
    ];
    const replies = await Promise.all([calls.submit(first.body.id), calls.submit(second.body.id)]);
    expect(replies.map((one) => one.status).toSorted()).toEqual([200, 409]);
  });

  test('one claim’s money pays no other claim', async () => {
    const { policy } = await collected();
    const other = await approvedClaim(t, book, { policy, data_loss_date: '2026-03-01' });
    await approvedMovement(t, other);
    const { body } = await save(voucherOf(other, { amount: '1.00' }));
    expect((await calls.submit(body.id)).status).toBe(409);
  });

  test.each([
    [{ claim: 99999, amount: '1.00' }, [['claim', 'Choose an approved claim.']]],
    [{ amount: '1.00', currency: 'USD' }, [['currency', 'Pay in the currency of the claim.']]],
    [{ kind: 'SALVAGE', amount: '1.00' }, [['payee', 'Choose one from the list.']]],
    [{ kind: 'SET_OFF', amount: '1.00' }, [['note', 'Choose an open debit note of this reinsured.']]],
  ])('%o is refused', async (changes, expected) => {
    const { claim } = await collected();
    const { body } = await save(voucherOf(claim, changes));
    const faults = body.errors.map((one: { field: string; message: string }) => [one.field, one.message]);
    expect(faults).toEqual(expected);
  });

  test('a receipt that is reversed takes the money of a voucher that waits', async () => {
    const policy = await approvedPolicy(t, book);
    const claim = await approvedClaim(t, book, { policy });
    await approvedMovement(t, claim);
    const receipt = await collect(claim, [book.a, '2500000.00']);
    const voucher = await pending(voucherOf(claim, { amount: '2500000.00' }));
    const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${receipt}`)).body;
    const body = { reason: 'Bounced', version };
    expect((await t.call('root', `PUT /api/sca/v1/receivable/reverse/${receipt}`, { body })).status).toBe(200);
    const reply = await decideIn(t)('manager.nbo', `PUT ${PV}/approve/${voucher}/APPROVED`);
    expect(reply.status).toBe(409);
    await decideIn(t)('manager.nbo', `PUT ${PV}/approve/${voucher}/REJECTED`, { body: { reason: 'Bounced' } });
  });
});

describe('C6: paid ahead of a security', () => {
  const own = (claim: number, kind: string, amount: string) => voucherOf(claim, { kind, amount });
  const called = async (body: Record<string, unknown>) => {
    const saved = await save(body);
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
    return calls.submit(saved.body.id);
  };
  const figures = async (claim: number) => (await read(claim)).figures;

  test('1,500,000.00 is made good, the reinsured is paid 6,000,000, and it is drawn back once C has paid', async () => {
    const { claim } = await collected();
    const over = await called(voucherOf(claim, { amount: '6000000.00' }));
    expect(over.body.title).toBe('Only KES 4,500,000.00 has been received for Savannah Insurance.');
    await paid(own(claim, 'MAKE_GOOD', '1500000.00'));
    expect(await figures(claim)).toMatchObject({ payable: '4500000.00', made_good: '1500000.00' });
    const more = await called(voucherOf(claim, { amount: '6000000.01' }));
    expect(more.body.title).toBe('Only KES 6,000,000.00 has been received for Savannah Insurance.');
    await paid(voucherOf(claim, { amount: '6000000.00' }));
    expect(await figures(claim)).toMatchObject({ paid: '6000000.00', made_good: '0.00' });
    const early = await called(own(claim, 'DRAW_BACK', '0.01'));
    expect(early.body.title).toBe('Only KES 0.00 of what was made good for this claim is no longer needed.');
    await collect(claim, [book.c, '1500000.00']);
    const back = await paid(own(claim, 'DRAW_BACK', '1500000.00'));
    expect(await journalOf(t, { kind: 'voucher', id: back })).toEqual([
      'VOUCHER_PAID OFFICE_BANK 1500000.00',
      'VOUCHER_PAID CLIENT_BANK -1500000.00',
    ]);
    expect((await called(own(claim, 'DRAW_BACK', '0.01'))).status).toBe(409);
  });

  test('what was made good is not taken back while the reinsured was paid with it', async () => {
    const { claim } = await collected();
    const made = await paid(own(claim, 'MAKE_GOOD', '1500000.00'));
    await paid(voucherOf(claim, { amount: '6000000.00' }));
    const { version } = (await t.call('manager.nbo', `GET ${PV}/${made}`)).body;
    const reversal = { body: { reason: 'Entered twice', version } };
    expect((await t.call('root', `PUT ${PV}/reverse/${made}`, reversal)).status).toBe(409);
    await collect(claim, [book.c, '1500000.00']);
    expect((await t.call('root', `PUT ${PV}/reverse/${made}`, reversal)).body.status).toBe('REVERSED');
  });

  test('a manager lets it be paid ahead for a reason, which names what is missing', async () => {
    const { claim } = await collected();
    const id = await pending(voucherOf(claim, { amount: '6000000.00', override: true }));
    const approve = (body: Record<string, unknown>) =>
      decideIn(t)('manager.nbo', `PUT ${PV}/approve/${id}/APPROVED`, { body });
    const { body: refused } = await approve({});
    expect(refused.errors[0].message).toMatch(/^KES 1,500,000.00 of this has not been received for Savannah/);
    expect((await approve({ reason: 'C has confirmed its payment' })).body.status).toBe('APPROVED');
    const none = await called(own(claim, 'DRAW_BACK', '0.01'));
    expect(none.status).toBe(409);
  });

  test('what was made good for one claim pays no other', async () => {
    const { claim, policy } = await collected();
    await paid(own(claim, 'MAKE_GOOD', '1500000.00'));
    const other = await approvedClaim(t, book, { policy, data_loss_date: '2026-03-01' });
    await approvedMovement(t, other);
    expect((await called(voucherOf(other, { amount: '1.00' }))).status).toBe(409);
  });
});

describe('C7: set off against the premium', () => {
  const releasedOf = async (policy: number) => {
    const { rows } = await t.ownerPool.query(
      `select p.kind, r.released::text from notes n join part_releases(array[n.id]) r on true join note_parts p on p.id = r.part_id
       where n.policy_id = $1 and n.debit_note_id is null order by p.id`,
      [policy],
    );
    return rows.map((row) => row.released);
  };

  test('281,250.00 of 4,500,000.00 releases premium, brokerage and tax; the bank does not move', async () => {
    const { claim, policy } = await collected();
    const note = await debitNoteOf(t, policy);
    const body = voucherOf(claim, { kind: 'SET_OFF', note: note.id, amount: '281250.00' });
    const id = await paid(body);
    expect(await releasedOf(policy)).toEqual(['10937500', '8750000', '6093750', '1875000', '468750']);
    const { rows } = await t.ownerPool.query(
      `select l.amount::text from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.source_kind = 'voucher' and e.source_id = $1 and l.bank_account_id is not null`,
      [id],
    );
    expect(rows).toEqual([]);
    expect((await read(claim)).figures).toMatchObject({ paid: '281250.00', payable: '4218750.00' });
    const { version } = (await t.call('manager.nbo', `GET ${PV}/${id}`)).body;
    const reversal = { reason: 'Agreed otherwise', version };
    expect((await t.call('root', `PUT ${PV}/reverse/${id}`, { body: reversal })).body.status).toBe('REVERSED');
    expect(await releasedOf(policy)).toEqual(['0', '0', '0', '0', '0']);
  });

  test('what it released may be paid to a security while it counts', async () => {
    const { claim, policy } = await collected();
    const note = await debitNoteOf(t, policy);
    await paid(voucherOf(claim, { kind: 'SET_OFF', note: note.id, amount: '281250.00' }));
    const { body } = await t.call('accountant.nbo', `GET ${PV}/findPoliciesBySecurity?security=${book.a}`);
    const payable = body.find((one: { debit_note: string }) => one.debit_note === note.number);
    expect(payable).toMatchObject({ released: '109375.00', available: '109375.00' });
  });

  test('what is free and the open debit notes are offered', async () => {
    const { claim, policy } = await collected();
    const note = await debitNoteOf(t, policy);
    await pending(voucherOf(claim, { amount: '4400000.00' }));
    const { body } = await t.call('claims.nbo', `GET ${CLAIM}/setoff?claim=${claim}`);
    expect(body).toMatchObject({ currency: 'KES', free: '100000.00' });
    expect(body.notes).toContainEqual(
      expect.objectContaining({
        id: note.id,
        policy: expect.objectContaining({ id: policy }),
        outstanding: '562500.00',
      }),
    );
  });

  test('a debit note of another branch is not settled by it, whoever works in both', async () => {
    const { claim } = await collected();
    const saved = await t.call('root', 'POST /api/sca/v1/underwriting/save', {
      headers: { 'slipway-branch': 'LON' },
      body: examplePolicy(book),
    });
    const { id: policy } = saved.body;
    await t.call('root', `PUT /api/sca/v1/underwriting/submit/${policy}`);
    const decider = await userId(t, 'manager.lon');
    const approve = `PUT /api/sca/v1/underwriting/approve/${policy}/APPROVED/${decider}` as const;
    expect((await decideIn(t)('manager.lon', approve)).status).toBe(200);
    const note = await debitNoteOf(t, policy);
    const body = voucherOf(claim, { kind: 'SET_OFF', note: note.id, amount: '281250.00' });
    const made = await t.call('root', `POST ${PV}/save`, { headers: { 'slipway-branch': 'NBO' }, body });
    expect([made.status, made.body.errors]).toEqual([
      400,
      [{ field: 'note', message: 'Choose an open debit note of this reinsured.' }],
    ]);
  });

  test('no more is set off than was collected and is free', async () => {
    const { claim, policy } = await collected();
    const note = await debitNoteOf(t, policy);
    await pending(voucherOf(claim, { amount: '4400000.00' }));
    const { body } = await save(voucherOf(claim, { kind: 'SET_OFF', note: note.id, amount: '100000.01' }));
    const refused = await calls.submit(body.id);
    expect(refused.body.title).toBe('Only KES 100,000.00 has been received for Savannah Insurance.');
  });
});

describe('C11: salvage of what was collected', () => {
  test('the reinsured pays it in, and each security is paid its part as it comes', async () => {
    const { claim } = await collected();
    await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
    // C has not paid: its 750,000.00 is set against what it owes, and is neither collected nor paid out.
    const shown = await read(claim);
    const salvage = shown.notes.find((one: { kind: string }) => one.kind === 'Salvage note');
    expect(salvage).toMatchObject({ amount: '3000000.00', settled: '750000.00', outstanding: '2250000.00' });
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        receiptType: 'CLAIM',
        receiptAmount: '2250000.00',
        allocations: [{ note: salvage.id, amount: '2250000.00' }],
      }),
    );
    const pay = (payee: number, amount: string) => voucherOf(claim, { kind: 'SALVAGE', payee, amount });
    const over = await save(pay(book.a, '1250000.01'));
    expect((await calls.submit(over.body.id)).status).toBe(409);
    await paid(pay(book.a, '1250000.00'));
    await paid(pay(book.b, '1000000.00'));
    const none = await save(pay(book.c, '0.01'));
    expect((await calls.submit(none.body.id)).status).toBe(409);
  });
});
