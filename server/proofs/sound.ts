import type { ClientLog } from '../features/ledger/audit/client-log.ts';
import { auditInvariants, type Finding } from '../features/ledger/audit/invariants.ts';
import { sealAudit } from '../platform/audit/sealer.ts';
import type { Pool } from '../platform/db/pool.ts';

/** Seals what no sealer sealed, since a test has none, and audits; gives the findings that do not hold. */
export async function unsound(ownerPool: Pool, clientLog?: ClientLog): Promise<Finding[]> {
  while (await sealAudit(ownerPool)) continue;
  const findings = await auditInvariants(ownerPool, clientLog ? { clientLog } : {});
  return findings.filter((finding) => !finding.ok);
}
