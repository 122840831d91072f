import { sql, type RawBuilder } from 'kysely';
import type { MatchedKind } from '../../domain/banks/matching.ts';
import type { FieldError } from '../../domain/errors.ts';
import { KINDS, titleOf, type KindName } from '../../domain/records/kinds.ts';
import { showMoney } from '../../domain/values/money.ts';
import type { Ctx } from '../platform/http/context.ts';
import type { Recorded } from './decisions.ts';

/** By which column a match names a record of a kind; records of the others are no line of the bank. */
export const MATCHED_AS = {
  receipt: 'receipt_id',
  voucher: 'voucher_id',
  adjustment: 'made_good_id',
} as const satisfies Record<MatchedKind, string>;
const isMatchedKind = (kind: KindName): kind is MatchedKind => kind in MATCHED_AS;

/** Of a match `m`: the kind of its record, and its id. */
export const kindMatched = (m: string): RawBuilder<MatchedKind> =>
  sql`case when ${sql.ref(`${m}.receipt_id`)} is not null then 'receipt' when ${sql.ref(`${m}.voucher_id`)} is not null then 'voucher' else 'adjustment' end`;
export const idMatched = (m: string): RawBuilder<number> =>
  sql`coalesce(${sql.ref(`${m}.receipt_id`)}, ${sql.ref(`${m}.voucher_id`)}, ${sql.ref(`${m}.made_good_id`)})`;

type Ended = { line: number; branch: number; kind: MatchedKind; id: number };

/** Ends all that lines of the bank are matched with: they are open again, what they were matched with stays as it is. */
export async function endMatches(ctx: Ctx, lines: readonly number[], reason: string): Promise<void> {
  const { rows } = await sql<Ended>`
    update bank_matches set live = false, version = version + 1, undone_by = ${ctx.user.id}, undone_at = ${ctx.now}, undone_reason = ${reason}
    where line_id = any(${[...lines]}::int[]) and live and branch_id = any(${[...ctx.scope]}::int[])
    returning line_id as line, branch_id as branch, ${kindMatched('bank_matches')} as kind, ${idMatched('bank_matches')} as id`.execute(
    ctx.db,
  );
  await ctx.db.updateTable('bank_lines').set({ matched: false }).where('id', 'in', lines).execute();
  for (const { line, branch, kind, id } of rows)
    await ctx.audit({
      entity: 'bank_line',
      entityId: line,
      branchId: branch,
      action: 'line_unmatched',
      facts: { reason, [kind]: id },
    });
}

/** A record that came to nothing is no line of the bank any more: what is matched with it is open again. M10. */
export async function endMatchesOf(
  ctx: Ctx,
  { kind, record }: { kind: KindName; record: Recorded },
  became: 'disabled' | 'reversed',
): Promise<void> {
  if (!isMatchedKind(kind)) return;
  const { rows } = await sql<{ line: number }>`
    select line_id as line from bank_matches where ${sql.ref(MATCHED_AS[kind])} = ${record.id} and live
      and branch_id = any(${[...ctx.scope]}::int[]) order by line_id for update`.execute(ctx.db);
  if (rows.length === 0) return;
  const lines = rows.map(({ line }) => line);
  await endMatches(ctx, lines, `${record.number ?? `${titleOf(KINDS[kind])} #${record.id}`} was ${became}.`);
}

/** What a receipt says that the bank says, too. */
type Said = { receiptAmount: bigint; currency: string; bank_account: number };

/** A receipt that is a line of the bank keeps what the line says of it until the match is taken back. M10. */
export async function matchFaults(ctx: Ctx, receiptId: number, now: Said): Promise<FieldError[]> {
  const match = await ctx.db
    .selectFrom('bank_matches as m')
    .innerJoin('bank_accounts as k', 'k.id', 'm.bank_account_id')
    .select(['m.amount as receiptAmount', 'k.currency', 'k.id as bank_account', 'k.name'])
    .where('m.receipt_id', '=', receiptId)
    .where('m.live', '=', true)
    .where('m.branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!match) return [];
  const { receiptAmount: amount, currency, name } = match;
  const message = `The bank says ${showMoney({ amount, currency })} on ${name}. Take the match back before you change this.`;
  // An account in another currency goes with it.
  const fields = now.currency === currency ? (['receiptAmount', 'bank_account'] as const) : (['currency'] as const);
  return fields.filter((field) => now[field] !== match[field]).map((field) => ({ field, message }));
}
