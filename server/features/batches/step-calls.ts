import * as z from 'zod/mini';
import type { StepAct } from '../../../domain/batches/tables.ts';
import type { seenRecord } from '../../../domain/batches/contract.ts';
import { AppError } from '../../../domain/errors.ts';
import { type Right, rightOf } from '../../../domain/permissions.ts';
import { kindOf, type KindName } from '../../../domain/records/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { answerWithin, type Route } from '../../platform/http/mount.ts';

export type Routes = () => readonly Route[];
export type Seen = z.output<typeof seenRecord>;

/** A record as its calls are chosen: a London slip is a policy with calls of its own. */
type Called = { kind: KindName; london: boolean };

const METHODS = { submit: 'PUT', approve: 'PUT', preview: 'GET' } as const;

/** The call by which a person takes a step of such a record by hand: a batch takes it by the same. */
function callOf(routes: Routes, { kind, london }: Called, step: keyof typeof METHODS): Route {
  const { path } = kindOf({ kind, london });
  const found = routes().find(
    ({ endpoint }) => endpoint.method === METHODS[step] && endpoint.path.startsWith(`${path}/${step}/{id}`),
  );
  if (found === undefined) throw new Error(`${path} has no call to ${step}.`);
  return found;
}

/** The right that a step needs by hand. */
export function rightToStep(routes: Routes, called: Called, act: StepAct): Right {
  const right = rightOf(callOf(routes, called, act).endpoint.access);
  if (right === null) throw new Error(`${called.kind} is for everybody to ${act}.`);
  return right;
}

/** What a preview says that its person must know before they approve; further figures are the kind's own. */
const preview = z.object({
  version: z.int(),
  why_not: z.nullable(z.string()),
  warnings: z.array(z.string()),
  reason_needed: z.optional(z.string()),
  moved: z.optional(z.int()),
  endorsed: z.optional(z.int()),
});

/** What approving a record needs beyond a yes, or null; and what is seen of it. A batch gives no reasons and reads no warnings. */
export async function lookAt(ctx: Ctx, routes: Routes, { id, ...called }: Called & { id: number }) {
  const raw = { params: { id: String(id) }, query: {}, body: undefined };
  const shown = z.parse(preview, await answerWithin(ctx, callOf(routes, called, 'preview'), raw));
  const { version, moved, endorsed, why_not: why, warnings, reason_needed: reason } = shown;
  const seen: Seen = {
    id,
    version,
    ...(moved !== undefined && { moved }),
    ...(endorsed !== undefined && { endorsed }),
  };
  return { seen, why: why ?? (warnings.length > 0 ? `Open it and read: ${warnings.join(' ')}` : (reason ?? null)) };
}

const problemOf = (message: string) => new AppError('NEEDS_A_LOOK', { why: message });

/** Takes the step in the caller's transaction, with every check of the call by hand. Throws what the call throws, NEEDS_A_LOOK. */
export async function takeStep(
  ctx: Ctx,
  routes: Routes,
  { act, seen, ...called }: Called & { act: StepAct; seen: Seen },
): Promise<void> {
  const { id, ...body } = seen;
  if (act === 'approve') {
    // What a warning says now, nobody has read: a record that came before it in the batch may have caused it.
    const { seen: now, why } = await lookAt(ctx, routes, { id, ...called });
    if (now.version === seen.version && why !== null) throw problemOf(why);
  }
  const route = callOf(routes, called, act);
  const names = { id: String(id), a: 'APPROVED', b: String(ctx.user.id) };
  const parameters = Object.entries(names).filter(([name]) => route.endpoint.path.includes(`{${name}}`));
  await answerWithin(ctx, route, { params: Object.fromEntries(parameters), query: {}, body });
}
