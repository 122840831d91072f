import { ENDORSEMENT_LABELS, type EndorsementType } from '../../../domain/endorsements/endorsements.ts';
import { wordsAfter, wordsChangedBy } from '../../../domain/endorsements/words.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import type { EndorsedLine, Placement } from '../../../domain/placements/placement.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { EndorsementInput } from '../../platform/documents/kinds/common.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { placementAt } from '../placements/placement.ts';
import { notesOf } from '../placements/record.ts';

/** An approved endorsement as its papers show it: its placement with all approved ones, and the notes issued for it. */
export type Endorsed = NonNullable<Awaited<ReturnType<typeof endorsedPaper>>>;

/** What a document call names: a policy with the type of an endorsement, or an endorsement itself. §6 Document calls. */
export type Named = { id: number; market?: Market; endorsementtype?: string | undefined };

/** The type that a call names by its code or its label; none where it means the original. Throws INVALID. */
function typeNamed({ endorsementtype = '' }: Named): EndorsementType | null {
  const name = endorsementtype.trim();
  if (name === '') return null;
  const types = Object.entries(ENDORSEMENT_LABELS) as [EndorsementType, string][];
  const known = types.find(([type, label]) => type === name.toUpperCase() || label === name);
  if (!known) throw invalid({ field: 'endorsementtype', message: 'Not a type of endorsement.' });
  return known[0] === 'NEW' ? null : known[0];
}

/** The endorsement whose id a call gives, with its policy; none where the id is a policy's. Throws NOT_APPROVED. */
async function ownOf(ctx: Ctx, { id, market }: Named, type: EndorsementType | null) {
  let query = ctx.db
    .selectFrom('endorsements as e')
    .innerJoin('policies as p', 'p.id', 'e.policy_id')
    .select(['e.policy_id', 'e.status'])
    .where('e.id', '=', id)
    .where('e.branch_id', 'in', ctx.scope);
  if (market !== undefined) query = query.where('p.market', '=', market);
  if (type !== null) query = query.where('e.endorsement_type', '=', type);
  const own = await query.executeTakeFirst();
  if (own && own.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
  return own;
}

/** The policy whose terms a paper shows: the one that a call names, or that of an approved endorsement. Throws NOT_APPROVED. §6 Document calls. */
export async function policyNamed<N extends Named>(ctx: Ctx, named: N): Promise<N> {
  const own = await ownOf(ctx, named, null);
  return own ? { ...named, id: own.policy_id } : named;
}

/** The approved endorsement that a document call means; null where it means the original. Throws NOT_FOUND. §6. */
export async function endorsedPaper(ctx: Ctx, named: Named) {
  const type = typeNamed(named);
  const own = await ownOf(ctx, named, type);
  if (!own && type === null) return null;
  const latest = await placementAt(ctx, { id: own?.policy_id ?? named.id, market: named.market }, null);
  const endorsement = latest.endorsements.findLast((one) => (own ? one.id === named.id : one.type === type));
  if (!endorsement) throw new AppError('NOT_FOUND');
  // A paper that is made later reads as it would have on the day of its approval.
  const upTo = latest.endorsements.slice(0, latest.endorsements.indexOf(endorsement) + 1);
  const placement = { ...latest, ...wordsAfter(latest.entered, upTo, null) };
  const notes = (await notesOf(ctx, placement.id)).filter(
    (note) => note.endorsement_id === endorsement.id && note.status === 'ISSUED',
  );
  return { placement, endorsement, notes, words: wordsChangedBy(latest.entered, upTo) };
}

/** An endorsement as the particulars of a paper name it, with the section of a slip that it moves. */
export function endorsementInput(
  { slip }: Pick<Placement, 'slip'>,
  { number, type, date, description, section }: Placement['endorsements'][number],
): EndorsementInput {
  const name = section === null ? undefined : slip?.bySection[section - 1]?.name;
  return {
    number,
    type: ENDORSEMENT_LABELS[type],
    effectiveDay: date,
    description,
    ...(name !== undefined && { section: `${section}. ${name}` }),
  };
}

/** The one rate of all lines; none where they differ. */
export function oneRate(lines: readonly EndorsedLine[], pick: (line: EndorsedLine) => Rate): Rate | undefined {
  const rates = new Set(lines.map(pick));
  const [rate] = rates;
  return rates.size === 1 ? rate : undefined;
}
