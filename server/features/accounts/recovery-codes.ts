import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '../../../domain/accounts/second-factor.ts';
import type { Database } from '../../platform/db/pool.ts';

// Crockford's 32: no letter that looks like a digit; a typed look-alike is read as the digit.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 24;

/** 120 bits: so much chance that a plain digest is enough to keep. */
function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

function digestOf(code: string): Buffer {
  const typed = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(typed).digest();
}

/** Makes new recovery codes of a user and answers them: the one time that they are seen. */
export async function newRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: digestOf(code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up; false when it is not one, or was used before. */
export async function useRecoveryCode(
  db: Database,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', digestOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
