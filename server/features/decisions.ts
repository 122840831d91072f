import { sql, type Updateable } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { AuditAction } from '../../domain/records/audit-actions.ts';
import { KINDS, type AnyStatus, type Kind, type KindName } from '../../domain/records/kinds.ts';
import { assertNotOwnWork, assertReason, assertVersion } from '../../domain/decisions.ts';
import { assertMay, mayIn, type Act } from '../../domain/states.ts';
import { dayIn, showDay } from '../../domain/values/day.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import { DATED, TABLES } from './records.ts';

/** A locked record as its steps work with it; it may get its number on the way. */
export type Recorded<N extends string | null = string | null> = {
  id: number;
  branch_id: number;
  number: N;
  status: AnyStatus;
  version: number;
  made_by: number;
  edited_by: number;
  decided_by: number | null;
  decided_at: Date | null;
};

/** A record with its kind. */
export type RecordOf = { kind: KindName; record: Recorded };

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

/** Whether this caller decides without a second person; refused where the firm asks for one. Throws SELF_DECISION. §4. */
export function assertSecondPerson(ctx: Ctx, madeBy: number, editedBy: number): { waived: boolean } {
  return assertNotOwnWork({ madeBy, editedBy }, { userId: ctx.user.id, makerChecker: ctx.firm.makerChecker });
}

/** A decision's call as it travels: in its path, and the reason in its body or its address. */
export type DecisionInput = {
  params: { id: number; a: 'APPROVED' | 'REJECTED' };
  query: { reason?: string | undefined };
  body?: {
    reason?: string | undefined;
    version?: number | undefined;
    /** How many endorsements the policy had when an endorsement of it was previewed. */
    endorsed?: number | undefined;
  };
};
export const reasonOf = ({ query, body }: Pick<DecisionInput, 'query' | 'body'>) => body?.reason ?? query.reason;

/**
 * All that must hold before a record is approved or rejected: pending, in the version read, by a second person, a
 * rejection with its reason. Gives the columns that say who decided. §4.
 */
export async function assertDecidable(ctx: Ctx, of: RecordOf, input: DecisionInput) {
  const { record } = of;
  const reason = reasonOf(input);
  await assertPending(ctx, of);
  assertVersion(record.version, input.body?.version);
  const { waived } = assertSecondPerson(ctx, record.made_by, record.edited_by);
  assertReason(input.params.a, reason);
  const decided = {
    decided_by: ctx.user.id,
    decided_at: ctx.now,
    decision_reason: reason ?? null,
    checker_waived: waived,
  };
  return { decided, waived, reason };
}

/** The columns of a record that goes to its checker: an earlier decision no longer counts. */
export const submission = (ctx: Ctx) => ({
  submitted_at: ctx.now,
  decided_by: null,
  decided_at: null,
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
};
export type Move<K extends KindName> = {
  status: AnyStatus;
  action: AuditAction;
  /** Columns of the kind's own table. */
  set?: Updateable<DB[(typeof TABLES)[K]]> | undefined;
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
    ...(number !== undefined && { number }),
    ...(DATED.has(kind) && { updated_at: ctx.now }),
  };
  const values = [...Object.entries(set ?? {}), ...Object.entries(common)];
  const columns = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(TABLES[kind])} set ${sql.join(columns)} where id = ${record.id}`.execute(ctx.db);
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

/** The head of a preview: the record, and why the caller cannot decide it in the words that the decision would meet. */
export function decisionHead(ctx: Ctx, { kind, record }: RecordOf, permission: Permission = KINDS[kind].decide) {
  const { states }: Kind = KINDS[kind];
  const reason = whyNot(() => {
    if (!ctx.can(permission, record.branch_id)) throw new AppError('FORBIDDEN');
    assertMay(states, record.status, 'decide');
    assertSecondPerson(ctx, record.made_by, record.edited_by);
  });
  return { id: record.id, version: record.version, can_decide: reason === null, why_not: reason };
}
