import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';

const API = '/api/sca/v1';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const firm = async () => (await t.call('root', `GET ${API}/firm`)).body;
const audit = async (action: string) =>
  (
    await t.ownerPool.query(
      `select facts, personal from audit_trail where entity = 'firm' and action = $1 order by id desc limit 1`,
      [action],
    )
  ).rows[0];

describe('who the firm is', () => {
  test('is read by everyone who views registers and changed by root alone', async () => {
    const { identity, version } = await firm();
    const body = { ...identity, lloyds_broker_number: '0842', website: 'baobab.example', version };
    for (const who of ['manager.nbo', 'accountant.lon', 'auditor'])
      expect((await t.call(who, `PUT ${API}/firm`, { body })).status).toBe(403);
    expect((await t.call('cashier.nbo', `GET ${API}/firm`)).body.identity.name).toBe(identity.name);
    expect((await t.call('root', `PUT ${API}/firm`, { body })).body).toMatchObject({ version: version + 1 });
    expect((await firm()).identity).toMatchObject({ lloyds_broker_number: '0842', website: 'baobab.example' });
    expect(await audit('identity_edited')).toMatchObject({
      facts: { website: { before: '', after: 'baobab.example' } },
    });
    const stale = await t.call('root', `PUT ${API}/firm`, { body });
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE']);
  });

  test('addresses and names are kept apart in the trail, where they can be erased', async () => {
    const { identity, version } = await firm();
    await t.call('root', `PUT ${API}/firm`, { body: { ...identity, email: 'office@baobab.example', version } });
    const { facts, personal } = await audit('identity_edited');
    expect(JSON.stringify(facts)).not.toContain('office@baobab.example');
    expect(personal).toMatchObject({ 'email.after': 'office@baobab.example' });
  });

  test('every bad field is told at once', async () => {
    const { identity, version } = await firm();
    const body = { ...identity, name: 'x', email: 'no', website: 'no', lloyds_broker_number: '12', version };
    const { status, body: reply } = await t.call('root', `PUT ${API}/firm`, { body });
    expect(status).toBe(400);
    expect(reply.errors).toEqual([
      { field: 'name', message: 'Name must be 2 to 150 characters.' },
      { field: 'email', message: 'Enter a valid email address.' },
      { field: 'website', message: 'Enter a web address such as https://example.com.' },
      { field: 'lloyds_broker_number', message: 'A Lloyd’s broker number has 3 or 4 digits.' },
    ]);
  });
});

describe('how the firm books', () => {
  const keep = async (changes: object) => {
    const { books, version } = await firm();
    return t.call('root', `PUT ${API}/firm/books`, { body: { ...books, ...changes, version } });
  };
  const preview = async (changes: object) => {
    const { books } = await firm();
    return t.call('root', `POST ${API}/firm/books/preview`, { body: { ...books, ...changes } });
  };

  test('says what a change does before it is made', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000)`,
    );
    expect((await preview({})).body).toEqual({ effects: [], warnings: [] });
    expect((await preview({ maker_checker: false })).body.errors).toEqual([
      { field: 'maker_checker', message: expect.stringMatching(/^Two people can decide/) },
    ]);
    await t.ownerPool.query(`update users set status = 'DISABLED' where name <> 'root'`);
    const { body } = await preview({ base_currency: 'GBP', brokerage_recognition: 'RECEIPT', maker_checker: false });
    expect(body.effects[0]).toBe('Books are kept in GBP instead of KES.');
    expect(body.effects[1]).toContain(`From now on brokerage waits on ${codeOf('DEFERRED_BROKERAGE')}`);
    expect(body.warnings).toEqual([
      'All 1 exchange rates are removed: they were for one KES.',
      expect.stringContaining('Who makes a record may then approve it, where nobody else could'),
    ]);
    await t.ownerPool.query(`update users set status = 'ACTIVE'`);
    expect((await preview({ time_zone: 'Mars/Olympus', base_currency: 'QQQ' })).body.errors).toEqual([
      { field: 'time_zone', message: 'Choose a time zone.' },
      { field: 'base_currency', message: 'Choose a currency.' },
    ]);
  });

  test('the base currency changes while nothing is posted, and its rates go with it', async () => {
    expect((await keep({ base_currency: 'GBP' })).status).toBe(200);
    const { rows } = await t.ownerPool.query(`select count(*)::int as rates from exchange_rates`);
    expect(rows[0].rates).toBe(0);
    expect((await keep({ base_currency: 'KES' })).status).toBe(200);
  });

  test('it is fixed once something is posted, in whatever branch', async () => {
    await approvedPolicy(t, await makeBook(t));
    const refused = await keep({ base_currency: 'GBP' });
    expect(refused.body.errors).toEqual([
      { field: 'base_currency', message: 'Something is posted in KES: the base currency stays.' },
    ]);
    expect((await firm()).posted).toBe(true);
    expect((await t.call('manager.lon', `GET ${API}/firm`)).body.posted).toBe(true);
    expect((await keep({ year_start_month: 4 })).status).toBe(200);
    expect((await keep({ year_start_month: 1 })).status).toBe(200);
  });

  test('brokerage is recognised as chosen by what is posted from then on', async () => {
    const income = async () =>
      (
        await t.ownerPool.query(
          `select coalesce(sum(-amount), 0)::text as sum from journal_lines where account = '${codeOf('BROKERAGE_INCOME')}'`,
        )
      ).rows[0].sum;
    const before = await income();
    await keep({ brokerage_recognition: 'RECEIPT' });
    await approvedPolicy(t, await makeBook(t, ' Two'));
    expect(await income()).toBe(before);
    await keep({ brokerage_recognition: 'DEBIT_NOTE' });
    await approvedPolicy(t, await makeBook(t, ' Three'));
    expect(await income()).not.toBe(before);
  });
});

describe('sessions, keeping and mail', () => {
  test('sessions end as set', async () => {
    const { version } = await firm();
    const bad = { session_hours: 13, idle_minutes: 4, version };
    expect((await t.call('root', `PUT ${API}/firm/sessions`, { body: bad })).body.errors).toHaveLength(2);
    const body = { session_hours: 8, idle_minutes: 15, version };
    expect((await t.call('root', `PUT ${API}/firm/sessions`, { body })).status).toBe(200);
    const token = await t.signIn('cashier.lon');
    const ask = () => t.call(token, `GET ${API}/auth/session`);
    expect((await ask()).status).toBe(200);
    t.clock.advance(16 * 60_000);
    expect((await ask()).status).toBe(401);
  });

  test('retention is kept within its bounds', async () => {
    const { retention, version } = await firm();
    const body = { ...retention, jobs_years: 0, personal_years: 31, version };
    expect((await t.call('root', `PUT ${API}/firm/retention`, { body })).body.errors).toEqual([
      { field: 'jobs_years', message: 'Years must be from 1 to 10.' },
      { field: 'personal_years', message: 'Years must be from 1 to 30.' },
    ]);
    const right = { ...retention, mails_years: 3, version };
    expect((await t.call('root', `PUT ${API}/firm/retention`, { body: right })).status).toBe(200);
    expect(await audit('retention_edited')).toMatchObject({ facts: { mails_years: { before: 1, after: 3 } } });
  });

  test('a test mail goes to oneself and says which way', async () => {
    const { version } = await firm();
    const injected = { from_name: 'Baobab\r\nBcc: x@y.example', reply_to: '', signature: '', version };
    expect((await t.call('root', `PUT ${API}/firm/mail`, { body: injected })).status).toBe(400);
    const body = { from_name: 'Baobab Re', reply_to: 'desk@baobab.example', signature: 'Kind regards', version };
    expect((await t.call('root', `PUT ${API}/firm/mail`, { body })).status).toBe(200);
    const sent = await t.call('root', `POST ${API}/firm/mail/test`);
    expect(sent.body).toEqual({ to: 'root@slipway.test', by: 'OUTBOX' });
    const { rows } = await t.ownerPool.query(`select payload from jobs where kind = 'mail' order by id desc limit 1`);
    expect(rows[0].payload).toMatchObject({ to: 'root@slipway.test' });
  });
});
