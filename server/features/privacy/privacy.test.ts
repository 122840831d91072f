import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedClaim, approvedMovement } from '../claims/claims.factories.ts';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectSound } from '../../proofs/expect-sound.ts';

const ROOT = '/api/sca/v1/privacy';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const find = (words: string) => t.call('root', `GET ${ROOT}/find`, { query: { searchValue: words } });

async function newInsured(name: string, email: string): Promise<{ id: number; version: number }> {
  const { body } = await t.call('root', 'POST /api/sca/v1/insurancecompany/save', {
    query: {},
    body: {
      name,
      address: 'P.O. Box 77, Kisumu',
      email,
      contacts: [{ name: 'Wairimu Njoroge', role: 'Spouse', email: 'wairimu@home.test', phone: '', documents: [] }],
    },
  });
  return body;
}

describe('personal data', () => {
  test('is the firm’s alone: nobody but root finds, sees or erases', async () => {
    for (const who of ['manager.nbo', 'underwriter.nbo', 'auditor']) {
      expect((await t.call(who, `GET ${ROOT}/find`, { query: { searchValue: 'root' } })).status).toBe(403);
      expect((await t.call(who, `POST ${ROOT}/export`, { body: { kind: 'user', id: 1 } })).status).toBe(403);
    }
    expect((await find('a')).body.errors).toEqual([
      { field: 'searchValue', message: 'Search for 2 to 100 characters.' },
    ]);
  });

  test('finds users, parties and those whom they name; wildcards are text', async () => {
    const { id } = await newInsured('Achieng Otieno', 'achieng@home.test');
    expect((await find('achieng')).body).toEqual([
      { kind: 'party', id, name: 'Achieng Otieno', email: 'achieng@home.test', detail: 'Insured' },
    ]);
    expect((await find('wairimu@')).body).toMatchObject([
      { kind: 'contact', name: 'Wairimu Njoroge', detail: 'Achieng Otieno' },
    ]);
    expect((await find('cashier.nbo')).body).toMatchObject([{ kind: 'user', email: 'cashier.nbo@slipway.test' }]);
    expect((await find('%%')).body).toEqual([]);
  });

  test('giving it out shows every purpose and is in the trail', async () => {
    const id = await userId(t, 'cashier.nbo');
    await t.signIn('cashier.nbo');
    const { status, body } = await t.call('root', `POST ${ROOT}/export`, { body: { kind: 'user', id } });
    expect(status).toBe(200);
    expect(body.sections.map((one: { title: string }) => one.title)).toEqual([
      'Account',
      'Sessions',
      'Second factor',
      'Acts',
      'Changes to the account',
    ]);
    expect(body.sections[0].rows[0]).toContain('cashier.nbo@slipway.test');
    expect(body.sections[1].rows.length).toBeGreaterThan(0);
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as n from audit_trail where entity = 'user' and entity_id = $1 and action = 'personal_data_given_out'`,
      [id],
    );
    expect(rows[0].n).toBe(1);
    expect((await t.call('root', `POST ${ROOT}/export`, { body: { kind: 'party', id: 99_999 } })).status).toBe(404);
  });

  test('a party of a contract in force with open money is not erased, and says why', async () => {
    await approvedPolicy(t, book);
    const query = { kind: 'party', id: book.reinsured };
    const { body } = await t.call('root', `GET ${ROOT}/erasure`, { query });
    expect(body.why_not).toHaveLength(2);
    const refused = await t.call('root', `PUT ${ROOT}/erase`, {
      body: { ...query, version: body.version, reason: 'They asked for it.' },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.title).toMatch(/^This cannot be erased yet\. 1 policies are in force/);
  });
});

/** Every place of the database that holds a word, but for the files of issued documents. */
async function placesOf(word: string): Promise<string[]> {
  const { rows } = await sql<{ relation: string }>`
    select c.table_name as relation from information_schema.tables c
    where c.table_schema = 'public' and c.table_type = 'BASE TABLE' and c.table_name <> 'documents'`.execute(
    t.ownerDatabase,
  );
  const found: string[] = [];
  for (const { relation } of rows) {
    const hit = await t.ownerPool.query(`select 1 from ${relation} r where lower(to_jsonb(r)::text) like $1 limit 1`, [
      `%${word.toLowerCase()}%`,
    ]);
    if (hit.rows.length > 0) found.push(relation);
  }
  return found;
}

describe('erasure', () => {
  test('of a party takes every trace of the name; the books and the trail stay whole', async () => {
    const { id } = await newInsured('Nyambura Kihara', 'nyambura@home.test');
    const policy = await approvedPolicy(t, book, {
      insured: id,
      insurance_start_date: '2025-03-01',
      insurance_end_date: '2026-02-28',
    });
    await t.ownerPool.query(
      `insert into payer_names (known_by, party_id, learned_by, learned_at)
       select 'name:nyamburakihara', $1, min(id), now() from users`,
      [id],
    );
    const preview = await t.call('root', `GET ${ROOT}/erasure`, { query: { kind: 'party', id } });
    expect(preview.body.why_not).toEqual([]);
    const places = ['audit_trail', 'parties', 'payer_names', 'policies'];
    expect(await placesOf('nyambura')).toEqual(expect.arrayContaining(places));
    const body = { kind: 'party', id, version: preview.body.version, reason: 'They asked for it.' };
    expect((await t.call('root', `PUT ${ROOT}/erase`, { body: { ...body, version: body.version + 1 } })).status).toBe(
      409,
    );
    expect(await t.call('root', `PUT ${ROOT}/erase`, { body })).toMatchObject({ status: 200 });
    expect(await placesOf('nyambura')).toEqual([]);
    const record = await t.call('root', `GET /api/sca/v1/underwriting/${policy}`);
    expect(record.body.insured.name).toBe(`Erased party ${id}`);
    await expectSound(t);
    expect((await t.call('root', `PUT ${ROOT}/erase`, { body })).status).toBe(404);
  });

  test('of a party with claims waits until they are closed, and takes the name from their search', async () => {
    const { id } = await newInsured('Wangari Maina', 'wangari@home.test');
    const policy = await approvedPolicy(t, book, {
      insured: id,
      insurance_start_date: '2025-03-01',
      insurance_end_date: '2026-02-28',
    });
    const claim = await approvedClaim(t, book, { policy, data_loss_date: '2026-02-10', notified_on: '2026-02-12' });
    const query = { kind: 'party', id };
    const preview = async () => (await t.call('root', `GET ${ROOT}/erasure`, { query })).body;
    expect((await preview()).why_not).toEqual(['1 claims on their policies are open: close these.']);
    await approvedMovement(t, claim, { type: 'CLOSE', amount: null });
    const { why_not: whyNot, version } = await preview();
    expect(whyNot).toEqual([]);
    const held = await t.call('root', `POST ${ROOT}/export`, { body: query });
    const claims = held.body.sections.find((one: { title: string }) => one.title === 'Claims');
    expect(claims.rows).toEqual([expect.arrayContaining(['2026-02-10', 'Fire in the second warehouse', 'APPROVED'])]);
    expect(await placesOf('wangari')).toContain('claims');
    const body = { ...query, version, reason: 'They asked for it.' };
    expect((await t.call('root', `PUT ${ROOT}/erase`, { body })).status).toBe(200);
    expect(await placesOf('wangari')).toEqual([]);
  });

  test('of a contact takes the entry and what the trail keeps of it', async () => {
    const { id } = await newInsured('Baraka Mwangi', 'baraka@home.test');
    await t.ownerPool.query(
      `update party_contacts set name = 'Zuhura Salim', email = 'zuhura@home.test' where party_id = $1`,
      [id],
    );
    const [contact] = (await find('zuhura')).body;
    const { body: preview } = await t.call('root', `GET ${ROOT}/erasure`, {
      query: { kind: 'contact', id: contact.id },
    });
    const done = await t.call('root', `PUT ${ROOT}/erase`, {
      body: { kind: 'contact', id: contact.id, version: preview.version, reason: 'Left the company.' },
    });
    expect(done.status).toBe(200);
    expect(await placesOf('zuhura')).toEqual([]);
  });

  test('of a user is deleting for good; not of oneself', async () => {
    const id = await userId(t, 'claims.lon');
    const { body } = await t.call('root', `GET ${ROOT}/erasure`, { query: { kind: 'user', id } });
    const erase = { kind: 'user', id, version: body.version, reason: 'Left the firm.' };
    expect((await t.call('root', `PUT ${ROOT}/erase`, { body: erase })).status).toBe(200);
    expect(await placesOf('claims.lon')).toEqual([]);
    const own = await userId(t, 'root');
    const mine = await t.call('root', `GET ${ROOT}/erasure`, { query: { kind: 'user', id: own } });
    expect(mine.body.why_not).toEqual(['This is your own account: another root must do it.']);
  });
});
