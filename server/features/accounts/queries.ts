import type { Database } from '../../platform/db/pool.ts';
import { emailKey } from '../../../domain/names.ts';

export type Account = { id: number; email: string; name: string; status: string; password_hash: string | null };

const FIELDS = ['id', 'email', 'name', 'status', 'password_hash'] as const;

export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return db.selectFrom('users').select(FIELDS).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

export async function accountById(db: Database, id: number): Promise<Account | undefined> {
  return db.selectFrom('users').select(FIELDS).where('id', '=', id).executeTakeFirst();
}

export async function lockAccount(db: Database, id: number): Promise<Account | undefined> {
  return db.selectFrom('users').select(FIELDS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function hasRole(db: Database, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

export async function isInstalled(db: Database): Promise<boolean> {
  return (await db.selectFrom('firm').select('id').executeTakeFirst()) !== undefined;
}
