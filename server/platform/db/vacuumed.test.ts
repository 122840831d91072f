import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test.each(['policies', 'policy_texts', 'claims', 'receipts', 'vouchers', 'notes', 'open_items'])(
  '%s, over which lists count, is vacuumed when a fiftieth of it is old or new',
  async (table) => {
    const { rows } = await t.ownerPool.query(
      'select option_name as name, option_value as share from pg_class, pg_options_to_table(reloptions) where oid = $1::regclass order by 1',
      [table],
    );
    expect(rows).toEqual([
      { name: 'autovacuum_vacuum_insert_scale_factor', share: '0.02' },
      { name: 'autovacuum_vacuum_scale_factor', share: '0.02' },
    ]);
  },
);
