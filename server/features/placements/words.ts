import { sql } from 'kysely';
import * as z from 'zod/mini';
import { endorsementBody } from '../../../domain/endorsements/contract.ts';
import type { WordsChange } from '../../../domain/endorsements/words.ts';
import { CHANGEABLE_TEXTS, type ChangeableText } from '../../../domain/placements/fields.ts';
import type { PlacedClause } from '../../../domain/placements/placement.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** The words that an endorsement sets, as it was typed. */
type WordsInput = Pick<z.output<typeof endorsementBody>, 'insured' | 'clauses' | ChangeableText>;

/** What was typed of an endorsement as it is kept; an insured that was merged into another is that other one. */
export function inputOf(row: { input: unknown; insured_id: number | null }): z.output<typeof endorsementBody> {
  const input = z.parse(endorsementBody, row.input);
  return row.insured_id === null ? input : { ...input, insured: row.insured_id };
}

type ClauseKey = { id: number; wording_version: number };

async function clausesBy(ctx: Ctx, keys: readonly ClauseKey[]): Promise<PlacedClause[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<PlacedClause>`
    select k.id, w.code, w.title, w.version as wording_version, k.wording_version as latest_version
    from clause_wordings w join clauses k on k.id = w.clause_id
    where (w.clause_id, w.version) in (
      select * from unnest(${keys.map((one) => one.id)}::int[], ${keys.map((one) => one.wording_version)}::int[]))`.execute(
    ctx.db,
  );
  return rows;
}

async function insuredsBy(ctx: Ctx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  return ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** The words that endorsements set, with the names and wordings that they have; null of one that sets none. */
export async function wordsOf(ctx: Ctx, inputs: readonly WordsInput[]): Promise<(WordsChange | null)[]> {
  const wordings = await clausesBy(
    ctx,
    inputs.flatMap((one) => one.clauses ?? []),
  );
  const insureds = await insuredsBy(
    ctx,
    inputs.flatMap((one) => one.insured ?? []),
  );
  const clauseOf = ({ id, wording_version: version }: ClauseKey) =>
    wordings.filter((one) => one.id === id && one.wording_version === version);
  return inputs.map((input) => {
    const names = Object.keys(CHANGEABLE_TEXTS) as ChangeableText[];
    const texts = Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
    const insured = insureds.find((one) => one.id === input.insured) ?? null;
    const clauses = input.clauses?.flatMap(clauseOf) ?? null;
    return insured === null && clauses === null && Object.keys(texts).length === 0 ? null : { insured, texts, clauses };
  });
}
