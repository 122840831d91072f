import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const UW = `${SCA}/underwriting`;
let t: TestApp;
let book: Book;
let id: number;

const diff = (query: Record<string, string> = {}, who = 'manager.nbo', entity = 'policy') =>
  t.call(who, `GET ${SCA}/audit/diff`, { query: { entity, id, ...query } });
const edit = async (changes: Record<string, unknown>) => {
  const { body } = await t.call('underwriter.nbo', `GET ${UW}/${id}`);
  const reply = await t.call('underwriter.nbo', `PUT ${UW}/edit`, {
    body: { ...examplePolicy(book, changes), id, version: body.version },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
};

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  id = (await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) })).body.id;
});
afterAll(() => t.close());

describe('what differs between versions of a policy', () => {
  test('nothing is compared before a first decision, unless asked for', async () => {
    expect((await diff()).body).toMatchObject({
      decision: null,
      from: null,
      changes: [],
      versions: [{ action: 'saved' }],
    });
  });

  test('since the rejection, in words, over the real trail', async () => {
    await t.call('underwriter.nbo', `PUT ${UW}/submit/${id}`);
    const manager = await userId(t, 'manager.nbo');
    await t.call('manager.nbo', `PUT ${UW}/approve/${id}/REJECTED/${manager}`, { body: { reason: 'Rate too low' } });
    await edit({
      rate: '0.3',
      excess: '2% of each loss',
      securities: [
        { security: book.a, share: '30' },
        { security: book.b, share: '30' },
      ],
    });
    await edit({
      rate: '0.3',
      securities: [
        { security: book.a, share: '30', offer: '35' },
        { security: book.b, share: '30' },
      ],
    });
    const { body } = await diff();
    expect(body.decision).toMatchObject({ action: 'rejected', by: expect.any(String) });
    expect(body.changes.map((one: Record<string, string>) => [one['label'], one['before'], one['after']])).toEqual([
      ['Rate', '0.25%', '0.3%'],
      ['Securities removed', 'Security C', null],
      ['Security A, signed line', '25%', '30%'],
      ['Security A, written line', '25%', '35%'],
      ['Security B, signed line', '20%', '30%'],
      ['Security B, written line', '20%', '30%'],
      ['Security C, signed line', '15%', null],
      ['Security C, written line', '15%', null],
    ]);
    expect(body.versions).toHaveLength(3);
  });

  test('between any two versions', async () => {
    const { versions } = (await diff()).body;
    const [, second, third] = versions.map((one: { id: string }) => one.id);
    const { body } = await diff({ from: second, to: third });
    expect(body.changes).toEqual([
      { field: 'excess', label: 'Excess', before: '2% of each loss', after: '1% of each loss' },
      { field: `securities.${book.a}.offer`, label: 'Security A, written line', before: '30%', after: '35%' },
    ]);
    expect((await diff({ from: third, to: third })).body.changes).toEqual([]);
  });

  test('only of this record, and only for who may view it', async () => {
    // A row of its own trail that holds no version.
    const submitted = await t.ownerPool.query<{ id: string }>(
      `select id::text from audit_trail where entity = 'policy' and entity_id = $1 and action = 'submitted'`,
      [id],
    );
    for (const from of [submitted.rows[0]?.id ?? '', '999999999', '0'])
      expect((await diff({ from })).status, from).toBe(404);
    expect((await diff({ from: 'x' })).status).toBe(400);
    expect((await diff({}, 'manager.lon')).status).toBe(404);
    expect((await diff({}, 'cashier.nbo')).status).toBe(200);
    expect((await diff({}, 'underwriter.nbo', 'receipt')).status).toBe(404);
  });
});

test('receipts: an allocation by the number of its note', async () => {
  const body = {
    dateOfIssue: '2026-03-02',
    receiptType: 'PREMIUM',
    receiptAmount: '100.00',
    currency: 'KES',
    reinsured: book.reinsured,
  };
  const saved = await t.call('cashier.nbo', `POST ${SCA}/receivable/save`, { body });
  await t.call('cashier.nbo', `PUT ${SCA}/receivable/edit`, {
    body: { ...body, receiptAmount: '250', id: saved.body.id, version: saved.body.version },
  });
  const { body: history } = await t.call('cashier.nbo', `GET ${SCA}/audit/diff`, {
    query: { entity: 'receipt', id: saved.body.id },
  });
  const [first] = history.versions;
  const compared = await t.call('cashier.nbo', `GET ${SCA}/audit/diff`, {
    query: { entity: 'receipt', id: saved.body.id, from: first.id },
  });
  expect(compared.body.changes).toEqual([
    { field: 'receiptAmount', label: 'Amount received', before: 'KES 100.00', after: 'KES 250.00' },
  ]);
});
