import type { PoolClient } from 'pg';
import { verifyAudit } from '../../../platform/audit/sealer.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { CHECKS, NAMED_APART, type CheckedId } from './checks.ts';
import { clientLogFaults, type ClientLog } from './client-log.ts';

type InvariantId = CheckedId | 'I9';
export type Finding = { id: InvariantId; ok: boolean; detail: string };

/** What each invariant is of. */
export const SUBJECTS: Readonly<Record<InvariantId, string>> = {
  I1: 'lines of entries',
  I2: 'balances of days',
  I3: 'what is allocated, settled, paid and kept as a sum',
  I4: 'entries of records',
  I5: 'who decided',
  I6: 'numbers',
  I7: 'placements, their notes and parts',
  I8: 'the audit trail',
  I9: 'what clients were told',
  I10: 'open items and control accounts',
  I11: 'money released',
};

const SEVERAL = 3;
const NAMED = 20;

type Faults = { count: number; first: readonly string[] };

/**
 * How many there are, and the first of them: of books that are wrong throughout there are millions, which stay in the database. What is asked has a name, since it
 * takes longer to plan than small books take to be read.
 */
async function faultsOf(client: PoolClient, id: CheckedId): Promise<Faults[]> {
  const faults: Faults[] = [];
  for (const check of CHECKS[id]) {
    const text = `with faults as materialized (${check})
       select count(*)::int as count, array(select fault from faults limit ${SEVERAL}) as first from faults`;
    const { rows } = await client.query<Faults>({ name: `${id} ${faults.length}`, text });
    faults.push(...rows);
  }
  return faults;
}

const asFaults = (words: readonly string[]): Faults => ({ count: words.length, first: words });

function finding(id: InvariantId, faults: readonly Faults[], sound = 'holds'): Finding {
  const count = faults.reduce((sum, some) => sum + some.count, 0);
  if (count === 0) return { id, ok: true, detail: sound };
  const first = faults.flatMap((some) => some.first).slice(0, SEVERAL);
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return { id, ok: false, detail: `${first.join('; ')}${more}` };
}

/** What an invariant says of itself where it holds: that it does, and what is named apart. */
async function soundWords(client: PoolClient, id: CheckedId): Promise<string> {
  const apart = NAMED_APART[id];
  if (apart === undefined) return 'holds';
  const { rows } = await client.query<{ fault: string }>({ name: `${id}, named apart`, text: apart.query });
  if (rows.length === 0) return 'holds';
  const names = rows.slice(0, NAMED).map((row) => row.fault);
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
  return `holds; ${apart.words}: ${names.join(', ')}${more}`;
}

type Told = { clientLog?: ClientLog; onFinding?: (finding: Finding) => void };

/** What it says within a transaction that has begun, which sees what it changed itself. */
export async function findingsIn(client: PoolClient, { clientLog, onFinding }: Told = {}): Promise<Finding[]> {
  const findings: Finding[] = [];
  const say = (made: Finding) => {
    findings.push(made);
    onFinding?.(made);
  };
  for (const id of ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const)
    say(finding(id, await faultsOf(client, id), await soundWords(client, id)));
  const broken = await verifyAudit(client);
  say(finding('I8', [asFaults(broken === null ? [] : [broken]), ...(await faultsOf(client, 'I8'))]));
  say(
    clientLog
      ? finding('I9', [asFaults(await clientLogFaults(client, clientLog))], `${clientLog.writes.length} writes checked`)
      : finding('I9', [], 'no log given'),
  );
  for (const id of ['I10', 'I11'] as const) say(finding(id, await faultsOf(client, id), await soundWords(client, id)));
  return findings;
}

/**
 * The auditor: says of each invariant I1–I11 of quality.md whether it holds. It reads the database alone, as the owner
 * (row-level security would hide branches from it), in one snapshot. I9 needs the clients' own log of what was
 * acknowledged to them. Books of a million policies take minutes: `onFinding` is told of each as it is made.
 */
export async function auditInvariants(ownerPool: Pool, told: Told = {}): Promise<Finding[]> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await findingsIn(client, told);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
