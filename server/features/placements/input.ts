import { type ClaimTerms, readClaimTerms } from '../../../domain/placements/claim-terms.ts';
import type { editPolicy, policyBody } from '../../../domain/placements/contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import {
  readPlacement,
  type MarketCheck,
  type PlacementReading,
  type Registers,
} from '../../../domain/placements/read-placement.ts';
import { BY_HAND } from '../../../domain/placements/terms.ts';
import type * as z from 'zod/mini';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { lookupsOf, type Lookups } from './lookups.ts';

export type PolicyEdit = Decoded<typeof editPolicy>['body'];
export type PolicyInput = z.output<typeof policyBody> | PolicyEdit;

/** A policy that passed every check: what is written to its row and lines. */
export type CheckedPolicy = Omit<PlacementReading, 'faults'> & {
  searchText: string;
  producerId: number;
  /** Null where it was not sent: it stays as it is. */
  claimTerms: ClaimTerms | null;
};

/** The firm's own terms are offered or not; a policy keeps those that it has. */
async function offersTerms(ctx: Ctx, input: PolicyInput, look: Lookups): Promise<boolean> {
  if (input.payment_terms === BY_HAND) return true;
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

/** Whose business a policy is: who was chosen, who it was, or who makes it. One who has left the branch stays where they are. */
async function producerOf(ctx: Ctx, input: PolicyInput, { look, branchId }: { look: Lookups; branchId: number }) {
  const kept =
    'id' in input
      ? await ctx.db
          .selectFrom('policies')
          .select(['producer_id', 'made_by'])
          .where('id', '=', input.id)
          .where('branch_id', 'in', ctx.scope)
          .executeTakeFirst()
      : undefined;
  const chosen = input.producer === undefined ? kept?.producer_id : input.producer;
  const id = chosen ?? kept?.made_by ?? ctx.user.id;
  // Who makes it may be root of another branch; who is chosen works here.
  const isThere = id === kept?.producer_id || chosen == null || (await look.worksIn(id, branchId));
  return { id, faults: isThere ? [] : [{ field: 'producer', message: 'Choose somebody who works in this branch.' }] };
}

/** What the registers have of all that a policy names. */
async function registersOf(ctx: Ctx, input: PolicyInput, { look, branchId }: { look: Lookups; branchId: number }) {
  const cover = await look.cover(input.cover_type);
  const party = async (kind: 'REINSURED' | 'INSURED', id: number) => (await look.parties(kind, [id])).get(id);
  return {
    today: ctx.today,
    reinsured: await party('REINSURED', input.reinsured),
    insured: await party('INSURED', input.insured),
    securities: await look.parties(
      'SECURITY',
      input.securities.map((line) => line.security),
    ),
    cover: cover && { ...cover, held: cover.status !== 'ACTIVE' && (await holdsClass(ctx, input)) },
    currencyIsActive: await look.isActiveCurrency(input.currency),
    termsAreOffered: await offersTerms(ctx, input, look),
    clauseFaults: await look.clauseFaults(input),
    branch: { id: branchId, country: await look.countryOf(branchId) },
    countryIsKnown: input.risk_country == null || (await look.isCountry(input.risk_country)),
    taxes: await look.taxes(input.insurance_start_date),
  } satisfies Registers;
}

/** Of which market a placement is, what is wrong with what is that market's own, its reference once it has one; its branch, if not the active one. */
type Placed = MarketCheck & { reference: string; branchId?: number };

/**
 * Checks a policy as typed and works out its figures. Throws all bad fields together, with the messages of §8. Who
 * checks many gives lookups that remember.
 */
export async function checkPolicy(
  ctx: Ctx,
  input: PolicyInput,
  { look = lookupsOf(ctx), reference, branchId = ctx.branch.id, ...part }: Placed & { look?: Lookups },
): Promise<CheckedPolicy> {
  const registers = await registersOf(ctx, input, { look, branchId });
  const { faults: read, ...checked } = readPlacement(input, registers, part);
  const { currency, insurance_start_date: start } = input;
  const claims = input.claim_terms && readClaimTerms(input.claim_terms, { currency, start });
  const producer = await producerOf(ctx, input, { look, branchId });
  const faults = [...read, ...(claims?.faults ?? []), ...producer.faults];
  if (faults.length > 0) throw invalid(...faults);
  const { reinsured, insured, cover } = registers;
  const words = [reference, reinsured?.name, insured?.name, cover?.name, cover?.className, input.cedant_policy_number];
  return {
    ...checked,
    producerId: producer.id,
    claimTerms: claims?.terms ?? null,
    searchText: searchKey(words.map((word) => word ?? '').join(' ')),
  };
}
