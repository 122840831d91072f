import { ENDORSEMENT_LABELS, type EndorsementType } from '../../../domain/endorsements/endorsements.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { formatAmount, showMoney, sum } from '../../../domain/values/money.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import type { EndorsementInput } from '../../platform/documents/kinds/common.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** An endorsement as its papers show it: signed amounts in minor units, the policy after it. */
export type Endorsed = NonNullable<Awaited<ReturnType<typeof endorsedPaper>>>;
export type EndorsedLine = Endorsed['lines'][number];

/** What a document call names: a policy with the type of an endorsement, or an endorsement itself. §6 Document calls. */
export type Named = { id: number; market: Market; endorsementtype?: string | undefined };

/** The approved endorsement that a call means; null where it means the original. Throws NOT_FOUND. §6 Document calls. */
async function idNamed(ctx: Ctx, { id, market, endorsementtype: type = '' }: Named): Promise<number | null> {
  const known = Object.keys(ENDORSEMENT_LABELS).find(
    (one) => one === type.trim().toUpperCase() || ENDORSEMENT_LABELS[one as EndorsementType] === type.trim(),
  );
  if (type.trim() !== '' && known === undefined) throw new AppError('NOT_FOUND');
  let query = ctx.db
    .selectFrom('endorsements as e')
    .innerJoin('policies as p', 'p.id', 'e.policy_id')
    .select(['e.id', 'e.status'])
    .where('e.branch_id', 'in', ctx.scope)
    .where('p.market', '=', market)
    .orderBy('e.decided_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1);
  const original = known === undefined || known === 'NEW';
  if (!original) query = query.where('e.endorsement_type', '=', known);
  const own = await query.where('e.id', '=', id).executeTakeFirst();
  if (own) {
    if (own.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
    return own.id;
  }
  if (original) return null;
  const latest = await query.where('p.id', '=', id).where('e.status', '=', 'APPROVED').executeTakeFirst();
  if (!latest) throw new AppError('NOT_FOUND');
  return latest.id;
}

async function linesOf(ctx: Ctx, endorsementId: number) {
  const lines = await ctx.db
    .selectFrom('endorsement_lines as l')
    .innerJoin('parties as s', 's.id', 'l.security_id')
    .selectAll('l')
    .select(['s.name', 's.address'])
    .where('l.endorsement_id', '=', endorsementId)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
  const taxes = await ctx.db
    .selectFrom('endorsement_taxes as x')
    .innerJoin('taxes as t', 't.id', 'x.tax_id')
    .select(['x.line_id', 't.code', 't.name', 'x.rate', 'x.borne_by', 'x.amount'])
    .where('x.endorsement_id', '=', endorsementId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
  return lines.map((line) => ({ ...line, taxes: taxes.filter((tax) => tax.line_id === line.id) }));
}

/** The approved endorsement that a document call means, with its lines and notes; null where it means the original. */
export async function endorsedPaper(ctx: Ctx, named: Named) {
  const id = await idNamed(ctx, named);
  if (id === null) return null;
  const row = await ctx.db
    .selectFrom('endorsements')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  const notes = await ctx.db
    .selectFrom('notes')
    .select(['id', 'kind', 'number', 'party_id', 'amount', 'currency', 'due_on', 'posted_on'])
    .where('endorsement_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'ISSUED')
    .orderBy('id')
    .execute();
  return { ...row, lines: await linesOf(ctx, id), notes };
}

export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** An endorsement as the particulars of a paper name it. */
export function endorsementInput(endorsed: Endorsed): EndorsementInput {
  return {
    number: endorsed.number,
    type: ENDORSEMENT_LABELS[endorsed.endorsement_type as EndorsementType],
    effectiveDay: endorsed.effective_date,
    description: endorsed.description,
  };
}

type BornBy = 'SECURITY' | 'REINSURED';

/** Taxes of lines by code and rate, each with its amount, positive. */
export function taxLines(lines: readonly EndorsedLine[], { by, currency }: { by: BornBy; currency: string }) {
  const taxes = lines.flatMap((line) => line.taxes).filter((tax) => tax.borne_by === by);
  const keys = [...new Set(taxes.map((tax) => `${tax.code} ${tax.rate}`))];
  return keys.flatMap((key) => {
    const own = taxes.filter((tax) => `${tax.code} ${tax.rate}` === key);
    const [first] = own;
    const amount = formatAmount(size(sum(own.map((tax) => tax.amount))), currency);
    return first ? [{ name: first.name, percent: formatRate(first.rate), amount }] : [];
  });
}

/** The one rate of all lines; none where they differ. */
export function oneRate(lines: readonly EndorsedLine[], pick: (line: EndorsedLine) => Rate): Rate | undefined {
  const rates = new Set(lines.map(pick));
  const [rate] = rates;
  return rates.size === 1 ? rate : undefined;
}

export const totalOf = (note: { amount: bigint; currency: string }) =>
  showMoney({ amount: note.amount, currency: note.currency });
