import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_VIEWS } from '../../../domain/views/contract.ts';
import { listKey } from '../../../domain/views/list-key.ts';
import { allRoutes } from '../../app.ts';
import { viewedLists } from './viewed.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const VIEW = '/api/sca/v1/view';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t?.close());

const keep = (who: string, changes: Record<string, unknown> = {}) =>
  t.call(who, `POST ${VIEW}/save`, {
    body: {
      list: 'claim/items',
      name: 'Open fire claims',
      query: 'class=3&status=APPROVED',
      shared: false,
      ...changes,
    },
  });
const namesFor = async (who: string, list = 'claim/items') =>
  (await t.call(who, `GET ${VIEW}/items`, { query: { list } })).body.data.map((one: { name: string }) => one.name);

test('one’s own are one’s own; what is shared is seen in the branch, and nowhere else', async () => {
  const { body: own } = await keep('claims.nbo', { name: 'Mine' });
  const { body: shared } = await keep('claims.nbo', { name: 'Ours', shared: true });
  expect(own).toMatchObject({ list: 'claim/items', query: 'class=3&status=APPROVED', may_edit: true, version: 1 });
  expect(await namesFor('claims.nbo')).toEqual(['Mine', 'Ours']);
  expect(await namesFor('manager.nbo')).toEqual(['Ours']);
  expect(await namesFor('manager.lon')).toEqual([]);
  expect(await namesFor('claims.nbo', 'underwriting/items')).toEqual([]);
  const { body } = await t.call('manager.nbo', `GET ${VIEW}/items`, { query: { list: 'claim/items' } });
  expect(body.data).toMatchObject([{ id: shared.id, may_edit: false, made_by: { name: 'claims.nbo' } }]);
});

test('its maker alone changes it, in the version that was read; root takes away what is shared', async () => {
  const { body: view } = await keep('claims.nbo', { name: 'To be changed', shared: true });
  const { body: hidden } = await keep('claims.nbo', { name: 'Nobody else’s' });
  const edit = (who: string, of: { id: number; version: number }, name = 'Changed') =>
    t.call(who, `PUT ${VIEW}/edit`, {
      body: { id: of.id, version: of.version, name, query: 'status=DRAFT', shared: true },
    });
  expect((await edit('manager.nbo', view)).status).toBe(403);
  expect((await edit('manager.nbo', hidden)).status).toBe(404);
  expect((await edit('claims.lon', view)).status).toBe(404);
  expect((await edit('claims.nbo', view)).body).toMatchObject({ name: 'Changed', query: 'status=DRAFT', version: 2 });
  expect((await edit('claims.nbo', view)).status).toBe(409);
  // What each is told that they may do with it, as the screen offers it.
  const offered = async (who: string) => {
    const { body } = await t.call(who, `GET ${VIEW}/items`, { query: { list: 'claim/items' } });
    const of = body.data.find((one: { id: number }) => one.id === view.id);
    return [of.may_edit, of.may_delete];
  };
  expect(await Promise.all(['claims.nbo', 'manager.nbo', 'root'].map(offered))).toEqual([
    [true, true],
    [false, false],
    [false, true],
  ]);
  const drop = (who: string, id: number) => t.call(who, `DELETE ${VIEW}/${id}`);
  expect((await drop('manager.nbo', view.id)).status).toBe(403);
  expect((await drop('root', hidden.id)).status).toBe(404);
  expect((await drop('root', view.id)).body).toEqual({ id: view.id });
  expect((await drop('claims.nbo', hidden.id)).status).toBe(200);
  expect(await namesFor('claims.nbo')).not.toContain('Changed');
});

test('a name is there once for a person and a list, whatever its capitals', async () => {
  expect((await keep('claims.nbo', { name: 'Twice' })).status).toBe(200);
  const again = await keep('claims.nbo', { name: 'TWICE' });
  expect([again.status, again.body.title]).toEqual([409, 'A view with this name already exists.']);
  expect((await keep('claims.nbo', { name: 'Twice', list: 'underwriting/items' })).status).toBe(200);
  expect((await keep('manager.nbo', { name: 'Twice' })).status).toBe(200);
});

test.each([
  [{ name: 'x' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ query: 'q='.padEnd(2001, 'x') }, 'query'],
  [{ list: 'user/nothing' }, 'list'],
  [{ list: 'statements/batch/{id}' }, 'list'],
  [{ shared: 'yes' }, 'shared'],
])('%o is refused at its field', async (changes, field) => {
  const { status, body } = await keep('claims.nbo', changes);
  expect([status, body.errors[0].field]).toEqual([400, field]);
});

test('every list and report that comes as a file has views, those of one record aside', async () => {
  const routes = allRoutes(t.services);
  const filed = routes.filter(({ endpoint }) => endpoint.query?.shape['format'] !== undefined);
  const lists = viewedLists(routes);
  const without = filed.map(({ endpoint }) => listKey(endpoint)).filter((key) => !lists.has(key));
  // Of one record, of the rows of a file, and the journal as a file for another system.
  expect(without.toSorted()).toMatchInlineSnapshot(`
    [
      "batch/{id}",
      "import/rows",
      "import/template",
      "ledger/export",
      "party/{id}/notes",
      "party/{id}/papers",
      "reconciliation/{id}",
      "securities/replacement/{id}",
      "statements/batch/{id}",
      "statements/remittances/{id}",
    ]
  `);
  expect((await keep('manager.nbo', { list: 'trialbalance/items', name: 'Month’s end' })).status).toBe(200);
  expect((await keep('underwriter.nbo', { list: 'trialbalance/items', name: 'Month’s end' })).status).toBe(403);
});

describe('the view that a list opens with', () => {
  const opens = (who: string, id: number, on = true) => t.call(who, `PUT ${VIEW}/opens`, { body: { id, opens: on } });
  const openingOf = async (who: string, list = 'claim/items') =>
    (await t.call(who, `GET ${VIEW}/items`, { query: { list } })).body.data
      .filter((one: { opens: boolean }) => one.opens)
      .map((one: { name: string }) => one.name);
  const kept = async (who: string, changes: Record<string, unknown>) => (await keep(who, changes)).body;

  test('is each person’s own: one’s own or a shared one, one of a list, until it opens without it again', async () => {
    const shared = await kept('claims.nbo', { name: 'Opens for all', shared: true });
    const own = await kept('claims.nbo', { name: 'Opens for me' });
    expect(shared.opens).toBe(false);
    expect((await opens('claims.nbo', own.id)).body).toMatchObject({ id: own.id, opens: true, version: 1 });
    expect((await opens('manager.nbo', shared.id)).body).toMatchObject({ opens: true, may_edit: false });
    expect([await openingOf('claims.nbo'), await openingOf('manager.nbo'), await openingOf('root')]).toEqual([
      ['Opens for me'],
      ['Opens for all'],
      [],
    ]);
    // Another one takes its place, of this list alone.
    const policies = await kept('manager.nbo', { name: 'Mine', list: 'underwriting/items' });
    await opens('manager.nbo', policies.id);
    await opens('claims.nbo', shared.id);
    expect(await openingOf('claims.nbo')).toEqual(['Opens for all']);
    expect(await openingOf('manager.nbo')).toEqual(['Opens for all']);
    expect(await openingOf('manager.nbo', 'underwriting/items')).toEqual(['Mine']);
    expect((await opens('manager.nbo', shared.id, false)).body).toMatchObject({ opens: false });
    expect([await openingOf('manager.nbo'), await openingOf('claims.nbo')]).toEqual([[], ['Opens for all']]);
    // A change of the view leaves it; that it opens is nothing that the view itself says.
    const edit = { id: shared.id, version: 1, name: 'Opens for all', query: 'status=DRAFT', shared: true };
    expect((await t.call('claims.nbo', `PUT ${VIEW}/edit`, { body: edit })).body).toMatchObject({ opens: true });
  });

  test('is known for all lists of the branch at once: those alone that the person sees, and may look at', async () => {
    const own = await kept('accountant.nbo', { name: 'Opens first' });
    const books = await kept('accountant.nbo', { name: 'Opens the books', list: 'trialbalance/items', shared: true });
    for (const { id } of [own, books]) await opens('accountant.nbo', id);
    const opening = async (who: string) =>
      (await t.call(who, `GET ${VIEW}/items`)).body.data.map(({ id }: { id: number }) => id);
    expect(await opening('accountant.nbo')).toEqual([own.id, books.id]);
    expect(await opening('accountant.lon')).toEqual([]);
    await t.ownerPool.query(
      `update opening_views set user_id = (select id from users where name = 'underwriter.nbo') where view_id = $1`,
      [books.id],
    );
    expect([await opening('accountant.nbo'), await opening('underwriter.nbo')]).toEqual([[own.id], []]);
  });

  test('is one that the person sees: not another’s own, of another branch, or of a list that is not for them', async () => {
    const own = await kept('claims.nbo', { name: 'Not theirs' });
    const shared = await kept('claims.nbo', { name: 'Of Nairobi', shared: true });
    const books = await kept('manager.nbo', { name: 'Books', list: 'trialbalance/items', shared: true });
    const refused = [
      await opens('manager.nbo', own.id),
      await opens('claims.lon', shared.id),
      await opens('root', own.id),
      await opens('underwriter.nbo', books.id),
      await opens('manager.nbo', 2_000_000_000),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 403, 404]);
    const { status, body } = await t.call('claims.nbo', `PUT ${VIEW}/opens`, { body: { id: own.id, opens: 'yes' } });
    expect([status, body.errors[0].field]).toEqual([400, 'opens']);
  });

  test('says nothing while the view is not shared, and goes with it', async () => {
    const view = await kept('claims.nbo', { name: 'For a while', shared: true });
    await opens('manager.nbo', view.id);
    const share = (version: number, shared: boolean) =>
      t.call('claims.nbo', `PUT ${VIEW}/edit`, {
        body: { id: view.id, version, name: 'For a while', query: 'status=DRAFT', shared },
      });
    await share(1, false);
    expect(await openingOf('manager.nbo')).toEqual([]);
    await share(2, true);
    expect(await openingOf('manager.nbo')).toEqual(['For a while']);
    await t.call('claims.nbo', `DELETE ${VIEW}/${view.id}`);
    expect(await openingOf('manager.nbo')).toEqual([]);
    const { rows } = await t.ownerPool.query('select 1 from opening_views where view_id = $1', [view.id]);
    expect(rows).toEqual([]);
  });

  test('is in the trail of the view, once for each change', async () => {
    const view = await kept('claims.nbo', { name: 'Traced', shared: true });
    for (const on of [true, true, false, false]) await opens('manager.nbo', view.id, on);
    const { rows } = await t.ownerPool.query(
      `select a.action, u.name from audit_trail a join users u on u.id = a.user_id
       where a.entity = 'saved_view' and a.entity_id = $1 order by a.id`,
      [view.id],
    );
    expect(rows).toEqual([
      { action: 'saved', name: 'claims.nbo' },
      { action: 'set_to_open', name: 'manager.nbo' },
      { action: 'set_aside', name: 'manager.nbo' },
    ]);
  });

  test('is not another’s to read or write in the database either', async () => {
    const view = await kept('claims.nbo', { name: 'Walled', shared: true });
    await opens('claims.nbo', view.id);
    const asManager = async (text: string) => {
      const client = await t.pool.connect();
      try {
        await client.query('begin');
        await client.query(
          `select set_config('slipway.branches', $1, true), set_config('slipway.user', (select id::text from users where name = 'manager.nbo'), true)`,
          [`{${(await t.ownerPool.query(`select id from branches where code = 'NBO'`)).rows[0].id}}`],
        );
        return (await client.query(text)).rowCount;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const others = 'from opening_views where user_id <> request_user()';
    expect((await t.ownerPool.query('select 1 from opening_views')).rowCount).toBeGreaterThan(1);
    expect(await asManager(`select 1 ${others}`)).toBe(0);
    expect(await asManager(`delete ${others}`)).toBe(0);
    const copied = `insert into opening_views (user_id, branch_id, list, view_id, chosen_at)
      select u.id, v.branch_id, v.list, v.id, now() from saved_views v, users u where v.id = ${view.id} and u.name = 'underwriter.nbo'`;
    await expect(asManager(copied)).rejects.toThrow(/row-level security/);
  });
});

test('who may not see the list has no views of it', async () => {
  expect((await keep('cashier.nbo', { list: 'underwriting/renewals', name: 'Renewals' })).status).toBe(403);
  expect((await t.call('cashier.nbo', `GET ${VIEW}/items`, { query: { list: 'underwriting/renewals' } })).status).toBe(
    403,
  );
});

test(`at most ${MOST_VIEWS} of a list`, async () => {
  const names = Array.from({ length: MOST_VIEWS }, (_, index) => `View ${index}`);
  for (const name of names) expect((await keep('cashier.nbo', { list: 'receivable/items', name })).status).toBe(200);
  const more = await keep('cashier.nbo', { list: 'receivable/items', name: 'One more' });
  expect([more.status, more.body.errors[0].field]).toEqual([400, 'name']);
});

test('the trail says which list, and keeps name and search where they can be erased', async () => {
  const { body } = await keep('accountant.nbo', {
    list: 'receivable/items',
    name: 'Jane Doe’s receipts',
    query: 'q=Jane',
  });
  const { rows } = await t.ownerPool.query(
    `select action, facts, personal from audit_trail where entity = 'saved_view' and entity_id = $1`,
    [body.id],
  );
  expect(rows).toEqual([
    {
      action: 'saved',
      facts: expect.objectContaining({ list: 'receivable/items', shared: false }),
      personal: expect.objectContaining({ name: 'Jane Doe’s receipts', query: 'q=Jane' }),
    },
  ]);
});
