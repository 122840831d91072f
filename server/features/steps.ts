import { AppError } from '../../domain/errors.ts';
import type { DecisionCalls } from '../../domain/decision-calls.ts';
import type { Permission } from '../../domain/permissions.ts';
import { KINDS, type KindName } from '../../domain/records/kinds.ts';
import type { Day } from '../../domain/values/day.ts';
import type { Ctx } from '../platform/http/context.ts';
import { serve, type Route } from '../platform/http/mount.ts';
import {
  assertDecidable,
  assertStep,
  moveRecord,
  submission,
  type Deciding,
  type DecisionInput,
  type Move,
  type Recorded,
  type Saved,
} from './decisions.ts';
import { endMatchesOf } from './line-matches.ts';
import { assertSecondPerson } from './second-person.ts';

/** What a kind adds to a step: columns of its table, a number that it gives, facts for the trail. */
export type Outcome<K extends KindName> = Pick<Move<K>, 'set' | 'number' | 'facts'>;

/**
 * How the records of one kind go from draft to decision and back. Each hook is what that kind does at the step: after the
 * lock and the checks that all kinds share, before the move to the next state, in the step's transaction.
 */
export type Steps<K extends KindName, R extends Recorded> = Deciding<R> & {
  kind: K;
  /** The right to make this record, where its kind has several. */
  makesBy?: (record: R) => Permission;
  lock: (ctx: Ctx, id: number) => Promise<R>;
  /** What a decision locks before the record itself. */
  lockFirst?: (ctx: Ctx, id: number) => Promise<unknown>;
  onSubmit?: (ctx: Ctx, record: R) => Promise<unknown>;
  onWithdraw?: (ctx: Ctx, record: R) => Promise<unknown>;
  /** `day` is that of its entry. */
  onApprove: (ctx: Ctx, record: R, input: DecisionInput & { day: Day }) => Promise<Outcome<K>>;
  onReject?: (ctx: Ctx, record: R) => Promise<unknown>;
  /** Who disables it: its maker and root, where the kind says nothing else. §5. */
  mayDisable?: (ctx: Ctx, record: R) => boolean;
  onDisable?: (ctx: Ctx, record: R, reason: string | undefined) => Promise<unknown>;
  onReverse?: (ctx: Ctx, record: R, reason: string) => Promise<Outcome<K>>;
  /** The bank itself took it back: a line that it is matched with was that record all the same. */
  returnedByBank?: boolean;
};

type StepInput = { params: { id: number }; body?: { version?: number | undefined } | undefined };

/** Throws FORBIDDEN where the caller may make some records of the kind, and not this one. */
function assertMakes<K extends KindName, R extends Recorded>(ctx: Ctx, { makesBy }: Steps<K, R>, record: R): void {
  if (makesBy && !ctx.can(makesBy(record), record.branch_id)) throw new AppError('FORBIDDEN');
}

/** Submits a draft or rejected record for approval. */
export async function submit<K extends KindName, R extends Recorded>(
  ctx: Ctx,
  steps: Steps<K, R>,
  { params, body }: StepInput,
): Promise<Saved> {
  const { kind, lock, onSubmit } = steps;
  const record = await lock(ctx, params.id);
  assertMakes(ctx, steps, record);
  assertStep({ kind, record }, { act: 'submit', version: body?.version });
  await onSubmit?.(ctx, record);
  return moveRecord(ctx, { kind, record }, { status: 'PENDING', action: 'submitted', decided: submission(ctx) });
}

/** Takes a pending record back to draft: the right of everyone who made, edited or submitted it. §4. */
async function withdraw<K extends KindName, R extends Recorded>(
  ctx: Ctx,
  steps: Steps<K, R>,
  { params, body }: StepInput,
): Promise<Saved> {
  const { kind, lock, onWithdraw } = steps;
  const record = await lock(ctx, params.id);
  assertMakes(ctx, steps, record);
  assertStep({ kind, record }, { act: 'withdraw', version: body?.version });
  if (!record.hands.includes(ctx.user.id)) throw new AppError('FORBIDDEN');
  await onWithdraw?.(ctx, record);
  return moveRecord(ctx, { kind, record }, { status: 'DRAFT', action: 'withdrawn' });
}

/** Approves or rejects a pending record by a second person; what its approval does is the kind's own. §4. */
export async function decide<K extends KindName, R extends Recorded>(
  ctx: Ctx,
  steps: Steps<K, R>,
  input: DecisionInput,
): Promise<Saved> {
  const { kind, lock, lockFirst, onApprove, onReject } = steps;
  await lockFirst?.(ctx, input.params.id);
  const record = await lock(ctx, input.params.id);
  const { decided, waived, day, facts } = await assertDecidable(ctx, steps, { record, input });
  if (input.params.a === 'REJECTED') {
    await onReject?.(ctx, record);
    return moveRecord(ctx, { kind, record }, { status: 'REJECTED', action: 'rejected', decided, facts });
  }
  const approved = await onApprove(ctx, record, { ...input, day });
  return moveRecord(
    ctx,
    { kind, record },
    { ...approved, status: 'APPROVED', action: 'approved', decided, facts: { ...facts, waived, ...approved.facts } },
  );
}

/** Disables a record permanently. §4. */
export async function disable<K extends KindName, R extends Recorded>(
  ctx: Ctx,
  steps: Steps<K, R>,
  { params, body, query }: StepInput & Partial<Pick<DecisionInput, 'body' | 'query'>>,
): Promise<Saved> {
  const { kind, lock, mayDisable, onDisable } = steps;
  const record = await lock(ctx, params.id);
  assertMakes(ctx, steps, record);
  const reason = body?.reason ?? query?.reason;
  const may = mayDisable ? mayDisable(ctx, record) : record.made_by === ctx.user.id || ctx.user.isRoot;
  if (!may) throw new AppError('FORBIDDEN');
  assertStep({ kind, record }, { act: 'disable', version: body?.version });
  // Disabling what is approved takes back what it did: as a reversal, by somebody who did not make it.
  const undone = record.status === 'APPROVED';
  const second = { hands: record.hands, right: KINDS[kind].decide, branchId: record.branch_id };
  const { waived } = undone ? await assertSecondPerson(ctx, second) : {};
  await onDisable?.(ctx, record, reason);
  await endMatchesOf(ctx, { kind, record }, 'disabled');
  return moveRecord(ctx, { kind, record }, { status: 'DISABLED', action: 'disabled', facts: { reason, waived } });
}

/** Takes back what an approved record did, by somebody who did not make, edit or submit it. §3 reversal. */
export async function reverse<K extends KindName, R extends Recorded>(
  ctx: Ctx,
  { kind, lock, onReverse, returnedByBank = false }: Steps<K, R>,
  { params, body }: { params: { id: number }; body: { reason: string; version: number } },
): Promise<Saved> {
  const record = await lock(ctx, params.id);
  assertStep({ kind, record }, { act: 'reverse', version: body.version });
  const second = { hands: record.hands, right: 'reversals.decide', branchId: record.branch_id } as const;
  const { waived } = await assertSecondPerson(ctx, second);
  const { set, facts } = (await onReverse?.(ctx, record, body.reason)) ?? {};
  if (!returnedByBank) await endMatchesOf(ctx, { kind, record }, 'reversed');
  return moveRecord(
    ctx,
    { kind, record },
    { status: 'REVERSED', action: 'reversed', set, facts: { reason: body.reason, waived, ...facts } },
  );
}

/** The routes of a kind's steps, for those of the common calls that it has. */
export function stepRoutes<K extends KindName, R extends Recorded>(
  steps: Steps<K, R>,
  calls: Pick<DecisionCalls, 'submit' | 'withdraw'> & Partial<Pick<DecisionCalls, 'approve' | 'disable' | 'reverse'>>,
): Route[] {
  return [
    serve(calls.submit, (ctx, input) => submit(ctx, steps, input)),
    serve(calls.withdraw, (ctx, input) => withdraw(ctx, steps, input)),
    ...(calls.approve ? [serve(calls.approve, (ctx, input) => decide(ctx, steps, input))] : []),
    ...(calls.disable ? [serve(calls.disable, (ctx, input) => disable(ctx, steps, input))] : []),
    ...(calls.reverse ? [serve(calls.reverse, (ctx, input) => reverse(ctx, steps, input))] : []),
  ];
}
