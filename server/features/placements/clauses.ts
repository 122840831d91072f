import type { FieldError } from '../../../domain/errors.ts';
import type { Placement } from '../../../domain/placements/placement.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PolicyInput } from './input.ts';

/** A clause as a caller names it: with a version, or leaving it to what the policy has, else the newest. */
type ClauseRequest = { id: number; version: number | null };

function requestsIn(input: PolicyInput): ClauseRequest[] {
  const all = (input.clauses ?? []).map((one) =>
    typeof one === 'number' ? { id: one, version: null } : { id: one.id, version: one.wording_version },
  );
  return all.filter((one, index) => all.findIndex((other) => other.id === one.id) === index);
}

async function registerOf(ctx: Ctx, requests: readonly ClauseRequest[]) {
  if (requests.length === 0) return [];
  return ctx.db
    .selectFrom('clauses')
    .select(['id', 'code', 'status', 'wording_version'])
    .where(
      'id',
      'in',
      requests.map((one) => one.id),
    )
    .execute();
}

/** Which wording of each clause a policy has: kept through its edits until the form chooses another. */
async function heldBy(ctx: Ctx, policyId: number): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('policy_clauses')
    .select(['clause_id', 'wording_version'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  return new Map(rows.map((row) => [row.clause_id, row.wording_version]));
}

/** What is wrong with the clauses of a policy as typed. One that it has already may be inactive by now. §4 registers. */
export async function clauseFaults(ctx: Ctx, input: PolicyInput): Promise<FieldError[]> {
  const held = 'id' in input ? await heldBy(ctx, input.id) : new Map<number, number>();
  return requestFaults(ctx, requestsIn(input), new Set(held.keys()));
}

/** The same of clauses that are named for a placement which holds some already. */
export async function requestFaults(
  ctx: Ctx,
  requests: readonly ClauseRequest[],
  held: ReadonlySet<number>,
): Promise<FieldError[]> {
  const wordings = await registerOf(ctx, requests);
  const faults = requests.flatMap(({ id, version }): string[] => {
    const clause = wordings.find((one) => one.id === id);
    if (!clause) return ['A clause is no longer in the register.'];
    if (clause.status !== 'ACTIVE' && !held.has(id)) return [`${clause.code} is inactive.`];
    const isVersion = version === null || (version >= 1 && version <= clause.wording_version);
    return isVersion ? [] : [`${clause.code} has no wording ${version}.`];
  });
  const [message] = faults;
  return message === undefined ? [] : [{ field: 'clauses', message }];
}

/** Numbers under which the market publishes a wording: what reads under one is taken for that wording. */
const PUBLISHED = /^(?:LMA|LSW|NMA|IUA|AVN|CL\d|JC\d)/;

/**
 * The clauses of a placement in their order, each in the wording that it keeps, whatever the register says now. A wording
 * of a published number that no person entered came as a summary: it is its number and title alone.
 */
export async function wordingsOf(ctx: Ctx, { clauses }: Pick<Placement, 'clauses'>) {
  if (clauses.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('clause_wordings as w')
    .innerJoin('clauses as k', 'k.id', 'w.clause_id')
    .select(['w.clause_id', 'w.code', 'w.title', 'w.version', 'w.wording', 'w.made_by', 'k.market'])
    .where(
      'w.clause_id',
      'in',
      clauses.map((one) => one.id),
    )
    .execute();
  return clauses.flatMap(({ id, wording_version: version }) =>
    rows
      .filter((row) => row.clause_id === id && row.version === version)
      .map(({ code, title, version: of, wording, made_by: by, market }) => {
        const isSummary = by === null && market === 'LONDON' && PUBLISHED.test(code);
        return { code, title, version: of, wording: isSummary ? '' : wording };
      }),
  );
}

type Kept = { id: number; branchId: number; input: PolicyInput };

/** Writes the clauses of policies in their order, each with the wording that it keeps from now on. */
export async function writeClauses(ctx: Ctx, policies: readonly Kept[]): Promise<void> {
  const newest = await registerOf(ctx, [
    ...new Map(policies.flatMap(({ input }) => requestsIn(input)).map((one) => [one.id, one])).values(),
  ]);
  const rows = [];
  for (const { id, branchId, input } of policies) {
    // Only a policy that is edited has any.
    const held = 'id' in input ? await heldBy(ctx, id) : new Map<number, number>();
    if ('id' in input) await ctx.db.deleteFrom('policy_clauses').where('policy_id', '=', id).execute();
    for (const [index, { id: clause, version }] of requestsIn(input).entries())
      rows.push({
        branch_id: branchId,
        policy_id: id,
        position: index + 1,
        clause_id: clause,
        wording_version: version ?? held.get(clause) ?? newest.find((one) => one.id === clause)?.wording_version ?? 1,
      });
  }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await ctx.db
      .insertInto('policy_clauses')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

// A statement takes 65,535 values.
const ROWS_AT_ONCE = 5_000;
