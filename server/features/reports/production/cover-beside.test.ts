import { afterEach, beforeEach, expect, test } from 'vitest';
import { drill, exposureRows, warrantyRows } from '../../../../domain/explained/cover.ts';
import type { Explained } from '../../../../domain/tables/behind.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement } from '../../claims/claims.factories.ts';
import { approvedEndorsement, dividedAmong } from '../../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

let t: TestApp;
let book: Book;
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t.close());

const SCA = '/api/sca/v1';
const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);
const get = async (path: string, query: Record<string, string>) => {
  const { status, body } = await t.call('manager.nbo', `GET ${SCA}/${path}`, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const head = async (path: string, query: Record<string, string>) =>
  (await t.call('manager.nbo', `GET ${SCA}/${path}`, { query: { ...query, format: 'csv' } })).bytes
    .toString('utf8')
    .split('\r\n')[0];
const minor = (amount: string) => BigInt(amount.replace('.', ''));
type Row = Record<string, string> & { policy: { id: number } };

/** The rows behind a figure; they add up to it. */
async function opened(report: Explained, column: string, { row, query }: { row: Row; query: Record<string, string> }) {
  const figure = report.figure(column, row, { query, today: '2026-12-31' });
  if (figure === undefined || typeof figure === 'string') return figure;
  const { data } = await get(figure.source.call.path.slice(SCA.length + 1), { ...figure.query });
  const added = data.reduce((sum: bigint, one: Row) => sum + minor(one[figure.column] ?? ''), 0n);
  expect([column, figure.turned ? -added : added]).toEqual([column, minor(row[column] ?? '')]);
  return data;
}
const receive = async (policy: number, amount: string, day: string) => {
  const { id: note } = await debitNoteOf(t, policy);
  const body = { dateOfIssue: day, receiptAmount: amount, allocations: [{ note, amount }] };
  await approvedReceipt(t, exampleReceipt(book, body));
};

test('warranties beside another day: what was paid since, what is met, ended and noted since, each with its entries', async () => {
  const warranty = { kind: 'PPW', days: 45 };
  const [part, met, ended] = [
    await approvedPolicy(t, book, { warranty }),
    await approvedPolicy(t, book, { warranty }),
    await approvedPolicy(t, book, { warranty }),
  ];
  at('2026-03-20');
  await receive(part, '500000.00', '2026-03-20');
  await receive(met, '562500.00', '2026-03-20');
  await approvedEndorsement(t, ended, {
    endorsementtype: 'CANCEL_PRORATA',
    sum_insured: null,
    effective_date: '2026-03-20',
  });
  const fresh = await approvedPolicy(t, book, { warranty });
  const query = { asat: '2026-03-31', beside: '2026-03-10' };
  const { data } = (await get('underwriting/warranties', query)) as { data: Row[] };
  const shown = data.map((row) => [row.policy.id, row['state'], row['open'], row['beside'], row['change']]);
  expect(shown).toEqual([
    [part, 'RUNNING', '62500.00', '562500.00', '-500000.00'],
    [fresh, 'RUNNING', '562500.00', '0.00', '562500.00'],
    [met, 'MET', '0.00', '562500.00', '-562500.00'],
    [ended, 'ENDED', '0.00', '562500.00', '-562500.00'],
  ]);
  for (const row of data) {
    if (row.policy.id !== fresh) await opened(warrantyRows, 'beside', { row, query });
    const behind = await opened(warrantyRows, 'change', { row, query });
    if (row.policy.id === ended) expect(behind).toBe('UNBOOKED');
    else expect(behind.map((one: Row) => one['day'])).toEqual(['2026-03-20']);
  }
  // Beside a later day the same with the other sign.
  const turned = { asat: query.beside, beside: query.asat };
  const { data: before } = (await get('underwriting/warranties', turned)) as { data: Row[] };
  expect(before.map((row) => [row.policy.id, row['state'], row['change']])).toEqual([
    [part, 'RUNNING', '500000.00'],
    [met, 'RUNNING', '562500.00'],
    [ended, 'RUNNING', '562500.00'],
    [fresh, 'LATER', '-562500.00'],
  ]);
  for (const row of before) await opened(warrantyRows, 'change', { row, query: turned });
  expect(await head('underwriting/warranties', query)).toContain('At the other day,Difference');
  expect(await head('underwriting/warranties', { asat: '2026-03-31' })).not.toContain('Difference');
});

test('of a security that has left the risk nothing is warranted any more, though all is open', async () => {
  const policy = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 90 } });
  at('2026-03-20');
  await approvedEndorsement(t, policy, { ...dividedAmong([book.b, '60']), effective_date: '2026-03-20' });
  const query = { security: String(book.a), asat: '2026-03-31', beside: '2026-03-10' };
  const { data } = (await get('underwriting/warranties', query)) as { data: [Row] };
  expect(data).toMatchObject([{ state: 'ENDED', open: '0.00', beside: '562500.00', booked: false }]);
  expect(await opened(warrantyRows, 'change', { row: data[0], query })).toBe('UNBOOKED');
});

test.each(['security', 'country', 'class', 'reinsured'])(
  'the difference of exposure by %s opens to the policies that made it, why and by whom',
  async (by) => {
    const place = { risk_country: 'KE' };
    const same = await approvedPolicy(t, book, place);
    const endorsed = await approvedPolicy(t, book, place);
    const over = await approvedPolicy(t, book, place);
    at('2026-04-10');
    await approvedEndorsement(t, endorsed, { sum_insured: '600000000', effective_date: '2026-04-10' });
    await approvedEndorsement(t, over, {
      endorsementtype: 'CANCEL_PRORATA',
      sum_insured: null,
      effective_date: '2026-04-12',
    });
    const fresh = await approvedPolicy(t, book, place);
    at('2026-05-01');
    const query = { by, asat: '2026-04-30', beside: '2026-03-31' };
    const { data } = (await get('underwriting/exposure', query)) as { data: Row[] };
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) {
      const behind: Row[] = await opened(exposureRows, 'change', { row, query });
      expect(behind.map((one) => one.policy.id)).toEqual([endorsed, over, fresh]);
      expect(behind.map((one) => one['why'])).toEqual([
        expect.stringMatching(/\/001$|1$/),
        expect.any(String),
        'Noted',
      ]);
      expect(behind.every((one) => one['changed_by'] !== null && one['change_approved_by'] !== null)).toBe(true);
      expect(behind.every((one) => one['changed_by'] !== one['change_approved_by'])).toBe(true);
      await opened(exposureRows, 'beside', { row, query });
      const turned = { by, asat: query.beside, beside: query.asat };
      const [before] = ((await get('underwriting/exposure', turned)) as { data: [Row] }).data.filter(
        (one: Row) => one['id'] === row['id'],
      );
      if (before === undefined) throw new Error('It was there.');
      expect((await opened(exposureRows, 'change', { row: before, query: turned })).length).toBe(3);
    }
    expect(same).toBeGreaterThan(0);
    expect(await head('underwriting/exposure/policies', query)).toContain('Difference,Why,Changed by');
    expect(await head('underwriting/exposure/policies', { by })).not.toContain('Difference');
  },
);

test('cover that only begins and ends is said so, by who wrote it', async () => {
  const policy = await approvedPolicy(t, book, { risk_country: 'KE' });
  const why = async (asat: string, beside: string) =>
    (await get('underwriting/exposure/policies', { asat, beside })).data.map((row: Row) => [
      row.policy.id,
      row['why'],
      row['change'],
    ]);
  at('2027-04-01');
  expect(await why('2027-03-31', '2026-12-31')).toEqual([[policy, 'Cover ended', '-300000000.00']]);
  expect(await why('2026-12-31', '2027-03-31')).toEqual([[policy, 'Cover ended', '300000000.00']]);
  expect(await why('2026-12-31', '2026-11-30')).toEqual([]);
});

test('what is at stake with a security beside another day, part by part', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-05-25');
  // A claim of the same policy that is on both days is no other one's row.
  await approvedClaim(t, book, {
    policy,
    claimreserve: '2000000.00',
    data_loss_date: '2026-05-10',
    notified_on: '2026-05-25',
  });
  at('2026-06-01');
  const claim = await approvedClaim(t, book, {
    policy,
    claimreserve: '10000000.00',
    data_loss_date: '2026-05-20',
    notified_on: '2026-06-01',
  });
  await approvedMovement(t, claim, { movement_date: '2026-06-01', amount: '4000000.00' });
  await receive(policy, '281250.00', '2026-06-01');
  const fresh = await approvedPolicy(t, book);
  at('2026-07-01');
  const query = { param: String(book.a), asat: '2026-06-30', beside: '2026-05-31' };
  const { data, totals } = (await get('securities/insolvency', query)) as { data: Row[]; totals: Row[] };
  const of = (part: string) => data.filter((row) => row['part'] === part);
  const figures = (part: string) => of(part).map((row) => [row.policy.id, row['amount'], row['beside'], row['change']]);
  expect(figures('CLAIM')).toEqual([[policy, '1000000.00', '0.00', '1000000.00']]);
  expect(figures('RESERVE')).toEqual([
    [policy, '500000.00', '500000.00', '0.00'],
    [policy, '1500000.00', '0.00', '1500000.00'],
  ]);
  expect(figures('LINE')).toEqual([
    [policy, '125000000.00', '125000000.00', '0.00'],
    [fresh, '125000000.00', '0.00', '125000000.00'],
  ]);
  expect(figures('UNRELEASED')).toEqual([
    [policy, '109375.00', '218750.00', '-109375.00'],
    [fresh, '218750.00', '0.00', '218750.00'],
  ]);
  for (const total of totals) {
    const added = (name: string) => of(total['part'] ?? '').reduce((sum, row) => sum + minor(row[name] ?? ''), 0n);
    for (const name of ['amount', 'beside', 'change'])
      expect([total['part'], name, minor(total[name] ?? '')]).toEqual([total['part'], name, added(name)]);
  }
  const reasons: Record<string, string> = { RESERVE: 'DIVIDED', UNEARNED: 'PRO_RATA', UNRELEASED: 'RELEASED' };
  for (const row of data) {
    const behind = await opened(drill, 'change', { row, query });
    const reason = reasons[row['part'] ?? ''];
    if (reason !== undefined) expect(behind).toBe(reason);
    else expect(Array.isArray(behind)).toBe(true);
    await opened(drill, 'amount', { row, query });
    if (minor(row['beside'] ?? '') !== 0n) await opened(drill, 'beside', { row, query });
  }
  // On the earlier day what came later is there with nothing.
  const before = await get('securities/insolvency', { ...query, asat: query.beside, beside: query.asat });
  expect(before.data.find((row: Row) => row['part'] === 'CLAIM')).toMatchObject({
    amount: '0.00',
    beside: '1000000.00',
    change: '-1000000.00',
  });
  expect(await head('securities/insolvency', query)).toContain('At the other day,Difference');
  expect(await head('securities/insolvency', { param: query.param })).not.toContain('Difference');
});
