import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('registers as files', () => {
  test.each([
    'reinsured',
    'insurancecompany',
    'securities',
    'securitieslondon',
    'covertype',
    'clause',
    'currency',
    'user',
  ])('%s gives itself as CSV and XLSX', async (list) => {
    const csv = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'csv' } });
    expect([csv.status, String(csv.headers['content-type'])]).toEqual([200, expect.stringContaining('text/csv')]);
    const xlsx = await t.call('root', `GET ${SCA}/${list}/items`, { query: { format: 'xlsx' } });
    expect([xlsx.status, xlsx.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  test('all that is found and no more; a formula in a name stays text', async () => {
    for (const name of ['=cmd|calc', 'Mara Assurance', 'Pwani Mutual'])
      await t.call('root', `POST ${SCA}/reinsured/save`, { body: { name, address: 'Nairobi' } });
    const { body } = await t.call('root', `GET ${SCA}/reinsured/items`, { query: { format: 'csv' } });
    expect(body).toContain("'=cmd|calc");
    const found = await t.call('root', `GET ${SCA}/reinsured/items`, { query: { format: 'csv', searchValue: 'mara' } });
    expect(String(found.body).trim().split('\r\n')).toHaveLength(2);
  });

  test('a manager’s file of users holds no other branch', async () => {
    const { body } = await t.call('manager.nbo', `GET ${SCA}/user/items`, { query: { format: 'csv' } });
    expect(body).toContain('cashier.nbo');
    expect(body).not.toContain('.lon');
  });
});
