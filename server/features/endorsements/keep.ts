import { sql } from 'kysely';
import { keptAs } from '../../../domain/endorsements/kept.ts';
import { taxOf } from '../../../domain/placements/figures.ts';
import { premiumOn } from '../../../domain/endorsements/layers.ts';
import { brokerageInBase } from '../../../domain/ledger/entries.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import type { Policy } from '../placements/queries.ts';
import type { PostLine } from '../ledger/post.ts';
import type { EndorsementBooking } from './booking.ts';
import { type Sound, sumInsuredChange, sumInsuredWith } from './input.ts';

/** The columns that follow from what an endorsement does; a draft's are those of the day on which it was saved. */
export function figureColumns(sound: Sound) {
  const { applied, effect, typed, words, reinstated } = sound;
  const { figures, premium } = effect;
  return {
    endorsement_type: typed.type,
    effective_date: typed.date,
    sum_insured: typed.sumInsured,
    sum_insured_change: sumInsuredChange(sound),
    insured_id: words.change?.insured?.id ?? null,
    claim_id: reinstated.claim,
    reinstated: reinstated.amount,
    end_date: applied.type === 'EXT' ? applied.end : null,
    applied: keptAs(applied),
    premium,
    fac_premium: figures.facPremium,
    commission_total: figures.commission,
    brokerage_total: figures.brokerage,
    tax_total: taxOf(figures),
    net_total: figures.netPayable,
    debit_note_total: figures.debitNote,
  };
}

/** Writes the lines of an endorsement and the taxes that they were made with, in place of those of an earlier save. */
export async function keepLines(
  ctx: Ctx,
  endorsement: { id: number; branchId: number },
  { effect }: Sound,
): Promise<void> {
  const { id, branchId } = endorsement;
  await ctx.db.deleteFrom('endorsement_taxes').where('endorsement_id', '=', id).execute();
  await ctx.db.deleteFrom('endorsement_lines').where('endorsement_id', '=', id).execute();
  const { lines } = effect.figures;
  if (lines.length === 0) return;
  const { terms } = effect.stack;
  const rows = await ctx.db
    .insertInto('endorsement_lines')
    .values(
      lines.map((line, index) => {
        const own = terms.lines.find((one) => one.securityId === line.securityId);
        return {
          branch_id: branchId,
          endorsement_id: id,
          position: index + 1,
          security_id: line.securityId,
          share: line.share,
          commission_rate: own?.commission ?? terms.commission,
          brokerage_rate: own?.brokerage ?? terms.brokerage,
          share_premium: line.sharePremium,
          commission_amount: line.commission,
          brokerage_amount: line.brokerage,
          tax_amount: line.taxOfSecurity,
          deductions: line.deductions,
          net_payable: line.netPayable,
        };
      }),
    )
    .returning(['id', 'security_id'])
    .execute();
  const taxes = lines.flatMap((line) =>
    line.taxes.map((tax) => ({
      branch_id: branchId,
      endorsement_id: id,
      line_id: rows.find((row) => row.security_id === line.securityId)?.id ?? 0,
      tax_id: tax.taxId,
      rate: tax.rate,
      basis: tax.basis,
      borne_by: tax.borneBy,
      amount: tax.amount,
      charge: tax.charge ?? null,
    })),
  );
  if (taxes.length > 0) await ctx.db.insertInto('endorsement_taxes').values(taxes).execute();
}

/** The columns of an endorsement that is booked. */
export function bookedColumns(
  ctx: Ctx,
  policy: Policy,
  { day, figures, rate, ledger }: Omit<EndorsementBooking, 'ledger'> & { ledger: readonly PostLine[] },
) {
  const price = { from: policy.currency, to: ctx.firm.baseCurrency, rate };
  const { facPremium } = figures;
  return {
    posted_on: day,
    exchange_rate: rate,
    base_fac_premium: facPremium < 0n ? -convert(-facPremium, price) : convert(facPremium, price),
    base_brokerage: brokerageInBase(ledger),
  };
}

/** The policy as the endorsement leaves it: what lists and renewals look at. */
export async function endorsePolicy(ctx: Ctx, policy: Policy, sound: Sound): Promise<void> {
  const { effect, words } = sound;
  const { stack, figures } = effect;
  const end = stack.period.end === policy.insurance_end_date ? null : stack.period.end;
  const { insured } = words.after;
  // A search finds the policy by the name that it had, too.
  const name = words.change?.insured ? ` ${searchKey(insured.name)}` : '';
  await sql`
    update policies set
      endorsement_count = endorsement_count + 1,
      endorsed_premium = ${premiumOn(stack) - policy.premium}::bigint,
      endorsed_fac_premium = endorsed_fac_premium + ${figures.facPremium}::bigint,
      endorsed_brokerage = endorsed_brokerage + ${figures.brokerage}::bigint,
      endorsed_sum_insured = ${sumInsuredWith(sound)}::bigint,
      endorsed_end_date = ${end}::date,
      cancelled_from = ${stack.cancelledFrom}::date,
      endorsed_insured_id = ${insured.id === policy.insured_id ? null : insured.id}::int,
      search_text = search_text || ${name}
    where id = ${policy.id}`.execute(ctx.db);
}
