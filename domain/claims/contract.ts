/** Claims: the first form, a claim's page, the list and what it is decided by. `claims-and-money.md` §2. */
import * as z from 'zod/mini';
import { decisionBody, decisionCalls, ownDecisionParams, people, reasonQuery } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import { exchangeRate, RATE } from '../registers/shapes.ts';
import {
  SHARE,
  amount,
  amountOut,
  branchListQuery,
  branchParam,
  branchRef,
  byId,
  currencyCode,
  day,
  dayParam,
  idText,
  identified,
  instant,
  lengths,
  listReply,
  optionalDay,
  optionalText,
  rate,
  rateOut,
  recordId,
  ref,
  saved,
  searchValue,
  selectedIds,
  text,
  versionText,
} from '../wire.ts';
import { COVER_RULES } from './cover.ts';
import { AGREEMENTS, CLAIM_STAGES, CLAIM_STATUSES, EXPERT_ROLES, LIMIT_BASES, LOSS_KINDS } from './states.ts';
import { claimNoteTable, claimTable, movementTable } from './table.ts';

const base = KINDS.claim.path;
const status = z.enum(CLAIM_STATUSES);
const LOSS_DAY = 'Enter the date of loss.';
const RESERVE = 'Claim reserve must be more than 0.';

const expert = z.object({
  role: z.enum(EXPERT_ROLES, 'Choose what the expert is.'),
  name: text(lengths('Name', 2, 150)),
  reference: optionalText(60),
  appointed_on: optionalDay,
  /** As agreed or estimated, in the claim's currency. */
  fee: z.optional(z.nullable(amount('Enter an amount.'))),
});

/** What is known of a loss and moves no money: it may be completed once the claim is approved. */
const particulars = {
  cedantclaimnumber: optionalText(60),
  claim_desc: optionalText(2000),
  cause: optionalText(200),
  place: optionalText(200),
  claimant: optionalText(150),
  event: z.optional(z.nullable(recordId)),
  handler: z.optional(z.nullable(recordId)),
  experts: z.optional(z.array(expert).check(z.maxLength(20, 'At most 20 experts.'))),
};

const claimFields = {
  policy: recordId,
  /** The policy's where it is left out; another one has its rate. C4. */
  currency: z.optional(currencyCode),
  exchange_rate: z.optional(z.nullable(exchangeRate)),
  /** The whole estimate at 100 %, after excess. */
  claimreserve: amount(RESERVE),
  /** The sum of the lines at the date of loss where it is left out; another one has its reason. C1. */
  claim_share: z.optional(z.nullable(rate(SHARE))),
  share_reason: optionalText(500),
  data_loss_date: day(LOSS_DAY),
  notified_on: z.optional(z.nullable(day('Enter the day on which it was notified.'))),
  loss_kind: z.optional(z.enum(LOSS_KINDS, 'Choose whose loss it is.')),
  ...particulars,
};
export const claimBody = z.object(claimFields);

/** An amount at 100 % and our share of it. */
const both = z.object({ whole: amountOut, ours: amountOut });

const coverWarning = z.object({ rule: z.enum(COVER_RULES), sentence: z.string() });
const twin = z.object({
  id: recordId,
  number: z.string(),
  data_loss_date: z.string(),
  claim_desc: z.string(),
  status,
  currency: z.string(),
  claimreserve: amountOut,
});
/** A policy as at a date of loss, and what it raises. C17. */
const atLoss = {
  sum_insured: amountOut,
  limit_basis: z.enum(LIMIT_BASES),
  /** What the limit leaves to this claim, in the policy's currency. C3. */
  limit_left: amountOut,
  excess: z.string(),
  excess_amount: z.nullable(amountOut),
  notification_days: z.nullable(z.int()),
  cash_loss_limit: z.nullable(amountOut),
  /** Σ lines at the date of loss. */
  share: rateOut,
  lines: z.array(z.object({ security: ref, line: rateOut })),
  warnings: z.array(coverWarning),
  /** Claims of the policy with a loss within three days. */
  duplicates: z.array(twin),
};

const market = z.enum(['LOCAL', 'LONDON']);
const policyOfClaim = z.object({
  id: recordId,
  broker_reference: z.string(),
  cedant_policy_number: z.string(),
  umr: z.nullable(z.string()),
  market,
  reinsured: ref,
  insured: ref,
  cover_type: ref,
  currency: z.string(),
  insurance_start_date: z.string(),
  insurance_end_date: z.string(),
});

/** One security, all amounts its part; `age` in days since its oldest open invoice fell due. */
const claimSecurity = z.object({
  security: ref,
  /** The register that it is kept in. */
  market,
  line: rateOut,
  incurred: amountOut,
  called: amountOut,
  collected: amountOut,
  outstanding: amountOut,
  fees: amountOut,
  ex_gratia: amountOut,
  salvage: amountOut,
  /** Called and not collected. */
  open: amountOut,
  due_on: z.nullable(z.string()),
  age: z.int(),
  agreement: z.nullable(z.enum(AGREEMENTS)),
});

export const claimRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  number: z.string(),
  branch: branchRef,
  policy: policyOfClaim,
  currency: z.string(),
  exchange_rate: z.nullable(exchangeRate),
  claimreserve: amountOut,
  claim_share: rateOut,
  share_reason: z.string(),
  data_loss_date: z.string(),
  notified_on: z.string(),
  loss_kind: z.enum(LOSS_KINDS),
  /** As the first form has it. */
  broker_reference_number: z.string(),
  cedantclaimnumber: z.string(),
  claim_desc: z.string(),
  cause: z.string(),
  place: z.string(),
  claimant: z.string(),
  event: z.nullable(ref),
  handler: z.nullable(ref),
  experts: z.array(
    z.object({
      role: z.enum(EXPERT_ROLES),
      name: z.string(),
      reference: z.string(),
      appointed_on: z.nullable(z.string()),
      fee: z.nullable(amountOut),
    }),
  ),
  approved_on: z.nullable(z.string()),
  closed_on: z.nullable(z.string()),
  /** Of an approved claim. */
  stage: z.nullable(z.enum(CLAIM_STAGES)),
  disputed: z.boolean(),
  large_loss: z.boolean(),
  figures: z.object({
    incurred: both,
    called: both,
    outstanding: both,
    fees: both,
    ex_gratia: both,
    salvage: both,
    /** Ours alone, on invoices of claims. */
    collected: amountOut,
    paid: amountOut,
    /** Collected and neither paid nor on its way. */
    payable: amountOut,
    /** What of it is of fees to the order of experts: theirs, and not the reinsured's. C10. */
    to_order: z.array(z.object({ payee: z.string(), payable: amountOut })),
    /** Made good by the firm and free: to be paid ahead of the securities, or drawn back. C6. */
    made_good: amountOut,
  }),
  /** Salvage that came in and is free, by security; `against` is what it is set against where that security still owes. C11. */
  salvage_due: z.array(
    z.object({ security: ref, payable: amountOut, against: z.nullable(z.object({ ...ref.shape, open: amountOut })) }),
  ),
  cover: z.object(atLoss),
  securities: z.array(claimSecurity),
  movements: z.array(movementTable.row),
  notes: z.array(claimNoteTable.row),
  ...people,
  updated_at: instant,
});

export const listClaims = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'claims.view',
  effect: 'read',
  summary: 'Claims, paged.',
  query: z.object({
    ...branchListQuery,
    ...selectedIds,
    status: z.optional(status),
    stage: z.optional(z.enum(CLAIM_STAGES)),
    policy: z.optional(idText),
    reinsured: z.optional(idText),
    security: z.optional(idText),
    /** A class takes its subclasses with it. */
    cover_type: z.optional(idText),
    event: z.optional(idText),
    handler: z.optional(idText),
    currency: z.optional(currencyCode),
    from: dayParam,
    to: dayParam,
    /** Notified at least so many days ago. */
    age: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'Enter a number of days.'))),
    /** Incurred, ours, of at least so much in its currency. */
    size: z.optional(amount('Enter an amount.')),
  }),
  reply: listReply(claimTable.row),
});
const savedClaim = z.object({ ...saved.shape, warnings: z.array(z.string()) });
export const {
  get: getClaim,
  save: saveClaim,
  edit: editClaim,
} = draftCalls(KINDS.claim, {
  body: claimBody,
  record: claimRecord,
  saved: savedClaim,
  words: {
    one: 'One claim with its figures by security, movements, notes and who did what.',
    save: 'Saves the first form of a new claim as a draft and gives it its number.',
    edit: 'Changes the first form of a draft or rejected claim.',
  },
});
/** The specification's first form: without `id`, or with an empty one, it makes a claim. C20. */
export const editFirstForm = endpoint({
  method: 'PUT',
  path: `${base}/editFirstForm`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Saves the first form of a claim: a new one without id, else what is sent of a draft or rejected one.',
  query: z.object({
    id: z.optional(z.string().check(z.regex(/^\d{0,10}$/, 'Not an id.'))),
    currency: z.optional(z.string().check(z.regex(/^([A-Z]{3})?$/, 'Choose a currency.'))),
    /** Of the policy; of a claim that is there already, its own or its policy's. */
    broker_reference_number: optionalText(60),
    cedantclaimnumber: particulars.cedantclaimnumber,
    claimreserve: z.optional(z.string().check(z.maxLength(30, RESERVE))),
    claim_share: z.optional(z.string().check(z.maxLength(30, SHARE))),
    data_loss_date: z.optional(z.string().check(z.maxLength(40, LOSS_DAY))),
    claim_desc: particulars.claim_desc,
    /** Of another share than the lines make; without one the claim is kept, and not submitted before it has one. C1. */
    share_reason: claimFields.share_reason,
    /** Of another currency than the policy's. C4. */
    exchange_rate: z.optional(z.union([z.literal(''), exchangeRate], RATE)),
    /** The version that was read, of a claim that is there already. */
    version: z.optional(versionText),
  }),
  reply: savedClaim,
});
export const amendClaim = endpoint({
  method: 'PUT',
  path: `${base}/amend`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Completes what is known of an approved loss and moves no money.',
  body: z.object({ ...identified, ...particulars }),
  reply: saved,
});
export const coverAtLoss = endpoint({
  method: 'GET',
  path: `${base}/cover`,
  access: 'claims.view',
  effect: 'read',
  summary: 'A policy as at a date of loss: lines, limit, excess, what it raises, claims that may be the same.',
  query: z.object({
    policy: idText,
    data_loss_date: day(LOSS_DAY),
    notified_on: dayParam,
    /** The claim itself, so that it is not its own duplicate. */
    claim: z.optional(idText),
  }),
  reply: z.object({ policy: policyOfClaim, ...atLoss }),
});
export const findClaimPolicies = endpoint({
  method: 'GET',
  path: `${base}/policies`,
  access: 'claims.view',
  effect: 'read',
  summary: 'Approved policies by broker reference, the cedant’s number, UMR or insured, newest first, at most 20.',
  query: z.object({
    searchValue,
    branch: branchParam,
  }),
  reply: z.array(policyOfClaim),
});
export const findColleagues = endpoint({
  method: 'GET',
  path: `${base}/colleagues`,
  access: 'claims.view',
  effect: 'read',
  summary: 'Active users of the branch by name: who may handle a claim, or look at it again. At most 20.',
  query: z.object({
    searchValue,
    branch: branchParam,
  }),
  reply: z.array(ref),
});

const decided = decisionCalls(KINDS.claim);
export const submitClaim = decided.submit;
export const withdrawClaim = decided.withdraw;
export const previewClaim = decided.preview;
export const approveClaim = endpoint({
  ...decided.approve,
  path: `${base}/approve/{id}/{a}/{b}`,
  params: ownDecisionParams,
});
export const disableClaim = endpoint({
  method: 'DELETE',
  path: `${base}/{id}`,
  access: 'claims.view',
  effect: 'write',
  summary: 'Disables a draft or rejected claim, or one of which nothing was invoiced.',
  params: byId,
  query: reasonQuery,
  body: decisionBody,
  reply: saved,
});

export const findAllApproved = endpoint({
  method: 'GET',
  path: `${base}/findAllApproved`,
  access: 'claims.view',
  effect: 'read',
  summary: 'Approved claims by number, newest first, at most 500.',
  query: z.object({
    searchValue,
    branch: branchParam,
  }),
  reply: z.array(
    z.object({ id: recordId, name: z.string(), status: z.string(), currency: z.string(), policy: z.string() }),
  ),
});
