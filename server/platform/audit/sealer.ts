import { createHash } from 'node:crypto';
import { LOCKS } from '../db/locks.ts';
import type { Pool } from '../db/pool.ts';
import { faultOf } from '../fault.ts';
import { auditDigest, personalMatches } from './audit.ts';

const BATCH = 2_000;
const GENESIS = Buffer.alloc(32);

export type ChainHead = { seq: bigint; hash: string };

type Link = { digest: Buffer; auditId: bigint; sealedAt: Date };

// The link includes the row's id and the instant, so that rows can be neither renumbered nor sealed at another time.
function link(previous: Buffer, { digest, auditId, sealedAt }: Link): Buffer {
  return createHash('sha256').update(previous).update(digest).update(`${auditId} ${sealedAt.toISOString()}`).digest();
}

/**
 * Links committed audit rows into the chain, oldest first. Rows become visible out of the order of their ids, so what is
 * linked is every committed row that has no link yet, whatever its id. One sealer at a time, by an advisory lock.
 */
export async function sealAudit(pool: Pool): Promise<ChainHead | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const lock = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      LOCKS.sealing,
    ]);
    if (!lock.rows[0]?.locked) return null;
    const head = await client.query<{ seq: bigint; hash: Buffer }>(
      'select seq, hash from audit_chain order by seq desc limit 1',
    );
    const rows = await client.query<{ id: bigint; digest: Buffer }>('select id, digest from unsealed_audit($1)', [
      BATCH,
    ]);
    let seq = head.rows[0]?.seq ?? 0n;
    let hash = head.rows[0]?.hash ?? GENESIS;
    const sealedAt = new Date();
    const links = rows.rows.map((row) => {
      seq += 1n;
      hash = link(hash, { digest: row.digest, auditId: row.id, sealedAt });
      return { seq: seq.toString(), audit: row.id.toString(), hash: hash.toString('hex') };
    });
    if (links.length > 0) {
      await client.query(
        `insert into audit_chain (seq, audit_id, hash, sealed_at)
         select seq::bigint, audit::bigint, decode(hash, 'hex'), $2 from json_to_recordset($1) as l(seq text, audit text, hash text)`,
        [JSON.stringify(links), sealedAt],
      );
    }
    await client.query('commit');
    return links.length > 0 ? { seq, hash: hash.toString('hex') } : null;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

type Told = { head: (head: { seq: string; hash: string }) => void; failed: (message: string, facts: object) => void };

/** Seals every second until stopped, and once more then. That it fails is said when it begins, not every second of it. */
export function startSealer(pool: Pool, { head: told, failed }: Told): { stop: () => Promise<void> } {
  let failing = false;
  const seal = async () => {
    try {
      const head = await sealAudit(pool);
      failing = false;
      // The head in the log shows when a chain was shortened.
      if (head) told({ seq: head.seq.toString(), hash: head.hash });
    } catch (error) {
      if (!failing) failed('The audit trail could not be sealed', faultOf(error));
      failing = true;
    }
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(seal);
  }, 1_000);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
      await seal();
    },
  };
}

type Sealed = {
  seq: bigint;
  audit_id: bigint;
  hash: Buffer;
  sealed_at: Date;
  id: bigint | null;
  at: Date;
  user_id: number | null;
  session_id: string | null;
  branch_id: number | null;
  entity: string;
  entity_id: number;
  action: string;
  facts: unknown;
  personal: Record<string, string> | null;
  digest: Buffer;
  /** Instants are written to the millisecond; what hides below it would not show in a digest. */
  exact: boolean;
};

function brokenLink(row: Sealed, expected: bigint, previous: Buffer): string | null {
  if (row.seq !== expected) return `link ${expected} is missing`;
  if (row.id === null) return `the row of link ${row.seq} is missing`;
  if (!row.exact || !auditDigest(row).equals(row.digest)) return `row ${row.id} was changed`;
  if (row.personal !== null && !personalMatches(row.facts, row.personal))
    return `personal values of row ${row.id} were changed`;
  const hash = link(previous, { digest: row.digest, auditId: row.audit_id, sealedAt: row.sealed_at });
  return hash.equals(row.hash) ? null : `link ${row.seq} does not follow`;
}

/** So many links are read at once: a trail of years does not fit into memory. */
const LINKS = 10_000;

/**
 * Walks the chain and says the first thing that is wrong with it, or null. `head` is the last one in the log: the chain
 * must end there, since links that were never logged were not made by the sealer. `most` links are read at once.
 */
export async function verifyAudit(pool: Pick<Pool, 'query'>, head?: ChainHead, most = LINKS): Promise<string | null> {
  let previous: Buffer = GENESIS;
  let expected = 0n;
  let read: Sealed[];
  do {
    ({ rows: read } = await pool.query<Sealed>({
      name: 'links of the audit trail',
      text: `select c.seq, c.audit_id, c.hash, c.sealed_at, a.*,
        date_trunc('milliseconds', a.at) = a.at and date_trunc('milliseconds', c.sealed_at) = c.sealed_at as exact
      from audit_chain c left join audit_trail a on a.id = c.audit_id where c.seq > $1 order by c.seq limit $2`,
      values: [expected, most],
    }));
    for (const row of read) {
      expected += 1n;
      const broken = brokenLink(row, expected, previous);
      if (broken !== null) return broken;
      previous = row.hash;
    }
  } while (read.length === most);
  if (head && (expected !== head.seq || previous.toString('hex') !== head.hash)) {
    return 'the chain does not end in the head that was logged';
  }
  const { rows: more } = await pool.query<{ twice: boolean; unsealed: boolean }>(
    `select (select count(*) from audit_chain where seq <= $1) <> $1 as twice, exists (
       select from audit_trail a where not exists (select from audit_chain c where c.audit_id = a.id)
         and a.at < now() - interval '1 minute') as unsealed`,
    [expected],
  );
  // A second link with the number at which one reading ended is in no reading.
  if (more[0]?.twice) return 'a link is there twice';
  return more[0]?.unsealed ? 'rows older than a minute were never sealed' : null;
}
