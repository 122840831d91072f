import type { IssuedType } from '../../../domain/endorsements/bases.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';

/** An endorsement as its actions work with it: amounts in minor units, signed. */
export type Endorsement = Awaited<ReturnType<typeof lockEndorsement>>;

const ENDORSEMENT = {
  kind: 'endorsement',
  columns: [
    'policy_id',
    'sequence',
    'endorsement_type',
    'effective_date',
    'description',
    'currency',
    'sum_insured',
    'end_date',
    'premium',
    'debit_note_total',
    'net_total',
    'brokerage_total',
    'tax_total',
    'input',
    'insured_id',
    'posted_on',
  ],
} as const;

async function selectEndorsement(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, ENDORSEMENT, { id, lock });
  return { ...row, endorsement_type: row.endorsement_type as IssuedType };
}

/** One endorsement within the caller's branches, locked until the commit. */
export const lockEndorsement = (ctx: Ctx, id: number) => selectEndorsement(ctx, id, true);

/** The same without the lock, for what only looks. */
export const readEndorsementRow = (ctx: Ctx, id: number) => selectEndorsement(ctx, id, false);

/** The number that the next endorsement of a locked policy gets. */
export async function nextSequence(ctx: Ctx, policyId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('endorsements')
    .select((e) => e.fn.max('sequence').as('last'))
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** How many endorsements of a policy are approved. */
export async function endorsedCount(ctx: Ctx, policyId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('policies')
    .select('endorsement_count')
    .where('id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  return row.endorsement_count;
}

/** Names of parties by id, for what is shown. */
export async function namesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
