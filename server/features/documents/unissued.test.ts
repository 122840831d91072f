import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
const RECEIPT = 'PUT /api/sca/v1/receivable/receipt2';
const PDF = { headers: { accept: 'application/pdf' } };
let t: TestApp;
let book: Book;
let receipt: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await approvedPolicy(t, book);
  receipt = await approvedReceipt(t, exampleReceipt(book));
});
afterAll(() => t.close());

const paper = (who: string, input: object = PDF) => t.call(who, RECEIPT, { query: { id: receipt }, ...input });
const kept = async () =>
  (
    await t.ownerPool.query(`select (select count(*) from documents)::int as documents,
    (select count(*) from audit_trail where action = 'made')::int as made`)
  ).rows[0];

test('who may only view sees a paper that nobody issued, marked so, and nothing is kept', async () => {
  for (const who of ['claims.nbo', 'auditor']) {
    const seen = await paper(who, { ...PDF, query: { id: receipt, branch: 'NBO' } });
    expect(seen.status, who).toBe(200);
    const text = readPdfText(seen.bytes);
    expect(text).toContain('NOT ISSUED');
    expect(text).toContain('281,250.00');
    expect(text).not.toContain('Code');
  }
  expect(await kept()).toEqual({ documents: 0, made: 0 });
  const bare = await paper('claims.nbo', {});
  expect([bare.status, bare.body.code]).toEqual([409, 'NOT_ISSUED']);
  expect((await paper('claims.lon')).status).toBe(404);
  const { rows } = await t.ownerPool.query(
    `select u.name, a.facts ->> 'issued' as issued from audit_trail a join users u on u.id = a.user_id where a.action = 'opened' order by a.id`,
  );
  expect(rows).toEqual([
    { name: 'claims.nbo', issued: 'false' },
    { name: 'auditor', issued: 'false' },
  ]);
});

test('once it is issued they see what was issued', async () => {
  const issued = await paper('accountant.nbo');
  expect(readPdfText(issued.bytes)).not.toContain('NOT ISSUED');
  expect(await kept()).toEqual({ documents: 1, made: 1 });
  expect((await paper('claims.nbo')).bytes).toEqual(issued.bytes);
  expect((await paper('claims.nbo', {})).body.number).toMatch(/^RV\/NBO\//);
});

/** Each paper of a placement: its call, and of which record. */
const PAPERS = [
  ...['debitnote', 'creditnote', 'reinsuranceslip', 'covernote'].map(
    (call) => [`underwriting/${call}`, 'policy'] as const,
  ),
  ...['mrcslip', 'londonrslipreport', 'reinsuranceslip', 'debitnote', 'creditnote', 'covernote'].map(
    (call) => [`londonslip/${call}`, 'slip'] as const,
  ),
  ['underwriting/debitnote', 'endorsement'],
  ['underwriting/creditnote', 'endorsement'],
  ['endorsement/slip', 'endorsement'],
] as const;

describe('papers of placements and endorsements', () => {
  const ids = { policy: 0, slip: 0, endorsement: 0 };
  const count = async () =>
    (await t.ownerPool.query<{ kept: number }>('select count(*)::int as kept from documents')).rows[0]?.kept;
  beforeAll(async () => {
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    ids.policy = await approvedPolicy(t, book);
    ids.slip = await approvedSlip(t, book);
    ids.endorsement = await approvedEndorsement(t, ids.policy);
  });

  test.each(PAPERS)('%s of a %s: seen by who may view, issued by who may', async (call, of) => {
    const ask = (who: string, input: object = PDF) =>
      t.call(who, `PUT ${SCA}/${call}`, { ...input, query: { id: ids[of] } });
    const before = await count();
    for (const who of ['claims.nbo', 'cashier.nbo', 'auditor']) {
      const seen = await ask(who);
      expect([seen.status, seen.headers['content-type']], who).toEqual([200, 'application/pdf']);
      expect(readPdfText(seen.bytes), who).toContain('NOT ISSUED');
      expect((await ask(who, {})).body.code, who).toBe('NOT_ISSUED');
    }
    expect((await ask('claims.lon')).status).toBe(404);
    expect(await count()).toBe(before);
    const issued = await ask('underwriter.nbo');
    expect(readPdfText(issued.bytes)).not.toContain('NOT ISSUED');
    expect(await count()).toBeGreaterThan(before ?? 0);
    expect(readPdfText((await ask('claims.nbo')).bytes)).not.toContain('NOT ISSUED');
  });
});
