import { sql } from 'kysely';
import type { RegisteredParty } from '../../../domain/placements/read-placement.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { PlacedTax } from '../../../domain/placements/tax-place.ts';
import type { TermsOfPayment } from '../../../domain/placements/terms.ts';
import type { Day } from '../../../domain/values/day.ts';
import { KINDS, SLIP } from '../../../domain/records/kinds.ts';
import { builtOnce } from '../../platform/db/built-once.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { selectRecord } from '../records.ts';
import type { EnteredLine } from '../../../domain/placements/placement.ts';

/** The series from which a market's broker references come. §4 Numbers. */
export const NUMBERED = { LOCAL: KINDS.policy.series.code, LONDON: SLIP.series.code } as const;

/** A policy as its actions work with it: amounts in minor units, percentages scaled. */
export type Policy = Awaited<ReturnType<typeof lockPolicy>>;

const POLICY = {
  kind: 'policy',
  columns: [
    'market',
    'broker_reference',
    'reinsured_id',
    'insured_id',
    'cedant_policy_number',
    'cover_type_id',
    'date_offered',
    'insurance_start_date',
    'insurance_end_date',
    'currency',
    'sum_insured',
    'premium_rate',
    'premium',
    'adjustment_basis',
    'adjustment_rate',
    'minimum_premium',
    'minimum_kept',
    'fac',
    'cedant_commission',
    'brokerage',
    'payment_terms',
    'remittance_days',
    'warranty_days',
    'posted_on',
  ],
} as const;

type PolicyRequest = { id: number; lock: boolean };

async function selectPolicy(ctx: Ctx, request: PolicyRequest, market: Market | undefined) {
  const row = await selectRecord(ctx, POLICY, request);
  if (market !== undefined && row.market !== market) throw new AppError('NOT_FOUND');
  return { ...row, market: row.market as Market, payment_terms: row.payment_terms as TermsOfPayment };
}

/**
 * One policy within the caller's branches, locked until the commit. A foreign id answers like a missing one, and so does
 * one of the other market where a market is named.
 */
export async function lockPolicy(ctx: Ctx, id: number, market?: Market) {
  return selectPolicy(ctx, { id, lock: true }, market);
}

/** The same without the lock, for what only looks. */
export async function readPolicy(ctx: Ctx, id: number, market?: Market): Promise<Policy> {
  return selectPolicy(ctx, { id, lock: false }, market);
}

const linesById = builtOnce(
  ({ policyId, scope }: { policyId: number; scope: readonly number[] }) =>
    (db) =>
      db
        .selectFrom('policy_lines as l')
        .innerJoin('parties as p', 'p.id', 'l.security_id')
        .leftJoin('users as u', 'u.id', 'l.notified_by')
        .select(['l.id', 'l.security_id as securityId', 'l.offer', 'l.share', 'l.commission', 'l.brokerage'])
        .select(['p.name', 'p.status', 'p.resident', 'p.market', 'p.line_limit as lineLimit', 'p.rated_on as ratedOn'])
        .select([
          'l.written',
          'l.to_stand',
          'l.stamp',
          'l.quoted_on',
          'l.quote_reference',
          'l.written_on',
          'l.reference',
        ])
        .select(['l.accepted_by', 'l.commission_amount', 'l.brokerage_amount', 'l.net_payable'])
        .select(['l.signed_on', 'l.signing_reference', 'l.notified_on', 'l.notified_to', 'l.notified_at'])
        .select('u.name as notified_by')
        .where('l.policy_id', '=', policyId)
        .where(sql<boolean>`l.branch_id = any(${scope}::int[])`)
        .orderBy('l.position'),
);

/** The securities of a policy in placement order, as entered. */
export async function linesOf(ctx: Ctx, policyId: number): Promise<EnteredLine[]> {
  const rows = await linesById(ctx.db, { policyId, scope: ctx.scope });
  return rows.map(({ id, securityId, offer, share, commission, brokerage, ...row }) => {
    const { name, status, resident, market, lineLimit, ratedOn, ...others } = row;
    const { commission_amount, brokerage_amount, net_payable, ...stages } = others;
    const kept = { commission: commission_amount, brokerage: brokerage_amount, netPayable: net_payable };
    const security = { securityId, name, status, resident, market: market as Market, lineLimit, ratedOn };
    return { id, ...security, offer, share, commission, brokerage, stages, kept };
  });
}

export type CoverRef = { name: string; status: string; className: string | null; classIds: number[] };

/** A class or subclass with its class: what a tax or a clause may be meant for. */
export async function findCoverType(ctx: Ctx, id: number): Promise<CoverRef | undefined> {
  const row = await ctx.db
    .selectFrom('cover_types as t')
    .leftJoin('cover_types as c', 'c.id', 't.class_id')
    .select(['t.id', 't.name', 't.status', 't.class_id', 'c.name as className'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, status, className } = row;
  return { name, status, className, classIds: row.class_id === null ? [row.id] : [row.id, row.class_id] };
}

const taxRates = (db: Database) =>
  db
    .selectFrom('tax_rates as r')
    .innerJoin('taxes as t', 't.id', 'r.tax_id')
    .select([
      'r.tax_id as taxId',
      't.code',
      't.name',
      'r.rate',
      'r.basis',
      'r.borne_by as borneBy',
      'r.applies_to as appliesTo',
      'r.market',
      'r.class_id as classId',
      'r.flat',
      'r.minimum',
      'r.branch_id as branchId',
      'r.country',
      'r.currency',
    ])
    .where('r.enabled', '=', true)
    .where('r.basis', '<>', 'INVOICE')
    .orderBy('r.id');

const ratesOn = builtOnce(
  ({ day }: { day: Day }) =>
    (db) =>
      taxRates(db)
        .where('r.effective_from', '<=', day)
        .where((e) => e.or([e('r.effective_to', 'is', null), e('r.effective_to', '>=', day)])),
);

/** Taxes and levies in force on a day. §2: those on the inception date. */
export async function taxRulesOn(ctx: Ctx, day: Day): Promise<PlacedTax[]> {
  return (await ratesOn(ctx.db, { day })) as PlacedTax[];
}

/** The same for any day, read in one query: for callers who need many. */
export async function taxRulesByDay(ctx: Ctx): Promise<(day: Day) => PlacedTax[]> {
  const rows = await taxRates(ctx.db).select(['r.effective_from as from', 'r.effective_to as to']).execute();
  return (day) =>
    rows
      .filter(({ from, to }) => from <= day && (to === null || to >= day))
      .map(({ from: _from, to: _to, ...rule }) => rule as PlacedTax);
}

export type PartyRef = RegisteredParty & { id: number };

/** Parties by id, of one kind or of any; one that is missing is simply not in the answer. */
export async function partiesById(
  ctx: Ctx,
  kind: 'REINSURED' | 'INSURED' | 'SECURITY' | null,
  ids: readonly number[],
): Promise<Map<number, PartyRef>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'status', 'resident'])
    .where('id', 'in', ids)
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether any money has moved on a policy, or it was endorsed: then it is cancelled by endorsement, not disabled. */
export async function moneyHasMoved(ctx: Ctx, policyId: number): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select 1 from notes n where n.policy_id = ${policyId} and n.settled > 0)
        or exists (select 1 from policies p where p.id = ${policyId} and p.endorsement_count > 0)
        or exists (select 1 from note_parts p join notes n on n.id = p.debit_note_id where n.policy_id = ${policyId} and p.committed > 0) as moved`.execute(
    ctx.db,
  );
  return rows[0]?.moved ?? false;
}
