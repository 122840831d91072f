import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { emailKey } from '../../../domain/names.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { PublicCtx } from '../../platform/http/context.ts';
import { inTransaction } from '../../platform/http/transaction.ts';

export const WINDOW_MINUTES = 15;

/** Who tried, when and from where; of somebody signed in, no address is known here. */
export type From = { now: Date } & Partial<Pick<PublicCtx, 'address' | 'addressId'>>;

/** What was tried in vain, and at whose account. */
type Tried = {
  action: Extract<AuditAction, 'sign_in_failed' | 'limit_reached'>;
  act: string;
  email: string | undefined;
};

async function accountOf(db: Database, email: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Keeps in the trail what was tried in vain, in a transaction of its own, since the refusal rolls its own back: one row for
 * each account, address and window. Of an address that is nobody's the trail keeps that alone: it may be a password typed
 * in the wrong field.
 */
export async function traceTry(database: Database, { action, act, email }: Tried, from: From): Promise<void> {
  const { now, address = '', addressId = '' } = from;
  await inTransaction(database, { readOnly: false, scope: [] }, async (db) => {
    const account = email === undefined ? null : await accountOf(db, email);
    const subject = createHash('sha256')
      .update(`${action}:${act}:${account ?? ''}:${addressId}`)
      .digest('hex');
    const { rows } = await sql`
      insert into traced_tries (subject, begins)
      select ${subject}, date_bin(${WINDOW_MINUTES} * interval '1 minute', ${now}::timestamptz, '2000-01-01Z')
      on conflict on constraint traced_once do nothing returning 1`.execute(db);
    if (rows.length === 0) return;
    await writeAudit(
      db,
      { userId: null, sessionId: null, at: now },
      {
        entity: 'user',
        entityId: account ?? 0,
        action,
        facts: { act, ...(addressId !== '' && { address: addressId }) },
        ...(address !== '' && { personal: { address } }),
      },
    );
  });
}
