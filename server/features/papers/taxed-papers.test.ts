import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, dividedAmong } from '../endorsements/endorsements.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  // Stamp duty of KES 40.00 per policy; a levy of 0.45 %, at least KES 5,000.00.
  await t.ownerPool.query(
    `insert into tax_rates (tax_id, rate, flat, minimum, currency, basis, borne_by, effective_from)
     select id, case code when 'LEVY' then 450000 else 0 end, case code when 'STAMP' then 4000 end,
       case code when 'LEVY' then 500000 end, 'KES', 'GROSS', 'REINSURED', '2026-01-01'
     from taxes where code in ('STAMP', 'LEVY')`,
  );
});
afterAll(() => t.close());

async function textOf(query: Record<string, string | number>): Promise<string> {
  const made = await t.call('underwriter.nbo', `PUT ${API}/underwriting/debitnote`, { query });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const { bytes } = await t.call('underwriter.nbo', `GET ${made.body.url}`);
  return readPdfText(bytes).replace(/\s+/g, ' ');
}

test('a debit note names each tax with how it is charged; an additional premium bears the difference', async () => {
  const policy = await approvedPolicy(t, book);
  const text = await textOf({ id: policy });
  for (const part of [
    'Plus: Insurance premium levy 0.45% 3,375.00',
    'Plus: Insurance premium levy to the minimum per policy 1,625.00',
    'Plus: Stamp duty per policy 40.00',
    '567,540.00',
  ])
    expect(text).toContain(part);
  // What one tax is charged by comes together.
  expect(text).toMatch(/levy 0\.45% 3,375\.00 Plus: Insurance premium levy to the minimum/);
  const id = await approvedEndorsement(t, policy, {
    endorsementtype: 'AP',
    sum_insured: null,
    premium: '1250000.00',
  });
  const more = await textOf({ id, endorsementtype: 'AP' });
  // The levy of the whole is 6,750.00 now: 3,375.00 more, of which 1,625.00 was charged already.
  for (const part of ['levy 0.45% 3,375.00', 'levy to the minimum per policy −1,625.00', '564,250.00'])
    expect(more).toContain(part);
  expect(more).not.toContain('Stamp duty');
  await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: null, premium: '2000000.00' });
  // Less premium: the levy is the minimum again, and what it lacks of it is charged anew.
  await approvedEndorsement(t, policy, dividedAmong([book.a, '35'], [book.c, '25']));
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  await expectSound(t);
  const { body } = await t.call('underwriter.nbo', `GET ${API}/underwriting/${policy}`);
  expect([body.current.debit_note, body.current.tax]).toEqual(['0.00', '0.00']);
});
