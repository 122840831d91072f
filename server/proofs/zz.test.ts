import { expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { testApp } from '../testing/testApp.ts';
import { auditInvariants } from '../features/ledger/audit/invariants.ts';
import { sealAudit } from '../platform/audit/sealer.ts';
test('x', async () => {
  const t = await testApp();
  const book = await makeBook(t);
  await approvedPolicy(t, book);
  const id = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
  await t.call('manager.nbo', `DELETE /api/sca/v1/underwriting/${id}`, { query: { reason: 'Keyed twice' } });
  while (await sealAudit(t.ownerPool)) continue;
  const at = performance.now();
  console.log(await auditInvariants(t.ownerPool), performance.now() - at);
  await t.close();
});
