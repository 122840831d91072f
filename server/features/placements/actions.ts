import { AppError, invalid, type FieldError } from '../../../domain/errors.ts';
import { assertNothingCalled } from '../../../domain/claims/forbids.ts';
import { assertFullyPlaced, deductionFaults } from '../../../domain/placements/rules.ts';
import { byHand, sumFaults } from '../../../domain/placements/instalments.ts';
import { textsOf } from '../../../domain/placements/fields.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { brokerageInBase } from '../../../domain/ledger/entries.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { Insertable } from 'kysely';
import type { DB } from '../../platform/db/types.ts';
import { writeAudits } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, reasonOf, type Saved } from '../decisions.ts';
import { takeNumbers } from '../ledger/numbers.ts';
import { groundFor, post } from '../ledger/post.ts';
import { postMirrors, reversalOf } from '../ledger/reversals.ts';
import type { Outcome, Steps } from '../steps.ts';
import { bookingOf, policyAmount, type PolicyBooking } from './booking.ts';
import { claimsOn } from './claims-on.ts';
import { writeClauses } from './clauses.ts';
import { checkPolicy, type CheckedPolicy, type PolicyEdit, type PolicyInput } from './input.ts';
import { groundForNotes, issueNotes } from './notes.ts';
import { lockPolicy, moneyHasMoved, NUMBERED, type Policy } from './queries.ts';

type Lines = Insertable<DB['policy_lines']>;

/** What a market has besides the placement that both have: nothing for a local policy, the slip for London. */
export type MarketPart = {
  market: Market;
  faults: readonly FieldError[];
  /** A line's own columns, by its place. */
  line: (index: number) => Partial<Lines>;
  /** Further words by which the policy is found, once its reference is known. */
  words: (reference: string) => string;
  /** Writes what belongs to the policy in other tables. */
  keep: (policy: { id: number; branchId: number; reference: string }) => Promise<void>;
  /** As it was typed, for the audit trail. */
  typed: object;
  /** Where it came from when nobody typed it, for the audit trail. */
  source?: Source | undefined;
};
export type Source = { facts: Readonly<Record<string, unknown>>; personal: Record<string, string> };

/** A local policy: the placement is all there is. */
export function localPart(typed: PolicyInput): MarketPart {
  return {
    market: 'LOCAL',
    faults: [],
    line: (index) => acceptanceOf(typed, index),
    words: () => '',
    keep: async () => undefined,
    typed,
  };
}

/** How a security of a local policy accepted its line. */
function acceptanceOf({ securities }: PolicyInput, index: number) {
  const line = securities[index];
  return {
    written_on: line?.written_on ?? null,
    reference: line?.reference ?? '',
    accepted_by: line?.accepted_by ?? '',
  };
}

function columnsOf(input: PolicyInput, checked: CheckedPolicy) {
  const { draft, figures } = checked;
  return {
    reinsured_id: input.reinsured,
    insured_id: input.insured,
    cover_type_id: input.cover_type,
    risk_country: checked.riskCountry,
    producer_id: checked.producerId,
    date_offered: draft.dateOffered,
    insurance_start_date: draft.start,
    insurance_end_date: draft.end,
    currency: draft.currency,
    sum_insured: draft.sumInsured,
    premium_rate: draft.rate,
    premium: draft.premium,
    adjustment_basis: input.adjustment_basis ?? '',
    adjustment_rate: input.adjustment_rate ?? null,
    minimum_premium: checked.minimumPremium,
    minimum_kept: input.minimum_kept ?? 'FULL',
    fac: draft.fac,
    cedant_commission: input.cedant_commission,
    brokerage: input.brokerage,
    ...textsOf(input),
    ...checked.claimTerms,
    excess_amount: checked.excessAmount,
    payment_terms: input.payment_terms,
    remittance_days: input.remittance_days ?? 30,
    warranty_kind: input.warranty?.kind ?? null,
    warranty_days: input.warranty?.days ?? null,
    placed: figures.placed,
    fac_premium: figures.facPremium,
    commission_total: figures.commission,
    brokerage_total: figures.brokerage,
    tax_total: figures.taxOfSecurity + figures.taxOfReinsured,
    net_total: figures.netPayable,
    debit_note_total: figures.debitNote,
    search_text: checked.searchText,
  };
}

/** A placement that was checked, with what its market adds. */
export type Draft = { input: PolicyInput; checked: CheckedPolicy; part: MarketPart };

/** What the trail keeps of it: as it was typed, with what counts where nothing was. */
const typedOf = ({ checked, part }: Omit<Draft, 'input'>) => ({ ...part.typed, producer: checked.producerId });

function lineRows({ input, checked, part }: Draft, policy: { id: number; branchId: number }) {
  return input.securities.map((line, index) => {
    const figures = checked.figures.lines[index];
    if (!figures) throw new Error('A line has no figures.');
    return {
      branch_id: policy.branchId,
      policy_id: policy.id,
      position: index + 1,
      security_id: line.security,
      offer: line.offer ?? line.share,
      share: line.share,
      commission: line.commission ?? null,
      brokerage: line.brokerage ?? null,
      share_premium: figures.sharePremium,
      commission_amount: figures.commission,
      brokerage_amount: figures.brokerage,
      tax_amount: figures.taxOfSecurity,
      deductions: figures.deductions,
      net_payable: figures.netPayable,
      ...part.line(index),
    };
  });
}

async function writeLines(ctx: Ctx, policy: { id: number; branchId: number }, draft: Draft): Promise<void> {
  const rows = lineRows(draft, policy);
  if (rows.length > 0) await ctx.db.insertInto('policy_lines').values(rows).execute();
  await writeClauses(ctx, [{ ...policy, input: draft.input }]);
  await writeInstalments(ctx, [{ ...policy, draft }]);
}

/** Writes when placements are paid whose terms are by hand. */
async function writeInstalments(
  ctx: Ctx,
  of: readonly { id: number; branchId: number; draft: Draft }[],
): Promise<void> {
  const rows = of.flatMap(({ id, branchId, draft }) =>
    byHand(draft.checked.draft.payment?.instalments ?? []).map(({ sequence, dueOn, amount }) => ({
      branch_id: branchId,
      policy_id: id,
      sequence,
      due_on: dueOn,
      amount,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto('policy_instalments').values(rows).execute();
}

type Made = { id: number; reference: string };

/**
 * Writes placements that were checked as drafts of the caller's branch, in their order: each with its own broker
 * reference, which it keeps, and its own row in the trail. `facts` are added there to the input. §4 Numbers.
 */
export async function insertDrafts(
  ctx: Ctx,
  drafts: readonly Draft[],
  { market, facts = {} }: { market: Market; facts?: Record<string, unknown> },
): Promise<Made[]> {
  const kind = NUMBERED[market];
  const request = { kind, count: drafts.length };
  const numbers = await takeNumbers(ctx.db, { branch: ctx.branch, year: yearOf(ctx.today) }, [request]);
  const named = drafts.map((draft, index) => ({ draft, reference: numbers.get(kind)?.[index] ?? '' }));
  const rows = await ctx.db
    .insertInto('policies')
    .values(
      named.map(({ draft: { input, checked, part }, reference }) => ({
        ...columnsOf(input, checked),
        search_text: `${searchKey(`${reference} ${part.words(reference)}`)} ${checked.searchText}`,
        branch_id: ctx.branch.id,
        market,
        broker_reference: reference,
        ...making(ctx),
        created_at: ctx.now,
        updated_at: ctx.now,
      })),
    )
    .returning(['id', 'broker_reference as reference'])
    .execute();
  const ids = new Map(rows.map((row) => [row.reference, row.id]));
  const made = named.map(({ draft, reference }) => ({ draft, reference, id: ids.get(reference) ?? 0 }));
  const branchId = ctx.branch.id;
  const lines = made.flatMap(({ draft, id }) => lineRows(draft, { id, branchId }));
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    await ctx.db
      .insertInto('policy_lines')
      .values(lines.slice(at, at + LINES_AT_ONCE))
      .execute();
  await writeClauses(
    ctx,
    made.map(({ draft, id }) => ({ id, branchId, input: draft.input })),
  );
  await writeInstalments(
    ctx,
    made.map(({ draft, id }) => ({ id, branchId, draft })),
  );
  for (const { draft, id, reference } of made) await draft.part.keep({ id, branchId, reference });
  const entries = made.map(({ draft, id, reference }) => ({
    entity: 'policy',
    entityId: id,
    branchId,
    action: 'saved' as const,
    facts: {
      reference,
      after: typedOf(draft),
      ...facts,
      ...(draft.part.source && { source: draft.part.source.facts }),
    },
    ...(draft.part.source && { personal: draft.part.source.personal }),
  }));
  await writeAudits(ctx.db, { userId: ctx.user.id, sessionId: ctx.sessionId, at: ctx.now }, entries);
  return made.map(({ id, reference }) => ({ id, reference }));
}

// A statement takes 65,535 values.
const LINES_AT_ONCE = 2_000;

/** Saves a new policy as a draft; its broker reference is taken now and kept. §4 Numbers. */
export async function savePolicy(ctx: Ctx, body: PolicyInput, part = localPart(body)): Promise<Saved<string>> {
  assertMayHere(ctx, 'policies.create');
  const { market } = part;
  const checked = await checkPolicy(ctx, body, { ...part, reference: '' });
  const [made] = await insertDrafts(ctx, [{ input: body, checked, part }], { market });
  if (!made) throw new Error('A draft was not written.');
  return { id: made.id, version: 1, status: 'DRAFT', number: made.reference };
}

/** Changes a draft or a rejected policy, which becomes a draft again. */
export async function editPolicy(ctx: Ctx, body: PolicyEdit, part = localPart(body)): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, body.id, part.market);
  const of = { kind: 'policy', record: policy } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const { broker_reference: reference } = policy;
  const named = `${reference} ${part.words(reference)}`;
  const checked = await checkPolicy(ctx, body, { ...part, reference: named, branchId: policy.branch_id });
  await ctx.db.deleteFrom('policy_lines').where('policy_id', '=', policy.id).execute();
  await ctx.db.deleteFrom('policy_instalments').where('policy_id', '=', policy.id).execute();
  await writeLines(ctx, { id: policy.id, branchId: policy.branch_id }, { input: body, checked, part });
  await part.keep({ id: policy.id, branchId: policy.branch_id, reference });
  const set = { ...columnsOf(body, checked), ...edition(ctx) };
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts: { after: typedOf({ checked, part }) } });
}

function assertPlaced(policy: Policy, booking: PolicyBooking): void {
  assertFullyPlaced(booking.figures.placed, policy.fac);
  const { payment, figures } = booking;
  const unequal = sumFaults(payment, { total: figures.debitNote, currency: policy.currency });
  const faults = [...deductionFaults(figures), ...unequal];
  if (faults.length > 0) throw invalid(...faults);
  const inactive = booking.lines.find((line) => line.status !== 'ACTIVE');
  if (inactive) throw new AppError('INACTIVE_PARTY', { name: inactive.name });
}

/** What a market asks of a placement besides what both do. */
type MarketSteps = {
  /** Before it is submitted or approved. */
  assertPlaced?: (policy: Policy, booking: PolicyBooking) => void;
  /** Before it is submitted. */
  onSubmit?: (ctx: Ctx, policy: Policy) => Promise<void>;
  /** With its approval; gives what the trail keeps of it. */
  onApprove?: (ctx: Ctx, policy: Policy, reason: string | undefined) => Promise<Record<string, unknown>>;
};

/** An approval issues a policy's notes and books it. §3, §4. */
async function approve(ctx: Ctx, policy: Policy, booking: PolicyBooking): Promise<Outcome<'policy'>> {
  // All that is waited for comes before the counters are locked; the rest goes out with the commit.
  const [ground, notes] = await Promise.all([groundFor(ctx, [booking.day]), groundForNotes(ctx, policy, booking)]);
  const ledger = await issueNotes(ctx, { policy, booking, ground: notes });
  const narration = `${policy.broker_reference} approved`;
  const posting = {
    branchId: policy.branch_id,
    day: booking.day,
    event: 'POLICY_APPROVED',
    sourceKind: 'policy',
    sourceId: policy.id,
    narration,
    currency: policy.currency,
    lines: ledger,
  } as const;
  await post(ctx, [posting], ground);
  return { set: bookedColumns(ctx, policy, booking) };
}

function bookedColumns(ctx: Ctx, policy: Policy, { day, figures, rate, ledger }: PolicyBooking) {
  const price = { from: policy.currency, to: ctx.firm.baseCurrency, rate };
  return {
    posted_on: day,
    exchange_rate: rate,
    base_fac_premium: convert(figures.facPremium, price),
    base_brokerage: brokerageInBase(ledger),
    commission_total: figures.commission,
    brokerage_total: figures.brokerage,
    tax_total: figures.taxOfSecurity + figures.taxOfReinsured,
    net_total: sum(figures.lines.map((line) => line.netPayable)),
    debit_note_total: figures.debitNote,
  };
}

/** A manager disables any policy, its maker what is not approved. §4. */
function mayDisable(ctx: Ctx, policy: Policy): boolean {
  const own = policy.made_by === ctx.user.id && ctx.can('policies.create', policy.branch_id);
  return ctx.can('policies.disable', policy.branch_id) || (own && policy.status !== 'APPROVED');
}

/** The notes of a policy by id, after its open items: nobody moves their money until the commit. */
async function lockNotes(ctx: Ctx, policyId: number): Promise<void> {
  await ctx.db
    .selectFrom('notes')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** An approved policy on which nothing has moved is disabled with a reason: its entry is reversed, its notes are void. §4. */
async function onDisable(ctx: Ctx, policy: Policy, reason = ''): Promise<void> {
  if (policy.status !== 'APPROVED') return;
  if (reason === '') throw invalid({ field: 'reason', message: 'Say why it is disabled.' });
  assertNothingCalled(await claimsOn(ctx, policy.id));
  if (await moneyHasMoved(ctx, policy.id)) throw new AppError('CANCEL_BY_ENDORSEMENT');
  const booked = await reversalOf(ctx, { sourceKind: 'policy', sourceId: policy.id, event: 'POLICY_APPROVED' });
  await lockNotes(ctx, policy.id);
  // A voucher that was submitted until now holds money of theirs.
  if (await moneyHasMoved(ctx, policy.id)) throw new AppError('CANCEL_BY_ENDORSEMENT');
  await ctx.db.updateTable('notes').set({ status: 'VOID' }).where('policy_id', '=', policy.id).execute();
  await postMirrors(ctx, [booked], { event: 'POLICY_DISABLED', narration: `${policy.broker_reference} disabled` });
}

/** Nothing was booked on a policy before it is approved. */
export const POSTS_FROM_ANY = async () => null;

/** How a policy of a market goes from draft to decision. */
export function placementSteps(market: Market, own: MarketSteps = {}): Steps<'policy', Policy> {
  const placed = async (ctx: Ctx, policy: Policy, day = ctx.today) => {
    const booking = await bookingOf(ctx, policy, day);
    own.assertPlaced?.(policy, booking);
    assertPlaced(policy, booking);
    return booking;
  };
  return {
    kind: 'policy',
    amountOf: policyAmount,
    postsFrom: POSTS_FROM_ANY,
    lock: (ctx, id) => lockPolicy(ctx, id, market),
    onSubmit: async (ctx, policy) => {
      await placed(ctx, policy);
      await own.onSubmit?.(ctx, policy);
    },
    onApprove: async (ctx, policy, input) => {
      const booking = await placed(ctx, policy, input.day);
      const facts = await own.onApprove?.(ctx, policy, reasonOf(input));
      return { ...(await approve(ctx, policy, booking)), ...(facts && { facts }) };
    },
    mayDisable,
    onDisable,
  };
}
export const POLICY_STEPS = placementSteps('LOCAL');
