import { expect, test } from 'vitest';
import { makeBook } from '../../../testing/factories.ts';
import { testApp } from '../../../testing/testApp.ts';
import { approvedReceipt, exampleReceipt } from '../../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';

test('whoever paid has a statement and ages beside the reinsureds, in the branch that it paid into', async () => {
  const t = await testApp();
  const book = await makeBook(t);
  const get = (who: string, path: string, query: Record<string, string | number>) =>
    t.call(who, `GET ${SCA}/${path}`, { query });
  const ages = { param: book.a, currency: 'KES', figure: 'unallocated' };
  expect((await get('accountant.nbo', 'receivable/ageingsummaryreport', ages)).status).toBe(404);
  const payment = { receiptType: 'OTHER', reinsured: book.a, receiptAmount: '1000.00', allocations: [] };
  await approvedReceipt(t, exampleReceipt(book, payment));
  const { body: overview } = await get('accountant.nbo', 'receivable/ageingoverviewreport', {});
  expect(overview.data).toMatchObject([{ party: { id: book.a }, unallocated: '1000.00', total: '-1000.00' }]);
  const own = await get('accountant.nbo', 'receivable/ageingsummaryreport', ages);
  expect([own.status, own.body.data.length, own.body.totals[0].unallocated]).toEqual([200, 1, '1000.00']);
  const statement = await get('accountant.nbo', 'facultativereportitem', { param: book.a });
  expect(statement.body).toMatchObject({ party: { id: book.a }, data: [], totals: [{ unallocated: '1000.00' }] });
  for (const path of ['receivable/ageingsummaryreport', 'facultativereportitem'])
    expect((await get('accountant.lon', path, { param: book.a })).status).toBe(404);
  await t.close();
});
