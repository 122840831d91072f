import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { START } from '../../testing/rig.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const HOUR = 3_600_000;
let t: TestApp;
let book: Book;
let policy: number;

const write = (who: string, text: string, on: { entity?: string; id?: number } = {}) =>
  t.call(who, `POST ${SCA}/note/save`, { body: { entity: 'policy', id: policy, text, ...on } });
const list = (who: string, entity = 'policy', id = policy) =>
  t.call(who, `GET ${SCA}/note/items`, { query: { entity, id } });
const edit = (who: string, note: { id: number; version: number }, text: string) =>
  t.call(who, `PUT ${SCA}/note/edit`, { body: { id: note.id, version: note.version, text } });
const remove = (who: string, id: number) => t.call(who, `DELETE ${SCA}/note/${id}`);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

describe('notes on a record', () => {
  test('anyone who works on what they see leaves one; it is text and nothing else', async () => {
    const text = '<script>alert(1)</script>\nCall the cedant “tomorrow”, 25 %';
    const made = await write('cashier.nbo', `  ${text}  `);
    expect(made.body).toMatchObject({ text, version: 1, may_edit: true, may_delete: true, edited_at: null });
    const seen = await list('auditor');
    expect(seen.body).toMatchObject({ may_add: false, data: [{ text, may_edit: false, may_delete: false }] });
    expect((await list('manager.nbo')).body.data[0]).toMatchObject({ may_edit: false, may_delete: true });
  });

  test('1 to 4,000 characters, on a record that is there', async () => {
    for (const text of ['', '   ', 'x'.repeat(4001), 'nul\u0000'])
      expect((await write('underwriter.nbo', text)).status, JSON.stringify(text.slice(0, 5))).toBe(400);
    expect((await write('underwriter.nbo', '𝄞'.repeat(2000))).status).toBe(200);
    expect((await write('underwriter.nbo', 'x', { id: 999_999 })).status).toBe(404);
    expect((await write('underwriter.nbo', 'x', { entity: 'tax', id: 1 })).status).toBe(400);
  });

  test('changed by its writer for 24 hours, in the version that was read', async () => {
    const { body: note } = await write('underwriter.nbo', 'first');
    expect((await edit('manager.nbo', note, 'mine now')).status).toBe(403);
    const changed = await edit('underwriter.nbo', note, 'second');
    expect(changed.body).toMatchObject({ text: 'second', version: 2, edited_at: START });
    expect((await edit('underwriter.nbo', note, 'third')).body.title).toBe('This record changed since you opened it.');
    t.clock.advance(24 * HOUR);
    expect((await edit('underwriter.nbo', changed.body, 'just in time')).status).toBe(200);
    t.clock.advance(1);
    const late = await edit('underwriter.nbo', { id: note.id, version: 3 }, 'too late');
    expect([late.status, late.body.title]).toEqual([409, 'A note can be changed for 24 hours. Leave another one.']);
    expect((await list('underwriter.nbo')).body.data[0].may_edit).toBe(false);
    t.clock.set(START);
  });

  test('deleted by its writer or a manager; the trail says that there was one, and not what it said', async () => {
    const { body: own } = await write('accountant.nbo', 'secret of Mr X');
    const { body: other } = await write('accountant.nbo', 'another');
    expect((await remove('underwriter.nbo', own.id)).status).toBe(403);
    expect((await remove('accountant.nbo', own.id)).status).toBe(200);
    expect((await remove('manager.nbo', other.id)).status).toBe(200);
    expect((await remove('manager.nbo', other.id)).status).toBe(404);
    const { body: rows } = await t.call('manager.nbo', `GET ${SCA}/audit/history`, {
      query: { entity: 'policy', id: policy },
    });
    expect(rows.slice(0, 2).map((row: { action: string }) => row.action)).toEqual(['note_deleted', 'note_deleted']);
    expect(JSON.stringify(rows)).not.toContain('secret of Mr X');
  });

  test('London finds no policy of Nairobi’s, and sees the firm’s parties with their notes', async () => {
    const { body: note } = await write('underwriter.nbo', 'walled');
    expect((await list('manager.lon')).status).toBe(404);
    expect((await write('manager.lon', 'x')).status).toBe(404);
    expect((await edit('manager.lon', note, 'x')).status).toBe(404);
    expect((await remove('manager.lon', note.id)).status).toBe(404);
    expect((await write('underwriter.nbo', 'Pays late', { entity: 'party', id: book.reinsured })).status).toBe(200);
    expect((await list('cashier.lon', 'party', book.reinsured)).body.data[0].text).toBe('Pays late');
  });

  test('row-level security hides a branch’s notes by itself', async () => {
    const client = await t.pool.connect();
    const seen = async (branches: string) => {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
      const { rows } = await client.query(`select 1 from record_notes where entity = 'policy'`);
      await client.query('rollback');
      return rows.length > 0;
    };
    expect([await seen('{1}'), await seen('{2}'), await seen('')]).toEqual([true, false, false]);
    client.release();
  });
});
