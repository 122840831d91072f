import * as z from 'zod/mini';
import { amendClaim, claimBody, type coverAtLoss, type getClaim } from '../../../../domain/claims/contract.ts';
import { EXPERT_LABELS, EXPERT_ROLES, LOSS_KIND_LABELS, LOSS_KINDS } from '../../../../domain/claims/states.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { bodyFaults, onScreen } from '../../../../domain/form-faults.ts';
import { blankRowsOf, bodyOf, emptyOf, type FormValues, valuesOf } from '../../../../domain/forms.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';

export type ClaimRecord = WireReply<typeof getClaim>;
export type CoverAtLoss = WireReply<typeof coverAtLoss>;

/** What is known of a loss and moves no money: completed once the claim is approved, too. */
export const PARTICULARS = z.pick(amendClaim.body, {
  cause: true,
  place: true,
  event: true,
  claim_desc: true,
  cedantclaimnumber: true,
  claimant: true,
  handler: true,
  experts: true,
});
export type ParticularValues = FormValues<typeof PARTICULARS>;
export type ExpertValues = ParticularValues['experts'][number];

/** The fields of the first form, in its order. */
export const CLAIM_FORM = z.pick(claimBody, {
  policy: true,
  data_loss_date: true,
  notified_on: true,
  loss_kind: true,
  cause: true,
  place: true,
  event: true,
  claim_desc: true,
  currency: true,
  exchange_rate: true,
  claimreserve: true,
  claim_share: true,
  share_reason: true,
  cedantclaimnumber: true,
  claimant: true,
  handler: true,
  experts: true,
});
export type ClaimValues = FormValues<typeof CLAIM_FORM>;

export const LOSS_KIND_OPTIONS = LOSS_KINDS.map((value) => ({ value, label: LOSS_KIND_LABELS[value] }));
export const EXPERT_OPTIONS = EXPERT_ROLES.map((value) => ({ value, label: EXPERT_LABELS[value] }));

export function blankClaim(known: Partial<ClaimValues>): ClaimValues {
  return { ...emptyOf(CLAIM_FORM), loss_kind: 'FIRST_PARTY', ...known };
}

/** A share that is that of the lines, and a currency that is the policy's, follow them: neither is held as typed. */
export function valuesOfClaim(claim: ClaimRecord): ClaimValues {
  const { policy, cover } = claim;
  return valuesOf(CLAIM_FORM, {
    ...claim,
    policy: { id: policy.id, name: policy.broker_reference },
    currency: claim.currency === policy.currency ? undefined : claim.currency,
    claim_share: claim.claim_share === cover.share ? null : claim.claim_share,
  });
}

export const particularsOf = (claim: ClaimRecord): ParticularValues => valuesOf(PARTICULARS, claim);

/** The form as it travels; a rate and a reason that nothing asks for any more are not sent. */
export function bodyOfClaim(values: ClaimValues, cover: CoverAtLoss | undefined) {
  const body = bodyOf(CLAIM_FORM, values);
  const own = values.currency === '' || values.currency === cover?.policy.currency;
  return { ...body, ...(own && { exchange_rate: null }), ...(values.claim_share === '' && { share_reason: '' }) };
}

/** Experts whose fee is no amount of the currency. */
function feeFaults(experts: readonly ExpertValues[], currency: string): FieldError[] {
  return experts.flatMap(({ fee }, index) => {
    const read = fee === '' ? 0n : readPositive(fee, currency);
    return typeof read === 'string' ? [{ field: `experts.${index}.fee`, message: read }] : [];
  });
}

function atRows(faults: readonly FieldError[], shape: z.ZodMiniObject, values: object): FieldError[] {
  const lists = blankRowsOf(shape, values);
  return faults.map((fault) => lists.reduce(onScreen, fault));
}

/** What is wrong with the particulars as typed. */
export function faultsOfParticulars(values: ParticularValues, currency: string): FieldError[] {
  const faults = bodyFaults(PARTICULARS, bodyOf(PARTICULARS, values));
  return [...atRows(faults, PARTICULARS, values), ...feeFaults(values.experts, currency)];
}

/** What is wrong with a claim as typed, by the contract; what the policy has to say, the server does. */
export function faultsOfClaim(values: ClaimValues, cover: CoverAtLoss | undefined): FieldError[] {
  const currency = values.currency === '' ? (cover?.policy.currency ?? '') : values.currency;
  const faults = bodyFaults(CLAIM_FORM, bodyOfClaim(values, cover)).map((fault) =>
    fault.field === 'policy' ? { ...fault, message: 'Choose the policy.' } : fault,
  );
  const reserve = values.claimreserve === '' || currency === '' ? 0n : readPositive(values.claimreserve, currency);
  if (typeof reserve === 'string')
    faults.push({ field: 'claimreserve', message: reserve.replace(/^Amount/, 'Claim reserve') });
  return [...atRows(faults, CLAIM_FORM, values), ...(currency === '' ? [] : feeFaults(values.experts, currency))];
}
