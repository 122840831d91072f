import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const renew = (id: number, who = 'underwriter.nbo') => t.call(who, `PUT ${UW}/renew/${id}`);
const get = async (id: number) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`)).body;

async function endorsed(policy: number, changes: Record<string, unknown>): Promise<void> {
  const body = { policy, effective_date: '2026-10-06', description: 'Change', ...changes };
  const { body: saved } = await t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body });
  await t.call('underwriter.nbo', `PUT ${E}/submit/${saved.id}`);
  expect((await decideIn(t)('manager.nbo', `PUT ${E}/approve/${saved.id}/APPROVED`)).status).toBe(200);
}

test('a renewal is a draft of the next period on the terms as endorsed, and made once', async () => {
  const policy = await approvedPolicy(t, book);
  await endorsed(policy, { endorsementtype: 'AP', sum_insured: '600000000' });
  const made = await Promise.all([renew(policy), renew(policy)]);
  expect(made.map((one) => one.status)).toEqual([200, 200]);
  expect(made[0]?.body.id).toBe(made[1]?.body.id);
  expect(await get(made[0]?.body.id)).toMatchObject({
    status: 'DRAFT',
    insurance_start_date: '2027-03-01',
    insurance_end_date: '2028-02-29',
    sum_insured: '600000000.00',
    premium: '1500000.00',
    renewed_from: { id: policy },
    securities: [{ share: '25' }, { share: '20' }, { share: '15' }],
  });
  expect((await get(policy)).renewal).toMatchObject({ id: made[0]?.body.id });
  await expectSound(t);
});

test('after an extension a renewal is for twelve months from its end, not for thirteen', async () => {
  const policy = await approvedPolicy(t, book);
  await endorsed(policy, { endorsementtype: 'EXT', effective_date: '2027-03-01', insurance_end_date: '2027-03-30' });
  const effect = await t.call('underwriter.nbo', `POST ${UW}/renewals/effect`, { body: { ids: [policy] } });
  expect(effect.body[0].period).toEqual({ start: '2027-03-31', end: '2028-03-30' });
  const made = await renew(policy);
  expect(await get(made.body.id)).toMatchObject({
    insurance_start_date: '2027-03-31',
    insurance_end_date: '2028-03-30',
  });
});

test('a London slip is renewed with its sections', async () => {
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/londonslip/save', { body: exampleSlip(book) });
  await t.call('underwriter.nbo', `PUT /api/sca/v1/londonslip/submit/${saved.body.id}`);
  const manager = await userId(t, 'manager.nbo');
  const approved = await decideIn(t)(
    'manager.nbo',
    `PUT /api/sca/v1/londonslip/approve/${saved.body.id}/APPROVED/${manager}`,
    { body: { reason: 'As agreed' } },
  );
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  const { status, body } = await renew(saved.body.id);
  expect([status, body.number]).toEqual([200, expect.stringMatching(/\/LDN\//)]);
});

test('a batch renews what can be renewed and says why of the rest', async () => {
  const [good, cancelled] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
  await endorsed(cancelled, { endorsementtype: 'CANCEL_PRORATA' });
  const { body } = await t.call('underwriter.nbo', `POST ${UW}/renew`, { body: { ids: [cancelled, good] } });
  expect(body).toEqual([
    { policy: good, renewal: { id: expect.any(Number), number: expect.any(String) }, problem: null },
    { policy: cancelled, renewal: null, problem: expect.stringMatching(/^Only an approved policy/) },
  ]);
  const missing = await t.call('underwriter.nbo', `POST ${UW}/renew`, { body: { ids: [good, 999_999] } });
  expect(missing.status).toBe(404);
  await expectSound(t);
});

test('not renewed, with a reason; another branch’s is not there; a draft is not renewed but copied', async () => {
  const policy = await approvedPolicy(t, book);
  const left = await t.call('underwriter.nbo', `PUT ${UW}/notrenewed/${policy}`, { body: { reason: 'Sold' } });
  expect([left.status, (await get(policy)).not_renewed_reason]).toEqual([200, 'Sold']);
  expect((await renew(policy, 'underwriter.lon')).status).toBe(404);
  const draft = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
  expect((await renew(draft.body.id)).status).toBe(409);
  const copy = await t.call('underwriter.nbo', `PUT ${UW}/copy/${draft.body.id}`);
  expect(await get(copy.body.id)).toMatchObject({ status: 'DRAFT', premium: '1250000.00', renewed_from: null });
  await expectSound(t);
});
