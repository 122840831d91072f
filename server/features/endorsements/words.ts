import type { FieldError } from '../../../domain/errors.ts';
import {
  type ChangedWord,
  wordFaults,
  wordsAfter,
  wordsChangedBy,
  type WordsChange,
} from '../../../domain/endorsements/words.ts';
import type { Placement, Words } from '../../../domain/placements/placement.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { requestFaults } from '../placements/clauses.ts';
import { partiesById } from '../placements/queries.ts';
import { wordsOf } from '../placements/words.ts';
import type { EndorsementInput } from './input.ts';

/** The words that an endorsement sets, what they change, and how the placement reads with all of them. */
export type CheckedWords = {
  change: WordsChange | null;
  changed: ChangedWord[];
  after: Words;
  faults: FieldError[];
};

async function insuredFaults(ctx: Ctx, { insured }: Placement, input: EndorsementInput): Promise<FieldError[]> {
  const id = input.insured ?? null;
  if (id === null || id === insured.id) return [];
  const party = (await partiesById(ctx, 'INSURED', [id])).get(id);
  if (!party) return [{ field: 'insured', message: 'Choose one from the list.' }];
  return party.status === 'ACTIVE' ? [] : [{ field: 'insured', message: `${party.name} is inactive.` }];
}

/** Reads the words that an endorsement of a placement sets, and what is wrong with them. §2 NIL. */
export async function readWords(ctx: Ctx, placement: Placement, input: EndorsementInput): Promise<CheckedWords> {
  const { entered, endorsements, market } = placement;
  const [change = null] = await wordsOf(ctx, [input]);
  const own = { date: input.effective_date, words: change };
  const requests = (input.clauses ?? []).map(({ id, wording_version: version }) => ({ id, version }));
  const held = new Set(placement.clauses.map((one) => one.id));
  const registered = [...(await insuredFaults(ctx, placement, input)), ...(await requestFaults(ctx, requests, held))];
  const ruled = change === null ? [] : wordFaults(change, { type: input.endorsementtype, market });
  return {
    change,
    changed: wordsChangedBy(entered, [...endorsements, own]),
    after: wordsAfter(entered, [...endorsements, own], null),
    faults: [...registered, ...ruled],
  };
}
