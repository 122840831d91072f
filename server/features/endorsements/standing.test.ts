import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, dividedAmong } from './endorsements.factories.ts';

const STANDING = 'GET /api/sca/v1/endorsement/standing';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const standing = async (policy: number, asat?: string) =>
  (await t.call('underwriter.nbo', STANDING, { query: { policy, ...(asat === undefined ? {} : { asat }) } })).body;
type Part = { number: string; standing: boolean };
type Line = { security: { name: string }; share: string; netpayable: string };
const inIt = (body: { parts: Part[] }) => body.parts.map((part) => part.standing);

describe('a policy as at any day', () => {
  test('is the original before, and has each endorsement from its day on', async () => {
    const policy = await approvedPolicy(t, book);
    await approvedEndorsement(t, policy);
    const swap = { ...dividedAmong([book.a, '40'], [book.b, '20']), effective_date: '2026-11-01' };
    await approvedEndorsement(t, policy, swap);
    const before = await standing(policy, '2026-10-05');
    expect(inIt(before)).toEqual([true, false, false]);
    expect(before.totals).toMatchObject({ premium: '1250000.00', debit_note: '562500.00' });
    const added = await standing(policy, '2026-10-06');
    expect(inIt(added)).toEqual([true, true, false]);
    expect(added.totals).toMatchObject({ premium: '1350000.00', fac_premium: '810000.00', debit_note: '607500.00' });
    expect(added.sum_insured).toBe('600000000.00');
    const all = await standing(policy);
    expect(all.asat).toBeNull();
    expect(
      all.placements.map((one: { from: string; until: string | null; number: string | null; in_force: boolean }) => [
        one.from,
        one.until,
        one.number?.slice(-2) ?? null,
        one.in_force,
      ]),
    ).toEqual([
      ['2026-03-01', '2026-10-31', null, false],
      ['2026-11-01', null, 'E2', true],
    ]);
    // C gave back all that was unearned and stands no more; what it earned is still its own.
    expect(all.securities.map((line: Line) => [line.security.name, line.share])).toEqual([
      ['Security A', '40'],
      ['Security B', '20'],
      ['Security C', '0'],
    ]);
    const cents = (text: string) => BigInt(text.replace('.', ''));
    for (const one of [before, added, all]) {
      const net = one.securities.reduce((total: bigint, line: Line) => total + cents(line.netpayable), 0n);
      expect(net).toBe(cents(one.totals.netpayable));
      expect(cents(one.totals.debit_note)).toBe(net + cents(one.totals.brokerage) + cents(one.totals.tax));
    }
  });

  test('a cancellation from the first day leaves nothing on any day of cover', async () => {
    const policy = await approvedPolicy(t, book);
    await approvedEndorsement(t, policy);
    await approvedEndorsement(t, policy, {
      endorsementtype: 'CANCEL_FLAT',
      effective_date: '2026-03-01',
      sum_insured: null,
    });
    const early = await standing(policy, '2026-05-01');
    expect(inIt(early)).toEqual([true, true, true]);
    expect(early).toMatchObject({ cover: 'CANCELLED', totals: { premium: '0.00', debit_note: '0.00' } });
    const shown = await t.call('underwriter.nbo', `GET /api/sca/v1/underwriting/${policy}`, {
      query: { asat: '2026-05-01' },
    });
    expect(shown.body.current).toMatchObject({ premium: '0.00', debit_note: '0.00', endorsements: 2 });
  });

  test('another branch does not find it, and a draft has nothing to stand', async () => {
    const policy = await approvedPolicy(t, book);
    expect((await t.call('underwriter.lon', STANDING, { query: { policy } })).status).toBe(404);
    expect((await t.call('underwriter.nbo', STANDING, { query: { policy, asat: 'soon' } })).status).toBe(400);
  });
});
