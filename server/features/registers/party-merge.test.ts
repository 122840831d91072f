import { describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedReceipt, debitNoteOf, discrepancies, exampleReceipt } from '../receipts/receipts.factories.ts';
import { codeOf } from '../../testing/chart.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
let other: Book;

let serial: number;

const course = ownBooks(async (...entered) => {
  [t, book, serial] = entered;
  other = await makeBook(t, ` Two ${serial}`);
});

const versionOf = async (id: number) =>
  (await t.ownerDatabase.selectFrom('parties').select('version').where('id', '=', id).executeTakeFirst())?.version ?? 1;
async function merge(path: string, [loser, survivor]: readonly [number, number], who = 'root') {
  const body = {
    loser: { id: loser, version: await versionOf(loser) },
    survivor: { id: survivor, version: await versionOf(survivor) },
  };
  return t.call(who, `PUT ${API}/${path}/merge`, { body });
}
const preview = (path: string, [loser, into]: readonly [number, number], who = 'root') =>
  t.call(who, `GET ${API}/${path}/${loser}/merge`, { query: { into } });
const get = async (address: string, query: Record<string, string | number> = {}) =>
  (await t.call('root', `GET ${API}/${address}`, { query })).body;
const minor = (amount: string) => BigInt(amount.replace('.', ''));

/** Every column of the schema that names a party, read from the catalogue. */
async function columnsNamingAParty(): Promise<{ relation: string; field: string }[]> {
  const { rows } = await t.ownerPool.query<{ relation: string; field: string }>(
    `select c.conrelid::regclass::text as relation, a.attname as field from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.confrelid = 'parties'::regclass`,
  );
  return [...rows, { relation: 'daily_balances', field: 'party_id' }];
}

async function columnsThatName(party: number): Promise<string[]> {
  const found: string[] = [];
  for (const { relation, field } of await columnsNamingAParty()) {
    const { rows } = await t.ownerPool.query(`select 1 from ${relation} where ${field} = $1 limit 1`, [party]);
    if (rows.length > 0) found.push(`${relation}.${field}`);
  }
  return found.toSorted();
}

async function withMoney(of: Book): Promise<void> {
  const policy = await approvedPolicy(t, of);
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, exampleReceipt(of, { allocations: [{ note, amount: '200000.00' }] }));
  const [item] = await get('paymentvoucher/findPoliciesBySecurity', { security: of.a });
  const voucher = await t.call('accountant.nbo', `POST ${API}/paymentvoucher/save2`, {
    body: { currency: 'KES', bank_date: '2026-03-02', security: of.a, items: [{ item: item.item, amount: '1000.00' }] },
  });
  if (voucher.status !== 200) throw new Error(JSON.stringify(voucher.body));
}

async function account(path: string, [party, number]: readonly [number, string]): Promise<void> {
  const at = `${API}/${path}/${party}/bankaccount`;
  const body = {
    currency: 'KES',
    bank: 'KCB',
    branch: '',
    account_name: 'Savannah',
    account_number: number,
    swift: '',
  };
  const proposed = await t.call('accountant.nbo', `POST ${at}`, { body });
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.body));
  const { id } = proposed.body;
  await t.call('manager.nbo', `PUT ${at}/${id}/decide`, { body: { decision: 'ACTIVE', version: 1 } });
}

/** Figures of a party in every report that has it. */
async function figuresOf(id: number, path: string) {
  const balances: { account: string; balance: string }[] = (await get(`${path}/${id}/uses`)).balances;
  return new Map(balances.map((row) => [row.account, minor(row.balance)]));
}

describe('of parties of its own', () => {
  together(course);

  describe('a merge', () => {
    test.each([
      ['reinsured', 'reinsured'],
      ['insurancecompany', 'insured'],
      ['securities', 'a'],
    ] as const)(
      'of two of %s moves everything, keeps the books whole, and the sums are those of both',
      async (path, key) => {
        await withMoney(book);
        await withMoney(other);
        await account(path, [other[key], '2222']);
        const [loser, survivor] = [other[key], book[key]];
        await t.call('manager.nbo', `PUT ${API}/${path}/edit`, {
          query: { id: loser, name: 'Mistaken Twin', address: 'P.O. Box 2' },
          body: { contacts: [{ name: 'Jane', role: '', email: '', phone: '', documents: [] }] },
        });
        const before = [await figuresOf(loser, path), await figuresOf(survivor, path)];
        const trial = await get('trialbalance/items');
        const named = await columnsThatName(loser);
        const seen = await preview(path, [loser, survivor]);
        expect(seen.body).toMatchObject({
          why_not: null,
          loser: { id: loser, version: 2 },
          survivor: { id: survivor },
        });
        const moves = new Set(seen.body.moves.map((move: { what: string }) => move.what));
        const moved = named.map((name) => name.split('.')[0]).filter((name) => name !== 'daily_balances');
        expect(moves).toEqual(new Set(moved));

        expect((await merge(path, [loser, survivor])).body).toEqual({ id: survivor, version: 2, status: 'ACTIVE' });
        expect(await columnsThatName(loser)).toEqual(['party_merges.loser_id']);
        expect(await unsound(t.ownerPool)).toEqual([]);
        expect(await discrepancies(t)).toEqual([]);
        expect(await get('trialbalance/items')).toEqual(trial);
        const after = await figuresOf(survivor, path);
        for (const [code, balance] of after)
          expect(balance).toBe((before[0]?.get(code) ?? 0n) + (before[1]?.get(code) ?? 0n));
        expect(new Set(after.keys())).toEqual(new Set(before.flatMap((balances) => [...balances.keys()])));
        expect((await get(`${path}/${survivor}/uses`)).policies.recordsTotal).toBe(2);
      },
    );

    test('leaves the statement and the ageing of the one that stays with what both owed', async () => {
      await withMoney(book);
      await withMoney(other);
      const owed = async (param: number) =>
        (await get('facultativereportitem', { param: String(param) })) as { currencies?: unknown };
      const [one, two] = [await owed(book.reinsured), await owed(other.reinsured)];
      await merge('reinsured', [other.reinsured, book.reinsured]);
      const text = JSON.stringify(await owed(book.reinsured));
      for (const note of JSON.stringify([one, two]).match(/DN\/NBO\/2026\/\d+/g) ?? []) expect(text).toContain(note);
      const { rows } = await t.ownerPool.query(
        `select sum(outstanding)::bigint as open from open_items where party_id = $1 and account = '${codeOf('PREMIUM_RECEIVABLE')}'`,
        [book.reinsured],
      );
      expect(rows[0].open).toBe(2n * (56250000n - 20000000n));
    });

    test('takes a confirmed account along as one that waits, and leaves the survivor’s own in use', async () => {
      const states = async (id: number) =>
        (await get(`reinsured/${id}`)).bank_accounts.map((row: Record<string, unknown>) => [
          row['account_number'],
          row['state'],
        ]);
      await account('reinsured', [other.reinsured, '2222']);
      await merge('reinsured', [other.reinsured, book.reinsured]);
      expect(await states(book.reinsured)).toEqual([['2222', 'PROPOSED']]);
      const [waiting] = (await get(`reinsured/${book.reinsured}`)).bank_accounts;
      const decide = (who: string) =>
        t.call(who, `PUT ${API}/reinsured/${book.reinsured}/bankaccount/${waiting.id}/decide`, {
          body: { decision: 'ACTIVE', version: waiting.version },
        });
      expect((await decide('root')).status).toBe(403);
      expect((await decide('manager.nbo')).status).toBe(200);
      const third = await makeBook(t, ' Three');
      await account('reinsured', [third.reinsured, '3333']);
      await merge('reinsured', [third.reinsured, book.reinsured]);
      expect(await states(book.reinsured)).toEqual([
        ['2222', 'ACTIVE'],
        ['3333', 'REPLACED'],
      ]);
    });
  });

  describe('is refused', () => {
    test('to anyone but root, with stale versions, to itself and across registers', async () => {
      const pair = [other.reinsured, book.reinsured] as const;
      for (const who of ['manager.nbo', 'accountant.nbo', 'auditor'])
        for (const reply of [await merge('reinsured', pair, who), await preview('reinsured', pair, who)])
          expect(reply.status).toBe(403);
      const stale = await t.call('root', `PUT ${API}/reinsured/merge`, {
        body: { loser: { id: pair[0], version: 1 }, survivor: { id: pair[1], version: 7 } },
      });
      expect(stale).toMatchObject({ status: 409, body: { code: 'STALE' } });
      expect((await merge('reinsured', [pair[0], pair[0]])).status).toBe(400);
      const across = await merge('reinsured', [pair[0], book.insured]);
      expect(across).toMatchObject({ status: 409, body: { code: 'CANNOT_MERGE' } });
      expect((await merge('insurancecompany', pair)).status).toBe(404);
      expect((await merge('reinsured', [pair[0], 999_999])).status).toBe(404);
      expect((await preview('reinsured', [pair[0], book.insured])).body.why_not).toContain('different registers');
      await expect(t.pool.query('select merge_parties($1, $2, 2)', [...pair])).rejects.toThrow('Only root');
    });

    test('for two securities of one placement, which it names', async () => {
      const id = await approvedPolicy(t, book);
      const { reference } = (await get('securities/' + book.a + '/uses')).policies.data[0];
      const refused = await merge('securities', [book.a, book.b]);
      expect(refused).toMatchObject({
        status: 409,
        body: { title: `Both are on ${reference}. Take one of them off first.` },
      });
      expect((await preview('securities', [book.a, book.b])).body.why_not).toContain(reference);
      const root = await t.ownerDatabase
        .selectFrom('user_roles')
        .select('user_id')
        .where('role', '=', 'ROLE_ROOT')
        .executeTakeFirstOrThrow();
      await expect(t.pool.query('select merge_parties($1, $2, $3)', [book.a, book.b, root.user_id])).rejects.toThrow(
        'cannot be merged',
      );
      expect(id).toBeGreaterThan(0);
    });

    test('a draft that still names the one that is gone cannot be saved with it', async () => {
      await merge('reinsured', [other.reinsured, book.reinsured]);
      const saved = await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, {
        body: examplePolicy(book, { reinsured: other.reinsured }),
      });
      expect(saved.body.errors).toEqual([
        { field: 'reinsured', message: `Savannah Insurance Two ${serial} is inactive.` },
      ]);
      // What was begun before the merge and written after it meets the database.
      const policy = await approvedPolicy(t, book);
      await expect(
        t.ownerPool.query('update policies set reinsured_id = $1 where id = $2', [other.reinsured, policy]),
      ).rejects.toThrow('was merged into');
    });
  });

  describe('posted lines', () => {
    test('are moved by nothing but a merge of their own party in the same transaction', async () => {
      await withMoney(book);
      const attempt = async (...statements: string[]) => {
        const owner = await t.ownerPool.connect();
        await owner.query('begin');
        try {
          for (const statement of statements) await owner.query(statement);
          return 'passed';
        } catch (error) {
          return (error as Error).message;
        } finally {
          await owner.query('rollback');
          owner.release();
        }
      };
      const row = (loser: number, survivor: number) =>
        `insert into party_merges (loser_id, survivor_id, made_by) values (${loser}, ${survivor}, 1)`;
      const move = (from: number, to: number) => `update journal_lines set party_id = ${to} where party_id = ${from}`;
      const refused = 'journal_lines is append-only';
      const { reinsured: from } = book;
      const to = other.reinsured;
      expect(await attempt(move(from, to))).toBe(refused);
      expect(await attempt(row(other.a, other.b), move(from, to))).toBe(refused);
      expect(await attempt(row(to, from), move(from, to))).toBe(refused);
      expect(await attempt(row(from, to), 'update journal_lines set amount = amount')).toBe(refused);
      expect(
        await attempt(row(from, to), `update journal_lines set amount = amount + 1 where party_id = ${from}`),
      ).toBe(refused);
      expect(
        await attempt(
          row(from, to),
          `update journal_lines set party_id = ${to}, base_amount = 0 where party_id = ${from}`,
        ),
      ).toBe(refused);
      expect(await attempt(row(from, to), 'delete from journal_lines')).toBe(refused);
      expect(await attempt(row(from, to), move(from, to))).toBe('passed');
      // A merge that was committed opens nothing afterwards.
      await merge('reinsured', [from, to]);
      expect(await attempt(move(to, from))).toBe(refused);
      expect(await attempt(`update party_merges set survivor_id = 1`)).toBe('party_merges is append-only');
      await expect(t.pool.query(row(book.a, book.b))).rejects.toThrow('permission denied');
      await expect(t.pool.query('update journal_lines set party_id = party_id')).rejects.toThrow('permission denied');
    });
  });
});

describe('of all that there is', () => {
  apart(course);

  test('a merge hides the one that is gone, whose page and name lead to the one that stays', async () => {
    await approvedPolicy(t, other);
    const [loser, survivor] = [other.reinsured, book.reinsured];
    await merge('reinsured', [loser, survivor]);
    const listed = async (path: string, query: Record<string, string> = {}) =>
      (await get(`reinsured/${path}`, query)).data.map((row: { id: number }) => row.id);
    expect(await listed('items', { searchValue: 'savannah' })).toEqual([survivor]);
    expect(await listed('items', { status: 'INACTIVE' })).toEqual([]);
    expect(await listed('findAll', { status: 'ALL', searchValue: 'savannah' })).toEqual([survivor]);
    expect(await get(`reinsured/${loser}`)).toMatchObject({
      status: 'INACTIVE',
      merged_into: { id: survivor, name: `Savannah Insurance ${serial}` },
    });
    expect((await get(`reinsured/${survivor}`)).merged_from).toEqual([
      { id: loser, name: `Savannah Insurance Two ${serial}` },
    ]);
    expect(await get('reinsured/similar', { name: `Savannah Insurance Two ${serial} Ltd` })).toMatchObject([
      { id: survivor },
    ]);
    const found = await get('underwriting/items', { searchValue: 'savannah insurance' });
    expect(found.recordsFiltered).toBe(1);
    const touch = (call: string, input: object) => t.call('root', `PUT ${API}/reinsured/${call}`, input);
    for (const reply of [
      await touch('edit', { query: { id: loser, name: 'Back Again', address: 'P.O. Box 1' } }),
      await touch('update', { query: { id: loser, status: 'ACTIVE' } }),
      await merge('reinsured', [loser, survivor]),
      await merge('reinsured', [survivor, loser]),
    ])
      expect(reply).toMatchObject({ status: 409, body: { code: 'MERGED' } });
    const actions = async (id: number) =>
      (await get('audit/history', { entity: 'party', id })).map((event: { action: string }) => event.action);
    expect(await actions(loser)).toEqual(['merged_into']);
    expect(await actions(survivor)).toEqual(['merged_from']);
  });

  test('a table made later is moved too, for the columns are read from the catalogue', async () => {
    await t.ownerPool.query(
      'create table later_records (id int, buyer_id int references parties (id), search_text text not null)',
    );
    await t.ownerPool.query(`insert into later_records values (1, ${other.reinsured}, 'old words')`);
    await merge('reinsured', [other.reinsured, book.reinsured]);
    const { rows } = await t.ownerPool.query('select buyer_id, search_text from later_records');
    expect(rows).toEqual([{ buyer_id: book.reinsured, search_text: `old words savannah insurance ${serial}` }]);
  });
});
