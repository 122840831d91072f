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
      status: 'ISSUED',
      replaced_by: null,
    });
    expect((await t.call(null, `GET ${SCA}/document/verify/AAAA-AAAA-AAAA-AAAA`)).status).toBe(404);
  });

  test('the date is the one on the paper, whenever it was made', async () => {
    const other = await approvedPolicy(t, book);
    t.clock.advance(5 * 86_400_000);
    const { body: made } = await make('debitnote', other);
    const { body: rows } = await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
      query: { record_kind: 'policy', record_id: other },
    });
    const found = await t.call(null, `GET ${SCA}/document/verify/${rows[0].code}`);
    expect([found.body.number, found.body.date]).toEqual([made.number, '2026-03-02']);
    t.clock.set('2026-03-02T08:00:00.000Z');
  });

  test('of many who guess codes the thirty-first is told to wait; what is found counts for nothing', async () => {
    const { body: rows } = await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
      query: { record_kind: 'policy', record_id: policy },
    });
    const verify = (code: string) => t.call(null, `GET ${SCA}/document/verify/${code}`);
    await t.ownerPool.query('delete from attempts');
    for (let look = 0; look < 40; look += 1) expect((await verify(rows[0].code)).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 34 }, (_, n) => verify(`GUES-${1000 + n}`)));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(30);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await verify(rows[0].code)).status).toBe(429);
    t.clock.advance(16 * 60_000);
    expect((await verify(rows[0].code)).status).toBe(200);
    t.clock.set('2026-03-02T08:00:00.000Z');
  });

  test.each(['debitnote', 'creditnote', 'reinsuranceslip', 'covernote'])(
    '%s asked for eight times at once is made once',
    async (kind) => {
      const other = await approvedPolicy(t, book);
      const replies = await Promise.all(Array.from({ length: 8 }, () => make(kind, other)));
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const { body: rows } = await t.call('underwriter.nbo', `GET ${SCA}/document/items`, {
        query: { record_kind: 'policy', record_id: other },
      });
      expect(rows).toHaveLength(kind === 'creditnote' ? 3 : 1);
    },
  );

  test('a document never changes once issued', async () => {
    await expect(t.ownerPool.query('update documents set sha256 = $1', ['x'])).rejects.toThrow(/append-only/);
  });
});

describe('refusals', () => {
  const CALLS = [
    `${UW}/debitnote`,
    `${UW}/creditnote`,
    `${UW}/reinsuranceslip`,
    `${UW}/covernote`,
    `${SCA}/londonslip/debitnote`,
    `${SCA}/londonslip/creditnote`,
    `${SCA}/londonslip/reinsuranceslip`,
    `${SCA}/londonslip/londonrslipreport`,
  ] as const;

  test.each(CALLS)('%s: a foreign id answers as a missing one does', async (call) => {
    const ask = (who: string, id: number) => t.call(who, `PUT ${call}`, { query: { id } });
    const [foreign, missing] = [await ask('underwriter.lon', policy), await ask('underwriter.lon', 999_999)];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect(missing.status).toBe(404);
  });

  test.each(CALLS.filter((call) => !/reinsuranceslip|rslipreport|covernote/.test(call)))(
    '%s: a user who is not the caller is refused',
    async (call) => {
      const { status } = await t.call('underwriter.nbo', `PUT ${call}`, { query: { id: policy, userId: 999 } });
      expect(status).toBe(403);
    },
  );

  test('a draft has a slip for offer and nothing else', async () => {
    const { body } = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
    expect((await make('reinsuranceslip', body.id)).status).toBe(200);
    expect((await make('debitnote', body.id)).status).toBe(409);
    expect((await make('covernote', body.id)).status).toBe(409);
  });

  test('a cashier may look but not make; London finds nothing; another user’s id is refused', async () => {
    const fresh = { query: { id: await approvedPolicy(t, book) } };
    expect((await t.call('cashier.nbo', `PUT ${UW}/debitnote`, fresh)).body.code).toBe('NOT_ISSUED');
    expect((await t.call('underwriter.lon', `PUT ${UW}/debitnote`, { query: { id: policy } })).status).toBe(404);
    expect(
      (await t.call('underwriter.nbo', `PUT ${UW}/debitnote`, { query: { id: policy, userId: 999 } })).status,
    ).toBe(403);
    const made = await make('debitnote');
    const foreign = await t.call('underwriter.lon', `GET ${made.body.url}`);
    expect(foreign.status).toBe(404);
  });
});
