import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { approvedEndorsement } from '../../features/endorsements/endorsements.factories.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp } from '../../testing/testApp.ts';

// 129.50 shillings to the dollar: each odd number of cents is half a cent too much or too little.
const RATE = { currency: 'USD', day: '2026-03-02', rate: '129.5' };

test('brokerage in base is what its entry booked, of policies and endorsements; of those of before it becomes so, with the sums of their months', async () => {
  const t = await testApp();
  const book = await makeBook(t);
  await t.call('accountant.nbo', 'PUT /api/sca/v1/currency/rate', { body: RATE });
  for (const sum of ['500001357.00', '500004071.00', '500009499.00', '500012213.00', '500017641.00']) {
    const policy = await approvedPolicy(t, book, { currency: 'USD', sum_insured: sum });
    await approvedEndorsement(t, policy, { endorsementtype: 'AP', sum_insured: '600000007.00' });
  }
  // By itself it would be another figure: the base of the debit note is spread over the lines of the entry.
  const byItself = `update policies set base_brokerage = round(brokerage_total * 129.5) where currency = 'USD';
    update endorsements set base_brokerage = sign(brokerage_total) * round(abs(brokerage_total) * 129.5) where currency = 'USD'`;
  expect(await unsound(t.ownerPool)).toEqual([]);
  await t.ownerPool.query(byItself);
  expect(await unsound(t.ownerPool)).toMatchObject([
    { id: 'I4', detail: expect.stringMatching(/says that its brokerage is \d+ in base, its entry \d+/) },
  ]);
  await t.ownerPool.query(
    await readFile(path.join(import.meta.dirname, 'migrations/351_brokerage_as_booked.sql'), 'utf8'),
  );
  expect(await unsound(t.ownerPool)).toEqual([]);
  await t.close();
});
