import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
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

type Row = {
  id: number;
  party: { id: number };
  level: string;
  outstanding: string;
  stopped: boolean;
  due_on: string;
  last: string | null;
};
async function due(who = 'accountant.nbo'): Promise<Row[]> {
  const { body } = await t.call(who, `GET ${S}/reminders`, { query: { length: 500 } });
  // What my work counts is what the list shows.
  const days: string[] = body.data.map((row: Row) => row.due_on);
  const counted = await t.call(who, `GET ${S}/reminders/count`);
  expect(counted.body).toEqual({ count: days.length, oldest: days.toSorted()[0] ?? null });
  return body.data.filter((row: Row) => row.party.id === book.reinsured);
}
const send = (items: readonly number[], changes: Record<string, unknown> = {}, who = 'accountant.nbo') =>
  t.call(who, `POST ${S}/reminders/send`, { body: { items, mail: true, ...changes } });
async function remind(rows: readonly Row[], changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await send(
    rows.map((row) => row.id),
    changes,
  );
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await work();
  return reply.body.id;
}
const batchOf = async (id: number) => (await t.call('accountant.nbo', `GET ${S}/batch/${id}`)).body;
async function paperOf(id: number): Promise<string> {
  const { data } = await batchOf(id);
  const { bytes } = await t.call('accountant.nbo', `GET /api/sca/v1/document/${data[0].statement.id}`);
  return readPdfText(bytes).replace(/\s+/g, ' ');
}

describe('reminders (M12)', () => {
  test('are due by days overdue, first, second and final, each once', async () => {
    await approvedPolicy(t, book);
    on('2026-04-07');
    expect(await due()).toEqual([]);
    on('2026-04-08');
    const first = await due();
    expect(first).toMatchObject([{ level: 'FIRST', outstanding: '562500.00', stopped: false, last: null }]);
    const id = await remind(first);
    expect(await batchOf(id)).toMatchObject({ kind: 'REMINDER', state: 'DONE', mailed: 1, problems: 0 });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.attachments?.map((one) => one.name.split('.').pop())).toEqual(['pdf']);
    expect(await paperOf(id)).toContain('KES 562,500.00 overdue');
    // Nothing is due twice.
    expect(await due()).toEqual([]);
    expect((await send(first.map((row) => row.id))).status).toBe(409);
    on('2026-04-21');
    expect(await due()).toEqual([]);
    on('2026-04-22');
    const second = await due();
    expect(second).toMatchObject([{ level: 'SECOND', last: '2026-04-08' }]);
    expect(await paperOf(await remind(second))).toContain('Second reminder');
    on('2026-05-06');
    const last = await due();
    expect(last).toMatchObject([{ level: 'FINAL' }]);
    expect(await paperOf(await remind(last))).toContain('Final reminder');
    on('2027-05-06');
    expect(await due()).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  test('are counted by branch and right', async () => {
    await approvedPolicy(t, book);
    on('2026-04-08');
    expect((await due()).length).toBe(1);
    expect((await t.call('accountant.lon', `GET ${S}/reminders/count`)).body).toEqual({ count: 0, oldest: null });
    expect((await t.call('accountant.nbo', `GET ${S}/reminders/count`, { query: { branch: 'LON' } })).status).toBe(403);
    expect((await t.call('underwriter.nbo', `GET ${S}/reminders/count`)).status).toBe(403);
  });

  test('two who send the same together send it once, and the schema holds it', async () => {
    await approvedPolicy(t, book);
    on('2026-04-08');
    const [row] = await due();
    const replies = await Promise.all([send([row?.id ?? 0]), send([row?.id ?? 0]), send([row?.id ?? 0])]);
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409, 409]);
    await work();
    expect(sent).toHaveLength(1);
    await expect(
      t.ownerPool.query(
        `insert into reminder_lines (letter_id, branch_id, open_item_id, note_id, level)
          select (select min(id) from statement_items), branch_id, open_item_id, note_id, level from reminder_lines where open_item_id = $1`,
        [row?.id],
      ),
    ).rejects.toThrow(/reminder_once/);
  });

  test('say what is open as they leave: part paid meanwhile is the rest, paid meanwhile is nothing', async () => {
    const policy = await approvedPolicy(t, book);
    const note = await debitNoteOf(t, policy);
    on('2026-04-08');
    const rows = await due();
    const pay = (amount: string) =>
      approvedReceipt(
        t,
        exampleReceipt(book, {
          receiptAmount: amount,
          dateOfIssue: '2026-04-08',
          allocations: [{ note: note.id, amount }],
        }),
      );
    const first = await send(rows.map((row) => row.id));
    await pay('62500.00');
    await work();
    expect(await paperOf(first.body.id)).toContain('KES 500,000.00 overdue');
    on('2026-04-22');
    const again = await send((await due()).map((row) => row.id));
    await pay('500000.00');
    await work();
    expect(await batchOf(again.body.id)).toMatchObject({
      made: 0,
      data: [{ outcome: 'PROBLEM', problem: 'Nothing was sent: it is paid.' }],
    });
    expect(sent).toHaveLength(1);
  });

  test('stop on the warranty day; after it a demand needs a reason, which is kept', async () => {
    await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 45 } });
    on('2026-04-14');
    const before = await due();
    expect(before).toMatchObject([{ level: 'FIRST', warranty: '2026-04-15', stopped: false }]);
    on('2026-04-15');
    const rows = await due();
    expect(rows).toMatchObject([{ stopped: true }]);
    const refused = await send(rows.map((row) => row.id));
    expect([refused.status, refused.body.code]).toEqual([409, 'WARRANTY_DAY_PASSED']);
    expect(refused.body.title).toContain('affirms the cover');
    const blank = await send(
      rows.map((row) => row.id),
      { reason: '   ' },
    );
    expect(blank.status).toBe(409);
    const reason = 'Securities agreed on 14 April to affirm';
    const id = await remind(rows, { reason });
    expect(await batchOf(id)).toMatchObject({ reason, mailed: 1 });
    expect(sent).toHaveLength(1);
    const { rows: trail } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'statement_batch' and entity_id = $1 and action = 'added'`,
      [id],
    );
    expect(trail[0].facts).toMatchObject({ reason });
  });

  test('ordered before the warranty day and made on it, they do not go', async () => {
    await approvedPolicy(t, book, { warranty: { kind: 'PPC', days: 45 } });
    on('2026-04-14');
    const reply = await send((await due()).map((row) => row.id));
    on('2026-04-15');
    await work();
    expect(await batchOf(reply.body.id)).toMatchObject({
      made: 0,
      data: [{ problem: 'Nothing was sent: its warranty day has come.' }],
    });
    expect(sent).toEqual([]);
    // What was not sent is due again, should somebody decide so.
    expect(await due()).toMatchObject([{ level: 'FIRST', stopped: true, last: null }]);
  });

  test('a batch that was stopped reminded of nothing: it is due again', async () => {
    await approvedPolicy(t, book);
    on('2026-04-08');
    const rows = await due();
    const { body } = await send(rows.map((row) => row.id));
    expect(await due()).toEqual([]);
    await t.call('accountant.nbo', `PUT ${S}/cancel/${body.id}`);
    await work();
    expect(await due()).toMatchObject([{ level: 'FIRST' }]);
    await remind(await due());
    expect(sent).toHaveLength(1);
  });

  test('are in the history of the policy and of the party', async () => {
    const policy = await approvedPolicy(t, book);
    on('2026-04-08');
    await remind(await due());
    const actions = async (entity: string, id: number) =>
      (await t.call('accountant.nbo', 'GET /api/sca/v1/audit/history', { query: { entity, id } })).body.map(
        (row: { action: string }) => row.action,
      );
    expect(await actions('policy', policy)).toContain('reminded');
    expect(await actions('party', book.reinsured)).toContain('reminded');
    const foreign = await t.call('accountant.lon', 'GET /api/sca/v1/audit/history', {
      query: { entity: 'party', id: book.reinsured },
    });
    expect(foreign.body.map((row: { action: string }) => row.action)).not.toContain('reminded');
  });

  test('are looked at before they are sent, and looking keeps nothing', async () => {
    await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 60 } });
    on('2026-04-08');
    const items = (await due()).map((row) => row.id);
    const preview = await t.call('accountant.nbo', `POST ${S}/reminders/preview`, { body: { items } });
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = readPdfText(preview.bytes).replace(/\s+/g, ' ');
    for (const words of ['NOT ISSUED', '562,500.00', 'premium payment warranty, to be met by 30 April 2026'])
      expect(text).toContain(words);
    expect(await due()).toMatchObject([{ level: 'FIRST' }]);
  });

  test.each([
    ['accountant.lon', 404],
    ['auditor', 403],
    ['underwriter.nbo', 403],
  ])('%s neither sends nor looks at them: %i', async (who, status) => {
    await approvedPolicy(t, book);
    on('2026-04-08');
    const items = (await due()).map((row) => row.id);
    expect((await send(items, {}, who)).status).toBe(status);
    expect((await t.call(who, `POST ${S}/reminders/preview`, { body: { items } })).status).toBe(status);
    expect((await send([999_999_999])).status).toBe(404);
    expect((await send([])).status).toBe(400);
  });
});

describe('the days of the letters', () => {
  const F = '/api/sca/v1/firm';
  const firm = async () => (await t.call('root', `GET ${F}`)).body;

  test('are the firm’s, in their order', async () => {
    const { version, reminders } = await firm();
    expect(reminders).toEqual({ first: 7, second: 21, final: 35 });
    const save = (body: Record<string, unknown>, who = 'root') => t.call(who, `PUT ${F}/reminders`, { body });
    const wrong = await save({ version, first: 10, second: 10, final: 9 });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [
        { field: 'second', message: 'It comes after the first.' },
        { field: 'final', message: 'It comes after the second.' },
      ],
    ]);
    expect((await save({ version, first: 0, second: 10, final: 20 })).status).toBe(400);
    expect((await save({ version, first: 1, second: 2, final: 3 }, 'accountant.nbo')).status).toBe(403);
    expect((await save({ version, first: 1, second: 2, final: 3 })).status).toBe(200);
    await approvedPolicy(t, book);
    on('2026-04-02');
    expect(await due()).toMatchObject([{ level: 'FIRST' }]);
    const after = await firm();
    expect((await save({ version, first: 7, second: 21, final: 35 })).status).toBe(409);
    expect((await save({ version: after.version, first: 7, second: 21, final: 35 })).status).toBe(200);
  });
});
