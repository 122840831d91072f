import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let [underwriter, manager, claims, elsewhere]: number[] = [];

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  [underwriter, manager, claims, elsewhere] = await Promise.all(
    ['underwriter.nbo', 'manager.nbo', 'claims.nbo', 'underwriter.lon'].map((who) => userId(t, who)),
  );
});
afterAll(() => t?.close());

const save = (changes: Record<string, unknown> = {}) =>
  t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(book, changes) });
const producerOf = async (id: number) =>
  (await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${id}`)).body.producer;

test('a policy is its maker’s unless a colleague of the branch is chosen; an edit without one leaves it', async () => {
  expect(await producerOf((await save()).body.id)).toEqual({ id: underwriter, name: 'underwriter.nbo' });
  const { body: saved } = await save({ producer: manager });
  expect(await producerOf(saved.id)).toEqual({ id: manager, name: 'manager.nbo' });
  const edit = (version: number, changes: Record<string, unknown>) =>
    t.call('underwriter.nbo', `PUT ${SCA}/underwriting/edit`, {
      body: { ...examplePolicy(book), id: saved.id, version, ...changes },
    });
  expect((await edit(1, {})).status).toBe(200);
  expect(await producerOf(saved.id)).toMatchObject({ id: manager });
  expect((await edit(2, { producer: claims })).status).toBe(200);
  expect(await producerOf(saved.id)).toMatchObject({ id: claims });
  const diff = async (from: number, to: number) => {
    const { body } = await t.call('underwriter.nbo', `GET ${SCA}/audit/diff`, {
      query: { entity: 'policy', id: String(saved.id) },
    });
    const { versions } = body;
    return (
      await t.call('underwriter.nbo', `GET ${SCA}/audit/diff`, {
        query: { entity: 'policy', id: String(saved.id), from: versions[from].id, to: versions[to].id },
      })
    ).body.changes;
  };
  expect(await diff(0, 1)).toEqual([]);
  expect(await diff(1, 2)).toEqual([
    { field: 'producer', label: 'Producer', before: 'manager.nbo', after: 'claims.nbo' },
  ]);
  expect((await edit(3, { producer: null })).status).toBe(200);
  expect(await producerOf(saved.id)).toMatchObject({ id: underwriter });
});

test('who does not work in the branch is refused, as is nobody; one who left stays on what they have', async () => {
  for (const producer of [elsewhere, 999_999]) {
    const { status, body } = await save({ producer });
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'producer', message: 'Choose somebody who works in this branch.' }],
    ]);
  }
  const { body } = await save({ producer: claims });
  await t.ownerPool.query(`update users set status = 'DISABLED' where id = $1`, [claims]);
  try {
    const edited = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/edit`, {
      body: { ...examplePolicy(book), id: body.id, version: 1, producer: claims, territory: 'Uganda' },
    });
    expect(edited.status).toBe(200);
    expect((await save({ producer: claims })).status).toBe(400);
  } finally {
    await t.ownerPool.query(`update users set status = 'ACTIVE' where id = $1`, [claims]);
  }
});

test('a slip has one too; the lists are narrowed to one and their files name it', async () => {
  const slip = await t.call('underwriter.nbo', `POST ${SCA}/londonslip/save`, {
    body: { ...exampleSlip(book), producer: claims },
  });
  expect(slip.status).toBe(200);
  const { body: read } = await t.call('underwriter.nbo', `GET ${SCA}/londonslip/${slip.body.id}`);
  expect(read.producer).toMatchObject({ id: claims });
  const slips = await t.call('underwriter.nbo', `GET ${SCA}/londonslip/items`, {
    query: { producer: String(claims) },
  });
  expect(slips.body.data.map((row: { id: number; producer: string }) => [row.id, row.producer])).toEqual([
    [slip.body.id, 'claims.nbo'],
  ]);
  const { body } = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/items`, {
    query: { producer: String(manager) },
  });
  expect(body.data.every((row: { producer: string }) => row.producer === 'manager.nbo')).toBe(true);
  const file = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/items`, {
    query: { producer: String(underwriter), format: 'csv' },
  });
  expect(file.bytes.toString().split('\n')[0]).toContain(',Producer,');
});

test('a renewal is the same producer’s, unless they left the branch', async () => {
  const renew = async (id: number) => {
    const { status, body } = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
      body: { policy: id, endorsementtype: 'RENEWAL' },
    });
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'DRAFT' })]);
    return producerOf(body.id);
  };
  expect(await renew(await approvedPolicy(t, book, { producer: claims }))).toMatchObject({ id: claims });
  const left = await approvedPolicy(t, book, { producer: claims });
  await t.ownerPool.query(`update users set status = 'DISABLED' where id = $1`, [claims]);
  expect(await renew(left)).toMatchObject({ id: underwriter });
  await t.ownerPool.query(`update users set status = 'ACTIVE' where id = $1`, [claims]);
});

test('colleagues are those of the active branch, by any part of their name', async () => {
  const names = async (who: string, searchValue = '') =>
    (await t.call(who, `GET ${SCA}/user/findAll`, { query: { searchValue } })).body.map(
      (one: { name: string }) => one.name,
    );
  expect(await names('cashier.nbo')).toEqual([
    'accountant.nbo',
    'auditor',
    'cashier.nbo',
    'claims.nbo',
    'manager.nbo',
    'root',
    'underwriter.nbo',
  ]);
  expect(await names('cashier.lon', 'WRITER')).toEqual(['underwriter.lon']);
  expect(await names('cashier.lon', '%')).toEqual([]);
});
