import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
let t: TestApp;
let book: Book;
let manager: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  manager = await userId(t, 'manager.nbo');
});
afterAll(() => t.close());

const save = (changes: Record<string, unknown> = {}, who = 'underwriter.nbo') =>
  t.call(who, `POST ${UW}/save`, { body: examplePolicy(book, changes) });
const submit = (id: number) => t.call('underwriter.nbo', `PUT ${UW}/submit/${id}`);
const approve = (id: number, input: { who?: string; by?: number | string; a?: string; body?: unknown } = {}) =>
  decideIn(t)(
    input.who ?? 'manager.nbo',
    `PUT ${UW}/approve/${id}/${input.a ?? 'APPROVED'}/${input.by ?? manager}`,
    input.body === undefined ? {} : { body: input.body },
  );

async function pending(changes: Record<string, unknown> = {}): Promise<number> {
  const { body } = await save(changes);
  await submit(body.id);
  return body.id;
}

async function journal(policyId: number) {
  const rows = await t.ownerPool.query(
    `select l.account, p.name, l.amount from journal_entries e join journal_lines l on l.entry_id = e.id left join parties p on p.id = l.party_id
     where e.source_kind = 'policy' and e.source_id = $1 order by l.id`,
    [policyId],
  );
  return rows.rows.map((row) => [row.account, row.name, row.amount]);
}

describe('a placement from draft to notes', () => {
  test('a draft gets its reference and the figures of §2', async () => {
    const { status, body } = await save();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 1,
      status: 'DRAFT',
      number: expect.stringMatching(/^NBO\/FAC\/2026\/\d{6}$/),
    });
    const { body: policy } = await t.call('underwriter.nbo', `GET ${UW}/${body.id}`);
    expect(policy).toMatchObject({
      premium: '1250000.00',
      figures: {
        fac_premium: '750000.00',
        debit_note: '562500.00',
        brokerage: '37500.00',
        tax: '9375.00',
        placed: '60',
      },
    });
    expect(policy.securities.map((line: { netpayable: string }) => line.netpayable)).toEqual([
      '218750.00',
      '175000.00',
      '121875.00',
    ]);
  });

  test('the checker sees what will happen, approves, and it happens', async () => {
    const id = await pending();
    const { body: preview } = await t.call('manager.nbo', `GET ${UW}/preview/${id}`);
    expect(preview).toMatchObject({ can_decide: true, why_not: null });
    expect(preview.notes.map((note: { amount: string }) => note.amount)).toEqual([
      '562500.00',
      '218750.00',
      '175000.00',
      '121875.00',
    ]);
    const { status, body } = await approve(id);
    expect([status, body.status]).toEqual([200, 'APPROVED']);
    expect(await journal(id)).toEqual([
      [codeOf('PREMIUM_RECEIVABLE'), 'Savannah Insurance', 56250000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security A', -21875000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security B', -17500000n],
      [codeOf('PREMIUM_PAYABLE'), 'Security C', -12187500n],
      [codeOf('TAXES_PAYABLE'), null, -937500n],
      [codeOf('BROKERAGE_INCOME'), null, -3750000n],
    ]);
    const { body: policy } = await t.call('underwriter.nbo', `GET ${UW}/${id}`);
    expect(policy.notes.map((note: { kind: string }) => note.kind)).toEqual(['DN', 'CN', 'CN', 'CN']);
    expect(policy.notes[0]).toMatchObject({ amount: '562500.00', due_on: '2026-04-01', settled: '0.00' });
    expect(policy.notes[1].due_on).toBe('2026-05-01');
  });

  test('lines signed above what was written and premium due after the warranty are shown to who approves', async () => {
    const { body } = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', {
      body: examplePolicy(book, {
        payment_terms: 'LUMP_90',
        warranty: { kind: 'PPW', days: 30 },
        securities: [
          { security: book.a, offer: '10', share: '40' },
          { security: book.b, offer: '25', share: '20' },
        ],
      }),
    });
    await t.call('underwriter.nbo', `PUT /api/sca/v1/underwriting/submit/${body.id}`);
    const preview = await t.call('manager.nbo', `GET /api/sca/v1/underwriting/preview/${body.id}`);
    expect(preview.body.warnings).toEqual([
      'Security A is signed for 40% but wrote 10%.',
      'Premium falls due on May 31, 2026, after the premium payment warranty of Mar 31, 2026.',
    ]);
  });

  test('instalments become open items that add up', async () => {
    const id = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
    const { rows } = await t.ownerPool.query(
      `select i.sequence, i.due_on, i.amount, i.base_amount from open_items i join notes n on n.id = i.note_id where n.policy_id = $1 and n.debit_note_id is null order by 1`,
      [id],
    );
    expect(rows.map((row) => row.due_on)).toEqual(['2026-03-01', '2026-06-01', '2026-09-01', '2026-12-01']);
    expect(rows.map((row) => row.amount)).toEqual([14062500n, 14062500n, 14062500n, 14062500n]);
  });
});

describe('a tax that changes between draft and approval', () => {
  test('the lines say what was booked, and a document keeps the rates it was made with', async () => {
    const id = await pending();
    await t.ownerPool.query(`update tax_rates set rate = 10000000 where enabled`);
    expect((await approve(id)).status).toBe(200);
    await t.ownerPool.query(`update tax_rates set rate = 5000000 where enabled`);
    const { rows } = await t.ownerPool.query(
      `select l.net_payable, n.amount from policy_lines l join notes n on n.line_id = l.id where l.policy_id = $1 order by l.position`,
      [id],
    );
    expect(rows.map((row) => [row.net_payable, row.amount])).toEqual([
      [21875000n, 21875000n],
      [17500000n, 17500000n],
      [11250000n, 11250000n],
    ]);
    const { body } = await t.call('underwriter.nbo', `GET ${UW}/${id}`);
    expect(body.securities[2]).toMatchObject({ netpayable: '112500.00', taxes: [{ rate: '10', amount: '18750.00' }] });
  });
});

describe('refusals', () => {
  test('every bad field at once, with the messages of §8', async () => {
    const { status, body } = await save({
      insurance_end_date: '2026-02-01',
      premium: '600000000',
      sum_insured: '500000000',
      fac: '101',
      securities: [
        { security: book.a, share: '25' },
        { security: book.a, share: '40' },
      ],
    });
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ field: 'fac', message: 'Share must be between 0 and 100.' });
    const second = await save({
      insurance_end_date: '2026-02-01',
      premium: '600000000',
      rate: null,
      securities: [
        { security: book.a, share: '25' },
        { security: book.a, share: '40' },
      ],
    });
    expect(second.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'insurance_end_date', message: 'End date must not be before start date.' },
        { field: 'premium', message: 'Premium cannot exceed the sum insured.' },
        { field: 'securities.1.security', message: 'This security is already on the placement.' },
        { field: 'securities', message: 'Securities total 65.0000% but 60.0000% is placed.' },
      ]),
    );
  });

  test('unknown and server-owned fields are refused, amounts are exact', async () => {
    const { body } = await save({ status: 'APPROVED', made_by: 1 });
    expect(body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(['made_by', 'status']);
    const tooFine = await save({ sum_insured: '1.001' });
    expect(tooFine.body.errors[0].field).toBe('sum_insured');
  });

  test('an under-placed policy is saved but not submitted', async () => {
    const { body } = await save({ securities: [{ security: book.a, share: '55' }] });
    const { status, body: problem } = await submit(body.id);
    expect([status, problem.title]).toEqual([409, 'Securities total 55.0000% but 60.0000% is placed.']);
  });

  test('nobody decides their own entry, root included', async () => {
    const root = await userId(t, 'root');
    const { body } = await save({}, 'root');
    await t.call('root', `PUT ${UW}/submit/${body.id}`);
    const { status, body: problem } = await approve(body.id, { who: 'root', by: root });
    expect([status, problem.title]).toEqual([403, 'You cannot approve your own entry.']);
  });

  test('{b} must be the token’s own and a rejection needs a reason', async () => {
    const id = await pending();
    for (const by of [manager + 1, 'approved', 'abc']) expect((await approve(id, { by })).status).toBe(403);
    for (const a of ['approved', 'DISABLED']) {
      const { status, body } = await approve(id, { a });
      expect([status, body.errors]).toEqual([400, [{ field: 'a', message: 'Decide by APPROVED or REJECTED.' }]]);
    }
    expect((await approve(id, { a: 'REJECTED' })).body.errors).toEqual([
      { field: 'reason', message: 'Say why it is rejected.' },
    ]);
    const rejected = await approve(id, { a: 'REJECTED', body: { reason: 'Rate too low' } });
    expect(rejected.body.status).toBe('REJECTED');
    expect((await approve(id)).body.title).toMatch(/^Already rejected by manager.nbo on Mar 2, 2026\.$/);
  });

  test('a second decision and a stale version are 409', async () => {
    const id = await pending();
    expect((await approve(id, { body: { version: 1 } })).status).toBe(409);
    expect((await approve(id, { body: { version: 2 } })).status).toBe(200);
    expect((await approve(id)).body.title).toMatch(/^Already approved/);
  });

  test('London sees nothing of Nairobi, and a foreign id answers like a missing one', async () => {
    const id = await pending();
    const foreign = await t.call('manager.lon', `GET ${UW}/${id}`);
    const missing = await t.call('manager.lon', `GET ${UW}/99999999`);
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    expect(foreign.status).toBe(404);
    const list = await t.call('underwriter.lon', `GET ${UW}/items`);
    expect(list.body.data).toEqual([]);
    expect((await t.call('underwriter.lon', `GET ${UW}/items`, { query: { branch: 'NBO' } })).status).toBe(403);
  });
});

describe('the same request twice', () => {
  test('one key, one effect, one answer; another input is refused', async () => {
    const headers = { 'idempotency-key': 'save-policy-0001' };
    const body = examplePolicy(book);
    const first = await t.call('underwriter.nbo', `POST ${UW}/save`, { body, headers });
    const second = await t.call('underwriter.nbo', `POST ${UW}/save`, { body, headers });
    expect(second.body).toEqual(first.body);
    const other = await t.call('underwriter.nbo', `POST ${UW}/save`, {
      body: examplePolicy(book, { fac: '70' }),
      headers,
    });
    expect(other.status).toBe(422);
  });
});

describe('disabling', () => {
  test('a manager undoes an approval on which nothing moved: entry reversed, notes void', async () => {
    const id = await approvedPolicy(t, book);
    expect((await t.call('underwriter.nbo', `DELETE ${UW}/${id}`)).status).toBe(403);
    const { status, body } = await t.call('manager.nbo', `DELETE ${UW}/${id}`, { query: { reason: 'Keyed twice' } });
    expect([status, body.status]).toEqual([200, 'DISABLED']);
    const { rows } = await t.ownerPool.query(
      `select sum(l.amount) as left from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_id = $1 and e.source_kind = 'policy' group by l.account, l.party_id`,
      [id],
    );
    expect(rows.every((row) => row.left.toString() === '0')).toBe(true);
    const open = await t.ownerPool.query(
      `select 1 from open_items i join notes n on n.id = i.note_id where n.policy_id = $1 and i.outstanding <> 0`,
      [id],
    );
    expect(open.rowCount).toBe(0);
  });
});

describe('the list', () => {
  test('pages, sorts, searches and refuses what it does not know', async () => {
    await save({ cedant_policy_number: 'Zürich-77' });
    const found = await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { searchValue: 'zurich-77' } });
    expect(found.body.recordsFiltered).toBe(1);
    const sorted = await t.call('underwriter.nbo', `GET ${UW}/items`, {
      query: { sort: 'fac_premium,desc', length: 2 },
    });
    expect(sorted.body.data).toHaveLength(2);
    expect((await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { sort: 'password,asc' } })).status).toBe(400);
    expect((await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { start: 10001 } })).status).toBe(400);
    expect((await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { length: 501 } })).status).toBe(400);
  });
});

test('a line says how its security accepted it: kept through an edit, not in the future, and not taken over by a copy', async () => {
  const body = examplePolicy(book);
  const [first, ...others] = body['securities'] as Record<string, unknown>[];
  const accepted = { written_on: '2026-02-20', reference: 'KR/26/17', accepted_by: 'Grace Njeri' };
  const securities = [{ ...first, ...accepted }, ...others];
  const saved = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: { ...body, securities } });
  const shown = async (id: number) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`)).body.securities;
  expect((await shown(saved.body.id))[0]).toMatchObject(accepted);
  expect((await shown(saved.body.id))[1]).toMatchObject({ written_on: null, reference: '', accepted_by: '' });
  const edit = { ...body, id: saved.body.id, version: 1 };
  const later = { ...first, ...accepted, written_on: '2099-01-01' };
  const refused = await t.call('underwriter.nbo', `PUT ${UW}/edit`, {
    body: { ...edit, securities: [later, ...others] },
  });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ field: 'securities.0.written_on', message: 'A line cannot be accepted in the future.' }],
  ]);
  const long = { ...first, accepted_by: 'x'.repeat(101) };
  const tooLong = await t.call('underwriter.nbo', `PUT ${UW}/edit`, {
    body: { ...edit, securities: [long, ...others] },
  });
  expect(tooLong.body.errors).toEqual([{ field: 'securities.0.accepted_by', message: 'At most 100 characters.' }]);
  const copy = await t.call('underwriter.nbo', `PUT ${UW}/copy/${saved.body.id}`);
  expect((await shown(copy.body.id))[0]).toMatchObject({ written_on: null, reference: '', accepted_by: '' });
});

test('another policy with the same number of the cedant is named, to who enters and who decides; it stops nobody', async () => {
  const numbered = (changes: Record<string, unknown> = {}) =>
    t.call('underwriter.nbo', `POST ${UW}/save`, {
      body: examplePolicy(book, { cedant_policy_number: 'SAV/FIRE/77', ...changes }),
    });
  const one = (await numbered()).body;
  const two = (await numbered({ cedant_policy_number: 'sav/fire/77' })).body;
  const query = { reinsured: book.reinsured, number: 'SAV/fire/77', start: '2026-03-01', end: '2027-02-28' };
  const ask = async (changes: Record<string, unknown> = {}, who = 'underwriter.nbo') =>
    (await t.call(who, `GET ${UW}/samenumber`, { query: { ...query, ...changes } })).body;
  expect(await ask()).toEqual([
    { id: one.id, name: one.number },
    { id: two.id, name: two.number },
  ]);
  expect(await ask({ policy: one.id })).toEqual([{ id: two.id, name: two.number }]);
  // The period of a renewal begins when the other's has ended.
  expect(await ask({ start: '2027-03-01', end: '2028-02-29' })).toEqual([]);
  expect(await ask({ number: 'SAV/FIRE/78' })).toEqual([]);
  expect(await ask({}, 'underwriter.lon')).toEqual([]);
  await t.call('underwriter.nbo', `PUT ${UW}/submit/${two.id}`);
  const { body: preview } = await t.call('manager.nbo', `GET ${UW}/preview/${two.id}`);
  expect(preview.warnings).toContain(`${one.number} has the same cedant’s policy number for this period.`);
  expect(preview.why_not).toBeNull();
});
