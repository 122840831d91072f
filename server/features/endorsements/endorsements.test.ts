import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
/** 146 of 365 days are left from it. */
const DATE = '2026-10-06';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const typed = (policy: number, changes: Record<string, unknown> = {}) => ({
  policy,
  endorsementtype: 'AP',
  effective_date: DATE,
  description: 'New boiler house added',
  sum_insured: '600000000',
  ...changes,
});
const save = (policy: number, changes: Record<string, unknown> = {}, who = 'underwriter.nbo') =>
  t.call(who, `POST ${UW}/endorsement`, { body: typed(policy, changes) });
const submit = (id: number) => t.call('underwriter.nbo', `PUT ${E}/submit/${id}`);
const approve = (id: number, who = 'manager.nbo', input: { a?: string; body?: unknown } = {}) =>
  decideIn(t)(
    who,
    `PUT ${E}/approve/${id}/${input.a ?? 'APPROVED'}`,
    input.body === undefined ? {} : { body: input.body },
  );
const get = async (id: number) => (await t.call('underwriter.nbo', `GET ${E}/${id}`)).body;
const policyOf = async (id: number, query = {}) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`, { query })).body;
const effect = async (policy: number, changes: Record<string, unknown> = {}) =>
  (await t.call('underwriter.nbo', `POST ${E}/effect`, { body: typed(policy, changes) })).body;

async function pending(policy: number, changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await save(policy, changes);
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  expect((await submit(saved.body.id)).status).toBe(200);
  return saved.body.id;
}
async function approved(policy: number, changes: Record<string, unknown> = {}): Promise<number> {
  const id = await pending(policy, changes);
  const done = await approve(id);
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return id;
}
async function journal(id: number, event = 'ENDORSEMENT_APPROVED') {
  const rows = await t.ownerPool.query(
    `select l.account, p.name, l.amount from journal_entries e join journal_lines l on l.entry_id = e.id left join parties p on p.id = l.party_id
     where e.source_kind = 'endorsement' and e.source_id = $1 and e.event = $2 order by l.id`,
    [id, event],
  );
  return rows.rows.map((row) => [row.account, row.name, row.amount]);
}
const amounts = (rows: { amount: string }[]) => rows.map((row) => row.amount);

describe('the example of §2, endorsed', () => {
  test('is shown, saved, approved and booked for the difference', async () => {
    const policy = await approvedPolicy(t, book);
    const shown = await effect(policy);
    expect(shown).toMatchObject({
      faults: [],
      days_left: 146,
      days_in_period: 365,
      change: { premium: '100000.00', debit_note: '45000.00' },
      after: { premium: '1350000.00', sum_insured: '600000000.00' },
    });
    expect(shown.alternatives.map((one: { basis: string; premium: string }) => [one.basis, one.premium])).toEqual([
      ['PRO_RATA', '100000.00'],
      ['FLAT', '250000.00'],
    ]);
    const { body: saved } = await save(policy);
    expect(saved).toMatchObject({ status: 'DRAFT', version: 1, number: expect.stringMatching(/\/E1$/) });
    await submit(saved.id);
    const { body: preview } = await t.call('manager.nbo', `GET ${E}/preview/${saved.id}`);
    expect(preview).toMatchObject({ can_decide: true, why_not: null });
    expect(amounts(preview.notes)).toEqual(['45000.00', '17500.00', '14000.00', '9750.00']);
    expect((await approve(saved.id)).body).toMatchObject({ status: 'APPROVED', version: 3 });
    expect(await journal(saved.id)).toEqual([
      [codeOf('PREMIUM_RECEIVABLE'), 'Savannah Insurance', 4500000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security A', -1750000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security B', -1400000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security C', -975000n],
      [codeOf('TAXES_PAYABLE'), null, -75000n],
      [codeOf('BROKERAGE_INCOME'), null, -300000n],
    ]);
    const record = await get(saved.id);
    expect(record.notes.map((note: { kind: string }) => note.kind)).toEqual(['DN', 'CN', 'CN', 'CN']);
    expect(record.notes[0].due_on).toBe('2026-11-05');
    expect(await policyOf(policy)).toMatchObject({
      premium: '1250000.00',
      current: { premium: '1350000.00', debit_note: '607500.00', sum_insured: '600000000.00', endorsements: 1 },
      cover: 'IN_FORCE',
    });
    expect((await policyOf(policy, { asat: '2026-10-05' })).current).toMatchObject({ debit_note: '562500.00' });
    await expectSound(t);
  });
});

describe('each type', () => {
  test('a return gives credit to the reinsured, and is set against what it owes', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await approved(policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    expect((await journal(id))[0]).toEqual([codeOf('PREMIUM_RECEIVABLE'), 'Savannah Insurance', -4500000n]);
    const record = await get(id);
    expect(
      record.notes.map((note: { kind: string; amount: string; settled: string }) => [
        note.kind,
        note.amount,
        note.settled,
      ]),
    ).toEqual([
      ['CN', '45000.00', '45000.00'],
      ['DN', '17500.00', '17500.00'],
      ['DN', '14000.00', '14000.00'],
      ['DN', '9750.00', '9750.00'],
    ]);
    const after = await policyOf(policy);
    expect(after.notes[0]).toMatchObject({ kind: 'DN', settled: '45000.00' });
    expect(after.received).toBe('0.00');
    await expectSound(t);
  });

  test('cancellations are shown side by side, end the cover, and leave nothing to endorse', async () => {
    const policy = await approvedPolicy(t, book);
    const shown = await effect(policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null, premium: '123.45' });
    expect(shown.alternatives.map((one: { basis: string; premium: string }) => [one.basis, one.premium])).toEqual([
      ['PRO_RATA', '-500000.00'],
      ['SHORT', '-450000.00'],
      ['FLAT', '-1250000.00'],
      ['KEYED', '-123.45'],
    ]);
    await approved(policy, { endorsementtype: 'CANCEL_SHORT', sum_insured: null });
    expect((await policyOf(policy, { asat: DATE })).cover).toBe('CANCELLED');
    expect((await policyOf(policy, { asat: '2026-10-05' })).cover).toBe('IN_FORCE');
    const again = await save(policy);
    expect([again.status, again.body.errors[0].field]).toEqual([400, 'endorsementtype']);
    await expectSound(t);
  });

  test('a cancellation from the first day mirrors all that was noted', async () => {
    const policy = await approvedPolicy(t, book);
    await approved(policy);
    const flat = { endorsementtype: 'CANCEL_FLAT', effective_date: '2026-03-01', sum_insured: null };
    await approved(policy, flat);
    expect((await policyOf(policy)).current).toMatchObject({ premium: '0.00', debit_note: '0.00', netpayable: '0.00' });
    await expectSound(t);
  });

  test('an extension moves the end', async () => {
    const policy = await approvedPolicy(t, book);
    const extension = {
      endorsementtype: 'EXT',
      effective_date: '2027-03-01',
      insurance_end_date: '2027-03-31',
      sum_insured: null,
    };
    await approved(policy, extension);
    expect((await policyOf(policy)).current.insurance_end_date).toBe('2027-03-31');
    const { body } = await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { sort: 'insurance_end_date,desc' } });
    expect(body.data[0]).toMatchObject({ id: policy, insurance_end_date: '2027-03-31' });
    await expectSound(t);
  });

  test('a change of securities re-divides the unearned premium and moves nothing of the reinsured', async () => {
    const policy = await approvedPolicy(t, book);
    const other = await makeBook(t, ' second');
    const securities = [
      { security: book.a, share: '25' },
      { security: other.b, share: '20' },
      { security: book.c, share: '15' },
    ];
    const id = await approved(policy, { endorsementtype: 'SEC', sum_insured: null, securities });
    expect(await journal(id)).toEqual([
      [codeOf('PREMIUM_PAYABLE'), 'Security B second', -7000000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security B', 7000000n],
    ]);
    const record = await get(id);
    expect(record.notes.map((note: { kind: string; party: { name: string } }) => [note.kind, note.party.name])).toEqual(
      [
        ['CN', 'Security B second'],
        ['DN', 'Security B'],
      ],
    );
    await expectSound(t);
  });

  test('nothing but words', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await approved(policy, { endorsementtype: 'NIL', sum_insured: null });
    expect([await journal(id), (await get(id)).notes]).toEqual([[], []]);
    await expectSound(t);
  });
});

describe('refusals', () => {
  test('every rule of §2 with its message', async () => {
    const policy = await approvedPolicy(t, book);
    const message = async (changes: Record<string, unknown>) => (await save(policy, changes)).body.errors?.[0]?.message;
    expect(await message({ effective_date: '2027-03-01' })).toBe(
      'Effective date must fall within the period of insurance.',
    );
    expect(await message({ endorsementtype: 'RP', premium: '1250000.01', basis: 'KEYED' })).toBe(
      'Return premium exceeds the premium on the policy.',
    );
    expect(await message({ sum_insured: null })).toBe('Enter the premium or the new sum insured.');
    expect(await message({ endorsementtype: 'EXT' })).toBe('Enter the last day of cover.');
    expect(await message({ basis: 'SHORT' })).toBe('Choose how the premium is worked out.');
    expect(await message({ premium: '1.001' })).toBe('KES amounts have fewer decimals.');
    expect(await message({ description: '' })).toBe('Say what changes, in 3 to 2,000 characters.');
    const line = (security: number, share: string) => ({ security, share });
    await approved(policy, {
      endorsementtype: 'SEC',
      sum_insured: null,
      securities: [line(book.a, '20'), line(book.b, '25'), line(book.c, '15')],
    });
    expect(await message({ effective_date: '2026-10-05' })).toBe(
      'Say how the amount before a change of securities was worked out.',
    );
  });

  test('a draft is not endorsed, an endorsed policy is not disabled', async () => {
    const policy = await approvedPolicy(t, book);
    await approved(policy, { endorsementtype: 'NIL', sum_insured: null });
    const disabled = await t.call('manager.nbo', `DELETE ${UW}/${policy}`, { query: { reason: 'Wrong party' } });
    expect(disabled.status).toBe(409);
    const draft = await t.call('underwriter.nbo', `POST ${UW}/save`, {
      body: examplePolicy(book),
    });
    expect((await save(draft.body.id)).status).toBe(409);
  });

  test('one’s own, a stale one, another branch’s, a second decision', async () => {
    const policy = await approvedPolicy(t, book);
    expect((await save(policy, {}, 'underwriter.lon')).status).toBe(404);
    const own = await t.call('root', `POST ${UW}/endorsement`, { body: typed(policy) });
    await t.call('root', `PUT ${E}/submit/${own.body.id}`);
    expect((await approve(own.body.id, 'root')).status).toBe(403);
    expect((await approve(own.body.id, 'manager.lon')).status).toBe(404);
    expect((await t.call('underwriter.lon', `GET ${E}/${own.body.id}`)).status).toBe(404);
    expect((await approve(own.body.id, 'manager.nbo', { body: { version: 1 } })).status).toBe(409);
    expect((await approve(own.body.id, 'manager.nbo', { a: 'REJECTED' })).status).toBe(400);
    expect((await approve(own.body.id)).status).toBe(200);
    const again = await approve(own.body.id);
    expect([again.status, again.body.title]).toEqual([409, expect.stringMatching(/^Already approved by/)]);
  });

  test('two approved at once: one after the other, the second on what the first left', async () => {
    const policy = await approvedPolicy(t, book);
    // Keyed, so that either may come first: an AP by sum insured is measured from what is insured then.
    const keyed = (premium: string) => pending(policy, { sum_insured: null, premium });
    const [first, second] = [await keyed('100000.00'), await keyed('50000.00')];
    const done = await Promise.all([approve(first), approve(second)]);
    expect(done.map((one) => one.status)).toEqual([200, 200]);
    await expectSound(t);
    expect((await policyOf(policy)).current.endorsements).toBe(2);
  });
});

describe('money already received', () => {
  test('a return on a paid policy stays due: to the reinsured, and from who was paid', async () => {
    const policy = await approvedPolicy(t, book);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(t, {
      ...exampleReceipt(book, { receiptAmount: '562500.00', allocations: [{ note: note.id, amount: '562500.00' }] }),
    });
    const id = await approved(policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    const settled = (await get(id)).notes.map((one: { settled: string }) => one.settled);
    // The securities were not paid yet: their returns come off what they are still owed.
    expect(settled).toEqual(['0.00', '17500.00', '14000.00', '9750.00']);
    await expectSound(t);
  });

  test('half received: the return is set off, and what may be paid is less by it', async () => {
    const policy = await approvedPolicy(t, book);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '281250.00' }] }));
    await approved(policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
    const { rows } = await t.ownerPool.query(
      `select p.amount, p.returned, r.available as free
       from notes n cross join lateral part_releases(array[n.id]) r join note_parts p on p.id = r.part_id
       where n.policy_id = $1 and p.kind = 'SECURITY' order by p.id`,
      [policy],
    );
    // 225,000.00 of 562,500.00 comes back, 281,250.00 was received: what was released less what is given back is free.
    expect(rows.map((row) => [row.returned, row.free])).toEqual([
      [8750000n, 10937500n],
      [7000000n, 8750000n],
      [4875000n, 6093750n],
    ]);
    await expectSound(t);
  });

  test('brokerage that waits for the money goes back from 2400, what was collected from income', async () => {
    await t.ownerPool.query(`update firm set brokerage_recognition = 'RECEIPT'`);
    const policy = await approvedPolicy(t, book);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(
      t,
      exampleReceipt(book, { receiptAmount: '540000.00', allocations: [{ note: note.id, amount: '540000.00' }] }),
    );
    const id = await approved(policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    expect(
      (await journal(id)).filter(
        ([account]) => account === codeOf('DEFERRED_BROKERAGE') || account === codeOf('BROKERAGE_INCOME'),
      ),
    ).toEqual([
      [codeOf('DEFERRED_BROKERAGE'), null, 150000n],
      [codeOf('BROKERAGE_INCOME'), null, 150000n],
    ]);
    await t.ownerPool.query(`update firm set brokerage_recognition = 'DEBIT_NOTE'`);
    await expectSound(t);
  });
});

test.each([
  {
    what: 'what a policy is endorsed by',
    table: 'policies',
    set: 'endorsed_premium = endorsed_premium + $1',
    where: 'endorsement_count > 0',
  },
  { what: 'what a part gave back', table: 'note_parts', set: 'returned = returned + $1', where: 'returned > 0' },
  {
    what: 'the commission of a line',
    table: 'endorsement_lines',
    set: 'commission_amount = commission_amount + $1, brokerage_amount = brokerage_amount - $1',
    where: 'net_payable > 0',
  },
])('the auditor finds it when somebody changes $what', async ({ table, set, where }) => {
  const { rows } = await t.ownerPool.query<{ id: number }>(`select min(id) as id from ${table} where ${where}`);
  const id = rows[0]?.id ?? 0;
  expect(id).toBeGreaterThan(0);
  const change = (by: number) => t.ownerPool.query(`update ${table} set ${set} where id = $2`, [by, id]);
  await change(-1);
  expect(await unsound(t.ownerPool)).not.toEqual([]);
  await change(1);
  await expectSound(t);
});
