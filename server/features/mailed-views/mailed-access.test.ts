import { afterEach, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { userId } from '../../testing/factories.ts';
import { mailedViewCalls } from './mailed.factories.ts';

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
});
afterEach(() => t?.close());
const { viewOf, mailed, on } = mailedViewCalls(() => t);

test('a view that was mailed is in the log of what was given out, with who got it; one that was not is not', async () => {
  const [manager, cashier] = await Promise.all(['manager.nbo', 'cashier.nbo'].map((who) => userId(t, who)));
  const { body: made } = await mailed(await viewOf({ list: 'trialbalance/items', name: 'Books', query: '' }), {
    users: [manager, cashier],
  });
  await on('2026-03-02');
  const given = async (who: string, query: Record<string, string> = {}) =>
    (await t.call(who, 'GET /api/sca/v1/audit/access', { query: { kind: 'OUT', ...query } })).body.data.map(
      ({ action, user, subject, branch }: Record<string, string>) => [action, user, subject, branch],
    );
  const mail = ['sent', '', 'trial-balance-2026-03-02.xlsx to manager.nbo', 'NBO'];
  expect(await given('auditor', { branch: 'NBO' })).toEqual([mail]);
  expect(await given('auditor', { branch: 'NBO', searchValue: 'manager' })).toEqual([mail]);
  expect(await given('manager.lon')).toEqual([]);
  const { rows } = await t.ownerPool.query(
    `select entity_id, facts - 'personal' as facts, personal ->> 'to' as to from audit_trail
     where entity = 'view_schedule' and action = 'sent'`,
  );
  expect(rows).toEqual([
    {
      entity_id: made.id,
      facts: { file: 'trial-balance-2026-03-02.xlsx', day: '2026-03-02', user: manager, recipients: 1 },
      to: 'manager.nbo@slipway.test',
    },
  ]);
});
