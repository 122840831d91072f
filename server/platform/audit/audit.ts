import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import { canonicalJson } from '../http/json.ts';
import { send, type Database } from '../db/pool.ts';

/** One change of state: what it was done to, by which act, and the facts. Personal values can be erased later. */
export type AuditEntry = {
  entity: string;
  entityId: number;
  action: AuditAction;
  branchId?: number | null;
  facts?: Record<string, unknown>;
  /** Kept apart from the facts, which hold only their salted digests. */
  personal?: Record<string, string>;
};

type AuditActor = { userId: number | null; sessionId: string | null; at: Date };

type DigestedRow = {
  at: Date;
  user_id: number | null;
  session_id: string | null;
  branch_id: number | null;
  entity: string;
  entity_id: number;
  action: string;
  facts: unknown;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The digest of a row: everything but its id and the values that can be erased. */
export function auditDigest(row: DigestedRow): Buffer {
  return sha256(
    canonicalJson([
      row.at.toISOString(),
      row.user_id,
      row.session_id,
      row.branch_id,
      row.entity,
      row.entity_id,
      row.action,
      row.facts,
    ]),
  );
}

function withPersonalDigests(entry: AuditEntry): {
  facts: Record<string, unknown>;
  personal: Record<string, string> | null;
} {
  if (!entry.personal) return { facts: entry.facts ?? {}, personal: null };
  const salt = randomBytes(16).toString('base64url');
  return {
    facts: { ...entry.facts, personal: personalDigests(entry.personal, salt) },
    personal: { ...entry.personal, salt },
  };
}

function personalDigests(values: Record<string, string>, salt: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sha256(`${salt}:${value}`).toString('base64url')]),
  );
}

/** Whether personal values that were not erased are those that the facts' digests were made of. */
export function personalMatches(facts: unknown, { salt = '', ...values }: Record<string, string>): boolean {
  const kept = (facts as { personal?: unknown } | null)?.personal;
  return kept !== undefined && canonicalJson(kept) === canonicalJson(personalDigests(values, salt));
}

/** What the trail keeps of an entry, with the digest of all but what can be erased. */
function rowOf(actor: AuditActor, entry: AuditEntry) {
  const { facts, personal } = withPersonalDigests(entry);
  // What is digested is what JSON gives back: bigints and dates have become text by then.
  const plain = JSON.parse(canonicalJson(facts)) as Record<string, unknown>;
  const row = {
    at: actor.at,
    user_id: actor.userId,
    session_id: actor.sessionId,
    branch_id: entry.branchId ?? null,
    entity: entry.entity,
    entity_id: entry.entityId,
    action: entry.action,
    facts: plain,
  };
  return { ...row, personal, digest: auditDigest(row) };
}

/** Writes one audit row in the caller's transaction, with its own digest; the sealer chains it after the commit. */
export async function writeAudit(db: Database, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const { facts, personal, ...row } = rowOf(actor, entry);
  await send(
    db,
    sql`insert into audit_trail (at, user_id, session_id, branch_id, entity, entity_id, action, digest, facts, personal)
      values (${row.at}, ${row.user_id}, ${row.session_id}, ${row.branch_id}, ${row.entity}, ${row.entity_id}, ${row.action}, ${row.digest},
        ${JSON.stringify(facts)}, ${personal && JSON.stringify(personal)})`,
  );
}

/** The same for many at once, in one statement: a row for each, as if each had been written alone. */
export async function writeAudits(db: Database, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const { digest, at: _at, ...row } = rowOf(actor, entry);
    return { ...row, digest: digest.toString('hex') };
  });
  await sql`
    insert into audit_trail (at, user_id, session_id, branch_id, entity, entity_id, action, facts, personal, digest)
    select ${actor.at}, r.user_id, r.session_id, r.branch_id, r.entity, r.entity_id, r.action, r.facts, r.personal, decode(r.digest, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}) as r (user_id int, session_id uuid, branch_id int, entity text,
      entity_id int, action text, facts jsonb, personal jsonb, digest text)`.execute(db);
}
