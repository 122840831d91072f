import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import * as z from 'zod/mini';
import { readKept, securitiesIn, withSurvivors } from '../../../domain/endorsements/kept.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import { type MinimumKept, readAdjustment } from '../../../domain/placements/adjustment.ts';
import type { EndorsementType } from '../../../domain/endorsements/endorsements.ts';
import { textsOf } from '../../../domain/placements/fields.ts';
import {
  type BorneBy,
  type FiguresRule,
  type Market,
  type TaxBasis,
  type TaxCharge,
  taxedLine,
  type TaxFigure,
  totalFigures,
} from '../../../domain/placements/figures.ts';
import type { Warranty } from '../../../domain/placements/instalments.ts';
import { slipParts } from '../../../domain/slips/contract.ts';
import type { Section } from '../../../domain/slips/sections.ts';
import {
  type ApprovedEndorsement,
  type EndorsedLine,
  type Placement,
  placementOf,
  type Security,
  type SlipPlacement,
} from '../../../domain/placements/placement.ts';
import type { PolicyStatus } from '../../../domain/placements/states.ts';
import { BY_HAND, type TermsOfPayment } from '../../../domain/placements/terms.ts';
import type { Day } from '../../../domain/values/day.ts';
import { builtOnce } from '../../platform/db/built-once.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { linesOf, taxRulesOn } from './queries.ts';
import { keyedOf } from './priced.ts';
import { inputOf, wordsOf } from './words.ts';

/** The placement to read: where a market is named, one of the other is not found. */
type PlacementRequest = { id: number; market?: Market | undefined };

/**
 * The row of a policy with its slip's, then what its ids are called: two statements, since the database takes longer to
 * plan one over all these tables than to answer both.
 */
const rowById = builtOnce(
  ({ id, scope }: { id: number; scope: readonly number[] }) =>
    (db) =>
      db
        .selectFrom('policies as p')
        .leftJoin('slips as s', 's.policy_id', 'p.id')
        .selectAll('p')
        .select(['s.umr', 's.sections', 's.signed_lines_notified_on'])
        .where('p.id', '=', id)
        .where(sql<boolean>`p.branch_id = any(${scope}::int[])`),
);

async function rowOf(ctx: Ctx, { id, market }: PlacementRequest) {
  const [row] = await rowById(ctx.db, { id, scope: ctx.scope });
  if (row === undefined || (market !== undefined && row.market !== market)) throw notFound();
  return row;
}

type PlacementIds = {
  id: number;
  branch_id: number;
  reinsured_id: number;
  insured_id: number;
  cover_type_id: number;
  producer_id: number;
};

const namesById = builtOnce(
  (policy: PlacementIds & { scope: readonly number[] }) => (db) =>
    db
      .selectFrom(['branches as b', 'parties as r', 'parties as i', 'users as w', 'cover_types as t'])
      .leftJoin('cover_types as c', 'c.id', 't.class_id')
      .select(['b.code as branch_code', 'b.name as branch_name', 'r.name as reinsured_name', 'i.name as insured_name'])
      .select('w.name as producer_name')
      .select(['t.name as cover_name', 't.class_id', 'c.name as class_name'])
      .select((e) =>
        jsonArrayFrom(
          e
            .selectFrom('policy_clauses as pc')
            .innerJoin('clauses as k', 'k.id', 'pc.clause_id')
            // As they read in the version that the policy keeps, whatever the register says now.
            .innerJoin('clause_wordings as w', (on) =>
              on.onRef('w.clause_id', '=', 'pc.clause_id').onRef('w.version', '=', 'pc.wording_version'),
            )
            .select(['k.id', 'w.code', 'w.title', 'pc.wording_version', 'k.wording_version as latest_version'])
            .where('pc.policy_id', '=', policy.id)
            .where(sql<boolean>`pc.branch_id = any(${policy.scope}::int[])`)
            .orderBy('pc.position'),
        ).as('clauses'),
      )
      .where('b.id', '=', policy.branch_id)
      .where('r.id', '=', policy.reinsured_id)
      .where('i.id', '=', policy.insured_id)
      .where('t.id', '=', policy.cover_type_id)
      .where('w.id', '=', policy.producer_id),
);

async function namesOf(ctx: Ctx, policy: PlacementIds) {
  const [names] = await namesById(ctx.db, { ...policy, scope: ctx.scope });
  if (names === undefined) throw notFound();
  return names;
}

type Row = Awaited<ReturnType<typeof rowOf>>;
type Head = Row & Awaited<ReturnType<typeof namesOf>>;

/** The sections of a slip of several, as they were entered. */
async function sectionsOf(ctx: Ctx, policyId: number): Promise<Section[]> {
  return ctx.db
    .selectFrom('slip_sections')
    .select(['name', 'interest', 'limit_words as limit', 'excess', 'situation', 'conditions'])
    .select(['sum_insured as sumInsured', 'limit_amount as limitAmount', 'premium'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('position')
    .execute();
}

/** What a slip says under the headings of its contract, as it was kept. */
async function slipOf(ctx: Ctx, { id, umr, sections, signed_lines_notified_on: notifiedOn }: Row) {
  if (sections === null) return null;
  return {
    umr: umr ?? '',
    notifiedOn,
    sections: z.parse(slipParts, sections),
    bySection: await sectionsOf(ctx, id),
  };
}

function factsOf(head: Head) {
  const { adjustment_basis: basis, adjustment_rate: rate, minimum_premium: minimum, minimum_kept: kept } = head;
  return {
    id: head.id,
    version: head.version,
    market: head.market as Market,
    status: head.status as PolicyStatus,
    reference: head.broker_reference,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    reinsured: { id: head.reinsured_id, name: head.reinsured_name },
    insured: { id: head.insured_id, name: head.insured_name },
    cover: {
      id: head.cover_type_id,
      name: head.cover_name,
      class: head.class_name,
      classIds: head.class_id === null ? [head.cover_type_id] : [head.cover_type_id, head.class_id],
    },
    currency: head.currency,
    figuresRule: head.figures_rule as FiguresRule,
    dateOffered: head.date_offered,
    adjustment: readAdjustment({ basis, rate, minimum }, kept as MinimumKept),
    excessAmount: head.excess_amount,
    riskCountry: head.risk_country,
    producer: { id: head.producer_id, name: head.producer_name },
    texts: textsOf(head),
    paymentTerms: head.payment_terms as TermsOfPayment,
    remittanceDays: head.remittance_days,
    warranty:
      head.warranty_kind === null
        ? null
        : { kind: head.warranty_kind as Warranty['kind'], days: head.warranty_days ?? 0 },
    clauses: head.clauses,
    postedOn: head.posted_on,
    terms: {
      period: { start: head.insurance_start_date, end: head.insurance_end_date },
      sumInsured: head.sum_insured,
      rate: head.premium_rate,
      premium: head.premium,
      fac: head.fac,
      commission: head.cedant_commission,
      brokerage: head.brokerage,
    },
  };
}

/** A tax as a line was booked with it, of a policy or of an endorsement. */
const TAX_COLUMNS = [
  'x.line_id',
  't.id as taxId',
  't.code',
  't.name',
  'x.rate',
  'x.basis',
  'x.borne_by as borneBy',
  'x.amount',
  'x.charge',
] as const;

type TaxRow = {
  taxId: number;
  code: string;
  name: string;
  rate: bigint;
  basis: string;
  borneBy: string;
  amount: bigint;
  charge: string | null;
  minimum?: bigint | null;
};
const taxOf = ({ basis, borneBy, charge, minimum, ...tax }: TaxRow): TaxFigure => ({
  ...tax,
  // Most taxes have neither: what has none stays as it is.
  ...(charge !== null && { charge: charge as TaxCharge }),
  ...(minimum != null && { minimum }),
  basis: basis as TaxBasis,
  borneBy: borneBy as BorneBy,
});

/** The taxes that the lines of a policy were booked with. */
async function bookedTaxes(ctx: Ctx, policyId: number) {
  const rows = await ctx.db
    .selectFrom('policy_taxes as x')
    .innerJoin('taxes as t', 't.id', 'x.tax_id')
    .select(TAX_COLUMNS)
    .select('x.minimum')
    .where('x.policy_id', '=', policyId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
  return rows.map(({ line_id: lineId, ...tax }) => ({ lineId, ...taxOf(tax) }));
}

async function endorsementRows(ctx: Ctx, policyId: number) {
  const approved = await ctx.db
    .selectFrom('endorsements')
    .select(['id', 'number', 'endorsement_type as type', 'effective_date as date', 'description', 'premium'])
    .select(['sum_insured as sumInsured', 'posted_on as postedOn', sql<string>`applied::text`.as('applied')])
    .select(['input', 'insured_id', keyedOf('endorsements').as('keyed')])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '=', 'APPROVED')
    .orderBy('approval')
    .execute();
  const ids = approved.map((one) => one.id);
  const lines = await ctx.db
    .selectFrom('endorsement_lines as l')
    .innerJoin('parties as p', 'p.id', 'l.security_id')
    .select(['l.id', 'l.endorsement_id', 'l.security_id as securityId', 'l.share', 'l.share_premium as sharePremium'])
    .select(['l.commission_amount as commission', 'l.brokerage_amount as brokerage'])
    .select(['l.commission_rate as commissionRate', 'l.brokerage_rate as brokerageRate'])
    .select(['p.name', 'p.status', 'p.market', 'p.line_limit as lineLimit', 'p.rated_on as ratedOn'])
    .where('l.endorsement_id', 'in', ids)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
  const taxes = await ctx.db
    .selectFrom('endorsement_taxes as x')
    .innerJoin('taxes as t', 't.id', 'x.tax_id')
    .select(TAX_COLUMNS)
    .where('x.endorsement_id', 'in', ids)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
  return { approved, lines, taxes };
}

type EndorsementRows = Awaited<ReturnType<typeof endorsementRows>>;

const endorsedLinesOf = ({ lines, taxes }: EndorsementRows, endorsementId: number): EndorsedLine[] =>
  lines
    .filter((line) => line.endorsement_id === endorsementId)
    .map(({ id, securityId, name, commissionRate, brokerageRate, share, sharePremium, commission, brokerage }) => ({
      securityId,
      name,
      commissionRate,
      brokerageRate,
      figures: taxedLine(
        { securityId, share, sharePremium, commission, brokerage },
        taxes.filter((tax) => tax.line_id === id).map(({ line_id: _line, ...tax }) => taxOf(tax)),
      ),
    }));

/** What an endorsement applied names securities by the ids of its day; where one was merged since, this says into which. */
async function survivorsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('parties').select(['id', 'merged_into']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.merged_into ?? row.id]));
}

/** The approved endorsements of a policy in the order of their approval, and the securities that have a line in them. */
async function endorsementsOf(
  ctx: Ctx,
  policyId: number,
): Promise<{ endorsements: ApprovedEndorsement[]; securities: Security[] }> {
  const rows = await endorsementRows(ctx, policyId);
  const securities = [
    ...new Map(
      rows.lines.map(({ securityId, name, status, market, lineLimit, ratedOn }) => [
        securityId,
        { securityId, name, status, market: market as Market, lineLimit, ratedOn },
      ]),
    ).values(),
  ];
  const inputs = rows.approved.map(inputOf);
  const words = await wordsOf(ctx, inputs);
  const endorsements = rows.approved.map(({ input: _input, insured_id: _insured, ...row }, index) => {
    const lines = endorsedLinesOf(rows, row.id);
    return {
      ...row,
      type: row.type as EndorsementType,
      words: words[index] ?? null,
      section: inputs[index]?.section ?? null,
      applied: readKept(row.applied),
      lines,
      figures: totalFigures(lines.map((line) => line.figures)),
    };
  });
  const named = endorsements.flatMap(({ applied }) => securitiesIn(applied));
  const survivors = await survivorsOf(
    ctx,
    named.filter((id) => !securities.some((one) => one.securityId === id)),
  );
  return {
    securities,
    endorsements: endorsements.map((one) => ({ ...one, applied: withSurvivors(one.applied, survivors) })),
  };
}

/** When a policy is paid whose terms are by hand, as entered. */
async function instalmentsOf(ctx: Ctx, policyId: number) {
  return ctx.db
    .selectFrom('policy_instalments')
    .select(['due_on as dueOn', 'amount'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('sequence')
    .execute();
}

/**
 * A policy or slip of the caller's branches as at a day: with the endorsements that count by then, or with all approved
 * ones where the day is null. A foreign id answers like a missing one.
 */
export async function placementAt(ctx: Ctx, request: PlacementRequest, day: Day | null): Promise<Placement> {
  const row = await rowOf(ctx, request);
  const { id, insurance_start_date: start, posted_on: postedOn, endorsement_count: endorsed } = row;
  const taxesOf = async () =>
    postedOn === null ? { rules: await taxRulesOn(ctx, start) } : { booked: await bookedTaxes(ctx, id) };
  const [names, lines, taxes, further, instalments, slip] = await Promise.all([
    namesOf(ctx, row),
    linesOf(ctx, id),
    taxesOf(),
    endorsed === 0 ? { endorsements: [], securities: [] } : endorsementsOf(ctx, id),
    row.payment_terms === BY_HAND ? instalmentsOf(ctx, id) : [],
    slipOf(ctx, row),
  ]);
  const head: Head = { ...row, ...names };
  return placementOf({ ...factsOf(head), slip, instalments, lines, taxes, ...further }, day);
}

/** The same of a London slip. */
export async function slipAt(ctx: Ctx, id: number, day: Day | null): Promise<SlipPlacement> {
  const { slip, ...placement } = await placementAt(ctx, { id, market: 'LONDON' }, day);
  if (slip === null) throw new AppError('NOT_FOUND');
  return { ...placement, slip };
}
