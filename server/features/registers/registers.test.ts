import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const REGISTERS = [
  ['reinsured', 'A reinsured'],
  ['insurancecompany', 'An insured'],
  ['securities', 'A security'],
  ['securitieslondon', 'A London security'],
] as const;
const address = '12 Harbour Road, Mombasa';

describe.each(REGISTERS)('%s', (path, what) => {
  const save = (who: string, query: Record<string, string>, body?: object) =>
    app.call(who, `POST ${API}/${path}/save`, { query, ...(body && { body }) });
  const edit = (query: Record<string, string | number>, body?: object) =>
    app.call('manager.nbo', `PUT ${API}/${path}/edit`, { query, ...(body && { body }) });
  const items = (query: Record<string, string | number> = {}) =>
    app.call('auditor', `GET ${API}/${path}/items`, { query });
  let id: number;

  test('is added to with the values in the address and an empty body, by every role that may create', async () => {
    const reply = await save('underwriter.nbo', { name: '  Ábèl Mutual  ', address });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: expect.any(Number), version: 1, status: 'ACTIVE' });
    id = reply.body.id;
    const listed = (await items()).body.data.find((row: { id: number }) => row.id === id);
    expect(listed).toMatchObject({
      name: 'Ábèl Mutual',
      address,
      status: 'ACTIVE',
      resident: path !== 'securitieslondon',
    });
    for (const who of ['manager.lon', 'claims.nbo', 'accountant.nbo'])
      expect((await save(who, { name: `By ${who}`, address })).status).toBe(200);
    for (const who of ['cashier.nbo', 'auditor']) expect((await save(who, { name: 'No', address })).status).toBe(403);
    expect((await app.call(null, `POST ${API}/${path}/save`, { query: { name: 'No', address } })).status).toBe(401);
  });

  test('or in the body, or some in each, but not two values for one field', async () => {
    const body = { name: 'Baraka Re', address, country: 'KE', resident: false, email: 'claims@baraka.example' };
    expect((await save('manager.nbo', {}, body)).status).toBe(200);
    expect((await save('manager.nbo', { name: 'Chui Re' }, { address })).status).toBe(200);
    expect((await items({ searchValue: 'BARAKA.ex' })).body.data[0]).toMatchObject({
      country: 'KE',
      countryName: 'Kenya',
      resident: false,
    });
    const twice = await save('manager.nbo', { name: 'One' }, { name: 'Two', address });
    expect(twice.status).toBe(400);
    expect(twice.body.errors[0].field).toBe('name');
  });

  test('name and address are checked, with the messages of §8', async () => {
    const short = await save('manager.nbo', { name: 'x', address: 'yy' });
    expect(short.status).toBe(400);
    expect(short.body.errors).toEqual([
      { field: 'name', message: 'Name must be 2 to 150 characters.' },
      { field: 'address', message: 'Address must be 3 to 250 characters.' },
    ]);
    expect((await save('manager.nbo', { name: 'y'.repeat(151), address })).status).toBe(400);
    expect((await save('manager.nbo', { name: 'y'.repeat(150), address })).status).toBe(200);
    expect((await save('manager.nbo', {})).body.errors[0]).toEqual({
      field: 'name',
      message: 'Name must be 2 to 150 characters.',
    });
    const odd = await save('manager.nbo', { name: 'Odd' }, { address, country: 'QQ' });
    expect(odd.body.errors).toEqual([{ field: 'country', message: 'Choose a country.' }]);
    expect((await save('manager.nbo', { name: 'Odd', address, status: 'ACTIVE' })).status).toBe(400);
    expect((await save('manager.nbo', { name: 'Odd', address }, { id: 1 })).status).toBe(400);
  });

  test('a name is one ignoring case, accents and spaces; another register may have it', async () => {
    const again = await save('manager.nbo', { name: 'ABEL  mutual', address });
    expect(again.status).toBe(409);
    expect(again.body.title).toBe(`${what} with this name already exists.`);
    expect(again.body.errors).toEqual([{ field: 'name', message: `${what} with this name already exists.` }]);
    const both = await Promise.all([1, 2].map(() => save('manager.nbo', { name: 'Twice At Once', address })));
    expect(both.map((reply) => String(reply.status)).toSorted()).toEqual(['200', '409']);
    const taken = await edit({ id, name: 'BARAKA RE', address });
    expect(taken.status).toBe(409);
    expect(taken.body.title).toBe(`${what} with this name already exists.`);
  });

  test('an edit keeps what was not sent, counts the version, and a stale one is 409', async () => {
    const first = await edit({ id, name: 'Abel Mutual', address: 'Moi Avenue' }, { version: 1, country: 'TZ' });
    expect(first.body).toEqual({ id, version: 2, status: 'ACTIVE' });
    const stale = await edit({ id, name: 'Abel', address }, { version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.title).toBe('This record changed since you opened it.');
    expect((await edit({ id, name: 'Abel Mutual Ltd', address })).body.version).toBe(3);
    const row = (await items({ searchValue: 'abel' })).body.data[0];
    expect(row).toMatchObject({ name: 'Abel Mutual Ltd', country: 'TZ', version: 3 });
    for (const wrong of [999_999, 9_999_999_999])
      expect((await edit({ id: wrong, name: 'Nobody', address })).status).toBe(404);
    expect((await edit({ id: 'x', name: 'Nobody', address })).status).toBe(400);
  });

  test('only a manager edits and sets the status; inactive ones leave the pickers and stay in the list', async () => {
    for (const who of ['underwriter.nbo', 'claims.nbo', 'accountant.nbo', 'cashier.nbo', 'auditor']) {
      expect((await app.call(who, `PUT ${API}/${path}/edit`, { query: { id, name: 'No', address } })).status).toBe(403);
      expect((await app.call(who, `PUT ${API}/${path}/update`, { query: { id, status: 'INACTIVE' } })).status).toBe(
        403,
      );
    }
    const update = (status: string, body?: object) =>
      app.call('manager.nbo', `PUT ${API}/${path}/update`, { query: { id, status }, ...(body && { body }) });
    expect((await update('GONE')).status).toBe(400);
    expect((await update('INACTIVE', { version: 1 })).status).toBe(409);
    expect((await update('INACTIVE')).body).toEqual({ id, version: 4, status: 'INACTIVE' });
    const find = (query: Record<string, string>) => app.call('cashier.lon', `GET ${API}/${path}/findAll`, { query });
    expect((await find({ searchValue: 'abel' })).body).toEqual({ data: [], more: false });
    expect((await find({ searchValue: 'abel', status: 'ALL' })).body.data).toMatchObject([{ id, status: 'INACTIVE' }]);
    expect((await items({ searchValue: 'abel' })).body.data).toHaveLength(1);
    expect((await items({ searchValue: 'abel', status: 'ACTIVE' })).body.data).toHaveLength(0);
  });

  test('every change is in the trail, with what was before and after', async () => {
    const { rows } = await app.ownerPool.query(
      `select action, facts, personal, user_id from audit_trail where entity = 'party' and entity_id = $1 order by id`,
      [id],
    );
    expect(rows.map((row) => row.action)).toEqual(['added', 'edited', 'edited', 'status_changed']);
    expect(rows[1].facts).toMatchObject({ before: { country: null }, after: { country: 'TZ' } });
    expect(rows[1].personal).toMatchObject({ 'before.name': 'Ábèl Mutual', name: 'Abel Mutual' });
    expect(rows[3].facts).toEqual({ before: 'ACTIVE', after: 'INACTIVE' });
  });

  test('another register does not reach this record', async () => {
    const other = path === 'reinsured' ? 'insurancecompany' : 'reinsured';
    const reply = await app.call('root', `PUT ${API}/${other}/edit`, { query: { id, name: 'Taken over', address } });
    expect(reply.status).toBe(404);
  });
});

describe('paging', () => {
  beforeAll(async () => {
    await app.ownerPool.query(`insert into parties (kind, name, name_key, address, search_text)
      select 'INSURED', 'Bulk ' || lpad(n::text, 5, '0'), 'bulk' || lpad(n::text, 5, '0'), 'Bulk street', 'bulk ' || lpad(n::text, 5, '0') || ' bulk street'
      from generate_series(1, 10050) n`);
  });
  const items = (query: Record<string, string | number>) =>
    app.call('manager.nbo', `GET ${API}/insurancecompany/items`, { query });

  test('start, length, search and sort follow the conventions, in a total order', async () => {
    const page = await items({ searchValue: 'bulk 0001', start: 2, length: 3 });
    expect(page.body.data.map((row: { name: string }) => row.name)).toEqual(['Bulk 00012', 'Bulk 00013', 'Bulk 00014']);
    expect(page.body).toMatchObject({ recordsFiltered: 10 });
    const down = await items({ searchValue: 'BULK', sort: 'status,asc;name,desc', length: 1 });
    expect(down.body.data[0].name).toBe('Bulk 10050');
    expect(down.body).toMatchObject({ recordsFiltered: 10_001, more: true });
    expect((await items({})).body.data).toHaveLength(25);
    expect((await items({ searchValue: '%' })).body.recordsFiltered).toBe(0);
    expect((await items({ searchValue: '_ulk' })).body.recordsFiltered).toBe(0);
    expect((await items({ searchValue: '\\' })).body.recordsFiltered).toBe(0);
  });

  test.each([
    [{ start: -1 }, 'start'],
    [{ start: 10_001 }, 'start'],
    [{ length: 0 }, 'length'],
    [{ length: 501 }, 'length'],
    [{ sort: 'made_by,asc' }, 'sort'],
    [{ sort: 'name,up' }, 'sort'],
    [{ sort: 'constructor' }, 'sort'],
    [{ searchValue: 'x'.repeat(101) }, 'searchValue'],
    [{ status: 'x' }, 'status'],
    [{ other: 'x' }, 'other'],
  ])('%j is 400', async (query, field) => {
    const reply = await items(query as Record<string, string>);
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].field).toBe(field);
  });

  test('a picker never gets more than 500, and says that there are more', async () => {
    const all = await app.call('manager.nbo', `GET ${API}/insurancecompany/findAll`);
    expect(all.body.data).toHaveLength(500);
    expect(all.body.more).toBe(true);
    const few = await app.call('manager.nbo', `GET ${API}/insurancecompany/findAll`, {
      query: { searchValue: 'bulk 00099' },
    });
    expect(few.body).toMatchObject({ data: [{ name: 'Bulk 00099' }], more: false });
  });
});

test('securities/findAll gives both markets; a market narrows it', async () => {
  await app.call('root', `POST ${API}/securities/save`, { query: { name: 'Nairobi Re' } });
  await app.call('root', `POST ${API}/securitieslondon/save`, { query: { name: 'Syndicate 2525' } });
  const find = async (path: string, query: Record<string, string> = {}) =>
    (await app.call('root', `GET ${API}/${path}/findAll`, { query })).body.data.map(
      (row: { name: string }) => row.name,
    );
  expect(await find('securities')).toEqual(expect.arrayContaining(['Nairobi Re', 'Syndicate 2525']));
  expect(await find('securities', { market: 'LOCAL' })).not.toContain('Syndicate 2525');
  expect(await find('securitieslondon')).not.toContain('Nairobi Re');
});
