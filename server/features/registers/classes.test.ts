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

const put = (path: string, input: { query?: Record<string, string | number>; body?: unknown }, who = 'manager.nbo') =>
  t.call(who, `PUT ${API}/${path}`, input);
const one = async (id: number, who = 'manager.nbo') => (await t.call(who, `GET ${API}/covertype/${id}`)).body;

async function newClause(code: string, market: string | null = null): Promise<number> {
  const body = { code, title: `Title of ${code}`, wording: `Wording of ${code}.`, market };
  return (await t.call('manager.nbo', `POST ${API}/clause/save`, { body })).body.id;
}

/** A class of its own with a subclass, so that tests do not count each other's policies. */
async function newClass(name: string, terms: Record<string, unknown> = {}, subTerms: Record<string, unknown> = {}) {
  const { body: group } = await put('covertype/saveclass', { body: { name1: name, ...terms } });
  const { body: sub } = await put('covertype/save', { body: { name1: name, name2: `${name} sub`, ...subTerms } });
  return { group: group.id as number, sub: sub.id as number };
}

describe('terms of a class', () => {
  test('names travel in the address, in the body, or some in each; not two that differ', async () => {
    const inBody = await put('covertype/saveclass', { body: { name1: 'Body class', commission: '25', brokerage: 5 } });
    expect(inBody.body).toMatchObject({ version: 1, status: 'ACTIVE' });
    const mixed = await put('covertype/save', {
      query: { name1: 'Body class' },
      body: { name2: 'Body sub', commission: '12.5' },
    });
    expect(mixed.status).toBe(200);
    const differ = await put('covertype/saveclass', { query: { name1: 'One name' }, body: { name1: 'Another' } });
    expect(differ.body.errors).toEqual([
      { field: 'name1', message: 'Sent in the address and in the body, and not the same.' },
    ]);
    expect((await put('covertype/saveclass', {})).body.errors).toEqual([
      { field: 'name1', message: 'Name must be 2 to 150 characters.' },
    ]);
    const renamed = await put('covertype/edit', { body: { id: mixed.body.id, name: 'Body sub 2', version: 1 } });
    expect(renamed.body).toMatchObject({ version: 2 });
    expect(await one(mixed.body.id)).toMatchObject({ name: 'Body sub 2', commission: '12.5' });
    const off = await put('covertype/update', { body: { id: mixed.body.id, status: 'INACTIVE', version: 2 } });
    expect(off.body).toEqual({ id: mixed.body.id, version: 3, status: 'INACTIVE' });
    expect((await put('covertype/update', { body: { id: mixed.body.id, status: 'ACTIVE', version: 2 } })).status).toBe(
      409,
    );
  });

  test('a subclass takes what its class has where it has none of its own', async () => {
    const [first, second, own] = [await newClause('INH-1'), await newClause('INH-2'), await newClause('INH-3')];
    const { group, sub } = await newClass(
      'Inherited',
      { commission: '25', brokerage: '5', clauses: { LOCAL: [second, first] } },
      { commission: '30', clauses: { LOCAL: [own, first] } },
    );
    expect(await one(sub)).toMatchObject({
      name1: 'Inherited',
      name2: 'Inherited sub',
      commission: '30',
      brokerage: null,
      commissionApplied: '30',
      brokerageApplied: '5',
      clauses: [
        { code: 'INH-2', market: 'LOCAL', inherited: true },
        { code: 'INH-1', inherited: true },
        { code: 'INH-3', inherited: false },
      ],
    });
    expect(await one(group)).toMatchObject({ subclasses: [{ id: sub, commission: '30', brokerage: null }] });
    const { body } = await t.call('cashier.nbo', `GET ${API}/covertype/findAll`, {
      query: { searchValue: 'Inherited' },
    });
    expect(body.data).toMatchObject([
      {
        commission: '25',
        clauses: { LOCAL: [second, first], LONDON: [] },
        subclasses: [{ commission: '30', brokerage: null, clauses: { LOCAL: [own, first] } }],
      },
    ]);
    const listed = await t.call('cashier.nbo', `GET ${API}/covertype/items`, {
      query: { searchValue: 'Inherited', sort: 'commissionApplied,desc' },
    });
    expect(listed.body.data).toMatchObject([
      { commissionApplied: '30', brokerageApplied: '5', clauses: 3 },
      { commissionApplied: '25', clauses: 2 },
    ]);
  });

  test('an edit changes what is sent alone, and null takes a percentage away', async () => {
    const clause = await newClause('EDIT-1');
    const { group } = await newClass('Edited', { commission: '25', brokerage: '5', clauses: { LONDON: [clause] } });
    await put('covertype/edit', { body: { id: group, name: 'Edited', commission: null } });
    expect(await one(group)).toMatchObject({ commission: null, brokerage: '5', clauses: [{ code: 'EDIT-1' }] });
    await put('covertype/edit', { body: { id: group, name: 'Edited', clauses: { LONDON: [] } } });
    const record = await one(group);
    expect(record).toMatchObject({ brokerage: '5', clauses: [] });
    const { body: history } = await t.call('cashier.nbo', `GET ${API}/audit/history`, {
      query: { entity: 'cover_type', id: group },
    });
    expect(history).toMatchObject([
      { action: 'edited', facts: { before: { clauses_london: 'EDIT-1' }, after: { clauses_london: '' } } },
      { action: 'edited', facts: { before: { commission: '25%' }, after: { commission: null } } },
      { action: 'added', by: 'manager.nbo', facts: { after: { commission: '25%', clauses_london: 'EDIT-1' } } },
    ]);
  });

  test('every bad field at once: percentages, clauses of the other market, unknown and inactive ones', async () => {
    const [london, off] = [await newClause('BAD-LDN', 'LONDON'), await newClause('BAD-OFF')];
    await t.call('manager.nbo', `PUT ${API}/clause/update`, { query: { id: off, status: 'INACTIVE' } });
    const bad = await put('covertype/saveclass', { body: { name1: 'Bad', commission: '101', brokerage: '-1' } });
    expect(bad.body.errors).toEqual([
      { field: 'commission', message: 'Commission must be between 0 and 100.' },
      { field: 'brokerage', message: 'Brokerage must be between 0 and 100.' },
    ]);
    const clauses = await put('covertype/saveclass', {
      body: { name1: 'Bad', clauses: { LOCAL: [london, off, 999_999] } },
    });
    expect(clauses.body.errors).toEqual([
      { field: 'clauses.LOCAL', message: 'BAD-LDN is for the other market.' },
      { field: 'clauses.LOCAL', message: 'BAD-OFF is inactive.' },
      { field: 'clauses.LOCAL', message: 'A clause is no longer in the register.' },
    ]);
    expect((await put('covertype/saveclass', { body: { name1: 'Bad', note: 'x' } })).status).toBe(400);
    expect((await t.call('manager.nbo', `GET ${API}/covertype/999999`)).status).toBe(404);
  });
});

describe('a class and its policies', () => {
  const saved = async (coverType: number, changes: Record<string, unknown> = {}) =>
    t.call('underwriter.nbo', `POST ${API}/underwriting/save`, {
      body: examplePolicy({ ...book, coverType }, changes),
    });

  test('uses are counted with those of its subclasses, in one’s own branches alone', async () => {
    const { group, sub } = await newClass('Counted');
    await saved(group);
    await saved(sub);
    await approvedPolicy(t, { ...book, coverType: sub });
    expect((await one(group)).uses).toEqual({ drafts: 2, waiting: 0, inForce: 1, all: 3 });
    expect((await one(sub)).uses).toEqual({ drafts: 1, waiting: 0, inForce: 1, all: 2 });
    expect((await one(group, 'manager.lon')).uses).toEqual({ drafts: 0, waiting: 0, inForce: 0, all: 0 });
    const page = await t.call('underwriter.nbo', `GET ${API}/underwriting/items`, { query: { cover_type: group } });
    expect(page.body.recordsFiltered).toBe(3);
  });

  test('an inactive class takes no new policy and keeps those that name it', async () => {
    const { sub } = await newClass('Closed');
    const draft = (await saved(sub)).body;
    await put('covertype/update', { query: { id: sub, status: 'INACTIVE' } });
    const refused = await saved(sub);
    expect(refused.body.errors).toEqual([{ field: 'cover_type', message: 'Closed sub is inactive.' }]);
    const edited = await t.call('underwriter.nbo', `PUT ${API}/underwriting/edit`, {
      body: { ...examplePolicy({ ...book, coverType: sub }), id: draft.id, version: 1 },
    });
    expect(edited.status).toBe(200);
  });

  test('a tax of a class falls on its subclasses, and is on the pages of both', async () => {
    const { group, sub } = await newClass('Taxed');
    await t.ownerPool.query(
      `with tax as (insert into taxes (code, name) values ('FIRELEVY', 'Fire levy') returning id)
       insert into tax_rates (tax_id, rate, basis, borne_by, class_id, effective_from) select id, 1000000, 'GROSS', 'SECURITY', $1, '2020-01-01' from tax`,
      [group],
    );
    const { id } = (await saved(sub)).body;
    const { body: policy } = await t.call('underwriter.nbo', `GET ${API}/underwriting/${id}`);
    expect(policy.securities[0].taxes).toMatchObject([{ code: 'FIRELEVY', rate: '1', amount: '3125.00' }]);
    const other = (await saved(book.coverType)).body;
    const { body: plain } = await t.call('underwriter.nbo', `GET ${API}/underwriting/${other.id}`);
    expect(plain.securities[0].taxes).toEqual([]);
    const levy = { code: 'FIRELEVY', rate: '1', class_id: group, className: 'Taxed' };
    expect((await one(sub)).taxes).toContainEqual(expect.objectContaining(levy));
    expect((await one(group)).taxes).toContainEqual(expect.objectContaining(levy));
    expect((await one(book.coverType)).taxes).not.toContainEqual(expect.objectContaining({ code: 'FIRELEVY' }));
  });

  test('what a caller sends is what is saved: a class’s terms are never put in its place', async () => {
    const clause = await newClause('SENT-1');
    const { sub } = await newClass('Sent', { commission: '40', brokerage: '9', clauses: { LOCAL: [clause] } });
    const { id } = (await saved(sub)).body;
    const { body: policy } = await t.call('underwriter.nbo', `GET ${API}/underwriting/${id}`);
    expect(policy).toMatchObject({ cedant_commission: '25', brokerage: '5', clauses: [] });
  });
});
