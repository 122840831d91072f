import { sql } from 'kysely';
import type { Release } from '../../../domain/ledger/releases.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** M0 of one part as the database says it. */
export type PartRelease = Release & { part: number; effective: bigint };

/**
 * M0 of all parts of these debit notes, by part: what is released, held back, free for a voucher, due back. With a voucher
 * that holds money, as if it did not, which is what it can have.
 */
export async function releasesOfNotes(
  ctx: Ctx,
  notes: readonly number[],
  voucher: number | null = null,
): Promise<Map<number, PartRelease>> {
  if (notes.length === 0) return new Map();
  const { rows } = await sql<PartRelease>`
    select part_id as part, effective, released, held_back as "heldBack", available, due_back as "dueBack"
    from part_releases(${[...new Set(notes)]}::int[], ${voucher}::int)`.execute(ctx.db);
  return new Map(rows.map((row) => [row.part, row]));
}
