import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { checked, commonOf, faultsOf, policyCount, row, upload } from './bordereau.factories.ts';
import { confirm, OCTETS, one, SCA, work } from './imports.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const U = 'underwriter.nbo';
const usual = () => ({ common: commonOf(book) });

describe('who may, and where', () => {
  test('without the right to create policies in the branch it is refused, before the file is looked at', async () => {
    for (const who of ['manager.nbo', 'claims.nbo', 'accountant.nbo', 'cashier.nbo', 'auditor'])
      expect((await upload(t, who, { ...usual(), rows: [row(1)] })).status, who).toBe(403);
    expect((await upload(t, U, { ...usual(), rows: [row(1)], branch: 'LON' })).status).toBeGreaterThanOrEqual(403);
    const strange = await t.call('manager.nbo', `POST ${SCA}/import/upload`, {
      query: { target: 'insureds', name: 'x.csv', common: '{}' },
      body: Buffer.from('Name\nX'),
      headers: OCTETS,
    });
    expect(strange.status).toBe(400);
    expect((await upload(t, U, { csv: 'Policy No\n1', common: { reinsured: 'x', tomorrow: 1 } })).status).toBe(400);
  });

  test('drafts are of the branch of the file, wherever it is confirmed; another branch sees nothing of it', async () => {
    const found = await checked(t, 'root', { ...usual(), rows: [row(400)], branch: 'LON' });
    expect(found.branch.code).toBe('LON');
    const { after } = await confirm(t, 'root', found);
    expect(after.counts.written).toBe(1);
    const { rows } = await t.ownerPool.query(
      `select b.code, p.broker_reference from import_rows r join policies p on p.id = r.record_id join branches b on b.id = p.branch_id
       where r.import_id = $1`,
      [found.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].code).toBe('LON');
    expect(rows[0].broker_reference).toContain('LON');
    expect((await t.call(U, `GET ${SCA}/import/${found.id}`)).status).toBe(404);
    const list = await t.call(U, `GET ${SCA}/underwriting/items`, { query: { import: found.id } });
    expect(list.body.data).toEqual([]);
    // The same policy of the cedant, placed by another branch, is not there already.
    expect((await checked(t, U, { ...usual(), rows: [row(400)] })).counts).toMatchObject({ new: 1, exists: 0 });
  });
});

describe('between the check and the writing', () => {
  test('a policy saved meanwhile is skipped, a security made inactive faults its rows, the rest is written', async () => {
    const found = await checked(t, U, {
      ...usual(),
      csv: `Policy No,Insured,Inception,Expiry,TSI,Premium,Cession %,Security 1,Share 1
W1,Kisumu Sugar Works,2026-03-01,2027-02-28,1000000,1000,50,Security A,50
W2,Kisumu Sugar Works,2026-03-01,2027-02-28,1000000,1000,50,Security B,50
W3,Kisumu Sugar Works,2026-03-01,2027-02-28,1000000,1000,50,Security C,50`,
    });
    expect(found.counts.new).toBe(3);
    const meanwhile = await t.call(U, `POST ${SCA}/underwriting/save`, {
      body: examplePolicy(book, { cedant_policy_number: 'w1' }),
    });
    expect(meanwhile.status).toBe(200);
    await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.b]);
    const { after } = await confirm(t, U, found);
    await t.ownerPool.query(`update parties set status = 'ACTIVE' where id = $1`, [book.b]);
    expect(after).toMatchObject({ state: 'DONE', counts: { written: 1, skipped: 1, faulty: 1 } });
    expect(await faultsOf(t, found.id)).toEqual([[3, ['Security B is inactive.']]]);
  });

  test('two workers that hold the same job write it once', async () => {
    const before = await policyCount(t);
    const found = await checked(t, U, { ...usual(), rows: Array.from({ length: 600 }, (_, n) => row(1_000 + n)) });
    await t.call(U, `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    const first = work(t);
    await expect.poll(async () => (await one(t, U, found.id)).progress, { interval: 5 }).toBeGreaterThan(0);
    await t.ownerPool.query(`update jobs set run_after = now() - interval '1 minute' where state = 'RUNNING'`);
    await Promise.all([first, work(t)]);
    expect((await one(t, U, found.id)).counts.written).toBe(600);
    expect(await policyCount(t)).toBe(before + 600);
  });

  test('the same file, sent twice and written by two workers at once, is there once', async () => {
    const before = await policyCount(t);
    const rows = Array.from({ length: 600 }, (_, n) => row(3_000 + n));
    const found = [await checked(t, U, { ...usual(), rows }), await checked(t, U, { ...usual(), rows })];
    for (const { id, version } of found)
      expect((await t.call(U, `PUT ${SCA}/import/confirm/${id}`, { body: { version } })).status).toBe(200);
    await Promise.all([work(t), work(t)]);
    const counts = await Promise.all(found.map(async ({ id }) => (await one(t, U, id)).counts));
    expect(counts.map(({ written, skipped }) => written + skipped)).toEqual([600, 600]);
    expect(await policyCount(t)).toBe(before + 600);
  });

  test('given up in the middle, no draft and no number is left', async () => {
    const before = await policyCount(t);
    const numbers = async () => (await t.ownerPool.query('select * from counters order by kind, year, branch_id')).rows;
    const taken = await numbers();
    const found = await checked(t, U, { ...usual(), rows: Array.from({ length: 1_200 }, (_, n) => row(5_000 + n)) });
    await t.call(U, `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    const done = work(t);
    await expect.poll(async () => (await one(t, U, found.id)).progress, { interval: 5 }).toBeGreaterThan(0);
    expect((await t.call(U, `PUT ${SCA}/import/cancel/${found.id}`)).status).toBe(200);
    await done;
    expect(await one(t, U, found.id)).toMatchObject({ state: 'CANCELLED', counts: { written: 0 } });
    expect(await policyCount(t)).toBe(before);
    expect(await numbers()).toEqual(taken);
    await expectSound(t);
  });
});
