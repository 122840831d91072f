import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filledText } from '../../../domain/documents/mail-texts.ts';
import { sealAudit } from '../../platform/audit/sealer.ts';
import { holdSweeper } from '../../platform/files/sweeper.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { createSender, mailJob, type Send } from '../../platform/mail/mail.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { documentMailJob } from './mail-job.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;
let note: { id: number; number: string; sha256: string };
let outbox = '';

const sender = (): Send => createSender({ smtpUrl: null, from: 'Slipway <no-reply@slipway.test>', outbox });
/** Works through the queue as the server does; gives how many jobs there were. */
async function work(send = sender()): Promise<number> {
  const handlers = {
    mail: mailJob(send),
    document_mail: documentMailJob({ database: t.database, send, clock: t.clock.now }),
  };
  let done = 0;
  while (await runOneJob(t.pool, handlers, () => undefined)) done += 1;
  return done;
}
const mails = async () =>
  Promise.all((await readdir(outbox).catch(() => [])).map((name) => readFile(path.join(outbox, name), 'utf8')));
const MAIL = { to: ['cedant@savannah.test'], subject: 'Our debit note', text: 'Attached, with thanks.' };
const send = (changes: Record<string, unknown> = {}, who = 'underwriter.nbo', headers: Record<string, string> = {}) =>
  t.call(who, `POST ${SCA}/document/send`, { body: { id: note.id, ...MAIL, ...changes }, headers });
const documents = async () =>
  (
    await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
      query: { record_kind: 'policy', record_id: policy },
    })
  ).body.find((row: { id: number }) => row.id === note.id);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update parties set email = 'cedant@savannah.test' where id = $1`, [book.reinsured]);
  await t.ownerPool.query(`update parties set email = 'a@securities.test' where id = $1`, [book.a]);
  await t.ownerPool.query(`update parties set email = 'c@securities.test' where id = $1`, [book.c]);
  policy = await approvedPolicy(t, book);
  note = (await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/debitnote`, { query: { id: policy } })).body;
});
afterAll(() => t.close());
beforeEach(async () => {
  outbox = path.join(await mkdtemp(path.join(os.tmpdir(), 'slipway-outbox-')), 'outbox');
});
afterEach(async () => {
  await work();
  await rm(path.dirname(outbox), { recursive: true, force: true });
});

const decoded = (mail: string) =>
  Buffer.from(
    (/filename=\S+[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)?.[1] ?? '').replaceAll(/\s/g, ''),
    'base64',
  );

describe('a document by mail', () => {
  test('leaves after the answer, with the PDF as it was issued, and says so under the document', async () => {
    const reply = await send({
      to: ['cedant@savannah.test', 'Second@savannah.test', 'CEDANT@savannah.test'],
      confirmed: ['second@savannah.test'],
    });
    expect(reply.body).toMatchObject({
      to: ['CEDANT@savannah.test', 'Second@savannah.test'],
      status: 'QUEUED',
      message: null,
    });
    expect(await mails()).toEqual([]);
    expect(await work()).toBe(1);
    const [mail = ''] = await mails();
    expect(mail).toMatch(/^To: CEDANT@savannah.test, Second@savannah.test\r?$/m);
    expect(mail).toMatch(/^Subject: Our debit note\r?$/m);
    expect(mail).toMatch(/^Reply-To: underwriter.nbo@slipway.test\r?$/m);
    expect(mail).toContain('Attached, with thanks.');
    const file = await t.call('underwriter.nbo', `GET ${SCA}/document/${note.id}`);
    expect(decoded(mail).equals(file.bytes)).toBe(true);
    const [sending] = (await documents()).sendings;
    expect(sending).toMatchObject({ to: reply.body.to, status: 'SENT', message: null });
    expect((await documents()).mailed_to).toEqual(reply.body.to);
  });

  test('leaves while a backup reads the stored files, and the trail of it is sealed', async () => {
    const backup = new pg.Client({ connectionString: t.ownerUrl });
    await backup.connect();
    try {
      await holdSweeper(backup);
      expect(await send()).toMatchObject({ status: 200 });
      expect(await work()).toBe(1);
      expect(await sealAudit(t.ownerPool)).not.toBeNull();
    } finally {
      await backup.end();
    }
  });

  test('the same key sends once; the same job twice sends once', async () => {
    const key = { 'idempotency-key': 'send-once-1' };
    const [first, second] = [await send({}, 'underwriter.nbo', key), await send({}, 'underwriter.nbo', key)];
    expect(second.body).toEqual(first.body);
    expect(await work()).toBe(1);
    await t.ownerPool.query(
      `insert into jobs (kind, payload) values ('document_mail', jsonb_build_object('sending', $1::int, 'branch', 1))`,
      [first.body.id],
    );
    let sent = 0;
    const counting: Send = async () => {
      sent += 1;
    };
    expect([await work(counting), sent]).toEqual([1, 0]);
  });

  test('a crash between the sending and its mark gives the same mail, by its id', async () => {
    const { body } = await send();
    await work();
    await t.ownerPool.query(`update document_sendings set status = 'QUEUED' where id = $1`, [body.id]);
    await t.ownerPool.query(
      `insert into jobs (kind, payload) values ('document_mail', jsonb_build_object('sending', $1::int, 'branch', 1))`,
      [body.id],
    );
    await work();
    const ids = (await mails()).map((mail) => /^Message-ID: (.+?)\r?$/m.exec(mail)?.[1]);
    expect(ids).toEqual([`<document-sending-${body.id}@slipway.test>`]);
  });

  test('what cannot leave says why, is tried again, and in the end is failed and mailed to nobody', async () => {
    const to = ['gone@savannah.test'];
    const { body } = await send({ to, confirmed: to });
    expect((await documents()).mailed_to).toContain(to[0]);
    const broken: Send = () => Promise.reject(new Error('550 mailbox\nunavailable'));
    const state = async () => (await documents()).sendings.find((one: { id: number }) => one.id === body.id);
    const again = () => t.ownerPool.query(`update jobs set run_after = now() where kind = 'document_mail'`);
    await work(broken);
    expect(await state()).toMatchObject({
      status: 'QUEUED',
      message: 'It will be tried again: 550 mailbox unavailable',
    });
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      expect(await state()).toMatchObject({ status: 'QUEUED' });
      await again();
      await work(broken);
    }
    expect(await state()).toMatchObject({ status: 'FAILED', message: 'It could not be sent: 550 mailbox unavailable' });
    expect((await documents()).mailed_to).not.toContain(to[0]);
    await again();
    expect(await work()).toBe(0);
  });

  test('is in the history of the policy, its addresses where they can be erased', async () => {
    await send();
    const { body: rows } = await t.call('underwriter.nbo', `GET ${SCA}/audit/history`, {
      query: { entity: 'policy', id: policy },
    });
    expect(rows[0]).toMatchObject({
      action: 'sent',
      facts: { number: note.number, kind: 'debit-note', recipients: 1 },
    });
    expect(JSON.stringify(rows)).not.toContain('cedant@savannah.test');
    const { rows: kept } = await t.ownerPool.query(`select personal from audit_trail where action = 'sent' limit 1`);
    expect(kept[0].personal.to).toContain('savannah.test');
  });
});

describe('what a mail may say', () => {
  test.each([
    [{ subject: 'Hello\r\nBcc: everyone@x.test' }, 'subject'],
    [{ subject: 'Hello\nX: y' }, 'subject'],
    [{ subject: 'Hello\u2028y' }, 'subject'],
    [{ subject: ' ' }, 'subject'],
    [{ subject: 'x'.repeat(201) }, 'subject'],
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(10_001) }, 'text'],
    [{ to: [] }, 'to'],
    [{ to: Array.from({ length: 11 }, (_, index) => `a${index}@b.test`) }, 'to'],
    [{ to: ['a@b.test\r\nBcc: c@d.test'] }, 'to.0'],
    [{ to: ['a@b.test, c@d.test'] }, 'to.0'],
    [{ to: ['"<a@b.test>" <c@d.test>'] }, 'to.0'],
    [{ to: ['nobody'] }, 'to.0'],
  ])('%j is refused at its field', async (changes, field) => {
    const reply = await send(changes);
    expect([reply.status, reply.body.errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
    expect(await work()).toBe(0);
  });

  test('its text is text: heads, boundaries, addresses of files in it do nothing', async () => {
    const text = 'Bcc: x@y.test\r\n.\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<b>file:///etc/passwd</b> {firm}';
    await send({ text, subject: '=?utf-8?q?x?= <script> 25 % Ωμ' });
    await work();
    const [mail = ''] = await mails();
    const head = mail.slice(0, mail.search(/\r?\n\r?\n/));
    expect(head).not.toMatch(/^Bcc:/m);
    const boundary = /boundary="(.+?)"/.exec(head)?.[1] ?? '';
    const parts = mail.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((part) => /^\r?\nContent-Type: ([\w/]+)/.exec(part)?.[1])).toEqual([
      'text/plain',
      'application/pdf',
    ]);
    expect(mail).not.toContain('root:');
  });

  test('over SMTP a hostile text stays within the data', async () => {
    const problems: string[] = [];
    const server = net.createServer((socket) => {
      let data = false;
      socket.write('220 test\r\n');
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        problems.push(text);
        if (data) {
          if (text.endsWith('\r\n.\r\n')) {
            data = false;
            socket.write('250 kept\r\n');
          }
          return;
        }
        data = text.startsWith('DATA');
        if (text.startsWith('EHLO')) socket.write('250 test\r\n');
        else socket.write(data ? '354 go\r\n' : '250 ok\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await send({ text: 'a\r\n.\r\nMAIL FROM:<x@y.test>\r\nRCPT TO:<evil@y.test>\r\nDATA\r\n' });
    await work(createSender({ smtpUrl, from: 'no-reply@slipway.test', outbox }));
    server.close();
    const commands = problems.filter((text) => /^(MAIL|RCPT)/.test(text)).join('');
    expect(commands).toBe('MAIL FROM:<no-reply@slipway.test>\r\nRCPT TO:<cedant@savannah.test>\r\n');
  });
});

describe('to whom it goes', () => {
  const sendings = async () => (await t.ownerPool.query('select 1 from document_sendings')).rows.length;

  test('any address of its party, whichever papers that contact takes; also shown beforehand', async () => {
    await t.ownerPool.query(
      `insert into party_contacts (party_id, position, name, role, email, phone, documents) values ($1, 1, 'Jane', '', $2, '', '{}')`,
      [book.reinsured, 'jane@savannah.test'],
    );
    const { body } = await t.call('underwriter.nbo', `GET ${SCA}/document/mail/${note.id}`);
    expect(body.known.toSorted()).toEqual(['cedant@savannah.test', 'jane@savannah.test']);
    expect((await send({ to: ['JANE@savannah.test'] })).status).toBe(200);
  });

  test.each([
    { of: 'nobody', to: ['x@elsewhere.test'], named: 'x@elsewhere.test' },
    { of: 'another party', to: ['a@securities.test'], named: 'a@securities.test' },
    { of: 'a look-alike', to: ['cedant@savannah.test.z.test'], named: 'cedant@savannah.test.z.test' },
    { of: 'some', to: ['cedant@savannah.test', 'x@y.test', 'z@y.test'], confirmed: ['z@y.test'], named: 'x@y.test' },
  ])('an address of $of is named, and nothing is sent', async ({ to, confirmed, named }) => {
    const before = await sendings();
    for (const who of ['underwriter.nbo', 'manager.nbo']) {
      const { status, body } = await send({ to, ...(confirmed && { confirmed }) }, who);
      expect([status, body.code, body.title]).toEqual([
        409,
        'STRANGERS',
        `${named}: no address of the parties of this document. Check it, then confirm that it may go there.`,
      ]);
    }
    expect([await sendings(), await work()]).toEqual([before, 0]);
  });

  test('what was confirmed goes, and the trail says how many and, where it can be erased, which', async () => {
    const to = ['cedant@savannah.test', 'adviser@elsewhere.test'];
    expect((await send({ to, confirmed: ['Adviser@elsewhere.test'] })).status).toBe(200);
    const { rows } = await t.ownerPool.query(
      `select facts, personal from audit_trail where action = 'sent' order by id desc limit 1`,
    );
    expect(rows[0].facts).toMatchObject({ recipients: 2, strangers: 1 });
    expect(rows[0].personal.strangers).toBe('adviser@elsewhere.test');
    expect(JSON.stringify(rows[0].facts)).not.toContain('elsewhere');
  });

  test('few strangers an hour, however many mails are sent together; parties go on', async () => {
    t.clock.advance(3_600_000);
    const before = await sendings();
    const strangers = (n: number) => Array.from({ length: 10 }, (_, index) => `s${n}-${index}@elsewhere.test`);
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => send({ to: strangers(n), confirmed: strangers(n) })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await sendings()).toBe(before + 2);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'TOO_MANY_MAILS',
      title: 'You can mail 20 unknown addresses an hour. Nothing was sent: send to fewer, or wait 60 minutes.',
    });
    expect(refused?.headers['retry-after']).toBe('3600');
    expect((await send()).status).toBe(200);
    expect((await send({ to: strangers(7), confirmed: strangers(7) }, 'manager.nbo')).status).toBe(200);
    t.clock.advance(3_600_000);
    expect((await send({ to: strangers(8), confirmed: strangers(8) })).status).toBe(200);
  });

  test('the firm’s mails of every branch count together', async () => {
    t.clock.advance(3_600_000);
    await t.ownerPool.query(
      `insert into document_sendings (branch_id, document_id, recipients, strangers, subject, text, made_by, made_at)
       select 2, $1, array_fill('s@elsewhere.test'::text, '{10}'), 10, 'x', 'x', u.id, $2 from users u, generate_series(1, 10)
       where u.email = 'underwriter.lon@slipway.test'`,
      [note.id, t.clock.now()],
    );
    const { status, body } = await send({ to: ['x@y.test'], confirmed: ['x@y.test'] });
    expect([status, body.title]).toEqual([
      429,
      'The firm can mail 100 unknown addresses an hour. Nothing was sent: send to fewer, or wait 60 minutes.',
    ]);
    await t.ownerPool.query(`delete from document_sendings where branch_id = 2`);
    expect((await send({ to: ['x@y.test'], confirmed: ['x@y.test'] })).status).toBe(200);
  });
});

describe('what it would say', () => {
  const prepare = (id = note.id, who = 'underwriter.nbo') => t.call(who, `GET ${SCA}/document/mail/${id}`);

  test('the party’s address, and the covering text of its kind', async () => {
    const { body } = await prepare();
    expect(body).toMatchObject({
      may_send: true,
      addresses: [{ party: 'Savannah Insurance', email: 'cedant@savannah.test' }],
      subject: expect.stringContaining(note.number),
      text: expect.stringContaining(`our debit note ${note.number} for KES 562,500.00`),
    });
    expect((await prepare(note.id, 'cashier.nbo')).body.may_send).toBe(false);
  });

  test('a slip may go to each security that has an address', async () => {
    const slip = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/reinsuranceslip`, { query: { id: policy } });
    expect((await prepare(slip.body.id)).body.addresses).toEqual([
      { party: 'Security A', email: 'a@securities.test' },
      { party: 'Security C', email: 'c@securities.test' },
    ]);
  });

  test('the firm’s own text, which root alone changes; blanks are filled once and with text', async () => {
    const own = { kind: 'debit-note', subject: 'DN {number}', text: '{party} owes {total}. {nothing} {constructor}' };
    const change = (who: string, version: number) =>
      t.call(who, `PUT ${SCA}/document/mailtext`, { body: { ...own, version } });
    expect((await change('manager.nbo', 0)).status).toBe(403);
    expect((await change('root', 0)).body.version).toBe(1);
    expect((await change('root', 0)).status).toBe(409);
    const races = await Promise.all([change('root', 1), change('root', 1)]);
    expect(races.map((one) => one.status).toSorted()).toEqual([200, 409]);
    expect((await prepare()).body.text).toBe('Savannah Insurance owes KES 562,500.00. {nothing} {constructor}');
    const { body: all } = await t.call('root', `GET ${SCA}/document/mailtexts`);
    expect(all.find((row: { kind: string }) => row.kind === 'debit-note')).toMatchObject({ version: 2 });
    const unknown = await t.call('root', `PUT ${SCA}/document/mailtext`, { body: { ...own, kind: 'x', version: 0 } });
    expect(unknown.status).toBe(400);
    const values = {
      number: '1',
      document: 'x',
      party: '{total}\r\n{firm}',
      total: 'T',
      firm: 'F',
      sender: 'S',
      policies: '',
    };
    expect(filledText({ subject: 'To {party}', text: '{party}' }, values)).toEqual({
      subject: 'To {total} {firm}',
      text: '{total}\r\n{firm}',
    });
  });
});

describe('who may', () => {
  test('London finds no document of Nairobi’s; who may only look does not send', async () => {
    expect((await send({}, 'underwriter.lon')).status).toBe(404);
    expect((await t.call('manager.lon', `GET ${SCA}/document/mail/${note.id}`)).status).toBe(404);
    for (const who of ['cashier.nbo', 'auditor', 'claims.nbo']) expect((await send({}, who)).status, who).toBe(403);
    for (const who of ['manager.nbo', 'accountant.nbo']) expect((await send({}, who)).status, who).toBe(200);
  });

  test('row-level security hides what a branch sent by itself', async () => {
    const client = await t.pool.connect();
    const seen = async (branches: string) => {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
      const { rows } = await client.query('select 1 from document_sendings');
      await client.query('rollback');
      return rows.length > 0;
    };
    try {
      expect([await seen('{1}'), await seen('{2}'), await seen('')]).toEqual([true, false, false]);
    } finally {
      client.release();
    }
  });
});
