import { createHash } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import { auditDigest } from './audit.ts';

const BATCH = 2_000;
const SEAL_LOCK = 7_214_900_002;
const GENESIS = Buffer.alloc(32);

export type ChainHead = { seq: bigint; hash: string };

function link(previous: Buffer, digest: Buffer): Buffer {
  return createHash('sha256').update(previous).update(digest).digest();
}

/**
 * Links committed audit rows into the chain, oldest first. Rows become visible out of the order of their ids, so what is
 * linked is every committed row that has no link yet, whatever its id. One sealer at a time, by an advisory lock.
 */
export async function sealAudit(pool: Pool): Promise<ChainHead | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const lock = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [SEAL_LOCK]);
    if (!lock.rows[0]?.locked) return null;
    const head = await client.query<{ seq: bigint; hash: Buffer }>(
      'select seq, hash from audit_chain order by seq desc limit 1',
    );
    const rows = await client.query<{ id: bigint; digest: Buffer }>(
      `select a.id, a.digest from audit_trail a
       where a.id > coalesce((select max(audit_id) from audit_chain), 0) - 10000
         and not exists (select 1 from audit_chain c where c.audit_id = a.id) order by a.id limit $1`,
      [BATCH],
    );
    let seq = head.rows[0]?.seq ?? 0n;
    let hash = head.rows[0]?.hash ?? GENESIS;
    const links = rows.rows.map((row) => {
      seq += 1n;
      hash = link(hash, row.digest);
      return { seq: seq.toString(), audit: row.id.toString(), hash: hash.toString('hex') };
    });
    if (links.length > 0) {
      await client.query(
        `insert into audit_chain (seq, audit_id, hash)
         select seq::bigint, audit::bigint, decode(hash, 'hex') from json_to_recordset($1) as l(seq text, audit text, hash text)`,
        [JSON.stringify(links)],
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

type Sealed = {
  seq: bigint;
  hash: Buffer;
  id: bigint | null;
  at: Date;
  user_id: number | null;
  session_id: string | null;
  branch_id: number | null;
  entity: string;
  entity_id: number;
  action: string;
  facts: unknown;
  digest: Buffer;
};

/** Walks the chain and says the first thing that is wrong with it, or null. `head` is what the log last said. */
export async function verifyAudit(pool: Pool, head?: ChainHead): Promise<string | null> {
  const { rows } = await pool.query<Sealed>(
    `select c.seq, c.hash, a.* from audit_chain c left join audit_trail a on a.id = c.audit_id order by c.seq`,
  );
  let previous: Buffer = GENESIS;
  let expected = 0n;
  for (const row of rows) {
    expected += 1n;
    if (row.seq !== expected) return `link ${expected} is missing`;
    if (row.id === null) return `the row of link ${row.seq} is missing`;
    if (!auditDigest(row).equals(row.digest)) return `row ${row.id} was changed`;
    const hash = link(previous, row.digest);
    if (!hash.equals(row.hash)) return `link ${row.seq} does not follow`;
    previous = hash;
  }
  if (head && (expected < head.seq || rows.find((row) => row.seq === head.seq)?.hash.toString('hex') !== head.hash)) {
    return 'the head that was logged is not in the chain';
  }
  const { rows: unsealed } = await pool.query<{ count: bigint }>(
    `select count(*) as count from audit_trail a where not exists (select 1 from audit_chain c where c.audit_id = a.id)
       and a.at < now() - interval '1 minute'`,
  );
  return unsealed[0]?.count ? 'rows older than a minute were never sealed' : null;
}
