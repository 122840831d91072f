import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const make = async (market: string, kind: string, id: number) => {
  const made = await t.call('underwriter.nbo', `PUT ${API}/${market}/${kind}`, { query: { id } });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body;
};
const textOf = async (url: string) => {
  const file = await t.call('underwriter.nbo', `GET ${url}`);
  return readPdfText(file.bytes).replace(/\s+/g, ' ');
};

describe('papers asked for after an endorsement', () => {
  test.each([
    ['underwriting', 'covernote'],
    ['underwriting', 'reinsuranceslip'],
    ['londonslip', 'covernote'],
    ['londonslip', 'reinsuranceslip'],
    ['londonslip', 'mrcslip'],
  ] as const)(
    '%s/%s says the terms as they stand and what it replaces, and the old one is kept',
    async (market, kind) => {
      const policy = market === 'underwriting' ? await approvedPolicy(t, book) : await approvedSlip(t, book);
      const before = await make(market, kind, policy);
      await approvedEndorsement(t, policy, { market });
      const securities = [
        { security: book.a, share: '40' },
        { security: book.b, share: '20' },
      ];
      await approvedEndorsement(t, policy, {
        market,
        endorsementtype: 'SEC',
        effective_date: '2026-11-01',
        sum_insured: null,
        securities,
      });
      const after = await make(market, kind, policy);
      expect(after.number).not.toBe(before.number);
      expect(after.version).toBeGreaterThan(before.version);
      expect(await make(market, kind, policy)).toEqual(after);
      const text = await textOf(after.url);
      for (const words of ['600,000,000.00', '1,350,000.00', '40', `It replaces ${before.number}`])
        expect(text).toContain(words);
      expect(text).toMatch(/E1, .{0,30}E2/);
      // A cover note has those that left, since they keep what was earned; slips have those who sign.
      if (kind === 'covernote') expect(text).toMatch(/Security C( Re)?.{0,80}Off cover from 1 November 2026/);
      else expect(text).not.toContain('Security C');
      const old = await textOf(before.url);
      expect(old).toContain('500,000,000.00');
      expect(old).toContain('Security C');
    },
  );

  test('the notes of the original stay those of the original', async () => {
    const policy = await approvedPolicy(t, book);
    const before = await make('underwriting', 'debitnote', policy);
    await approvedEndorsement(t, policy);
    expect(await make('underwriting', 'debitnote', policy)).toEqual(before);
  });

  test('the data behind the London papers are as amended too', async () => {
    const slip = await approvedSlip(t, book);
    await approvedEndorsement(t, slip, { market: 'londonslip' });
    const { body } = await t.call('underwriter.nbo', `GET ${API}/londonslip/londonslipcovernotereport`, {
      query: { id: slip },
    });
    expect(JSON.stringify(body.sections)).toContain('600,000,000.00');
    // A's own: 312,500.00 and 25,000.00 of the additional premium.
    expect(body.securities.map((line: { premium: string }) => line.premium)[0]).toBe('337500.00');
  });
});
