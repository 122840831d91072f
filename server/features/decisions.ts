import { sql, type Updateable } from 'kysely';
import { authoritiesOf, authorityFor, type Authority } from '../../domain/authority/rules.ts';
import { AppError, invalid } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { AuditAction } from '../../domain/records/audit-actions.ts';
import { KINDS, type AnyStatus, type Kind, type KindName } from '../../domain/records/kinds.ts';
import { assertReason, assertVersion, handsAfter, seenVersion } from '../../domain/decisions.ts';
import { assertMay, mayIn, type Act } from '../../domain/states.ts';
import { dayIn, showDay, type Day } from '../../domain/values/day.ts';
import { send } from '../platform/db/pool.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import { postingDay, postingFrom } from './posting-day.ts';
import { isDated, TABLES } from './records.ts';
import { assertSecondPerson } from './second-person.ts';

/** A locked record as its steps work with it; it may get its number on the way. */
export type Recorded<N extends string | null = string | null> = {
  id: number;
  branch_id: number;
  number: N;
  status: AnyStatus;
  version: number;
  /** Everyone who made, edited or submitted it in any version. */
  hands: readonly number[];
  made_by: number;
  decided_by: number | null;
  decided_at: Date | null;
};

/** A record with its kind. */
type RecordOf = { kind: KindName; record: Recorded };

async function nameOfUser(ctx: Ctx, id: number | null): Promise<string> {
  if (id === null) return 'someone';
  const row = await ctx.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? 'someone';
}

/** Only a pending record is decided: one that was decided says by whom and when. Throws ALREADY_DECIDED, WRONG_STATE. §4 */
async function assertPending(ctx: Ctx, { kind, record }: RecordOf): Promise<void> {
  const { states }: Kind = KINDS[kind];
  if (mayIn(states, record.status, 'decide')) return;
  if (record.decided_at === null || record.status === 'DISABLED') return assertMay(states, record.status, 'decide');
  throw new AppError('ALREADY_DECIDED', {
    // What comes after the decision (paid, reversed) is not what was decided.
    status: record.status === 'REJECTED' ? 'rejected' : 'approved',
    by: await nameOfUser(ctx, record.decided_by),
    on: showDay(dayIn(ctx.firm.timeZone, record.decided_at)),
  });
}

/** A new record belongs to the active branch, in which its maker must hold the right. §5. */
export function assertMayHere(ctx: Pick<Ctx, 'scope' | 'branch' | 'can'>, permission: Permission): void {
  if (!ctx.scope.includes(ctx.branch.id) || !ctx.can(permission, ctx.branch.id)) throw new AppError('FORBIDDEN');
}

/** The version that was read, and a state that allows the act. Throws STALE, WRONG_STATE. §4. */
export function assertStep({ kind, record }: RecordOf, step: { act: Act; version: number | undefined }): void {
  const { states }: Kind = KINDS[kind];
  assertVersion(record.version, step.version);
  assertMay(states, record.status, step.act);
}

/** What the decision of one kind of record is held to, beside what holds for all of them. */
export type Deciding<R extends Recorded> = {
  kind: KindName;
  /** The right to decide this record, where it is not its kind's. */
  rightOf?: (record: R) => Permission;
  /** What approving a record moves when it is booked on a day, in minor units of the base currency. G8. */
  amountOf: (ctx: Ctx, record: R, day: Day) => Promise<bigint>;
  /**
   * The first day on which its approval can be booked (null: any), where the approver may choose it; absent where the record
   * has a day of its own, as money has that of the bank. §3 Dates.
   */
  postsFrom?: (ctx: Ctx, record: R) => Promise<Day | null>;
  /** On which day it is booked where none is chosen; today where its kind does not say. */
  postsOn?: (ctx: Ctx, record: R) => Promise<Day>;
};

/** Who has worked on a record, and the right by which somebody else would decide it. */
const decisionOf = <R extends Recorded>({ kind, rightOf }: Deciding<R>, record: R) => ({
  hands: record.hands,
  right: rightOf?.(record) ?? KINDS[kind].decide,
  branchId: record.branch_id,
});

/** On what the caller decides a record: their own right, and what is lent to them. Throws FORBIDDEN. G8. */
function authoritiesOver<R extends Recorded>(ctx: Ctx, deciding: Deciding<R>, record: R): Authority[] {
  const { kind } = deciding;
  const { right, branchId: branch } = decisionOf(deciding, record);
  const { roles, lent } = ctx.user;
  const held = { roles: roles.get(branch) ?? [], lent: lent.get(branch) ?? [] };
  const authorities = authoritiesOf(held, { right, kind });
  if (authorities.length === 0 || !ctx.can(right, branch)) throw new AppError('FORBIDDEN');
  return authorities;
}

/** The authority on which the caller approves; what it moves is worked out where a limit counts. Throws ABOVE_AUTHORITY. G8. */
async function authorityToApprove<R extends Recorded>(
  ctx: Ctx,
  { amountOf }: Deciding<R>,
  { record, authorities, day }: { record: R; authorities: readonly Authority[]; day: Day },
): Promise<Authority> {
  const unlimited = authorities[0]?.limit === null;
  const amount = unlimited ? 0n : await amountOf(ctx, record, day);
  return authorityFor(authorities, { amount, currency: ctx.firm.baseCurrency });
}

/** A decision's call as it travels: in its path, and the reason and the version that was seen in its body or its address. */
export type DecisionInput = {
  params: { id: number; a: 'APPROVED' | 'REJECTED' };
  query: { reason?: string | undefined; version?: number | undefined };
  body?: {
    reason?: string | undefined;
    version?: number | undefined;
    /** How many endorsements the policy had when an endorsement of it was previewed. */
    endorsed?: number | undefined;
    posting_day?: Day | undefined;
    /** How many movements the claim had when a movement of it was previewed. */
    moved?: number | undefined;
  };
};
export const reasonOf = ({ query, body }: Pick<DecisionInput, 'query' | 'body'>) => body?.reason ?? query.reason;

/** Why no posting day is chosen for a kind: it has a day of its own, or books nothing. §3 Dates. */
function ownDay(kind: KindName): string {
  const { noun } = KINDS[kind];
  if (kind === 'claim') return 'A claim books nothing: it has no posting day.';
  const own = kind === 'journal' ? 'the day that it names' : 'its bank date';
  return `The posting day of a ${noun} is ${own}. Change that.`;
}

/** The day of an approval's entry; a kind whose day is its own refuses another. Throws PERIOD_CLOSED, VALIDATION. §3 Dates. */
export async function bookedOn<R extends Recorded>(
  ctx: Ctx,
  { kind, postsFrom, postsOn }: Deciding<R>,
  { record, chosen }: { record: R; chosen: Day | undefined },
): Promise<Day> {
  if (chosen === undefined) return (await postsOn?.(ctx, record)) ?? ctx.today;
  const { noun } = KINDS[kind];
  if (postsFrom === undefined) throw invalid({ field: 'posting_day', message: ownDay(kind) });
  const of = kind === 'policy' || kind === 'endorsement' ? 'this policy' : `the documents of this ${noun}`;
  return postingDay(ctx, chosen, { earliest: await postsFrom(ctx, record), of });
}

/**
 * All that must hold before a record is approved or rejected: pending, in the version read, by a second person, within their
 * authority, a rejection with its reason. Gives the columns that say who decided, the day of its entry, and the facts
 * of how. §4.
 */
export async function assertDecidable<R extends Recorded>(
  ctx: Ctx,
  deciding: Deciding<R>,
  { record, input }: { record: R; input: DecisionInput },
) {
  const reason = reasonOf(input);
  const authorities = authoritiesOver(ctx, deciding, record);
  await assertPending(ctx, { kind: deciding.kind, record });
  assertVersion(record.version, seenVersion(input.body?.version, input.query.version));
  const { waived } = await assertSecondPerson(ctx, decisionOf(deciding, record));
  assertReason(input.params.a, reason);
  const approves = input.params.a === 'APPROVED';
  const chosen = approves ? input.body?.posting_day : undefined;
  const day = await bookedOn(ctx, deciding, { record, chosen });
  const authority = approves ? await authorityToApprove(ctx, deciding, { record, authorities, day }) : authorities[0];
  const decided = {
    decided_by: ctx.user.id,
    decided_at: ctx.now,
    decision_reason: reason ?? null,
    checker_waived: waived,
  };
  const facts = {
    reason,
    ...(chosen !== undefined && { posting_day: chosen }),
    ...(authority?.lender && { lent_by: authority.lender.id }),
  };
  return { decided, waived, day, facts };
}

/** The columns of a record that its maker begins. */
export const making = (ctx: Ctx) => ({ made_by: ctx.user.id, edited_by: ctx.user.id, hands: [ctx.user.id] });

/** The columns of a record that goes to its checker: an earlier decision no longer counts. */
export const submission = (ctx: Ctx) => ({
  submitted_at: ctx.now,
  decided_by: null,
  decided_at: null,
  decided_before_hands: false,
  decision_reason: null,
});

/** The columns of a record that was changed: it is a draft again. */
export const edition = (ctx: Ctx) => ({ edited_by: ctx.user.id, decided_by: null, decided_at: null });

/** Columns that the steps of every kind write. */
type StepColumns = {
  submitted_at?: Date;
  decided_by?: number | null;
  decided_at?: Date | null;
  decision_reason?: string | null;
  checker_waived?: boolean;
  decided_before_hands?: boolean;
};
export type Move<K extends KindName> = {
  status: AnyStatus;
  action: AuditAction;
  /** Columns of the kind's own table. */
  set?: Updateable<DB[(typeof TABLES)[K]['name']]> | undefined;
  decided?: StepColumns;
  /** The number that the record gets now. */
  number?: string | undefined;
  facts?: Record<string, unknown>;
  /** What the trail keeps of people, so that it can be erased. */
  personal?: Record<string, string>;
};
export type Saved<N = string | null> = { id: number; version: number; status: string; number: N };

/** Writes a record's next state under a new version, and says so in the audit trail: the one way in which one moves. */
export async function moveRecord<K extends KindName, N extends string | null>(
  ctx: Ctx,
  { kind, record }: { kind: K; record: Recorded<N> },
  { status, action, set, decided, number, facts, personal }: Move<K>,
): Promise<Saved<N | string>> {
  const version = record.version + 1;
  const common = {
    ...decided,
    status,
    version,
    hands: handsAfter(record.hands, { action, userId: ctx.user.id }),
    ...(number !== undefined && { number }),
    ...(isDated(kind) && { updated_at: ctx.now }),
  };
  const values = [...Object.entries(set ?? {}), ...Object.entries(common)];
  const columns = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await send(ctx.db, sql`update ${sql.table(TABLES[kind].name)} set ${sql.join(columns)} where id = ${record.id}`);
  const current = number === undefined ? record.number : number;
  await ctx.audit({
    entity: kind,
    entityId: record.id,
    branchId: record.branch_id,
    action,
    facts: {
      from: record.status,
      to: status,
      version,
      ...(KINDS[kind].numberedAt === 'APPROVAL' && { number: current }),
      ...facts,
    },
    ...(personal !== undefined && { personal }),
  });
  return { id: record.id, version, status, number: current };
}

/** Why the caller cannot do something, or null when they can. The same sentence as the refusal's. */
export async function whyNot(check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/**
 * The head of a preview: the record, whether the caller can decide it, and why they cannot approve it, in the words that the
 * approval would meet. What is above their authority they can still reject.
 */
export async function decisionHead<R extends Recorded>(ctx: Ctx, deciding: Deciding<R> & { day?: Day }, record: R) {
  const { postsFrom, day = ctx.today } = deciding;
  const { states }: Kind = KINDS[deciding.kind];
  const barred = await whyNot(async () => {
    authoritiesOver(ctx, deciding, record);
    assertMay(states, record.status, 'decide');
    await assertSecondPerson(ctx, decisionOf(deciding, record));
  });
  const approving = async () =>
    authorityToApprove(ctx, deciding, { record, authorities: authoritiesOver(ctx, deciding, record), day });
  const reason = barred ?? (await whyNot(approving));
  const posting = postsFrom && { day, from: await postingFrom(ctx, await postsFrom(ctx, record)) };
  const shown = { id: record.id, version: record.version, can_decide: barred === null, why_not: reason };
  return { ...shown, ...(posting && { posting }) };
}
