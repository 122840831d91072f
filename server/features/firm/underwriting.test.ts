import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';

const FIRM = '/api/sca/v1/firm';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('the short rate is root’s to set, audited, and what a cancellation is worked out with from then on', async () => {
  const book = await makeBook(t);
  const policy = await approvedPolicy(t, book);
  const firm = (await t.call('root', `GET ${FIRM}`)).body;
  expect(firm.underwriting).toEqual({ short_rate: '90', brokerage_on_cover_notes: true });
  const body = { short_rate: '80.5', brokerage_on_cover_notes: true, version: firm.version };
  expect((await t.call('manager.nbo', `PUT ${FIRM}/underwriting`, { body })).status).toBe(403);
  expect((await t.call('root', `PUT ${FIRM}/underwriting`, { body: { ...body, short_rate: '100.1' } })).status).toBe(
    400,
  );
  expect((await t.call('root', `PUT ${FIRM}/underwriting`, { body })).status).toBe(200);
  expect((await t.call('root', `PUT ${FIRM}/underwriting`, { body })).status).toBe(409);
  const { rows } = await t.ownerPool.query(
    `select facts from audit_trail where entity = 'firm' and action = 'underwriting_edited'`,
  );
  expect(rows.map((row) => JSON.stringify(row.facts))).toEqual([expect.stringContaining('80.5')]);
  // 1,250,000.00 with 146 of 365 days left: 500,000.00 unearned, of which 80.5 %.
  const id = await approvedEndorsement(t, policy, { endorsementtype: 'CANCEL_SHORT', sum_insured: null });
  const record = (await t.call('manager.nbo', `GET /api/sca/v1/endorsement/${id}`)).body;
  expect(record.figures.premium).toBe('-402500.00');
  // What is approved keeps its rate.
  await t.call('root', `PUT ${FIRM}/underwriting`, { body: { ...body, short_rate: '90', version: firm.version + 1 } });
  const standing = await t.call('manager.nbo', 'GET /api/sca/v1/endorsement/standing', { query: { policy } });
  expect(standing.body.totals.premium).toBe('847500.00');
});
