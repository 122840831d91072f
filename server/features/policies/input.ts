import type { editPolicy, policyBody } from '../../../domain/policies/contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import {
  placementFigures,
  premiumFromRate,
  type Market,
  type PlacementFigures,
} from '../../../domain/policies/figures.ts';
import { adjustmentFaults } from '../../../domain/policies/adjustment.ts';
import { policyFaults, type PolicyDraft } from '../../../domain/policies/rules.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import type * as z from 'zod/mini';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { lookupsOf, type Lookups } from './lookups.ts';

export type PolicyEdit = Decoded<typeof editPolicy>['body'];
export type PolicyInput = z.output<typeof policyBody> | PolicyEdit;

/** A policy that passed every check: what is written to its row and lines. */
export type CheckedPolicy = {
  draft: PolicyDraft;
  excessAmount: bigint | null;
  minimumPremium: bigint | null;
  figures: PlacementFigures;
  searchText: string;
};

type AmountField = { field: string; text: string };

function readAmounts(input: PolicyInput): { amounts: Map<string, bigint>; faults: FieldError[] } {
  const wanted: AmountField[] = [
    { field: 'sum_insured', text: input.sum_insured },
    ...(input.premium === null || input.premium === undefined ? [] : [{ field: 'premium', text: input.premium }]),
    ...(input.minimum_premium === null || input.minimum_premium === undefined
      ? []
      : [{ field: 'minimum_premium', text: input.minimum_premium }]),
    ...(input.excess_amount === null || input.excess_amount === undefined
      ? []
      : [{ field: 'excess_amount', text: input.excess_amount }]),
  ];
  const faults: FieldError[] = [];
  const amounts = new Map<string, bigint>();
  for (const { field, text } of wanted) {
    const value = parseAmount(text, input.currency);
    if (typeof value === 'bigint') amounts.set(field, value);
    else faults.push({ field, message: `${input.currency} amounts have fewer decimals.` });
  }
  return { amounts, faults };
}

function premiumOf(input: PolicyInput, amounts: Map<string, bigint>): bigint | null {
  const keyed = amounts.get('premium');
  if (keyed !== undefined) return keyed;
  const sumInsured = amounts.get('sum_insured');
  return input.rate !== null && input.rate !== undefined && sumInsured !== undefined
    ? premiumFromRate(sumInsured, input.rate)
    : null;
}

async function partyFaults(
  look: Lookups,
  input: PolicyInput,
): Promise<{ faults: FieldError[]; names: string[]; residents: Map<number, boolean> }> {
  const faults: FieldError[] = [];
  const names: string[] = [];
  for (const [field, kind, id] of [
    ['reinsured', 'REINSURED', input.reinsured],
    ['insured', 'INSURED', input.insured],
  ] as const) {
    const party = (await look.parties(kind, [id])).get(id);
    if (!party) faults.push({ field, message: 'Choose one from the list.' });
    else if (party.status !== 'ACTIVE') faults.push({ field, message: `${party.name} is inactive.` });
    else names.push(party.name);
  }
  const securities = await look.parties(
    'SECURITY',
    input.securities.map((line) => line.security),
  );
  for (const [index, line] of input.securities.entries()) {
    const party = securities.get(line.security);
    if (!party) faults.push({ field: `securities.${index}.security`, message: 'Choose one from the list.' });
    else if (party.status !== 'ACTIVE')
      faults.push({ field: `securities.${index}.security`, message: `${party.name} is inactive.` });
  }
  return { faults, names, residents: new Map([...securities.values()].map((party) => [party.id, party.resident])) };
}

/** The firm's own terms are offered or not; a policy keeps those that it has. */
async function offersTerms(ctx: Ctx, input: PolicyInput, look: Lookups): Promise<boolean> {
  const offered = await look.isOffered(input.payment_terms);
  if (offered || !('id' in input)) return offered;
  const kept = await ctx.db
    .selectFrom('policies')
    .select('id')
    .where('id', '=', input.id)
    .where('payment_terms', '=', input.payment_terms)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return kept !== undefined;
}

// A class that was made inactive stays on the policies that name it already.
async function holdsClass(ctx: Ctx, input: PolicyInput): Promise<boolean> {
  if (!('id' in input)) return false;
  const held = await ctx.db
    .selectFrom('policies')
    .select('id')
    .where('id', '=', input.id)
    .where('branch_id', 'in', ctx.scope)
    .where('cover_type_id', '=', input.cover_type)
    .executeTakeFirst();
  return held !== undefined;
}

async function referenceFaults(ctx: Ctx, input: PolicyInput, look: Lookups): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (!(await look.isActiveCurrency(input.currency)))
    faults.push({ field: 'currency', message: 'Choose an active currency.' });
  if (!(await offersTerms(ctx, input, look)))
    faults.push({ field: 'payment_terms', message: 'The firm does not offer these terms. Choose others.' });
  faults.push(...(await look.clauseFaults(input)));
  const cover = await look.cover(input.cover_type);
  if (cover && cover.status !== 'ACTIVE' && !(await holdsClass(ctx, input)))
    faults.push({ field: 'cover_type', message: `${cover.name} is inactive.` });
  return faults;
}

/** Of which market a placement is, and what was found wrong with what is that market's own. */
export type Placed = { market: Market; reference: string; faults: readonly FieldError[] };

// A signed line is worked out, never entered: one of nothing is a security that has not written yet.
const isEntered = (market: Market) => (fault: FieldError) =>
  market === 'LOCAL' || !/^securities\.\d+\.share$/.test(fault.field);

/**
 * Checks a policy as typed and works out its figures. Throws every bad field at once, with the messages of §8. Who checks
 * many gives lookups that remember.
 */
export async function checkPolicy(
  ctx: Ctx,
  input: PolicyInput,
  { look = lookupsOf(ctx), ...placed }: Placed & { look?: Lookups },
): Promise<CheckedPolicy> {
  const { amounts, faults } = readAmounts(input);
  faults.push(...placed.faults);
  const premium = premiumOf(input, amounts);
  if (premium === null && faults.length === placed.faults.length)
    faults.push({ field: 'premium', message: 'Enter the premium or the rate.' });
  const parties = await partyFaults(look, input);
  faults.push(...parties.faults, ...(await referenceFaults(ctx, input, look)));
  const draft: PolicyDraft = {
    currency: input.currency,
    dateOffered: input.dateoffered,
    start: input.insurance_start_date,
    end: input.insurance_end_date,
    sumInsured: amounts.get('sum_insured') ?? 0n,
    rate: input.rate ?? null,
    premium: premium ?? 0n,
    fac: input.fac,
    lines: input.securities.map((line) => ({ securityId: line.security, share: line.share })),
  };
  const known = new Set(faults.map((fault) => fault.field));
  const minimumPremium = amounts.get('minimum_premium') ?? null;
  const adjustment = {
    basis: input.adjustment_basis ?? null,
    rate: input.adjustment_rate ?? null,
    minimum: minimumPremium,
  };
  const ruled = [
    ...policyFaults(draft, ctx.today).filter(isEntered(placed.market)),
    ...adjustmentFaults(adjustment, draft),
  ];
  faults.push(...ruled.filter((fault) => !known.has(fault.field)));
  const cover = await look.cover(input.cover_type);
  if (cover === undefined) faults.push({ field: 'cover_type', message: 'Choose one from the list.' });
  if (cover === undefined || faults.length > 0) throw invalid(...faults);
  const figures = placementFigures({
    premium: draft.premium,
    fac: draft.fac,
    commission: input.cedant_commission,
    brokerage: input.brokerage,
    market: placed.market,
    classIds: cover.classIds,
    lines: input.securities.map((line) => ({
      ...line,
      securityId: line.security,
      resident: parties.residents.get(line.security) ?? true,
    })),
    taxes: await look.taxes(draft.start),
  });
  const words = [
    placed.reference,
    ...parties.names,
    cover.name,
    cover.className ?? '',
    input.cedant_policy_number ?? '',
  ];
  return {
    draft,
    minimumPremium,
    excessAmount: amounts.get('excess_amount') ?? null,
    figures,
    searchText: searchKey(words.join(' ')),
  };
}
