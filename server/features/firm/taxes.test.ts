import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

type Tax = { id: number; code: string; version: number; rates: { id: number; used: boolean; rate: string }[] };
const taxes = async (): Promise<Tax[]> => (await t.call('root', `GET ${API}/tax/items`)).body.data;
const tax = async (code: string): Promise<Tax> => {
  const found = (await taxes()).find((one) => one.code === code);
  if (!found) throw new Error(code);
  return found;
};
const root = (address: `${string} ${string}`, body: object) => {
  const [method, path] = address.split(' ');
  return t.call('root', `${method} ${API}/${path}`, { body });
};
const FORM = {
  rate: '2.5',
  basis: 'GROSS',
  borne_by: 'SECURITY',
  applies_to: 'ALL',
  market: null,
  class_id: null,
  effective_from: '2026-01-01',
  effective_to: null,
  enabled: true,
};

describe('taxes and levies', () => {
  test('levies on direct premium are off, and the example’s figures stay', async () => {
    const rows = (await t.call('cashier.nbo', `GET ${API}/tax/findAll`)).body.data as {
      code: string;
      rates: { enabled: boolean }[];
    }[];
    expect(rows.map((row) => [row.code, row.rates[0]?.enabled])).toEqual([
      ['LEVY', false],
      ['STAMP', false],
      ['TRAIN', false],
      ['WHT', true],
    ]);
    await approvedPolicy(t, book);
    const { rows: notes } = await t.ownerPool.query(`select amount::text from notes order by id`);
    expect(notes.map((row) => row.amount)).toEqual(['56250000', '21875000', '17500000', '12187500']);
  });

  test('a new one has dated rates; two never fall on the same premium', async () => {
    expect((await t.call('manager.nbo', `POST ${API}/tax/save`, { body: { code: 'X', name: 'Y' } })).status).toBe(403);
    const made = await root('POST tax/save', { code: 'REGLEVY', name: 'Regulator’s levy' });
    const taxId: number = made.body.id;
    const add = (changes: object) => root('POST tax/rate', { tax_id: taxId, ...FORM, ...changes });
    expect((await add({ effective_to: '2026-12-31' })).status).toBe(200);
    const overlap = await add({ effective_from: '2026-06-01', applies_to: 'RESIDENT' });
    expect(overlap.body.errors[0].message).toBe(
      'Another rate falls on the same premium from Jan 1, 2026 to Dec 31, 2026. End it on May 31, 2026 first.',
    );
    expect((await add({ effective_from: '2026-06-01', class_id: book.coverType })).status).toBe(400);
    expect((await add({ effective_from: '2026-06-01', borne_by: 'BROKER' })).status).toBe(200);
    expect((await add({ effective_from: '2026-06-01', enabled: false })).status).toBe(200);
    expect((await add({ effective_from: '2027-01-01' })).status).toBe(200);
    expect(
      (await add({ effective_from: '2026-05-01', effective_to: '2026-04-01', enabled: false })).body.errors[0],
    ).toEqual({
      field: 'effective_to',
      message: 'End date must not be before start date.',
    });
  });

  test('of two who add the same at once, one wins', async () => {
    const made = await root('POST tax/save', { code: 'RACE', name: 'At once' });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => root('POST tax/rate', { tax_id: made.body.id, ...FORM, borne_by: 'BROKER' })),
    );
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test('a rate that documents used is ended and not corrected', async () => {
    const { rates, version } = await tax('WHT');
    const [rate] = rates;
    expect(rate).toMatchObject({ used: true, rate: '5' });
    const correct = await root('PUT tax/rate', { ...FORM, id: rate?.id, version, rate: '6' });
    expect(correct.body.errors[0].message).toBe('Documents were made with this rate. End it and add a new one.');
    const tooEarly = await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-02-15' });
    expect(tooEarly.body.errors[0].message).toContain('A policy that begins on Mar 1, 2026 was approved with it');
    const ended = await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-03-31' });
    expect(ended.body.version).toBe(version + 1);
    expect((await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-03-31' })).body.code).toBe(
      'STALE',
    );
  });

  test('one that no document used is corrected', async () => {
    const { rates, version } = await tax('TRAIN');
    const body = { ...FORM, borne_by: 'REINSURED', id: rates[0]?.id, version, rate: '0.25', enabled: false };
    expect((await root('PUT tax/rate', body)).status).toBe(200);
    expect((await tax('TRAIN')).rates[0]?.rate).toBe('0.25');
    const { rows } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'tax' and action = 'rate_corrected' order by id desc limit 1`,
    );
    expect(rows[0].facts.rate).toEqual({ before: '0.2', after: '0.25' });
  });

  test('says which policies that wait for approval would change', async () => {
    await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
    const effect = async (changes: object) => (await root('POST tax/preview', { ...FORM, ...changes })).body;
    expect((await effect({})).effects[0]).toMatch(/^1 policy that is not approved changes: NBO\/FAC\/2026\/\d{6}\.$/);
    expect((await effect({ market: 'LONDON' })).effects[0]).toBe('No policy that waits for approval changes.');
    expect((await effect({ applies_to: 'NON_RESIDENT' })).effects[0]).toContain('1 policy');
    expect((await effect({ effective_from: '2026-04-01' })).effects[0]).toContain('No policy');
    expect((await effect({ borne_by: 'REINSURED' })).warnings).toHaveLength(1);
  });
});
