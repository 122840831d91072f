import { sql } from 'kysely';
import { firstOf } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Held, Subject } from './subjects.ts';

type Table = 'party_contacts' | 'party_intermediaries';
type Named = Held & { party_id: number; email: string };

/** Somebody whom a party names; the version is the party's, whose form holds them and whose lock guards them. */
async function readNamed(ctx: Ctx, table: Table, { id, lock }: { id: number; lock: boolean }): Promise<Named> {
  const { rows } = await sql<Named>`
    select t.id, t.name, t.email, t.party_id, p.version from ${sql.table(table)} t join parties p on p.id = t.party_id
    where t.id = ${id} ${lock ? sql`for update of p` : sql``}`.execute(ctx.db);
  return firstOf(rows);
}

async function eraseNamed(ctx: Ctx, table: Table, id: number): Promise<void> {
  const named = await readNamed(ctx, table, { id, lock: true });
  await ctx.db.deleteFrom(table).where('id', '=', id).execute();
  await ctx.db
    .updateTable('parties')
    .set({ version: named.version + 1 })
    .where('id', '=', named.party_id)
    .execute();
  await sql`select erase_words_audit(${named.party_id}, ${[named.name, named.email]}::text[])`.execute(ctx.db);
}

function namedIn(table: Table): Subject {
  return {
    read: (ctx, id) => readNamed(ctx, table, { id, lock: false }),
    lock: (ctx, id) => readNamed(ctx, table, { id, lock: true }),
    obstacles: async () => [],
    erase: (ctx, id) => eraseNamed(ctx, table, id),
    erased: ['The entry with its name, email and telephone.', 'What the audit trail keeps of it beside its facts.'],
    kept: ['Who received which document, and documents that were issued: they never change.'],
  };
}

export const CONTACT = namedIn('party_contacts');
export const INTERMEDIARY = namedIn('party_intermediaries');
