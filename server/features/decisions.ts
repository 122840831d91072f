import { AppError } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import { assertNotOwnWork, assertReason, assertVersion } from '../../domain/decisions.ts';
import { assertMay, ACT_LABELS, mayIn, type Act, type State } from '../../domain/states.ts';
import { dayIn, showDay } from '../../domain/values/day.ts';
import type { Ctx } from '../platform/http/context.ts';

/** A kind of record that is made, submitted and decided: its table, its name in the audit trail, its states. */
export type RecordKind<S extends string> = {
  table: 'policies' | 'endorsements' | 'receipts' | 'vouchers';
  entity: string;
  states: Record<S, State<S>>;
};

/** A record as whoever wants to decide it finds it. */
type Decided<S extends string> = { status: S; decided_by: number | null; decided_at: Date | null };

/** A locked record as its steps work with it. */
export type Recorded<S extends string> = Decided<S> & {
  id: number;
  branch_id: number;
  version: number;
  made_by: number;
  edited_by: number;
};

/** What a caller asks for when no more than an act is asked: the record, and the version that was read. */
export type Step = { id: number; version?: number | undefined };

async function nameOfUser(ctx: Ctx, id: number | null): Promise<string> {
  if (id === null) return 'someone';
  const row = await ctx.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? 'someone';
}

/** Only a pending record is decided: one that was decided says by whom and when. Throws ALREADY_DECIDED, WRONG_STATE. §4. */
async function assertPending<S extends string>(
  ctx: Ctx,
  states: Record<S, State<S>>,
  record: Decided<S>,
): Promise<void> {
  if (mayIn(states, record.status, 'decide')) return;
  if (record.decided_at === null || record.status === 'DISABLED')
    throw new AppError('WRONG_STATE', { status: states[record.status].label.toLowerCase(), action: ACT_LABELS.decide });
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
export function assertStep<S extends string>(
  { states }: RecordKind<S>,
  record: Recorded<S>,
  step: { act: Act; version: number | undefined },
): void {
  assertVersion(record.version, step.version);
  assertMay(states, record.status, step.act);
}

/** Withdrawing is the right of who made or last edited the record. §4. */
export function assertOwnWork(ctx: Ctx, record: Recorded<string>): void {
  if (record.made_by !== ctx.user.id && record.edited_by !== ctx.user.id) throw new AppError('FORBIDDEN');
}

/** A draft is disabled by its maker; root may any. §5. */
export function assertMayDiscard(ctx: Ctx, record: Recorded<string>): void {
  if (record.made_by !== ctx.user.id && !ctx.user.isRoot) throw new AppError('FORBIDDEN');
}

/** Whether this caller decides without a second person; refused where the firm asks for one. Throws SELF_DECISION. §4. */
export function assertSecondPerson(ctx: Ctx, madeBy: number, editedBy: number): { waived: boolean } {
  return assertNotOwnWork({ madeBy, editedBy }, { userId: ctx.user.id, makerChecker: ctx.firm.makerChecker });
}

type Decision = { a: 'APPROVED' | 'REJECTED'; reason: string | undefined; version: number | undefined };

/** A decision's call as it travels: in its path, and the reason in its body or its address. */
export function decisionOf(input: {
  params: { a: Decision['a'] };
  query: { reason?: string | undefined };
  body?: { reason?: string | undefined; version?: number | undefined } | undefined;
}): Decision {
  return { a: input.params.a, reason: input.body?.reason ?? input.query.reason, version: input.body?.version };
}

/**
 * All that must hold before a record is approved or rejected: pending, in the version read, by a second person, a
 * rejection with its reason. Gives the columns that say who decided. §4.
 */
export async function assertDecidable<S extends string>(
  ctx: Ctx,
  { kind, record }: { kind: RecordKind<S>; record: Recorded<S> },
  { a, reason, version }: Decision,
) {
  await assertPending(ctx, kind.states, record);
  assertVersion(record.version, version);
  const { waived } = assertSecondPerson(ctx, record.made_by, record.edited_by);
  assertReason(a, reason);
  const decided = {
    decided_by: ctx.user.id,
    decided_at: ctx.now,
    decision_reason: reason ?? null,
    checker_waived: waived,
  };
  return { decided, waived };
}

/** The columns of a record that goes to its checker: an earlier decision no longer stands. */
export const submission = (ctx: Ctx) => ({
  submitted_at: ctx.now,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
});

/** The columns of a record that was changed: it is a draft again. */
export const edition = (ctx: Ctx) => ({ edited_by: ctx.user.id, decided_by: null, decided_at: null });

export type Move<S extends string> = {
  status: S;
  action: string;
  set?: Record<string, unknown>;
  facts?: Record<string, unknown>;
  /** What the trail keeps of people, so that it can be erased. */
  personal?: Record<string, string>;
};

/** Writes a record's next state under a new version, and says so in the audit trail: the one way in which one moves. */
export async function moveRecord<S extends string>(
  ctx: Ctx,
  { kind, record }: { kind: RecordKind<S>; record: Recorded<S> },
  move: Move<S>,
): Promise<{ id: number; version: number; status: S }> {
  const version = record.version + 1;
  await ctx.db
    .updateTable(kind.table)
    .set({ ...move.set, status: move.status, version })
    .where('id', '=', record.id)
    .execute();
  await ctx.audit({
    entity: kind.entity,
    entityId: record.id,
    branchId: record.branch_id,
    action: move.action,
    facts: { from: record.status, to: move.status, version, ...move.facts },
    ...(move.personal !== undefined && { personal: move.personal }),
  });
  return { id: record.id, version, status: move.status };
}

/** The same for a record that takes a number on its way, with the one that it gets now. */
export async function moveNumbered<S extends string>(
  ctx: Ctx,
  of: { kind: RecordKind<S>; record: Recorded<S> & { number: string | null } },
  { number = of.record.number, ...move }: Move<S> & { number?: string | null },
): Promise<{ id: number; version: number; status: S; number: string | null }> {
  const facts = { number, ...move.facts };
  return { ...(await moveRecord(ctx, of, { ...move, set: { ...move.set, number }, facts })), number };
}

/** Why the caller cannot decide this record, or null when they can. The same sentence as the refusal's. */
export function whyNot(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Why the caller cannot decide a record, in the words of the refusal that the decision would meet; null when they can. */
export function whyNotDecide<S extends string>(
  ctx: Ctx,
  { kind, record }: { kind: RecordKind<S>; record: Recorded<S> },
  permission: Permission,
): string | null {
  return whyNot(() => {
    if (!ctx.can(permission, record.branch_id)) throw new AppError('FORBIDDEN');
    assertMay(kind.states, record.status, 'decide');
    assertSecondPerson(ctx, record.made_by, record.edited_by);
  });
}
