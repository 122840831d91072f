import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { readPdf, readPdfText } from '../../testing/pdf.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const UW = `${SCA}/underwriting`;
const LDN = `${SCA}/londonslip`;
const REASON = 'The account to pay to was printed wrongly.';
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

type Made = { id: number; number: string; kind: string; version: number; sha256: string; url: string };
const make = async (call: string, query: Record<string, string | number>): Promise<Made[]> => {
  const { status, body } = await t.call('underwriter.nbo', `PUT ${call}`, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return [body].flat();
};
const supersede = (id: number, input: { who?: string; reason?: string; headers?: Record<string, string> } = {}) =>
  t.call(input.who ?? 'underwriter.nbo', `PUT ${SCA}/document/supersede`, {
    body: { id, reason: input.reason ?? REASON },
    ...(input.headers && { headers: input.headers }),
  });
const listed = async (kind = 'policy', record = policy) =>
  (await t.call('underwriter.nbo', `GET ${SCA}/document/items`, { query: { record_kind: kind, record_id: record } }))
    .body;
const file = (url: string) => t.call('underwriter.nbo', `GET ${url}`);
const verify = (code: string) => t.call(null, `GET ${SCA}/document/verify/${code}`);

describe('a document in the place of another', () => {
  test('has the same number, says what it replaces, and the old one stays as it was', async () => {
    const [old] = await make(`${UW}/debitnote`, { id: policy });
    const before = await file(old!.url);
    const { status, body: fresh } = await supersede(old!.id);
    expect(status, JSON.stringify(fresh)).toBe(200);
    expect(fresh).toMatchObject({ number: old!.number, kind: 'debit-note', version: 2 });
    expect(fresh.sha256).not.toBe(old!.sha256);
    expect((await file(old!.url)).bytes.equals(before.bytes)).toBe(true);
    expect(readPdfText((await file(fresh.url)).bytes)).toMatch(/Replaces +that of 2 March 2026/);
    // From now on the same call gives the one that counts.
    expect(await make(`${UW}/debitnote`, { id: policy })).toEqual([fresh]);
    const rows = (await listed()).filter((row: { kind: string }) => row.kind === 'debit-note');
    expect(rows.map((row: Record<string, unknown>) => [row['copy'], row['reason'], row['replaced_by']])).toEqual([
      [1, '', old!.number],
      [2, REASON, null],
    ]);
    expect((await verify(rows[0].code)).body).toMatchObject({ status: 'SUPERSEDED', replaced_by: old!.number });
    expect((await verify(rows[1].code)).body).toMatchObject({ status: 'ISSUED', replaced_by: null });
  });

  test('is the one that is sent; the old one stays in the house', async () => {
    const [old] = await make(`${UW}/reinsuranceslip`, { id: policy });
    const { body: fresh } = await supersede(old!.id);
    const mail = (id: number) =>
      t.call('underwriter.nbo', `POST ${SCA}/document/send`, {
        body: { id, to: ['desk@cedant.test'], confirmed: ['desk@cedant.test'], subject: 'Slip', text: 'As agreed.' },
      });
    const refused = await mail(old!.id);
    expect([refused.status, refused.body.title]).toEqual([409, 'This is superseded: sending it is not possible.']);
    expect((await mail(fresh.id)).status).toBe(200);
  });

  test('needs a reason, is recorded with it, and is made once for the same key', async () => {
    const [, note] = await make(`${UW}/creditnote`, { id: policy });
    for (const reason of ['', '    ', 'oops', 'x'.repeat(501)]) {
      const { status, body } = await supersede(note!.id, { reason });
      expect([status, body.errors[0].field]).toEqual([400, 'reason']);
    }
    const key = { headers: { 'idempotency-key': 'supersede-once' } };
    const [first, again] = [await supersede(note!.id, key), await supersede(note!.id, key)];
    expect(again.body).toEqual(first.body);
    const { rows } = await t.ownerPool.query(
      `select entity_id, user_id, facts from audit_trail where action = 'superseded' and entity_id = $1`,
      [first.body.id],
    );
    expect(rows).toEqual([
      {
        entity_id: first.body.id,
        user_id: await userId(t, 'underwriter.nbo'),
        facts: { kind: 'credit-note', number: note!.number, sha256: first.body.sha256, version: 2, reason: REASON },
      },
    ]);
  });

  test('of eight at once one replaces it, and the others are told', async () => {
    const [, , note] = await make(`${UW}/creditnote`, { id: policy });
    const replies = await Promise.all(Array.from({ length: 8 }, () => supersede(note!.id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const again = await supersede(note!.id);
    expect([again.status, again.body.title]).toEqual([409, 'This is superseded: replacing it is not possible.']);
  });

  test('is possible for every kind of paper', async () => {
    const slip = await approvedSlip(t, book);
    const papers = [
      ...(await make(`${UW}/reinsuranceslip`, { id: policy })),
      ...(await make(`${UW}/covernote`, { id: policy })),
      ...(await make(`${LDN}/mrcslip`, { id: slip })),
      ...(await make(`${LDN}/londonrslipreport`, { id: slip })).slice(1, 2),
      ...(await make(`${LDN}/covernote`, { id: slip })),
      ...(await make(`${LDN}/reinsuranceslip`, { id: slip })),
      ...(await make(`${LDN}/debitnote`, { id: slip })),
      ...(await make(`${LDN}/creditnote`, { id: slip, security: book.b })),
    ];
    for (const paper of papers) {
      const { status, body } = await supersede(paper.id);
      expect([status, body.kind, body.number, body.version], JSON.stringify(body)).toEqual([
        200,
        paper.kind,
        paper.number,
        paper.version + 1,
      ]);
    }
  });

  test('not one of an earlier version of the terms', async () => {
    const { body: draft } = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
    const [first] = await make(`${UW}/reinsuranceslip`, { id: draft.id });
    await t.call('underwriter.nbo', `PUT ${UW}/edit`, { body: { ...examplePolicy(book), id: draft.id, version: 1 } });
    const { status, body } = await supersede(first!.id);
    expect([status, body.title]).toEqual([409, 'This is of an earlier version: replacing it is not possible.']);
    await make(`${UW}/reinsuranceslip`, { id: draft.id });
    const rows = await listed('policy', draft.id);
    // Made anew for the new terms, it takes the place of the first without anybody's reason.
    expect(rows.map((row: Record<string, unknown>) => row['replaced_by'])).toEqual([rows[1].number, null]);
    expect((await verify(rows[0].code)).body).toMatchObject({ status: 'SUPERSEDED', replaced_by: rows[1].number });
  });
});

describe('who may', () => {
  test('who makes such papers; not who may only look, and not another branch', async () => {
    const [note] = await make(`${UW}/creditnote`, { id: policy });
    for (const who of ['cashier.nbo', 'auditor', 'claims.nbo'])
      expect((await supersede(note!.id, { who })).status, who).toBe(403);
    expect((await supersede(note!.id, { who: 'underwriter.lon' })).status).toBe(404);
    expect((await supersede(999_999)).status).toBe(404);
    expect((await supersede(note!.id, { who: 'accountant.nbo' })).status).toBe(200);
  });
});

describe('a policy that was disabled', () => {
  test('its notes are void, which the verification says, and are not replaced', async () => {
    const other = await approvedPolicy(t, book);
    const [note] = await make(`${UW}/debitnote`, { id: other });
    const [row] = await listed('policy', other);
    const { body: record } = await t.call('manager.nbo', `GET ${UW}/${other}`);
    const disabled = await t.call('manager.nbo', `DELETE ${UW}/${other}`, {
      body: { version: record.version, reason: 'Placed twice by mistake' },
    });
    expect(disabled.status, JSON.stringify(disabled.body)).toBe(200);
    expect((await verify(row.code)).body).toMatchObject({ number: note!.number, status: 'VOID' });
    expect((await supersede(note!.id)).status).toBe(409);
  });
});

describe('several notes', () => {
  test('are an array, and one file of all of them, as they were issued', async () => {
    const query = { id: policy };
    const { body: notes } = await t.call('underwriter.nbo', `PUT ${UW}/creditnote`, { query });
    const ask = () =>
      t.call('underwriter.nbo', `PUT ${UW}/creditnote`, { query, headers: { accept: 'application/pdf' } });
    const [one, two] = [await ask(), await ask()];
    expect([one.status, one.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(one.bytes.equals(two.bytes)).toBe(true);
    expect(readPdf(one.bytes).pages).toHaveLength(3);
    const whole = readPdfText(one.bytes).split(/^=== page .*\n/m);
    for (const [index, note] of notes.entries()) {
      const alone = readPdfText((await file(note.url)).bytes).split(/^=== page .*\n/m);
      expect(whole[index + 1]?.trim()).toBe(alone[1]?.trim());
    }
  });

  test('are made by the same call, and keep the letterhead of their day', async () => {
    const other = await approvedPolicy(t, book);
    const query = { id: other };
    const pdf = { accept: 'application/pdf' };
    const first = await t.call('underwriter.nbo', `PUT ${UW}/creditnote`, { query, headers: pdf });
    expect(readPdf(first.bytes).pages).toHaveLength(3);
    await t.ownerPool.query(`update firm set name = 'Another name'`);
    const later = await t.call('underwriter.nbo', `PUT ${UW}/creditnote`, { query, headers: pdf });
    expect(later.bytes.equals(first.bytes)).toBe(true);
    const slip = await approvedSlip(t, book);
    const london = await t.call('underwriter.nbo', `PUT ${LDN}/creditnote`, { query: { id: slip }, headers: pdf });
    expect(readPdf(london.bytes).pages).toHaveLength(3);
    const slips = await t.call('underwriter.nbo', `PUT ${LDN}/londonrslipreport`, {
      query: { id: slip },
      headers: pdf,
    });
    expect(readPdf(slips.bytes).pages.length).toBeGreaterThanOrEqual(3);
  });
});
