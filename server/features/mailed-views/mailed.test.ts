import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allRoutes } from '../../app.ts';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { type Viewed, viewedLists } from '../views/viewed.ts';
import { mailViews, viewMailJob } from './mail-work.ts';
import { mailedViewCalls } from './mailed.factories.ts';

const VIEW = '/api/sca/v1/view';
let t: TestApp;
let book: Book;
let [underwriter, manager, cashier, elsewhere]: number[] = [];

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  mails.length = 0;
  [underwriter, manager, cashier, elsewhere] = await Promise.all(
    ['underwriter.nbo', 'manager.nbo', 'cashier.nbo', 'underwriter.lon'].map((who) => userId(t, who)),
  );
});
afterEach(() => t?.close());

const { mails, viewOf, record, on, sheetOf, ...calls } = mailedViewCalls(() => t);
const mailed = (view: number, changes: Record<string, unknown> = {}, who = 'manager.nbo') =>
  calls.mailed(view, { users: [underwriter, manager], ...changes }, who);
const addressed = () => mails.map((mail) => String(mail.to));
const outcomes = async (id: number) =>
  (await record(id)).sendings.map((one: { day: string; user: { name: string }; status: string }) =>
    [one.day, one.user.name, one.status].join(' '),
  );

test('a view leaves on its day, from the morning on, once for each person, with its file', async () => {
  const { body: policy } = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', {
    body: examplePolicy(book),
  });
  await t.call('underwriter.nbo', `PUT /api/sca/v1/underwriting/submit/${policy.id}`);
  const { body: made } = await mailed(await viewOf());
  await on('2026-03-02', '05');
  expect(addressed()).toEqual([]);
  await on('2026-03-02', '06');
  await on('2026-03-02', '11');
  expect(addressed().toSorted()).toEqual(['manager.nbo@slipway.test', 'underwriter.nbo@slipway.test']);
  const [mail] = mails;
  expect(mail?.subject).toBe('Waiting, 2 Mar 2026');
  expect(mail?.attachments?.map((one) => one.name)).toEqual(['policies-2026-03-02.xlsx']);
  expect(
    Buffer.from(mail?.attachments?.[0]?.bytes ?? [])
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await record(made.id)).toMatchObject({ next_on: '2026-03-09', status: 'ACTIVE', may_edit: true });
  // Two weeks were missed: the last day of them leaves alone.
  await on('2026-03-24');
  expect(await outcomes(made.id)).toEqual([
    '2026-03-23 underwriter.nbo SENT',
    '2026-03-23 manager.nbo SENT',
    '2026-03-02 underwriter.nbo SENT',
    '2026-03-02 manager.nbo SENT',
  ]);
  // It shows what is so as it leaves, and says that day.
  const late = mails.at(-1);
  expect([late?.subject, late?.attachments?.[0]?.name]).toEqual(['Waiting, 24 Mar 2026', 'policies-2026-03-24.xlsx']);
  expect(late?.text).toContain('as at 24 Mar 2026');
  expect(late?.text).toContain('under Mailed views: https://slipway.example/views\n');
  // The schema holds it to once, and what has left is not kept.
  await expect(
    t.ownerPool.query(
      `insert into view_sendings (branch_id, schedule_id, day, user_id, status, recipients, subject, text, made_by, made_at)
       select branch_id, schedule_id, day, user_id, 'EMPTY', recipients, subject, text, made_by, now() from view_sendings limit 1`,
    ),
  ).rejects.toThrow(/view_mailed_once/);
  await on('2026-03-25');
  expect((await t.ownerPool.query('select 1 from view_sendings where file is not null')).rows).toEqual([]);
});

test('one that shows nothing is left out where that is wanted, and said so', async () => {
  const { body: quiet } = await mailed(await viewOf(), { not_empty: true, users: [manager] });
  const { body: always } = await mailed(await viewOf({ name: 'Always' }), { users: [manager] });
  await on('2026-03-02');
  expect(addressed()).toEqual(['manager.nbo@slipway.test']);
  expect((await record(quiet.id)).sendings).toMatchObject([
    { status: 'EMPTY', message: 'It showed nothing on this day.' },
  ]);
  expect(await outcomes(always.id)).toEqual(['2026-03-02 manager.nbo SENT']);
});

test('what waits does not leave once its reader lost the right, or took themselves off it', async () => {
  const { body: made } = await mailed(await viewOf(), { users: [underwriter, manager] });
  await on('2026-03-02', '09', async () => {
    await t.ownerPool.query('delete from user_roles where user_id = $1', [underwriter]);
    await t.ownerPool.query('update view_schedule_users set left_at = now() where user_id = $1', [manager]);
  });
  expect(addressed()).toEqual([]);
  const { sendings } = await record(made.id, 'root');
  const byUser = new Map(
    sendings.map((one: { user: { id: number }; status: string; message: string }) => [
      one.user.id,
      `${one.status} ${one.message}`,
    ]),
  );
  expect(byUser.get(underwriter)).toBe('REFUSED They may no longer see this list here.');
  expect(byUser.get(manager)).toBe('REFUSED They took themselves off it.');
});

test('what ends before it is sent is settled as well', async () => {
  const { body: made } = await mailed(await viewOf(), { users: [manager] });
  t.clock.set('2026-03-02T09:00:00+03:00');
  const now = t.clock.now();
  await mailViews({ database: t.database, now, publicUrl: '', lists: () => viewedLists(allRoutes(t.services)) });
  const { rows } = await t.ownerPool.query(`select id, branch_id from view_sendings`);
  const job = viewMailJob({
    database: t.database,
    clock: () => now,
    send: async () => undefined,
    lists: () => {
      throw new Error('no lists');
    },
  });
  const payload = { sending: rows[0].id, branch: rows[0].branch_id };
  await expect(job(payload, { last: false })).rejects.toThrow();
  expect((await record(made.id)).sendings).toMatchObject([
    { status: 'QUEUED', message: 'It will be tried again: no lists' },
  ]);
  await expect(job(payload, { last: true })).rejects.toThrow();
  expect((await record(made.id)).sendings).toMatchObject([
    { status: 'FAILED', message: 'It could not be sent: no lists' },
  ]);
});

test('rights are asked when it leaves: who lost them, left, or never had them gets nothing', async () => {
  const view = await viewOf({ list: 'trialbalance/items', name: 'Books', query: '' });
  const { body: made } = await mailed(view, { users: [manager, cashier] });
  await on('2026-03-02');
  expect(addressed()).toEqual(['manager.nbo@slipway.test']);
  const shown = await record(made.id);
  expect(shown.sendings.find((one: { user: { id: number } }) => one.user.id === cashier)).toMatchObject({
    status: 'REFUSED',
    message: 'They may no longer see this list here.',
  });
  await t.ownerPool.query(`update users set status = 'DISABLED' where id = $1`, [manager]);
  await on('2026-03-09');
  expect(addressed()).toHaveLength(1);
});

test('who must add a second factor gets nothing until they have one', async () => {
  const { body: made } = await mailed(await viewOf(), { every: 'DAY', users: [underwriter] });
  const factor = (required: boolean) =>
    t.ownerPool.query(`update roles set second_factor_required = $1 where code = 'ROLE_UNDERWRITER'`, [required]);
  await factor(true);
  await on('2026-03-02');
  await factor(false);
  // It is asked again as it leaves.
  await on('2026-03-03', '09', () => factor(true));
  await t.ownerPool.query(
    `insert into passkeys (user_id, credential_id, public_key, name, created_at) values ($1, 'x', '\\x00', 'Key', now())`,
    [underwriter],
  );
  await on('2026-03-04');
  expect(addressed()).toEqual(['underwriter.nbo@slipway.test']);
  const reason = 'Their role requires a second factor, and they have none yet.';
  expect((await record(made.id)).sendings).toMatchObject([
    { status: 'SENT' },
    { status: 'REFUSED', message: reason },
    { status: 'REFUSED', message: reason },
  ]);
});

test('a report leaves as a PDF for the period that its name says on that day', async () => {
  await approvedPolicy(t, book);
  const view = await viewOf({ list: 'underwriting/brokerage', name: 'Brokerage', query: 'by=class&period=last-month' });
  await mailed(view, { every: 'MONTH', first_on: '2026-04-01', format: 'pdf', users: [manager] });
  await on('2026-04-01');
  const [mail] = mails;
  expect(mail?.attachments?.[0]?.name).toBe('brokerage-2026-03-01-to-2026-03-31.pdf');
  const text = readPdfText(Buffer.from(mail?.attachments?.[0]?.bytes ?? [])).replace(/\s+/g, ' ');
  expect(text).toContain('1 Mar 2026 to 31 Mar 2026');
  expect(text).toContain('37,500.00');
});

test('a day that has passed is not sent when it is resumed, set anew, or somebody is added', async () => {
  const { body: made } = await mailed(await viewOf(), { users: [manager] });
  await on('2026-03-02');
  const move = (version: number, status: string) =>
    t.call('manager.nbo', `PUT ${VIEW}/schedule/status/${made.id}`, { body: { version, status } });
  const change = (version: number, changes: Record<string, unknown>) =>
    t.call('manager.nbo', `PUT ${VIEW}/schedule/edit`, {
      body: {
        id: made.id,
        version,
        every: 'WEEK',
        first_on: '2026-03-02',
        format: 'xlsx',
        not_empty: false,
        users: [manager],
        ...changes,
      },
    });
  // Paused on Sunday: Monday passes.
  t.clock.set('2026-03-08T09:00:00+03:00');
  await move(1, 'PAUSED');
  t.clock.set('2026-03-11T09:00:00+03:00');
  expect((await move(2, 'ACTIVE')).body).toMatchObject({ version: 3 });
  await on('2026-03-11', '10');
  expect(addressed()).toHaveLength(1);
  await on('2026-03-17');
  expect(await outcomes(made.id)).toEqual(['2026-03-16 manager.nbo SENT', '2026-03-02 manager.nbo SENT']);
  // Who is added on a Wednesday, or again after they left, has Monday's no more; who was on it has what was missed.
  t.clock.set('2026-03-25T07:00:00+03:00');
  expect((await change(3, { users: [underwriter, manager] })).body).toMatchObject({ version: 4 });
  await on('2026-03-25');
  expect((await outcomes(made.id)).slice(0, 1)).toEqual(['2026-03-23 manager.nbo SENT']);
  await on('2026-03-30');
  expect((await outcomes(made.id)).slice(0, 2)).toEqual([
    '2026-03-30 underwriter.nbo SENT',
    '2026-03-30 manager.nbo SENT',
  ]);
  await t.call('underwriter.nbo', `PUT ${VIEW}/schedule/leave/${made.id}`);
  await on('2026-04-06');
  t.clock.set('2026-04-08T07:00:00+03:00');
  const { version } = await record(made.id);
  await change(version, { users: [underwriter, manager] });
  await on('2026-04-08');
  expect((await outcomes(made.id)).slice(0, 1)).toEqual(['2026-04-06 manager.nbo SENT']);
  // By the month its last day was 2 April, before it was so.
  t.clock.set('2026-04-15T07:00:00+03:00');
  const { body } = await change(version + 1, { every: 'MONTH', users: [underwriter, manager] });
  await on('2026-04-15');
  expect((await outcomes(made.id)).slice(0, 1)).toEqual(['2026-04-06 manager.nbo SENT']);
  // Another format leaves its days as they are.
  t.clock.set('2026-05-04T05:00:00+03:00');
  await change(body.version, { every: 'MONTH', format: 'pdf', users: [manager] });
  await on('2026-05-04');
  expect((await outcomes(made.id)).slice(0, 1)).toEqual(['2026-05-02 manager.nbo SENT']);
});

test('it is paused, goes on, is left by oneself, and stopped for good', async () => {
  const { body: made } = await mailed(await viewOf(), { every: 'DAY' });
  const move = (version: number, status: string, who = 'manager.nbo') =>
    t.call(who, `PUT ${VIEW}/schedule/status/${made.id}`, { body: { version, status } });
  expect((await move(1, 'PAUSED', 'underwriter.nbo')).status).toBe(403);
  expect((await move(1, 'PAUSED')).body).toMatchObject({ version: 2, status: 'PAUSED' });
  await on('2026-03-03');
  expect(addressed()).toEqual([]);
  expect((await move(1, 'ACTIVE')).status).toBe(409);
  expect((await move(2, 'ACTIVE')).status).toBe(200);
  const leave = (who: string) => t.call(who, `PUT ${VIEW}/schedule/leave/${made.id}`);
  expect((await leave('underwriter.nbo')).body).toMatchObject({ version: 4 });
  // A form that was open meanwhile does not put them on it again.
  const form = { id: made.id, version: 3, every: 'DAY', first_on: '2026-03-02', format: 'pdf', not_empty: false };
  const users = [underwriter, manager];
  const edited = await t.call('manager.nbo', `PUT ${VIEW}/schedule/edit`, { body: { ...form, users } });
  expect(edited.status).toBe(409);
  expect((await leave('underwriter.nbo')).status).toBe(404);
  expect((await leave('claims.nbo')).status).toBe(404);
  await on('2026-03-04');
  expect(addressed()).toEqual(['manager.nbo@slipway.test']);
  expect((await record(made.id)).users).toMatchObject([
    { name: 'manager.nbo', left: false },
    { name: 'underwriter.nbo', left: true },
  ]);
  expect((await move(4, 'STOPPED')).status).toBe(200);
  expect((await move(5, 'ACTIVE')).status).toBe(409);
  const { rows } = await t.ownerPool.query(
    `select action from audit_trail where entity = 'view_schedule' and entity_id = $1 order by id`,
    [made.id],
  );
  expect(rows.map((row) => row.action)).toEqual([
    'added',
    'status_changed',
    'status_changed',
    'edited',
    'sent',
    'stopped',
  ]);
});

test('who neither made it nor gets it has nothing of it; what is typed is checked', async () => {
  const view = await viewOf();
  const { body: made } = await mailed(view);
  expect((await t.call('claims.nbo', `GET ${VIEW}/schedule/${made.id}`)).status).toBe(404);
  expect((await t.call('manager.lon', `GET ${VIEW}/schedule/${made.id}`)).status).toBe(404);
  const names = async (who: string) => (await t.call(who, `GET ${VIEW}/schedule/items`)).body.recordsFiltered;
  expect([await names('underwriter.nbo'), await names('claims.nbo'), await names('root')]).toEqual([1, 0, 1]);
  expect(await record(made.id, 'underwriter.nbo')).toMatchObject({ may_edit: false, gets_it: true });
  for (const [changes, field] of [
    [{ users: [] }, 'users'],
    [{ users: [elsewhere] }, 'users'],
    [{ first_on: '2026-03-01' }, 'first_on'],
    [{ every: 'HOUR' }, 'every'],
  ] as const) {
    const { status, body } = await mailed(view, changes);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  }
  const own = await viewOf({ name: 'Own', shared: false });
  expect((await mailed(own, {}, 'underwriter.nbo')).status).toBe(404);
  const edit = await t.call('manager.nbo', `PUT ${VIEW}/schedule/edit`, {
    body: {
      id: made.id,
      version: 1,
      every: 'DAY',
      first_on: '2026-03-05',
      format: 'pdf',
      not_empty: true,
      users: [manager],
    },
  });
  expect(edit.body).toMatchObject({ version: 2 });
  expect(await record(made.id)).toMatchObject({ every: 'DAY', format: 'pdf', users: [{ name: 'manager.nbo' }] });
});

test('a view that its call does not take is not mailed; one that it takes no more says so in its log', async () => {
  for (const view of [
    { name: 'Nobody’s', list: 'facultativereportitem', query: 'asat=2026-03-02' },
    { name: 'Lost', query: 'status=LOST' },
  ]) {
    const { status, body } = await mailed(await viewOf(view));
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          field: 'view',
          message: 'This view has no file: open it, choose what its page asks for, and save it again.',
        },
      ],
    ]);
  }
  const { body: made } = await mailed(await viewOf(), { users: [manager] });
  await t.ownerPool.query(`update view_schedules set query = 'status=LOST' where id = $1`, [made.id]);
  await on('2026-03-02');
  expect(addressed()).toEqual([]);
  expect((await record(made.id)).sendings).toMatchObject([
    { status: 'REFUSED', message: 'The view no longer fits its list. Save it again, and mail that.' },
  ]);
});

test('a file that takes too long, or cannot be made, is said in the log and not tried every hour', async () => {
  const { body: slow } = await mailed(await viewOf({ name: 'Slow' }), { users: [manager] });
  const { body: broken } = await mailed(await viewOf({ list: 'claim/items', name: 'Broken' }), { users: [manager] });
  let tried = 0;
  const failing = new Map(viewedLists(allRoutes(t.services)));
  const fails = (list: string, table: Viewed['filed']['table']) => {
    const one = failing.get(list);
    if (one !== undefined) failing.set(list, { ...one, filed: { ...one.filed, table } });
  };
  fails('underwriting/items', async (ctx) => {
    tried += 1;
    await sql`set local statement_timeout = 20`.execute(ctx.db);
    await sql`select pg_sleep(60)`.execute(ctx.db);
    throw new Error('It ended.');
  });
  fails('claim/items', () => Promise.reject(new TypeError('no')));
  t.clock.set('2026-03-02T09:00:00+03:00');
  const tools = { database: t.database, now: t.clock.now(), publicUrl: '' };
  await expect(mailViews({ ...tools, lists: () => failing })).rejects.toThrow(AggregateError);
  await mailViews({ ...tools, lists: () => failing });
  expect(tried).toBe(1);
  expect((await record(slow.id)).sendings).toMatchObject([
    { status: 'FAILED', message: 'It took too long. Narrow the view.' },
  ]);
  expect((await record(broken.id)).sendings).toMatchObject([
    { status: 'FAILED', message: 'Its file could not be made. The log of the server says why.' },
  ]);
});

test('a statement of what is open leaves with that alone', async () => {
  await approvedPolicy(t, book);
  const paid = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, paid);
  const allocations = [{ note, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
  for (const [name, query] of [
    ['All', ''],
    ['Open', 'open=only'],
  ])
    await mailed(await viewOf({ list: 'facultativereportall', name, query }), { users: [manager] });
  await on('2026-03-02');
  const rowsOf = async (name: string) => (await sheetOf(name)).length - 1;
  expect([await rowsOf('All'), await rowsOf('Open')]).toEqual([2, 1]);
});
