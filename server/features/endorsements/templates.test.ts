import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const UW = '/api/sca/v1/underwriting';
const T = `${UW}/templates`;
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

const save = (name: string, body: Record<string, unknown> = {}, who = 'underwriter.nbo') =>
  t.call(who, `POST ${T}/save`, { body: { policy, name, ...body } });
const get = (id: number, who = 'underwriter.nbo') => t.call(who, `GET ${T}/${id}`);
const list = (query: Record<string, string> = {}, who = 'underwriter.nbo') => t.call(who, `GET ${T}/items`, { query });
const namesOf = async (query: Record<string, string> = {}, who = 'underwriter.nbo') =>
  (await list(query, who)).body.data.map((row: { name: string }) => row.name);

test('a template has the terms of its policy and nothing that is one risk’s own', async () => {
  const { status, body } = await save('Fire, 60 % order');
  expect([status, body.status]).toEqual([200, 'ACTIVE']);
  const { body: template } = await get(body.id);
  expect(template.terms).toEqual({
    cover_type: book.coverType,
    currency: 'KES',
    rate: '0.25',
    fac: '60',
    cedant_commission: '25',
    brokerage: '5',
    interest: '',
    excess: '1% of each loss',
    territory: 'Kenya',
    conditions: '',
    payment_terms: 'LUMP_30',
    remittance_days: 30,
    warranty: null,
    clauses: [],
    securities: [
      { security: book.a, share: '25', offer: '25', commission: null, brokerage: null },
      { security: book.b, share: '20', offer: '20', commission: null, brokerage: null },
      { security: book.c, share: '15', offer: '15', commission: null, brokerage: null },
    ],
  });
  expect(template.left_out).toEqual([]);
  expect(template.securities[2]).toMatchObject({ name: 'Security C', resident: false });
});

test('a slip’s template has its sections without limits, days and stamps', async () => {
  const slip = await t.call('underwriter.nbo', 'POST /api/sca/v1/londonslip/save', { body: exampleSlip(book) });
  const { body } = await save('London property', { policy: slip.body.id });
  const { terms, market } = (await get(body.id)).body;
  expect(market).toBe('LONDON');
  expect(terms.slip.risk).toMatchObject({ choice_of_law: 'Kenya', subjectivities: [{ by: null }] });
  expect(terms.slip.risk.limit).toBeUndefined();
  expect(terms.slip.subscription).toMatchObject({ leader: book.a, settlement_due_date: null });
  expect(terms.securities[0]).toEqual({ security: book.a, written: '25', commission: null, brokerage: null });
  expect(JSON.stringify(terms)).not.toContain('AAA');
  expect(await namesOf({ market: 'LONDON' })).toEqual(['London property']);
  expect(await namesOf({ market: 'LOCAL', searchValue: 'london' })).toEqual([]);
  expect(await namesOf({ cover_type: String(book.coverType) })).toContain('London property');
});

test('what is inactive by now is left out and named', async () => {
  const { body } = await save('With an inactive security');
  await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.b]);
  await t.ownerPool.query(`update cover_types set status = 'INACTIVE' where id = $1`, [book.coverType]);
  const { body: template } = await get(body.id);
  await t.ownerPool.query(`update parties set status = 'ACTIVE' where id = $1`, [book.b]);
  await t.ownerPool.query(`update cover_types set status = 'ACTIVE' where id = $1`, [book.coverType]);
  expect(template.left_out).toEqual(['Security B', 'Test class']);
  expect(template.terms.cover_type).toBeUndefined();
  expect(template.terms.securities.map((line: { security: number }) => line.security)).toEqual([book.a, book.c]);
});

test('is renamed, disabled and deleted by the version that was read, and its name is one of its market', async () => {
  const { body: made } = await save('To be changed');
  expect((await save('to be  changed')).status).toBe(409);
  const put = (path: string, body: Record<string, unknown>, who = 'underwriter.nbo') =>
    t.call(who, `PUT ${T}/${path}/${made.id}`, { body });
  expect((await put('rename', { version: 2, name: 'Changed' })).status).toBe(409);
  expect((await put('rename', { version: 1, name: 'x' })).status).toBe(400);
  expect((await put('rename', { version: 1, name: 'Changed' })).body).toMatchObject({ version: 2 });
  expect((await put('status', { version: 2, status: 'INACTIVE' })).status).toBe(200);
  expect(await namesOf({ status: 'ACTIVE' })).not.toContain('Changed');
  expect((await put('rename', { version: 3, name: 'Other' }, 'manager.nbo')).status).toBe(403);
  expect((await put('rename', { version: 3, name: 'Other' }, 'underwriter.lon')).status).toBe(404);
  expect((await t.call('underwriter.nbo', `DELETE ${T}/${made.id}`, { body: { version: 3 } })).status).toBe(200);
  expect((await get(made.id)).status).toBe(404);
  const { rows } = await t.ownerPool.query(
    `select action from audit_trail where entity = 'template' and entity_id = $1 order by id`,
    [made.id],
  );
  expect(rows.map((row) => row.action)).toEqual(['added', 'edited', 'edited', 'deleted']);
});

test('a branch’s own is not another’s; root’s for the firm is everybody’s to use and root’s alone to change', async () => {
  await save('Nairobi only');
  expect((await save('For the firm', { firm: true })).status).toBe(403);
  const { body: firm } = await save('For the firm', { firm: true }, 'root');
  const seen = await namesOf({}, 'underwriter.lon');
  expect(seen).toContain('For the firm');
  expect(seen).not.toContain('Nairobi only');
  const row = (await list({ searchValue: 'for the firm' }, 'underwriter.lon')).body.data[0];
  expect(row).toMatchObject({ branch: null, may_change: false, made_by: expect.any(String) });
  expect((await get(firm.id, 'underwriter.lon')).status).toBe(200);
  const change = { version: 1, name: 'Mine' };
  expect((await t.call('underwriter.lon', `PUT ${T}/rename/${firm.id}`, { body: change })).status).toBe(403);
  expect((await t.call('root', `PUT ${T}/rename/${firm.id}`, { body: change })).status).toBe(200);
  expect((await save('Foreign', {}, 'underwriter.lon')).status).toBe(404);
});

test('a draft is saved on a template’s terms as they are', async () => {
  const { body } = await save('Used');
  const { terms } = (await get(body.id)).body;
  const { reinsured, insured, dateoffered, insurance_start_date, insurance_end_date, sum_insured } =
    examplePolicy(book);
  const own = { reinsured, insured, dateoffered, insurance_start_date, insurance_end_date, sum_insured };
  const saved = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: { ...own, ...terms } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
});
