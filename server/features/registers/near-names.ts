import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { nameKey } from '../../../domain/names.ts';
import { nearness } from '../../../domain/registers/near-names.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PartyRegister } from './party-values.ts';
import { eitherId } from '../../platform/db/either-id.ts';

const SHOWN = 5;
// Of the nearest by their trigrams, which the index gives; the rule of the domain decides which of them are near.
const CANDIDATES = 25;

/** What may be the same party under another spelling, the nearest first. A merged one answers as what it was merged into. §8. */
export async function similarParties(
  ctx: Ctx,
  register: PartyRegister,
  { query }: Decoded<PartyEndpoints['similar']>,
): Promise<Reply<PartyEndpoints['similar']>> {
  if (query.name.length < 2) return [];
  const { rows } = await sql<{
    near_name: string;
    id: number;
    name: string;
    address: string;
    country_name: string;
    status: 'ACTIVE' | 'INACTIVE';
  }>`
    select n.name as near_name, p.id, p.name, p.address, p.country_name, p.status
    from parties_near(${query.name}, ${register.kind}, ${register.market}, ${CANDIDATES}) n
    join parties o on o.id = n.id join parties p on p.id = ${eitherId('o.merged_into', 'o.id')}
    order by n.distance, p.id`.execute(ctx.db);
  const key = nameKey(query.name);
  const near = rows
    .map(({ near_name, address, country_name, ...row }) => ({
      ...row,
      place: address.split('\n').at(-1) || country_name,
      exact: nameKey(near_name) === key,
      rank: nearness(query.name, near_name),
    }))
    .filter((row) => row.id !== query.except && (row.exact || row.rank !== null))
    .toSorted((a, b) => order(a) - order(b));
  const once = near.filter((row, index) => near.findIndex((other) => other.id === row.id) === index);
  return once.slice(0, SHOWN).map(({ rank: _rank, ...row }) => row);
}

const order = (row: { exact: boolean; rank: string | null }) => (row.exact ? 0 : row.rank === 'SAME' ? 1 : 2);
