import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from './endorsements.factories.ts';

const UW = '/api/sca/v1/underwriting';
const E = '/api/sca/v1/endorsement';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const save = (policy: number, changes: Record<string, unknown>) =>
  t.call('underwriter.nbo', `POST ${UW}/endorsement`, { body: typedEndorsement(policy, changes) });
const effect = async (policy: number, changes: Record<string, unknown>) =>
  (await t.call('underwriter.nbo', `POST ${E}/effect`, { body: typedEndorsement(policy, changes) })).body;
const get = async (id: number) => (await t.call('underwriter.nbo', `GET ${E}/${id}`)).body;
const policyOf = async (id: number, query = {}) => (await t.call('underwriter.nbo', `GET ${UW}/${id}`, { query })).body;

const words = (changes: Record<string, unknown>) => ({
  endorsementtype: 'NIL',
  sum_insured: undefined,
  description: 'Name and territory corrected',
  ...changes,
});
const other = async (name: string): Promise<number> =>
  (await t.call('root', 'POST /api/sca/v1/insurancecompany/save', { body: { name, address: 'Nairobi, Kenya' } })).body
    .id;

test('hold from their day: on the page, in lists and searches, as a difference against what was', async () => {
  const policy = await approvedPolicy(t, book, { territory: 'Kenya', interest: 'Sugar works' });
  const insured = await other('Busia Sugar Works');
  const changes = words({ insured, territory: 'Kenya and Uganda', conditions: 'Survey by June' });
  expect((await effect(policy, changes)).words).toEqual([
    { field: 'insured', label: 'Insured', before: 'Kisumu Sugar Works', after: 'Busia Sugar Works' },
    { field: 'territory', label: 'Territory', before: 'Kenya', after: 'Kenya and Uganda' },
    { field: 'conditions', label: 'Further conditions', before: '', after: 'Survey by June' },
  ]);
  const id = await approvedEndorsement(t, policy, changes);
  const now = { insured: { name: 'Busia Sugar Works' }, territory: 'Kenya and Uganda', interest: 'Sugar works' };
  expect(await policyOf(policy)).toMatchObject({ ...now, conditions: 'Survey by June', premium: '1250000.00' });
  expect(await policyOf(policy, { asat: '2026-10-05' })).toMatchObject({ territory: 'Kenya', conditions: '' });
  expect(await policyOf(policy, { asat: '2026-10-06' })).toMatchObject(now);
  expect(await get(id)).toMatchObject({
    policy: { insured: { id: insured, name: 'Busia Sugar Works' } },
    words: [{ field: 'insured' }, { field: 'territory', before: 'Kenya' }, { field: 'conditions' }],
  });
  const { body: listed } = await t.call('underwriter.nbo', `GET ${UW}/items`, {
    query: { searchValue: 'busia sugar' },
  });
  expect(listed.data).toMatchObject([{ id: policy, insured: 'Busia Sugar Works' }]);
  await expectSound(t);
});

test('block nothing, may be of an earlier day, and the later one counts from its day', async () => {
  const policy = await approvedPolicy(t, book, { territory: 'Kenya' });
  await approvedEndorsement(t, policy, words({ effective_date: '2026-12-01', territory: 'Kenya and Uganda' }));
  await approvedEndorsement(t, policy);
  await approvedEndorsement(t, policy, words({ effective_date: '2026-05-01', territory: 'East Africa' }));
  const on = async (asat: string) => (await policyOf(policy, { asat })).territory;
  expect([await on('2026-04-30'), await on('2026-05-01'), await on('2026-12-01')]).toEqual([
    'Kenya',
    'East Africa',
    'Kenya and Uganda',
  ]);
  expect((await policyOf(policy)).territory).toBe('Kenya and Uganda');
});

test('are taken over by a renewal; a copy is of what was entered', async () => {
  const policy = await approvedPolicy(t, book, { territory: 'Kenya' });
  const insured = await other('Migori Sugar Works');
  await approvedEndorsement(t, policy, words({ insured, territory: 'Kenya and Uganda' }));
  const renewal = await t.call('underwriter.nbo', `PUT ${UW}/renew/${policy}`);
  expect(await policyOf(renewal.body.id)).toMatchObject({ insured: { id: insured }, territory: 'Kenya and Uganda' });
  const copy = await t.call('underwriter.nbo', `PUT ${UW}/copy/${policy}`);
  expect(await policyOf(copy.body.id)).toMatchObject({ insured: { id: book.insured }, territory: 'Kenya' });
});

test('clauses come and go in the wording that is named', async () => {
  const body = (code: string) => ({ code, title: `Clause ${code}`, wording: `Wording of ${code}` });
  const clause = async (code: string) =>
    (await t.call('root', 'POST /api/sca/v1/clause/save', { body: body(code) })).body.id;
  const [first, second] = [await clause('W-1'), await clause('W-2')];
  const policy = await approvedPolicy(t, book, { clauses: [first] });
  await approvedEndorsement(t, policy, words({ clauses: [{ id: second, wording_version: 1 }] }));
  expect((await policyOf(policy)).clauses).toMatchObject([{ id: second, code: 'W-2', wording_version: 1 }]);
  const wrong = await save(policy, words({ clauses: [{ id: second, wording_version: 9 }] }));
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ field: 'clauses', message: 'W-2 has no wording 9.' }]]);
});

test('refused: with premium, too long for the form, an insured that is none, inactive or another kind of party', async () => {
  const policy = await approvedPolicy(t, book);
  const errors = async (changes: Record<string, unknown>) => (await save(policy, changes)).body.errors;
  expect(await errors({ territory: 'Kenya' })).toEqual([
    { field: 'territory', message: 'Words are changed by an endorsement without premium.' },
  ]);
  expect(await errors(words({ territory: 'x'.repeat(201) }))).toEqual([
    { field: 'territory', message: 'At most 200 characters.' },
  ]);
  for (const insured of [book.reinsured, 999_999])
    expect(await errors(words({ insured }))).toEqual([{ field: 'insured', message: 'Choose one from the list.' }]);
  const closed = await other('Closed Works');
  await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [closed]);
  expect(await errors(words({ insured: closed }))).toEqual([
    { field: 'insured', message: 'Closed Works is inactive.' },
  ]);
});

test('of an insured that was merged name the one that stayed', async () => {
  const policy = await approvedPolicy(t, book);
  const [gone, stays] = [await other('Homa Bay Sugar'), await other('Homa Bay Sugar Limited')];
  await approvedEndorsement(t, policy, words({ insured: gone }));
  await t.ownerPool.query('select merge_parties($1, $2, (select min(id) from users))', [gone, stays]);
  expect(await policyOf(policy)).toMatchObject({ insured: { id: stays, name: 'Homa Bay Sugar Limited' } });
});
