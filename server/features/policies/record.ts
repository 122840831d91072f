import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { getPolicy } from '../../../domain/policies/contract.ts';
import { placementFigures, type LineFigures, type Market } from '../../../domain/policies/figures.ts';
import type { PaymentTerms } from '../../../domain/policies/terms.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { termsOf } from './booking.ts';
import { declarationIsDue } from './adjustable.ts';
import { currentPart } from './current.ts';
import { linesOf, readPolicy, type LineRow, type Policy } from './queries.ts';

type PolicyRecord = Reply<typeof getPolicy>;

async function headOf(ctx: Ctx, id: number, market: Market | undefined) {
  let query = ctx.db
    .selectFrom('policies as p')
    .innerJoin('branches as b', 'b.id', 'p.branch_id')
    .innerJoin('parties as r', 'r.id', 'p.reinsured_id')
    .innerJoin('parties as i', 'i.id', 'p.insured_id')
    .innerJoin('cover_types as t', 't.id', 'p.cover_type_id')
    .leftJoin('cover_types as c', 'c.id', 't.class_id')
    .innerJoin('users as m', 'm.id', 'p.made_by')
    .innerJoin('users as e', 'e.id', 'p.edited_by')
    .leftJoin('users as d', 'd.id', 'p.decided_by')
    .selectAll('p')
    .select([
      'b.code as branch_code',
      'b.name as branch_name',
      'r.name as reinsured_name',
      'i.name as insured_name',
      't.name as cover_name',
      'c.name as class_name',
      'm.name as maker',
      'e.name as editor',
      'd.name as decider',
    ])
    .where('p.id', '=', id)
    .where('p.branch_id', 'in', ctx.scope);
  if (market !== undefined) query = query.where('p.market', '=', market);
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

type Head = Awaited<ReturnType<typeof headOf>>;

async function clausesOf(ctx: Ctx, policyId: number) {
  return ctx.db
    .selectFrom('policy_clauses as pc')
    .innerJoin('clauses as c', 'c.id', 'pc.clause_id')
    .innerJoin('clause_wordings as w', (on) =>
      on.onRef('w.clause_id', '=', 'pc.clause_id').onRef('w.version', '=', 'pc.wording_version'),
    )
    .select(['c.id', 'w.code', 'w.title', 'pc.wording_version', 'c.wording_version as latest_version'])
    .where('pc.policy_id', '=', policyId)
    .where('pc.branch_id', 'in', ctx.scope)
    .orderBy('pc.position')
    .execute();
}

/** Notes issued for a policy: the debit note first, then the credit notes in the order of their numbers. */
export async function notesOf(ctx: Ctx, policyId: number) {
  return ctx.db
    .selectFrom('notes as n')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select([
      'n.id',
      'n.kind',
      'n.number',
      'n.party_id',
      'p.name',
      'n.currency',
      'n.amount',
      'n.settled',
      'n.due_on',
      'n.posted_on',
      'n.status',
      'n.debit_note_id',
      'n.endorsement_id',
      'n.line_id',
    ])
    .where('n.policy_id', '=', policyId)
    .where('n.branch_id', 'in', ctx.scope)
    .orderBy('n.id')
    .execute();
}

/** Money allocated to the debit notes of a policy: what returns were set against them is not money. */
async function receivedOn(ctx: Ctx, policyId: number): Promise<bigint> {
  const { rows } = await sql<{ received: bigint }>`
    select coalesce(sum(n.settled - coalesce(o.amount, 0)), 0)::bigint as received
    from notes n left join lateral (select sum(amount) as amount from note_offsets where note_id = n.id) o on true
    where n.policy_id = ${policyId} and n.branch_id = any(${ctx.scope}::int[]) and n.debit_note_id is null
      and n.kind = 'DN' and n.status = 'ISSUED'`.execute(ctx.db);
  return rows[0]?.received ?? 0n;
}

/** The policy that this one renews, and the one that renews it. §2 RENEWAL. */
async function renewalPart(ctx: Ctx, head: Head) {
  const linked = await ctx.db
    .selectFrom('policies')
    .select(['id', 'broker_reference as name', 'renewed_from_id'])
    .where('branch_id', 'in', ctx.scope)
    .where((e) =>
      e.or([
        e('id', '=', head.renewed_from_id ?? 0),
        e.and([e('renewed_from_id', '=', head.id), e('status', '!=', 'DISABLED')]),
      ]),
    )
    .execute();
  const refOf = (row: (typeof linked)[number] | undefined) => (row ? { id: row.id, name: row.name } : null);
  return {
    renewed_from: refOf(linked.find((row) => row.id === head.renewed_from_id)),
    renewal: refOf(linked.find((row) => row.renewed_from_id === head.id)),
    not_renewed_reason: head.not_renewed_reason,
  };
}

type KeptTax = {
  line_id: number;
  code: string;
  name: string;
  rate: bigint;
  borne_by: string;
  basis: string;
  amount: bigint;
  tax_id: number;
};

async function keptTaxes(ctx: Ctx, policyId: number): Promise<KeptTax[]> {
  return ctx.db
    .selectFrom('policy_taxes as x')
    .innerJoin('taxes as t', 't.id', 'x.tax_id')
    .select(['x.line_id', 't.code', 't.name', 'x.rate', 'x.borne_by', 'x.basis', 'x.amount', 'x.tax_id'])
    .where('x.policy_id', '=', policyId)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
}

/** Figures as booked when the policy was decided, else as today's terms give them. A document keeps its rates. §2. */
export async function figuresOf(ctx: Ctx, policy: Policy, lines: readonly LineRow[]) {
  const terms = await termsOf(ctx, policy, lines);
  const kept = policy.posted_on === null ? null : await keptTaxes(ctx, policy.id);
  if (!kept) return placementFigures(terms);
  // The taxes it was approved with, whatever the configuration says now: each was kept with the line that it fell on.
  const figures = placementFigures({ ...terms, taxes: [] });
  const withTaxes = figures.lines.map((line, index): LineFigures => {
    const taxes = kept
      .filter((tax) => tax.line_id === lines[index]?.id)
      .map(
        (tax) =>
          ({
            ...tax,
            taxId: tax.tax_id,
            borneBy: tax.borne_by,
            basis: tax.basis,
          }) as unknown as LineFigures['taxes'][number],
      );
    const borne = (by: string) => sum(taxes.filter((tax) => tax.borneBy === by).map((tax) => tax.amount));
    const deductions = line.commission + line.brokerage + borne('SECURITY');
    return {
      ...line,
      taxes,
      taxOfSecurity: borne('SECURITY'),
      taxOfReinsured: borne('REINSURED'),
      taxOfBroker: borne('BROKER'),
      deductions,
      netPayable: line.sharePremium - deductions,
    };
  });
  const total = (pick: (line: LineFigures) => bigint) => sum(withTaxes.map(pick));
  const taxOfReinsured = total((line) => line.taxOfReinsured);
  return {
    ...figures,
    lines: withTaxes,
    taxOfSecurity: total((line) => line.taxOfSecurity),
    taxOfReinsured,
    taxOfBroker: total((line) => line.taxOfBroker),
    netPayable: total((line) => line.netPayable),
    debitNote: figures.facPremium - figures.commission + taxOfReinsured,
  };
}

function securitiesOf(
  head: Head,
  lines: readonly LineRow[],
  figures: readonly LineFigures[],
): PolicyRecord['securities'] {
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  return lines.map((line, index) => {
    const figure = figures[index];
    if (!figure) throw new Error('A line has no figures.');
    return {
      security: { id: line.securityId, name: line.name },
      resident: line.resident,
      line_limit: line.lineLimit,
      rated_on: line.ratedOn,
      offer: line.offer,
      share: line.share,
      commission_rate: line.commission ?? head.cedant_commission,
      brokerage_rate: line.brokerage ?? head.brokerage,
      sharepremium: money(figure.sharePremium),
      commission: money(figure.commission),
      brokerage: money(figure.brokerage),
      taxes: figure.taxes.map((tax) => ({
        code: tax.code,
        name: tax.name,
        rate: tax.rate,
        borne_by: tax.borneBy,
        amount: money(tax.amount),
      })),
      deductions: money(figure.deductions),
      netpayable: money(figure.netPayable),
    };
  });
}

function termsPart(head: Head) {
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  return {
    dateoffered: head.date_offered,
    insurance_start_date: head.insurance_start_date,
    insurance_end_date: head.insurance_end_date,
    currency: head.currency,
    sum_insured: money(head.sum_insured),
    rate: head.premium_rate,
    premium: money(head.premium),
    fac: head.fac,
    cedant_commission: head.cedant_commission,
    brokerage: head.brokerage,
    cedant_policy_number: head.cedant_policy_number,
    interest: head.interest,
    excess: head.excess,
    excess_amount: head.excess_amount === null ? null : money(head.excess_amount),
    territory: head.territory,
    payment_terms: head.payment_terms as PaymentTerms,
    remittance_days: head.remittance_days,
    warranty:
      head.warranty_kind === null ? null : { kind: head.warranty_kind as 'PPW' | 'PPC', days: head.warranty_days ?? 0 },
  };
}

/** How the premium is adjusted, and whether what it is adjusted to is still to be declared. */
async function adjustmentPart(ctx: Ctx, head: Head): Promise<PolicyRecord['adjustment']> {
  const { adjustment_basis: basis, adjustment_rate: rate, minimum_premium: minimum } = head;
  if (rate === null || minimum === null) return null;
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from policies p where p.id = ${head.id} and ${declarationIsDue(ctx, 'p')}) as due`.execute(
    ctx.db,
  );
  return {
    basis,
    rate,
    minimum_premium: formatAmount(minimum, head.currency),
    declaration_due: rows[0]?.due ?? false,
  };
}

function peoplePart(head: Head) {
  return {
    made_by: { id: head.made_by, name: head.maker },
    edited_by: { id: head.edited_by, name: head.editor },
    decided_by: head.decided_by === null ? null : { id: head.decided_by, name: head.decider ?? '' },
    decided_at: head.decided_at,
    decision_reason: head.decision_reason,
    created_at: head.created_at,
    updated_at: head.updated_at,
  };
}

/** One policy as its page shows it; where a market is asked for, one of the other is not there. */
export async function policyRecord(
  ctx: Ctx,
  id: number,
  { market, asat }: { market?: Market | undefined; asat?: Day | undefined } = {},
): Promise<PolicyRecord> {
  const head = await headOf(ctx, id, market);
  const policy = await readPolicy(ctx, id);
  const lines = await linesOf(ctx, id);
  const figures = await figuresOf(ctx, policy, lines);
  const notes = await notesOf(ctx, id);
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  return {
    id: head.id,
    version: head.version,
    status: policy.status,
    market: policy.market,
    broker_reference: head.broker_reference,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    reinsured: { id: head.reinsured_id, name: head.reinsured_name },
    insured: { id: head.insured_id, name: head.insured_name },
    cover_type: { id: head.cover_type_id, name: head.cover_name, class: head.class_name },
    ...termsPart(head),
    adjustment: await adjustmentPart(ctx, head),
    clauses: await clausesOf(ctx, id),
    securities: securitiesOf(head, lines, figures.lines),
    figures: {
      placed: figures.placed,
      fac_premium: money(figures.facPremium),
      commission: money(figures.commission),
      brokerage: money(figures.brokerage),
      tax: money(figures.taxOfSecurity + figures.taxOfReinsured),
      netpayable: money(figures.netPayable),
      debit_note: money(figures.debitNote),
    },
    ...(await currentPart(ctx, head, { figures, asat })),
    notes: notes.map((note) => ({
      id: note.id,
      kind: note.kind as 'DN' | 'CN',
      number: note.number,
      party: { id: note.party_id, name: note.name },
      amount: money(note.amount),
      settled: money(note.settled),
      due_on: note.due_on,
      posted_on: note.posted_on,
      status: note.status,
      endorsement: note.endorsement_id,
    })),
    ...(await renewalPart(ctx, head)),
    received: money(await receivedOn(ctx, id)),
    posted_on: head.posted_on,
    ...peoplePart(head),
  };
}
