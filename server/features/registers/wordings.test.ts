import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { slipPlans } from '../papers/placements.ts';
import { decideIn } from '../../testing/decide-record.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const form = (code: string, wording: string, title = 'House clause') => ({ code, title, wording, market: 'LOCAL' });
const newClause = async (code: string) =>
  (await t.call('manager.nbo', `POST ${API}/clause/save`, { body: form(code, 'The first words.') })).body.id as number;
const reword = (id: number, body: object) => t.call('manager.nbo', `PUT ${API}/clause/edit`, { body: { id, ...body } });
const clause = async (id: number, who = 'manager.nbo') => (await t.call(who, `GET ${API}/clause/${id}`)).body;
const save = (clauses: unknown) =>
  t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book, { clauses }) });
const edit = (id: number, version: number, clauses: unknown) =>
  t.call('underwriter.nbo', `PUT ${API}/underwriting/edit`, {
    body: { ...examplePolicy(book, { clauses }), id, version },
  });
const policy = async (id: number) => (await t.call('underwriter.nbo', `GET ${API}/underwriting/${id}`)).body;

/** What the slip of a policy says of its clauses, as it is handed to the renderer. */
async function slipClauses(policyId: number) {
  const branch = (await t.ownerPool.query(`select id, code, name from branches where code = 'NBO'`)).rows[0];
  const ctx = { db: t.ownerDatabase, scope: [branch.id], branch, today: '2026-03-02' };
  const [plan] = await slipPlans(ctx as never, { id: policyId, market: 'LOCAL' });
  const common = { number: 'X', day: '2026-03-02', firm: { name: 'Firm', addressLines: [] }, verification: {} };
  return JSON.stringify(plan?.model(common as never));
}

describe('wordings', () => {
  test('every change of code, title or wording is a version; another is not', async () => {
    const id = await newClause('VER-1');
    await reword(id, { ...form('VER-1', 'The first words.'), market: 'LONDON' });
    expect((await clause(id)).wordingVersion).toBe(1);
    await reword(id, form('VER-1', 'Other words.'));
    await reword(id, form('VER-1', 'Other words.', 'Another title'));
    const record = await clause(id, 'cashier.nbo');
    expect(record.wordings).toMatchObject([
      { version: 3, title: 'Another title', wording: 'Other words.', madeBy: 'manager.nbo' },
      { version: 2, title: 'House clause', wording: 'Other words.' },
      { version: 1, title: 'House clause', wording: 'The first words.' },
    ]);
    const { body: history } = await t.call('cashier.nbo', `GET ${API}/audit/history`, {
      query: { entity: 'clause', id },
    });
    expect(history[0]).toMatchObject({
      action: 'edited',
      facts: {
        before: { title: 'House clause', wording_version: 2 },
        after: { title: 'Another title', wording_version: 3 },
      },
    });
    // The words are kept by version; the trail holds their digest.
    expect(JSON.stringify(history)).not.toContain('Other words.');
    const listed = await t.call('cashier.nbo', `GET ${API}/clause/items`, {
      query: { searchValue: 'VER-1', sort: 'wordingVersion,desc' },
    });
    expect(listed.body.data).toMatchObject([{ wordingVersion: 3 }]);
  });

  test('are append-only, for the application and for the owner', async () => {
    await expect(t.pool.query(`update clause_wordings set wording = 'x'`)).rejects.toThrow(/permission denied/);
    await expect(t.ownerPool.query(`update clause_wordings set wording = 'x'`)).rejects.toThrow(/append-only/);
    await expect(t.ownerPool.query(`delete from clause_wordings`)).rejects.toThrow(/append-only/);
  });

  test('every clause of the reference data has its first', async () => {
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as missing from clauses c where not exists (
         select 1 from clause_wordings w where w.clause_id = c.id and w.version = c.wording_version and w.wording = c.wording)`,
    );
    expect(rows[0].missing).toBe(0);
  });
});

describe('a policy keeps the wording that it was written with', () => {
  test('its record and its slip say the same after the clause is edited, through submission and approval', async () => {
    const id = await newClause('KEPT-1');
    const saved = (await save([id])).body;
    const before = await slipClauses(saved.id);
    expect(before).toContain('The first words.');
    await reword(id, form('KEPT-9', 'Entirely other words.', 'New title'));
    expect(await slipClauses(saved.id)).toBe(before);
    expect((await policy(saved.id)).clauses).toEqual([
      { id, code: 'KEPT-1', title: 'House clause', wording_version: 1, latest_version: 2 },
    ]);
    await t.call('underwriter.nbo', `PUT ${API}/underwriting/submit/${saved.id}`);
    const manager = await userId(t, 'manager.nbo');
    const approved = await decideIn(t)(
      'manager.nbo',
      `PUT ${API}/underwriting/approve/${saved.id}/APPROVED/${manager}`,
    );
    expect(approved.status).toBe(200);
    expect(await slipClauses(saved.id)).toContain('The first words.');
    expect((await clause(id)).uses).toMatchObject({ all: 1, inForce: 1 });
  });

  test('an edit of a draft keeps it too, until the newer one is asked for; one added anew takes the newest', async () => {
    const id = await newClause('NEWER-1');
    const saved = (await save([id])).body;
    await reword(id, form('NEWER-1', 'The second words.'));
    const other = await newClause('NEWER-2');
    await reword(other, form('NEWER-2', 'The second words.'));
    await edit(saved.id, 1, [other, id]);
    const versions = async () =>
      (await policy(saved.id)).clauses.map((one: { code: string; wording_version: number }) => [
        one.code,
        one.wording_version,
      ]);
    expect(await versions()).toEqual([
      ['NEWER-2', 2],
      ['NEWER-1', 1],
    ]);
    await edit(saved.id, 2, [{ id, wording_version: 2 }]);
    expect(await versions()).toEqual([['NEWER-1', 2]]);
    expect(await slipClauses(saved.id)).toContain('The second words.');
    // Back to the older one, by name.
    await edit(saved.id, 3, [{ id, wording_version: 1 }]);
    expect(await versions()).toEqual([['NEWER-1', 1]]);
  });

  test('a wording that there is not, and a clause made inactive meanwhile', async () => {
    const id = await newClause('GONE-1');
    for (const wording_version of [0, 2, 99])
      expect((await save([{ id, wording_version }])).body.errors).toEqual([
        { field: 'clauses', message: `GONE-1 has no wording ${wording_version}.` },
      ]);
    const saved = (await save([id])).body;
    const off = await t.call('manager.nbo', `PUT ${API}/clause/update`, {
      body: { id, status: 'INACTIVE', version: 1 },
    });
    expect(off.body.status).toBe('INACTIVE');
    expect((await save([id])).body.errors).toEqual([{ field: 'clauses', message: 'GONE-1 is inactive.' }]);
    expect((await edit(saved.id, 1, [id])).status).toBe(200);
  });
});

describe('the migration', () => {
  test('finds older wordings in the audit trail, and lets what is unknown print what it printed', async () => {
    const source = readFileSync(
      path.resolve(import.meta.dirname, '../../platform/db/migrations/008_classes_clauses.sql'),
      'utf8',
    );
    const backfill = source.slice(
      source.indexOf('insert into clause_wordings'),
      source.indexOf('create trigger append_only'),
    );
    const clause = await newClause('BACK-1');
    await reword(clause, form('BACK-1', 'The second words.'));
    await reword(clause, form('BACK-1', 'The third words.', 'Third title'));
    const manager = await userId(t, 'manager.nbo');
    const words = [
      form('BACK-1', 'The first words.'),
      form('BACK-1', 'The second words.'),
      form('BACK-1', 'The third words.', 'Third title'),
    ];
    // As the trail told it before wordings were kept: an edit has the words before and after it.
    const acts = [
      { action: 'create', facts: { after: words[0] } },
      { action: 'edit', facts: { before: words[0], after: words[1], wordingVersion: 2 } },
      { action: 'edit', facts: { before: words[1], after: words[2], wordingVersion: 3 } },
    ];
    const client = await t.ownerPool.connect();
    try {
      await client.query('begin');
      await client.query('alter table clause_wordings disable trigger append_only');
      const kept = (
        await client.query(
          'select clause_id, version, code, title, wording, made_by from clause_wordings where clause_id = $1 order by version',
          [clause],
        )
      ).rows;
      // A clause of which the trail tells nothing, three wordings on.
      const { rows } = await client.query(
        `insert into clauses (code, title, wording, wording_version, search_text) values ('BACK-2', 'Told by nobody', 'As it is now.', 3, '') returning id`,
      );
      await client.query('delete from policy_clauses');
      await client.query('delete from clause_wordings');
      for (const { action, facts } of acts)
        await client.query(
          `insert into audit_trail (at, user_id, entity, entity_id, action, facts, digest) values (now(), $1, 'clause', $2, $3, $4, '')`,
          [manager, clause, action, JSON.stringify(facts)],
        );
      await client.query(backfill);
      const found = async (id: number) =>
        (
          await client.query(
            'select clause_id, version, code, title, wording, made_by from clause_wordings where clause_id = $1 order by version',
            [id],
          )
        ).rows;
      expect(await found(clause)).toEqual(kept);
      expect((await found(rows[0].id)).map((row) => [row.version, row.wording, row.made_by])).toEqual([
        [1, 'As it is now.', null],
        [2, 'As it is now.', null],
        [3, 'As it is now.', null],
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('clauses that come with the product', () => {
  const known = async (code: string) =>
    (await t.ownerPool.query(`select id, version, title, wording from clauses where code = $1`, [code])).rows[0];

  test('under an official number there is no text until the firm enters one', async () => {
    const { rows } = await t.ownerPool.query(
      `select code from clauses where market = 'LONDON' and code ~ '^(LMA|LSW|NMA)' and wording <> ''`,
    );
    expect(rows).toEqual([]);
    const { id, version, title } = await known('LMA3100');
    const { body: drafted } = await save([id]);
    const before = await slipClauses(drafted.id);
    expect(before).toContain('LMA3100');
    expect(before).not.toContain('"text":');
    const words = { code: 'LMA3100', title, market: 'LONDON', version };
    expect((await reword(id, { ...words, wording: 'x' })).status).toBe(400);
    expect((await reword(id, { ...words, wording: 'The wording that the firm holds.' })).status).toBe(200);
    const { body: later } = await save([id]);
    expect(await slipClauses(later.id)).toContain('The wording that the firm holds.');
    expect(await slipClauses(drafted.id)).not.toContain('The wording that the firm holds.');
  });
});
