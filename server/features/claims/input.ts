import type * as z from 'zod/mini';
import type { claimBody, editClaim } from '../../../domain/claims/contract.ts';
import { limitWarning } from '../../../domain/claims/limits.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { type FieldError, invalid } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { showDay } from '../../../domain/values/day.ts';
import { formatRate, PAR, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { currencyFaults } from '../receipts/input.ts';
import { type AtLoss, limitOf, policyAtLoss, twinsOf, warningsOf } from './at-loss.ts';

export type ClaimInput = z.output<typeof claimBody> | Decoded<typeof editClaim>['body'];
type Particulars = Pick<ClaimInput, 'event' | 'handler' | 'experts'>;
type Expert = NonNullable<Particulars['experts']>[number];
export type CheckedExpert = Omit<Expert, 'fee'> & { fee: bigint | null };

/** A claim that passed every check: what is written to its row. */
export type CheckedClaim = {
  atLoss: AtLoss;
  currency: string;
  exchangeRate: bigint | null;
  reserve: bigint;
  share: bigint;
  notifiedOn: string;
  experts: CheckedExpert[];
  searchText: string;
  warnings: string[];
};

const CHOOSE = 'Choose one from the list.';

/** What a claim names of the registers that is not there, or no longer in use. */
export async function particularFaults(ctx: Ctx, { event, handler }: Particulars): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (typeof event === 'number') {
    const known = await ctx.db.selectFrom('loss_events').select('status').where('id', '=', event).executeTakeFirst();
    if (!known) faults.push({ field: 'event', message: CHOOSE });
  }
  if (typeof handler === 'number') {
    const known = await ctx.db.selectFrom('users').select('status').where('id', '=', handler).executeTakeFirst();
    if (known?.status !== 'ACTIVE') faults.push({ field: 'handler', message: 'Choose an active colleague.' });
  }
  return faults;
}

/** Experts with their fees in minor units of the claim's currency, and the faults of those that are none. */
export function readExperts(experts: readonly Expert[], currency: string) {
  const fees = experts.map(({ fee }) => (fee === null || fee === undefined ? null : readPositive(fee, currency)));
  return {
    experts: experts.map(({ fee: _fee, ...one }, index): CheckedExpert => {
      const fee = fees[index];
      return { ...one, fee: typeof fee === 'bigint' ? fee : null };
    }),
    faults: fees.flatMap((fee, index): FieldError[] =>
      typeof fee === 'string' ? [{ field: `experts.${index}.fee`, message: fee }] : [],
    ),
  };
}

/** What the event of a claim is called; nothing of one that is of none. */
export async function eventNamed(ctx: Ctx, id: number | null | undefined): Promise<string> {
  if (id === null || id === undefined) return '';
  const event = await ctx.db.selectFrom('loss_events').select('name').where('id', '=', id).executeTakeFirst();
  return event?.name ?? '';
}

/** Words by which a claim is found. */
function claimWords(ctxWords: readonly string[], { placement }: Pick<AtLoss, 'placement'>): string {
  const { reference, reinsured, insured, texts, slip, cover } = placement;
  const words = [
    reference,
    reinsured.name,
    insured.name,
    texts.cedant_policy_number,
    slip?.umr ?? '',
    cover.name,
    cover.class ?? '',
  ];
  return searchKey([...ctxWords, ...words].join(' '));
}

function currencyOf(input: ClaimInput, { placement }: AtLoss) {
  const currency = input.currency ?? placement.currency;
  const own = currency === placement.currency;
  const faults: FieldError[] = [];
  if (!own && (input.exchange_rate ?? null) === null)
    faults.push({ field: 'exchange_rate', message: `Enter the rate of ${currency} to ${placement.currency}.` });
  return { currency, exchangeRate: own ? null : (input.exchange_rate ?? null), faults };
}

function shareOf(input: ClaimInput, atLoss: AtLoss) {
  const share = input.claim_share ?? atLoss.share;
  const faults: FieldError[] = [];
  if (share === 0n)
    faults.push({ field: 'claim_share', message: 'Nobody bore the risk on this day. Enter our share.' });
  return { share, faults, unreasoned: shareFault(atLoss, { share, reason: input.share_reason ?? '' }) };
}

/** What is wrong with another share than the lines at the date of loss make, while nobody said why; null where it is that or has its reason. C1. */
export function shareFault(atLoss: AtLoss, claim: { share: Rate; reason: string }): FieldError | null {
  if (claim.share === atLoss.share || claim.reason !== '') return null;
  const lines = `The lines at the date of loss make ${formatRate(atLoss.share)}%.`;
  return { field: 'share_reason', message: `${lines} Say why it is another share.` };
}

function dayFaults(ctx: Ctx, input: ClaimInput, notifiedOn: string): FieldError[] {
  const faults: FieldError[] = [];
  if (input.data_loss_date > ctx.today)
    faults.push({ field: 'data_loss_date', message: 'Date of loss cannot be in the future.' });
  if (notifiedOn > ctx.today)
    faults.push({ field: 'notified_on', message: 'The day of notification cannot be in the future.' });
  else if (notifiedOn < input.data_loss_date)
    faults.push({ field: 'notified_on', message: 'It cannot be notified before the date of loss.' });
  return faults;
}

async function approvedPolicyAt(ctx: Ctx, input: ClaimInput, branchId: number): Promise<AtLoss> {
  const policy = await ctx.db
    .selectFrom('policies')
    .select(['id', 'status'])
    .where('id', '=', input.policy)
    .where('branch_id', '=', branchId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (policy?.status !== 'APPROVED') throw invalid({ field: 'policy', message: 'Choose an approved policy.' });
  return policyAtLoss(ctx, policy.id, input.data_loss_date);
}

type Amounts = { reserve: bigint; currency: string; exchangeRate: bigint | null };

async function warningsFor(ctx: Ctx, atLoss: AtLoss, claim: Amounts & { id: number | null; notifiedOn: string }) {
  const limit = await limitOf(ctx, atLoss, claim.id);
  const { placement, lossOn } = atLoss;
  const money = { currency: claim.currency, policyCurrency: placement.currency, rate: claim.exchangeRate ?? PAR };
  const cover = await warningsOf(ctx, atLoss, claim.notifiedOn);
  const twins = await twinsOf(ctx, { policyId: placement.id, lossOn, claimId: claim.id });
  return [
    ...cover.map((one) => one.sentence),
    ...[limitWarning(claim.reserve, limit, money)].flatMap((one) => one ?? []),
    ...twins.map((one) => `${one.number} has a loss of ${showDay(one.loss_date)} on the same policy: is it this one?`),
  ];
}

/**
 * Checks the first form of a claim as typed; where the reason for its share may come later, that it lacks one is a warning.
 * Throws all bad fields together, with the messages of §8.
 */
export async function checkClaim(
  ctx: Ctx,
  input: ClaimInput,
  record: { id: number | null; branchId: number; number: string; reasonLater?: boolean },
): Promise<CheckedClaim> {
  const atLoss = await approvedPolicyAt(ctx, input, record.branchId);
  const notifiedOn = input.notified_on ?? ctx.today;
  const { currency, exchangeRate, faults } = currencyOf(input, atLoss);
  const { share, faults: ofShare, unreasoned } = shareOf(input, atLoss);
  if (unreasoned && !record.reasonLater) ofShare.push(unreasoned);
  const reserve = readPositive(input.claimreserve, currency);
  const { experts, faults: ofExperts } = readExperts(input.experts ?? [], currency);
  faults.push(...ofShare, ...ofExperts, ...dayFaults(ctx, input, notifiedOn), ...(await particularFaults(ctx, input)));
  if (currency !== atLoss.placement.currency) faults.push(...(await currencyFaults(ctx, currency)));
  if (typeof reserve === 'string')
    faults.push({ field: 'claimreserve', message: reserve.replace(/^Amount/, 'Claim reserve') });
  if (faults.length > 0 || typeof reserve === 'string') throw invalid(...faults);
  const event = await eventNamed(ctx, input.event);
  const words = [record.number, input.cedantclaimnumber ?? '', input.claim_desc ?? '', input.claimant ?? '', event];
  return {
    atLoss,
    currency,
    exchangeRate,
    reserve,
    share,
    notifiedOn,
    experts,
    searchText: claimWords(words, atLoss),
    warnings: [
      ...(unreasoned ? [unreasoned.message] : []),
      ...(await warningsFor(ctx, atLoss, { id: record.id, notifiedOn, reserve, currency, exchangeRate })),
    ],
  };
}
