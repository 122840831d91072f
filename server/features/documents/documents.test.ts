import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const UW = `${SCA}/underwriting`;
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

const make = (kind: string, id = policy, headers: Record<string, string> = {}) =>
  t.call('underwriter.nbo', `PUT ${UW}/${kind}`, { query: { id }, headers });

describe('documents of an approved policy', () => {
  test('the debit note is made once; the same call gives the same document', async () => {
    const first = await make('debitnote');
    const second = await make('debitnote');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      kind: 'debit-note',
      number: expect.stringMatching(/^DN\/NBO\/2026\//),
      version: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(second.body).toEqual(first.body);
    const file = await t.call('underwriter.nbo', `GET ${first.body.url}`);
    expect([file.status, file.headers['content-type'], file.bytes.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });

  test('one credit note for each security, a slip and a cover note', async () => {
    const notes = await make('creditnote');
    expect(notes.body.map((note: { number: string }) => note.number)).toEqual([
      expect.stringMatching(/^CN\//),
      expect.stringMatching(/^CN\//),
      expect.stringMatching(/^CN\//),
    ]);
    expect((await make('reinsuranceslip')).status).toBe(200);
    expect((await make('covernote')).status).toBe(200);
    const list = await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
      query: { record_kind: 'policy', record_id: policy },
    });
    expect(list.body.map((row: { kind: string }) => row.kind).toSorted()).toEqual([
      'cover-note',
      'credit-note',
      'credit-note',
      'credit-note',
      'debit-note',
      'reinsurance-slip',
    ]);
  });

  test('who accepts a PDF gets the file itself', async () => {
    const file = await make('debitnote', policy, { accept: 'application/pdf' });
    expect(file.headers['content-type']).toBe('application/pdf');
  });

  test('anyone holding it can verify it, and learns nothing else', async () => {
    const list = await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
      query: { record_kind: 'policy', record_id: policy },
    });
    const note = list.body.find((row: { kind: string }) => row.kind === 'debit-note');
    const found = await t.call(null, `GET ${SCA}/document/verify/${note.code}`);
    expect(found.body).toEqual({
      kind: 'debit-note',
      number: note.number,
      date: '2026-03-02',
      party: 'Savannah Insurance',
      total: 'KES 562500.00',
      sha256: note.sha256,
    });
    expect((await t.call(null, `GET ${SCA}/document/verify/AAAA-AAAA-AAAA-AAAA`)).status).toBe(404);
  });

  test('a document never changes once issued', async () => {
    await expect(t.ownerPool.query('update documents set sha256 = $1', ['x'])).rejects.toThrow(/append-only/);
  });
});

describe('refusals', () => {
  test('a draft has a slip for offer and nothing else', async () => {
    const { body } = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
    expect((await make('reinsuranceslip', body.id)).status).toBe(200);
    expect((await make('debitnote', body.id)).status).toBe(409);
    expect((await make('covernote', body.id)).status).toBe(409);
  });

  test('a cashier may look but not make; London finds nothing; another user’s id is refused', async () => {
    expect((await t.call('cashier.nbo', `PUT ${UW}/debitnote`, { query: { id: policy } })).status).toBe(403);
    expect((await t.call('underwriter.lon', `PUT ${UW}/debitnote`, { query: { id: policy } })).status).toBe(404);
    expect(
      (await t.call('underwriter.nbo', `PUT ${UW}/debitnote`, { query: { id: policy, userId: 999 } })).status,
    ).toBe(403);
    const made = await make('debitnote');
    const foreign = await t.call('underwriter.lon', `GET ${made.body.url}`);
    expect(foreign.status).toBe(404);
  });
});
