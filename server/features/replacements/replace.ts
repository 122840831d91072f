import { AppError, invalid } from '../../../domain/errors.ts';
import type { Placement } from '../../../domain/placements/placement.ts';
import { lineOf, replacedLines, type Successor, successorsFault } from '../../../domain/replacements/lines.ts';
import type { Day } from '../../../domain/values/day.ts';
import { writtenDay } from '../../../domain/values/day.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Saved } from '../decisions.ts';
import { saveEndorsement } from '../endorsements/actions.ts';
import { type EndorsementInput, readTyped } from '../endorsements/input.ts';
import { placementAt } from '../placements/placement.ts';
import { lockPolicy, partiesById, type Policy } from '../placements/queries.ts';
import { partyOf } from '../reports/money/party.ts';

type Named = { id: number; name: string };
type NamedSuccessor = Successor & { name: string };
/** Whose line is replaced, from when, and by whom. */
export type Replacement = { security: Named; day: Day; successors: readonly NamedSuccessor[] };
type Body = { security: number; effective_date: Day; successors: readonly { security: number; share: Rate }[] };

/** Reads what replaces a line; every one of them is an active security. Throws INVALID, NOT_FOUND. */
export async function readReplacement(ctx: Ctx, body: Body): Promise<Replacement> {
  const security = await partyOf(ctx, String(body.security), 'SECURITY');
  if (security === null) throw new AppError('NOT_FOUND');
  const fault = successorsFault(body.security, body.successors);
  if (fault !== null) throw invalid({ field: 'successors', message: fault });
  const ids = body.successors.map((one) => one.security);
  const parties = await partiesById(ctx, 'SECURITY', ids);
  const successors = body.successors.map(({ security: id, share }, index): NamedSuccessor => {
    const field = `successors.${index}.security`;
    const party = parties.get(id);
    if (!party) throw invalid({ field, message: 'Choose one from the list.' });
    if (party.status !== 'ACTIVE') throw invalid({ field, message: `${party.name} is inactive.` });
    return { security: id, share, resident: party.resident, name: party.name };
  });
  return { security, day: body.effective_date, successors };
}

const MOST_WORDS = 2000;

/** What the endorsement says: who leaves, and who takes over how much of its line. */
function describe({ security, day, successors }: Replacement): string {
  const shares = successors.map(({ name, share }) => `${name} ${formatRate(share)}%`).join(', ');
  return `${security.name} is replaced from ${writtenDay(day)}. Its line is taken over by ${shares}.`.slice(
    0,
    MOST_WORDS,
  );
}

type OnPolicy = {
  line: Rate;
  lines: readonly { securityId: number; share: Rate }[];
  input: EndorsementInput;
  placed: Placement;
};

/** Its line on a policy on the day, and the change of securities that an underwriter would enter. */
export async function replacementOn(ctx: Ctx, policy: Policy, of: Replacement): Promise<OnPolicy> {
  const placed = await placementAt(ctx, policy, null);
  const before = placed.stack.terms.lines;
  const lines = replacedLines(before, { leaving: of.security.id, successors: of.successors });
  const input: EndorsementInput = {
    policy: policy.id,
    endorsementtype: 'SEC',
    effective_date: of.day,
    description: describe(of),
    securities: lines.map(({ securityId, share, commission, brokerage }) => ({
      security: securityId,
      share,
      commission: commission ?? null,
      brokerage: brokerage ?? null,
    })),
  };
  return { line: lineOf(before, of.security.id), lines, input, placed };
}

/** Why a policy cannot be endorsed like this; null where it can. */
export async function problemOf(ctx: Ctx, policy: Policy, { input, placed }: OnPolicy): Promise<string | null> {
  if (policy.status !== 'APPROVED') return new AppError('NOT_ENDORSABLE').message;
  const { faults } = await readTyped(ctx, policy, { input, number: 0, placed });
  return faults[0]?.message ?? null;
}

type Wanted = { item: number; policy: number; line: Rate };

/** A replacement that was disabled no longer counts; one that counts is not made twice. */
async function assertNotReplaced(ctx: Ctx, { policy }: Wanted, { security, day }: Replacement): Promise<void> {
  const standing = await ctx.db
    .selectFrom('replacement_items as i')
    .innerJoin('endorsements as e', 'e.id', 'i.endorsement_id')
    .select(['i.id', 'e.status', 'e.number'])
    .where('i.policy_id', '=', policy)
    .where('i.security_id', '=', security.id)
    .where('i.effective_date', '=', day)
    .where('i.live', '=', true)
    .executeTakeFirst();
  if (standing === undefined) return;
  if (standing.status !== 'DISABLED')
    throw invalid({ field: 'policies', message: `${standing.number} replaces it from this day already.` });
  await ctx.db.updateTable('replacement_items').set({ live: false }).where('id', '=', standing.id).execute();
}

/** Drafts the endorsement of one policy, if its line is still as it was shown. Throws INVALID, NOT_ENDORSABLE, FORBIDDEN. */
export async function draftReplacement(ctx: Ctx, item: Wanted, of: Replacement): Promise<Saved<string>> {
  const policy = await lockPolicy(ctx, item.policy);
  await assertNotReplaced(ctx, item, of);
  const { line, input } = await replacementOn(ctx, policy, of);
  if (line !== item.line)
    throw invalid({
      field: 'policies',
      message: `Its line was ${formatRate(item.line)}% and is now ${formatRate(line)}%. Look at it again.`,
    });
  return saveEndorsement(ctx, input, policy.market);
}
