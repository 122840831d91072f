import { sql } from 'kysely';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PartyRegister } from './party-values.ts';

type Preview = Reply<PartyEndpoints['mergePreview']>;
type Party = {
  id: number;
  name: string;
  version: number;
  status: string;
  kind: string;
  market: string | null;
  merged_into: number | null;
};

const COLUMNS = ['id', 'name', 'version', 'status', 'kind', 'market', 'merged_into'] as const;

async function pairOf(ctx: Ctx, ids: { loser: number; survivor: number; lock: boolean }): Promise<[Party, Party]> {
  const query = ctx.db.selectFrom('parties').select(COLUMNS).where('id', 'in', [ids.loser, ids.survivor]).orderBy('id');
  const rows = await (ids.lock ? query.forUpdate() : query).execute();
  const loser = rows.find((row) => row.id === ids.loser);
  const survivor = rows.find((row) => row.id === ids.survivor);
  if (!loser || !survivor) throw new AppError('NOT_FOUND');
  return [loser, survivor];
}

function ofRegister(register: PartyRegister, party: Party): boolean {
  return party.kind === register.kind && party.market === register.market;
}

/** Policies that a sentence names: the first few, and how many more. */
function namesOf(references: readonly string[]): string {
  const [first, rest] = [references.slice(0, 5), references.length - 5];
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ');
}

/** Refuses what cannot be one party. Throws NOT_FOUND, VALIDATION, CANNOT_MERGE, MERGED, SAME_PLACEMENT. §8. */
async function assertMayMerge(
  ctx: Ctx,
  register: PartyRegister,
  [loser, survivor]: readonly [Party, Party],
): Promise<void> {
  if (!ofRegister(register, loser)) throw new AppError('NOT_FOUND');
  if (loser.id === survivor.id) throw invalid({ field: 'into', message: 'Choose another one to merge into.' });
  if (!ofRegister(register, survivor))
    throw new AppError('CANNOT_MERGE', {
      loser: loser.name,
      survivor: survivor.name,
      why: 'they are in different registers.',
    });
  for (const party of [loser, survivor]) {
    if (party.merged_into === null) continue;
    const into = await ctx.db
      .selectFrom('parties')
      .select('name')
      .where('id', '=', party.merged_into)
      .executeTakeFirst();
    throw new AppError('MERGED', { name: party.name, into: into?.name ?? '' });
  }
  const { rows } = await sql<{ broker_reference: string }>`
    select broker_reference from shared_placements(${loser.id}, ${survivor.id})`.execute(ctx.db);
  if (rows.length > 0)
    throw new AppError('SAME_PLACEMENT', { policies: namesOf(rows.map((row) => row.broker_reference)) });
}

async function movesOf(ctx: Ctx, loser: number): Promise<Preview['moves']> {
  const { rows } = await sql<{ what: string; count: number }>`
    select relation as what, sum(rows)::int as count from party_reference_counts(${loser}) group by relation
    union all select 'party_contacts', count(*)::int from party_contacts where party_id = ${loser}
    union all select 'party_intermediaries', count(*)::int from party_intermediaries where party_id = ${loser}
    union all select 'party_bank_accounts', count(*)::int from party_bank_accounts where party_id = ${loser}
    order by 1`.execute(ctx.db);
  return rows.filter((row) => row.count > 0);
}

/** What a merge would move, in every branch, and why it cannot be done if it cannot. */
export async function mergePreview(
  ctx: Ctx,
  register: PartyRegister,
  { params, query }: Decoded<PartyEndpoints['mergePreview']>,
): Promise<Preview> {
  const pair = await pairOf(ctx, { loser: params.id, survivor: query.into, lock: false });
  if (!ofRegister(register, pair[0])) throw new AppError('NOT_FOUND');
  let refusal: string | null = null;
  try {
    await assertMayMerge(ctx, register, pair);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusal = error.errors[0]?.message ?? error.message;
  }
  const [loser, survivor] = pair.map(({ id, name, version }) => ({ id, name, version })) as [
    Preview['loser'],
    Preview['survivor'],
  ];
  return { loser, survivor, why_not: refusal, moves: await movesOf(ctx, loser.id) };
}

/** Makes one party of two, in one transaction: whatever named the first names the second. §8. */
export async function mergeParties(
  ctx: Ctx,
  register: PartyRegister,
  { body }: Decoded<PartyEndpoints['merge']>,
): Promise<Reply<PartyEndpoints['merge']>> {
  const pair = await pairOf(ctx, { loser: body.loser.id, survivor: body.survivor.id, lock: true });
  const [loser, survivor] = pair;
  await assertMayMerge(ctx, register, pair);
  assertVersion(loser.version, body.loser.version);
  assertVersion(survivor.version, body.survivor.version);
  const moves = await movesOf(ctx, loser.id);
  await sql`select merge_parties(${loser.id}, ${survivor.id}, ${ctx.user.id})`.execute(ctx.db);
  const counts = Object.fromEntries(moves.map(({ what, count }) => [what, count]));
  await ctx.audit({
    entity: 'party',
    entityId: loser.id,
    action: 'merged_into',
    facts: { into: survivor.id, moved: counts },
    personal: { name: loser.name, into: survivor.name },
  });
  await ctx.audit({
    entity: 'party',
    entityId: survivor.id,
    action: 'merged_from',
    facts: { from: loser.id, moved: counts },
    personal: { name: survivor.name, from: loser.name },
  });
  return { id: survivor.id, version: survivor.version + 1, status: survivor.status };
}
