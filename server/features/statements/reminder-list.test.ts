import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { workStatements } from './statements.factories.ts';

const S = '/api/sca/v1/statements';
let t: TestApp;
let book: Book;
let made = 0;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});
// Each begins with a reinsured of its own, on the day on which its premium is noted.
beforeEach(async () => {
  t.clock.set('2026-03-02T08:00:00.000Z');
  made += 1;
  book = await makeBook(t, ` ${made}`);
  await t.ownerPool.query(`update parties set email = 'reinsured' || id || '@example.test' where id = $1`, [
    book.reinsured,
  ]);
  sent.length = 0;
});

const on = (day: string) => t.clock.set(`${day}T08:00:00.000Z`);
const work = () => workStatements(t, sent);

type Row = { id: number; party: { name: string }; due_on: string; level: string; stopped: boolean };
const send = (items: readonly number[], changes: Record<string, unknown> = {}) =>
  t.call('accountant.nbo', `POST ${S}/reminders/send`, { body: { items, mail: true, ...changes } });

describe('the list of reminders', () => {
  type Found = {
    recordsTotal: number;
    recordsFiltered: number;
    data: Row[];
  };
  type Sums = { totals: unknown[]; going: number; stopped: number };
  const list = async (query: Record<string, string | number> = {}, who = 'accountant.nbo'): Promise<Found> =>
    (await t.call(who, `GET ${S}/reminders`, { query })).body;
  const sums = async (query: Record<string, string | number> = {}, who = 'accountant.nbo'): Promise<Sums> =>
    (await t.call(who, `GET ${S}/reminders/totals`, { query: { party: book.reinsured, ...query } })).body;
  const mine = (query: Record<string, string | number> = {}) => list({ party: book.reinsured, ...query });
  const plan = (body: Record<string, unknown>, who = 'accountant.nbo') =>
    t.call(who, `POST ${S}/reminders/plan`, { body });
  /** Three placements: one is stopped by its warranty day, one is reminded of for the second time. */
  async function three(): Promise<{ met: number; stopped: number; again: number }> {
    const again = await approvedPolicy(t, book);
    on('2026-04-08');
    await send((await mine()).data.map((row) => row.id));
    await work();
    on('2026-03-02');
    const stopped = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
    const met = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 200 } });
    on('2026-04-22');
    return { met, stopped, again };
  }

  test('is paged, ordered and narrowed; its totals are of all that is found', async () => {
    const { stopped, again } = await three();
    const all = await mine();
    expect(all.recordsFiltered).toBe(3);
    expect(await sums()).toEqual({
      totals: [{ currency: 'KES', instalments: 3, outstanding: '1687500.00' }],
      going: 2,
      stopped: 1,
    });
    const pages = await Promise.all([0, 1, 2, 3].map((start) => mine({ start, length: 1 })));
    expect(pages.flatMap((page) => page.data.map((row) => row.id))).toEqual(all.data.map((row) => row.id));
    for (const page of pages) expect(page.recordsFiltered).toBe(3);
    const levels = async (query: Record<string, string>) => (await mine(query)).data.map((row) => row.level);
    expect(await levels({ sort: 'level,desc' })).toEqual(['SECOND', 'FIRST', 'FIRST']);
    expect(await levels({ level: 'SECOND' })).toEqual(['SECOND']);
    expect(await levels({ stopped: 'yes', level: 'SECOND' })).toEqual([]);
    const chosen = { policies: `${stopped},${again}` };
    expect((await mine(chosen)).recordsFiltered).toBe(2);
    expect(await sums(chosen)).toMatchObject({ going: 1, stopped: 1 });
    expect((await mine({ currency: 'USD' })).recordsFiltered).toBe(0);
    expect(await sums({ currency: 'USD' })).toEqual({ totals: [], going: 0, stopped: 0 });
    const { rows } = await t.ownerPool.query('select name from parties where id = $1', [book.reinsured]);
    expect((await list({ searchValue: rows[0].name.toUpperCase() })).recordsFiltered).toBe(3);
    expect((await sums({ searchValue: rows[0].name.toUpperCase() })).going).toBe(2);
    expect((await mine({ searchValue: 'nobody at all' })).recordsFiltered).toBe(0);
    for (const [name, value] of Object.entries({ sort: 'insured,asc', level: 'FOURTH', policies: 'x', start: 10_001 }))
      expect((await t.call('accountant.nbo', `GET ${S}/reminders`, { query: { [name]: value } })).status, name).toBe(
        400,
      );
  });

  test('without filters has its first rows off an index, in the orders that one has: they are those of all that is due', async () => {
    await three();
    const other = await makeBook(t, ` ${made} Aardvark`);
    await approvedPolicy(t, other);
    on('2026-06-30');
    const orders = { 'party,asc;due_on,asc': ['party', 'due_on'], 'due_on,asc': ['due_on'], 'due_on,desc': ['due_on'] };
    const all = (await list({ length: 500, sort: 'level,asc' }, 'root')).data;
    expect(all.length).toBeGreaterThan(4);
    for (const [sort, columns] of Object.entries(orders)) {
      const keyOf = ({ id, due_on, party }: Row) =>
        [
          ...columns.map((name) => (name === 'party' ? party.name.toLowerCase() : due_on)),
          String(id).padStart(9, '0'),
        ].join('\n');
      const upwards = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const sorted = sort.endsWith('desc') ? upwards.toReversed() : upwards;
      for (const start of [0, 2]) {
        const page = await list({ sort, start, length: 3 }, 'root');
        expect(page.data, sort).toEqual(sorted.slice(start, start + 3));
        expect([page.recordsFiltered, page.recordsTotal]).toEqual([all.length, all.length]);
      }
    }
  });

  test('is a file of all that is found, whatever the page', async () => {
    await three();
    const file = async (query: Record<string, string | number>) =>
      (await t.call('accountant.nbo', `GET ${S}/reminders`, { query: { ...query, format: 'csv' } })).bytes.toString();
    const lines = (await file({ party: book.reinsured, start: 2, length: 1 })).trim().split('\n');
    expect(lines).toHaveLength(4);
    expect((await file({ party: book.reinsured, stopped: 'yes' })).trim().split('\n')).toHaveLength(2);
  });

  test('what it works out of all at once is what the rules say of each', async () => {
    await three();
    const { data } = await mine({ length: 500 });
    for (const row of data) {
      const planned = (await plan({ items: [row.id] })).body;
      expect(planned).toMatchObject({ instalments: 1, letters: 1, stopped: row.stopped ? 1 : 0 });
      expect((await send([row.id], { reason: 'Agreed' })).status).toBe(200);
    }
    await work();
    const { rows } = await t.ownerPool.query(
      `select open_item_id as id, level from reminder_lines where sent_on = '2026-04-22' and open_item_id = any($1)`,
      [data.map((row) => row.id)],
    );
    expect(new Map(rows.map((row) => [row.id, row.level]))).toEqual(new Map(data.map((row) => [row.id, row.level])));
    expect(rows).toHaveLength(data.length);
  });

  test('all of it is sent without the ids of rows: as many as were seen, and nothing that a warranty day stopped', async () => {
    await three();
    const all = { party: String(book.reinsured) };
    const planned = (await plan({ all })).body;
    expect(planned).toEqual({
      instalments: 2,
      letters: 1,
      previewed: 1,
      unaddressed: 0,
      unaddressed_names: [],
      stopped: 0,
      stopped_notes: [],
    });
    const sendAll = (changes: Record<string, unknown>) =>
      t.call('accountant.nbo', `POST ${S}/reminders/send`, { body: { all, mail: true, ...changes } });
    expect((await sendAll({})).body.errors[0].field).toBe('seen');
    expect((await sendAll({ seen: 3 })).body.code).toBe('LETTERS_CHANGED');
    const preview = await t.call('accountant.nbo', `POST ${S}/reminders/preview`, { body: { all } });
    expect(readPdfText(preview.bytes).replace(/\s+/g, ' ')).toContain('1,125,000.00');
    sent.length = 0;
    const replies = await Promise.all([sendAll({ seen: 2 }), sendAll({ seen: 2 })]);
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
    await work();
    expect(sent).toHaveLength(1);
    expect((await mine()).recordsFiltered).toBe(1);
    expect(await sums()).toMatchObject({ going: 0, stopped: 1 });
    // What is stopped is all that is left: it goes where somebody says so, with a reason.
    expect((await sendAll({ seen: 1 })).body.code).toBe('NOT_OVERDUE');
    const stopped = { ...all, stopped: 'yes' };
    expect((await plan({ all: stopped })).body).toMatchObject({ instalments: 1, stopped: 1 });
    expect((await sendAll({ all: stopped, seen: 1 })).body.code).toBe('WARRANTY_DAY_PASSED');
    expect((await sendAll({ all: stopped, seen: 1, reason: 'Agreed' })).status).toBe(200);
  });

  test('what is said to go is what a plan counts, also for who sees more than the branch that letters leave from', async () => {
    await three();
    const seen = (await t.call('root', `GET ${S}/reminders`, { query: { party: book.reinsured } })).body;
    const planned = await plan({ all: { party: String(book.reinsured) } }, 'root');
    expect(seen).toMatchObject({ recordsFiltered: 3 });
    expect((await sums({}, 'root')).going).toBe(planned.status === 200 ? planned.body.instalments : 0);
  });

  test('who gets no mail is said, and what is neither some nor all is refused', async () => {
    await three();
    await t.ownerPool.query(`update parties set email = '' where id = $1`, [book.reinsured]);
    const all = { party: String(book.reinsured) };
    expect((await plan({ all })).body).toMatchObject({ unaddressed: 1, unaddressed_names: [expect.any(String)] });
    const [row] = (await mine()).data;
    for (const body of [
      {},
      { all, items: [row?.id] },
      { items: [] },
      { all: { level: 'NONE' } },
      { all: { ids: [1] } },
    ])
      expect((await plan(body)).status, JSON.stringify(body)).toBe(400);
    expect((await plan({ all }, 'accountant.lon')).status).toBe(409);
    expect((await plan({ items: [row?.id] }, 'accountant.lon')).status).toBe(404);
    expect((await plan({ all }, 'auditor')).status).toBe(403);
  });
});
