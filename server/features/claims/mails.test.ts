import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM, MOVEMENT, pendingMovement } from './claims.factories.ts';
import { claimMailJob } from './mails.ts';

let t: TestApp;
let book: Book;
let call: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update parties set email = 'claims@a.example' where id = $1`, [book.a]);
  await t.ownerPool.query(`update parties set email = 'claims@b.example' where id = $1`, [book.b]);
  call = await approvedMovement(t, await approvedClaim(t, book));
});
afterAll(() => t?.close());

const ask = (body: Record<string, unknown>, who = 'claims.nbo') => t.call(who, `POST ${CLAIM}/agreement/ask`, { body });
const mails = async () =>
  (await t.ownerPool.query(`select id, branch_id, recipients, subject, text, status from claim_mails order by id`))
    .rows;

test('who has not agreed is asked again by mail; who has no address is named', async () => {
  const answer = { movement: call, security: book.a, answer: 'AGREED' };
  await t.call('claims.nbo', `PUT ${CLAIM}/agreement`, { body: answer });
  const reply = await ask({ movement: call });
  expect(reply.body).toEqual({
    asked: [{ id: book.b, name: 'Security B' }],
    without_address: [{ id: book.c, name: 'Security C' }],
  });
  await ask({ movement: call, securities: [book.b] });
  const { agreements } = (await t.call('manager.nbo', `GET ${MOVEMENT}/${call}`)).body;
  const times = agreements.map((one: { times_asked: number }) => one.times_asked);
  expect(times).toEqual([0, 2, 0]);
  const [first] = await mails();
  expect(first).toMatchObject({ recipients: ['claims@b.example'], status: 'QUEUED' });
  expect(first.text).toContain('Your share is KES 2,000,000.00.');
  expect((await ask({ movement: call }, 'claims.lon')).status).toBe(404);
});

test('nobody is asked to agree what was taken back', async () => {
  const movement = await pendingMovement(t, await approvedClaim(t, book));
  expect((await ask({ movement })).status).toBe(200);
  await t.call('claims.nbo', `PUT ${MOVEMENT}/withdraw/${movement}`);
  const withdrawn = await ask({ movement });
  expect([withdrawn.status, withdrawn.body.title]).toEqual([409, 'This is draft: asking to agree it is not possible.']);
  await t.call('claims.nbo', `DELETE ${MOVEMENT}/${movement}`);
  const before = (await mails()).length;
  const disabled = await ask({ movement });
  expect([disabled.status, disabled.body.title]).toEqual([
    409,
    'This is disabled: asking to agree it is not possible.',
  ]);
  expect(await mails()).toHaveLength(before);
});

test('a kept mail is sent once', async () => {
  const [first] = await mails();
  const sent: string[] = [];
  const job = claimMailJob({
    database: t.ownerDatabase,
    send: async (mail) => void sent.push(mail.subject),
    clock: t.clock.now,
  });
  for (let run = 0; run < 2; run += 1) await job({ sending: first.id, branch: first.branch_id }, { last: false });
  expect(sent).toEqual([first.subject]);
  expect((await mails())[0].status).toBe('SENT');
});

test('overdue invoices are reminded of, with what would be said shown first; disputed ones are not', async () => {
  const body = { securities: [book.a, book.b] };
  const remind = () => t.call('claims.nbo', `POST ${CLAIM}/reminders`, { body });
  expect((await remind()).status).toBe(409);
  t.clock.set('2026-05-01T08:00:00Z');
  const disputed = { movement: call, security: book.a, answer: 'DISPUTED', remark: 'Quantum' };
  await t.call('claims.nbo', `PUT ${CLAIM}/agreement`, { body: disputed });
  const shown = (await t.call('claims.nbo', `POST ${CLAIM}/reminders/effect`, { body })).body;
  expect(shown).toMatchObject([
    { security: { id: book.b }, to: ['claims@b.example'], items: [{ outstanding: '2000000.00' }] },
  ]);
  expect(shown[0].text).toContain('KES 2,000,000.00 · due Apr 1, 2026');
  expect((await remind()).body).toEqual({ sent: [{ id: book.b, name: 'Security B' }], without_address: [] });
  expect((await mails()).at(-1)).toMatchObject({ subject: shown[0].subject, text: shown[0].text });
});

test('in a branch where they hold another role nobody is reminded, and it says why', async () => {
  await t.ownerPool.query(
    `insert into user_roles (user_id, branch_id, role) select u.id, b.id, 'ROLE_UNDERWRITER' from users u, branches b
     where u.name = 'claims.lon' and b.code = 'NBO'`,
  );
  const reply = await t.call('claims.lon', `POST ${CLAIM}/reminders`, {
    headers: { 'slipway-branch': 'NBO' },
    body: { securities: [book.b] },
  });
  expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
});
