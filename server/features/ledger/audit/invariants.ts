import type { PoolClient } from 'pg';
import { verifyAudit } from '../../../platform/audit/sealer.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { CHECKS, NAMED_APART, type CheckedId } from './checks.ts';
import { clientLogFaults, type ClientLog } from './client-log.ts';

type InvariantId = CheckedId | 'I9';
export type Finding = { id: InvariantId; ok: boolean; detail: string };

const SEVERAL = 3;
const NAMED = 20;

async function faultsOf(client: PoolClient, id: CheckedId): Promise<string[]> {
  const faults: string[] = [];
  for (const check of CHECKS[id]) {
    const { rows } = await client.query<{ fault: string }>(check);
    // One by one: books that are wrong throughout have more faults than a call takes arguments.
    for (const { fault } of rows) faults.push(fault);
  }
  return faults;
}

function finding(id: InvariantId, faults: readonly string[], sound = 'holds'): Finding {
  if (faults.length === 0) return { id, ok: true, detail: sound };
  const more = faults.length > SEVERAL ? ` and ${faults.length - SEVERAL} more` : '';
  return { id, ok: false, detail: `${faults.slice(0, SEVERAL).join('; ')}${more}` };
}

/** What an invariant says of itself where it holds: that it does, and what is named apart. */
async function soundWords(client: PoolClient, id: CheckedId): Promise<string> {
  const apart = NAMED_APART[id];
  if (apart === undefined) return 'holds';
  const { rows } = await client.query<{ fault: string }>(apart.query);
  if (rows.length === 0) return 'holds';
  const names = rows.slice(0, NAMED).map((row) => row.fault);
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
  return `holds; ${apart.words}: ${names.join(', ')}${more}`;
}

async function chainFaults(ownerPool: Pool): Promise<string[]> {
  const broken = await verifyAudit(ownerPool);
  return broken === null ? [] : [broken];
}

/**
 * The auditor: says of each invariant I1–I11 of quality.md whether it holds. It reads the database alone, as the owner
 * (row-level security would hide branches from it), in one snapshot. I9 needs the clients' own log of what was
 * acknowledged to them.
 */
export async function auditInvariants(ownerPool: Pool, options: { clientLog?: ClientLog } = {}): Promise<Finding[]> {
  const chain = await chainFaults(ownerPool);
  const client = await ownerPool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const findings: Finding[] = [];
    for (const id of ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const)
      findings.push(finding(id, await faultsOf(client, id), await soundWords(client, id)));
    findings.push(finding('I8', [...chain, ...(await faultsOf(client, 'I8'))]));
    const log = options.clientLog;
    findings.push(
      log
        ? finding('I9', await clientLogFaults(client, log), `${log.writes.length} writes checked`)
        : finding('I9', [], 'no log given'),
    );
    for (const id of ['I10', 'I11'] as const)
      findings.push(finding(id, await faultsOf(client, id), await soundWords(client, id)));
    return findings;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
