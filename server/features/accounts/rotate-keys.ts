import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import { countOf } from '../../platform/http/lists.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import type { SigningKeys } from '../../platform/http/tokens.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import { sealedFor } from './totp.ts';

type Key = { kid: string; secret: Buffer };
type Rotation = { kid: string; revoked: number; sessions: number; resealed: number; removed: number };

/** What the revoked keys had sealed is sealed with the new one, so that nothing of theirs opens anything. */
async function reseal(db: Database, keys: SigningKeys): Promise<number> {
  const rows = await db.selectFrom('totp_secrets').select(['user_id', 'sealed']).forUpdate().execute();
  let count = 0;
  for (const { user_id: userId, sealed } of rows) {
    const plain = unseal(keys, sealed, sealedFor(userId));
    if (plain === null) continue;
    await db
      .updateTable('totp_secrets')
      .set({ sealed: seal(keys, plain, sealedFor(userId)) })
      .where('user_id', '=', userId)
      .execute();
    count += 1;
  }
  return count;
}

/** Keys that count no more and have sealed nothing are of no use to anybody but a thief. */
async function removeSpent(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from private.signing_keys k
    where k.kid not in (select kid from signing_kids())
      and not exists (select 1 from totp_secrets t where split_part(t.sealed, '.', 1) = k.kid)`.execute(db);
  return countOf(numAffectedRows);
}

/**
 * Makes a new signing key, as the owner of the database. The former ones go on until their sessions end; with `revoke` they
 * and their sessions end at once, and the authenticator apps that they sealed are sealed anew.
 */
export function rotateKeys(owner: Database, { revoke, now }: { revoke: boolean; now: Date }): Promise<Rotation> {
  return inTransaction(owner, { readOnly: false, scope: [] }, async (db) => {
    await sql`lock table private.signing_keys in share row exclusive mode`.execute(db);
    const kid = randomUUID();
    await sql`insert into private.signing_keys (kid, secret) values (${kid}, ${randomBytes(48)})`.execute(db);
    const rotation = { kid, revoked: 0, sessions: 0, resealed: 0 };
    if (revoke) {
      const { rows } = await sql<Key>`select kid, secret from private.signing_keys`.execute(db);
      const secrets = new Map(rows.map((row) => [row.kid, new Uint8Array(row.secret)]));
      const revoked = await sql`update private.signing_keys set revoked_at = ${now}
        where kid <> ${kid} and revoked_at is null`.execute(db);
      const ended = await sql`update sessions set ended_at = ${now} where ended_at is null`.execute(db);
      rotation.revoked = countOf(revoked.numAffectedRows ?? 0n);
      rotation.sessions = countOf(ended.numAffectedRows ?? 0n);
      rotation.resealed = await reseal(db, { current: kid, secrets, retired: new Set() });
    }
    const removed = await removeSpent(db);
    const { rows: firms } = await sql`select 1 from firm`.execute(db);
    const actor = { userId: null, sessionId: null, at: now };
    const action = revoke ? 'keys_revoked' : 'key_rotated';
    if (firms.length > 0) await writeAudit(db, actor, { entity: 'firm', entityId: 1, action, facts: { kid, removed } });
    return { ...rotation, removed };
  });
}
