import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { exampleSlip } from '../../testing/slip-factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { reinsuredPlans } from './endorsements.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

async function approved(changes: Record<string, unknown>): Promise<number> {
  const body = { policy, effective_date: '2026-10-06', description: 'Boiler house', ...changes };
  const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
  expect((await decideIn(t)('manager.nbo', `PUT ${E}/approve/${saved.body.id}/APPROVED`)).status).toBe(200);
  return saved.body.id;
}
const make = (call: string, query: Record<string, string | number>) =>
  t.call('underwriter.nbo', `PUT ${call}` as 'PUT x', { query });

test('the papers of an endorsement are its own, by its id or by the policy’s and its type', async () => {
  const added = await approved({ endorsementtype: 'AP', sum_insured: '600000000' });
  const original = await make(`${UW}/debitnote`, { id: policy });
  const own = await make(`${UW}/debitnote`, { id: added });
  const named = await make(`${UW}/debitnote`, { id: policy, endorsementtype: 'AP' });
  expect([original.status, own.status, named.status]).toEqual([200, 200, 200]);
  expect(own.body.number).not.toBe(original.body.number);
  expect(named.body).toEqual(own.body);
  // Papers of the terms are of its policy as it stands.
  for (const paper of ['reinsuranceslip', 'covernote']) {
    const { status, body } = await make(`${UW}/${paper}`, { id: added });
    expect([status, body], paper).toEqual([200, (await make(`${UW}/${paper}`, { id: policy })).body]);
    expect((await make(`/api/sca/v1/londonslip/${paper}`, { id: added })).status, paper).toBe(404);
  }
  const unknown = await make(`${UW}/debitnote`, { id: policy, endorsementtype: 'XX' });
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ field: 'endorsementtype', message: 'Not a type of endorsement.' }],
  ]);
  const credits = await make(`${UW}/creditnote`, { id: policy, endorsementtype: 'AP' });
  expect(credits.body).toHaveLength(3);
  expect((await make(`${UW}/creditnote`, { id: policy, endorsementtype: 'NEW' })).body).toHaveLength(3);
  const slip = await make(`${E}/slip`, { id: added });
  expect([slip.status, slip.body.number, slip.body.kind]).toEqual([
    200,
    expect.stringMatching(/\/E1$/),
    'endorsement-slip',
  ]);
  const { body: listed } = await t.call('underwriter.nbo', 'GET /api/sca/v1/document/items', {
    query: { record_kind: 'endorsement', record_id: added },
  });
  expect(listed.map((row: { kind: string }) => row.kind)).toEqual([
    'debit-note',
    'credit-note',
    'credit-note',
    'credit-note',
    'endorsement-slip',
  ]);
});

test('a debit note says where to pay, of the policy and of its endorsement; a note of a return does not', async () => {
  const account = {
    name: 'Baobab clients',
    bank: 'Bahari Bank',
    bank_branch: '',
    number: '0100200300',
    iban: '',
    swift: '',
  };
  const saved = await t.call('root', 'POST /api/sca/v1/bankaccount/save', {
    body: { ...account, currency: 'KES', purpose: 'CLIENT', branch_id: null, is_default: true },
  });
  expect(saved.status).toBe(200);
  const branch = (await t.ownerPool.query(`select id, code, name from branches where code = 'NBO'`)).rows[0];
  const ctx = { db: t.ownerDatabase, scope: [branch.id], branch, today: '2026-10-06' };
  const common = { number: 'X', day: '2026-10-06', firm: { name: 'Firm', addressLines: [] }, verification: {} };
  const printed = async (endorsementtype: string) => {
    const [plan] = await reinsuredPlans(ctx as never, { id: policy, market: 'LOCAL', endorsementtype });
    return JSON.stringify(plan?.model(common as never));
  };
  expect(await printed('NEW')).toContain('0100200300');
  expect(await printed('AP')).toContain('0100200300');
  await approved({ endorsementtype: 'RP', sum_insured: '550000000' });
  expect(await printed('RP')).not.toContain('0100200300');
});

test('a return is a credit note to the reinsured and debit notes to the securities', async () => {
  const returned = await approved({ endorsementtype: 'RP', sum_insured: '500000000' });
  const reinsured = await make(`${UW}/debitnote`, { id: returned });
  expect([reinsured.body.kind, reinsured.body.number]).toEqual([
    'return-credit-note',
    expect.stringMatching(/^CN\/NBO/),
  ]);
  const securities = await make(`${UW}/creditnote`, { id: returned });
  expect(securities.body.map((one: { number: string }) => one.number.slice(0, 2))).toEqual(['DN', 'DN', 'DN']);
});

test('words that an endorsement changed are on the papers of the terms, and not on the notes of the original', async () => {
  const own = await approvedPolicy(t, book, { territory: 'Kenya' });
  const body = {
    policy: own,
    effective_date: '2026-10-06',
    description: 'Territory widened',
    endorsementtype: 'NIL',
    territory: 'Kenya and Uganda',
  };
  const saved = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body });
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.body.id}`);
  await decideIn(t)('manager.nbo', `PUT ${E}/approve/${saved.body.id}/APPROVED`);
  const textOf = async (call: string, id: number) => {
    const made = await t.call('underwriter.nbo', `PUT ${call}` as 'PUT x', {
      query: { id },
      headers: { accept: 'application/pdf' },
    });
    expect(made.status).toBe(200);
    return readPdfText(made.bytes);
  };
  const cover = await textOf(`${UW}/covernote`, own);
  expect(cover).toContain('Kenya and Uganda');
  // Premium and sum insured are as they were: the rate makes the one of the other still.
  expect(cover).toMatch(/Rate\s+0\.25% of the sum insured/);
  expect(await textOf(`${UW}/debitnote`, own)).not.toContain('Uganda');
  const slip = await textOf(`${E}/slip`, saved.body.id);
  expect(slip).toContain('Terms changed');
  expect(slip).toMatch(/Territory\s+Kenya\s+Kenya and Uganda/);
  // No money moves, and nothing is said of any.
  expect(slip).toMatch(/Security\s+Line\n/);
  expect(slip).toContain('Total   60%');
  expect(slip).not.toMatch(/Premium|Commission|commission|Due from|0\.00\n/);
});

test('what has no note has no document, what is a draft has none yet, another branch’s is not there', async () => {
  const nil = await approved({ endorsementtype: 'NIL' });
  expect((await make(`${UW}/debitnote`, { id: nil })).status).toBe(409);
  expect((await make(`${E}/slip`, { id: nil })).status).toBe(200);
  expect((await make(`${UW}/debitnote`, { id: policy, endorsementtype: 'EXT' })).status).toBe(404);
  const draft = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, {
    body: { policy, effective_date: '2026-10-06', description: 'Boiler house', endorsementtype: 'NIL' },
  });
  expect((await make(`${E}/slip`, { id: draft.body.id })).status).toBe(409);
  const foreign = await t.call('underwriter.lon', `PUT ${E}/slip`, { query: { id: nil } });
  expect(foreign.status).toBe(404);
});

test('a London slip is endorsed by its own call, and what a caller says of its notes must be what was booked', async () => {
  const LDN = '/api/sca/v1/londonslip';
  const saved = await t.call('underwriter.nbo', `POST ${LDN}/save`, { body: exampleSlip(book) });
  await t.call('underwriter.nbo', `PUT ${LDN}/submit/${saved.body.id}`);
  const manager = await userId(t, 'manager.nbo');
  const slip = await decideIn(t)('manager.nbo', `PUT ${LDN}/approve/${saved.body.id}/APPROVED/${manager}`, {
    body: { reason: 'As agreed' },
  });
  expect(slip.status).toBe(200);
  const { body: record } = await t.call('underwriter.nbo', `GET ${LDN}/${saved.body.id}`);
  const body = {
    policy: saved.body.id,
    endorsementtype: 'AP',
    effective_date: record.insurance_start_date,
    description: 'One vessel more',
    premium: '100000.00',
  };
  expect((await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body })).status).toBe(404);
  const made = await t.call('underwriter.nbo', `POST ${LDN}/endorsement`, { body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await t.call('underwriter.nbo', `PUT ${E}/submit/${made.body.id}`);
  expect((await decideIn(t)('manager.nbo', `PUT ${E}/approve/${made.body.id}/APPROVED`)).status).toBe(200);
  expect((await make(`${LDN}/debitnote`, { id: made.body.id })).body.kind).toBe('debit-note');
  const credit = { id: saved.body.id, endorsementtype: 'AP', security: book.a };
  const one = await make(`${LDN}/creditnote`, { ...credit, premium: '100000.00' });
  expect(one.status, JSON.stringify(one.body)).toBe(200);
  // A date that cannot be read is no date that was sent: there is nothing to compare.
  expect((await make(`${LDN}/creditnote`, { ...credit, dateoffered: 'garbage' })).body).toEqual(one.body);
  expect((await make(`${LDN}/creditnote`, { ...credit, dateoffered: '2020-01-01' })).status).toBe(409);
  const wrong = await make(`${LDN}/creditnote`, { ...credit, premium: '100000.01' });
  expect([wrong.status, wrong.body.title]).toEqual([409, expect.stringMatching(/^premium was booked as 100000.00/)]);
  await expectSound(t);
});
