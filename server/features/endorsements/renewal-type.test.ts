import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from './endorsements.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const renew = (market: string, policy: number, who = 'underwriter.nbo') =>
  t.call(who, `POST ${API}/${market}/endorsement`, { body: { policy, endorsementtype: 'RENEWAL' } });

test('RENEWAL makes the draft policy of the next period, once, and no endorsement', async () => {
  const policy = await approvedPolicy(t, book);
  const made = await renew('underwriting', policy);
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({ status: 'DRAFT', number: expect.stringMatching(/FAC/) });
  expect((await renew('underwriting', policy)).body.id).toBe(made.body.id);
  const { body: draft } = await t.call('underwriter.nbo', `GET ${API}/underwriting/${made.body.id}`);
  expect(draft).toMatchObject({ insurance_start_date: '2027-03-01', renewed_from: { id: policy } });
  const { body: list } = await t.call('underwriter.nbo', `GET ${API}/endorsement/items`, { query: { policy } });
  expect(list).toEqual([]);
});

test('of the market of the call alone, and by who may make policies', async () => {
  const policy = await approvedPolicy(t, book);
  const slip = await approvedSlip(t, book);
  expect((await renew('londonslip', policy)).status).toBe(404);
  expect((await renew('underwriting', slip)).status).toBe(404);
  expect((await renew('londonslip', slip)).body).toMatchObject({
    status: 'DRAFT',
    number: expect.stringMatching(/LDN/),
  });
  expect((await renew('underwriting', policy, 'auditor')).status).toBe(403);
  expect((await renew('underwriting', policy, 'underwriter.lon')).status).toBe(404);
  const unknown = await t.call('underwriter.nbo', `POST ${API}/underwriting/endorsement`, {
    body: { policy, endorsementtype: 'X' },
  });
  expect([unknown.status, unknown.body.errors]).toEqual([
    400,
    [{ field: 'endorsementtype', message: 'Choose a type.' }],
  ]);
});

test('lists are filtered by cover, which is that of today', async () => {
  const own = await makeBook(t, ' Cover');
  const inForce = await approvedPolicy(t, own);
  const ahead = await approvedPolicy(t, own, { insurance_start_date: '2026-09-01', insurance_end_date: '2027-08-31' });
  const over = await approvedPolicy(t, own, { insurance_start_date: '2025-01-01', insurance_end_date: '2025-12-31' });
  const cancelled = await approvedPolicy(t, own);
  await approvedEndorsement(t, cancelled, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  const later = await approvedPolicy(t, own);
  await approvedEndorsement(t, later, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  const of = async (cover: string) => {
    const query = { cover, reinsured: own.reinsured, sort: 'id,asc' };
    const { body } = await t.call('underwriter.nbo', `GET ${API}/underwriting/items`, { query });
    return body.data.map((row: { id: number; cover: string }) => [row.id, row.cover]);
  };
  expect(await of('IN_FORCE')).toEqual([
    [inForce, 'IN_FORCE'],
    [later, 'IN_FORCE'],
  ]);
  expect(await of('NOT_INCEPTED')).toEqual([[ahead, 'NOT_INCEPTED']]);
  expect(await of('EXPIRED')).toEqual([[over, 'EXPIRED']]);
  expect(await of('CANCELLED')).toEqual([[cancelled, 'CANCELLED']]);
  const bad = await t.call('underwriter.nbo', `GET ${API}/underwriting/items`, { query: { cover: 'MAYBE' } });
  expect(bad.status).toBe(400);
});
