import { sql } from 'kysely';
import { nameKey } from '../../../../domain/names.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import type { Standing } from '../../../../domain/placements/rules.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { PartyRef } from '../../placements/queries.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

export type PartyKind = 'REINSURED' | 'INSURED' | 'SECURITY';
type NamedParty = PartyRef & Standing & { kind: PartyKind; id: number };
type Row = NamedParty & { key: string; exact: boolean };

/** Parties that rows name, by their names as the file writes them, and by id. */
export type Names = {
  byId: Map<number, NamedParty>;
  find: (kind: PartyKind, name: string) => NamedParty | undefined;
  loadNames: (names: readonly { kind: PartyKind; name: string }[]) => Promise<void>;
  loadIds: (ids: readonly number[]) => Promise<void>;
};

const FIELDS = sql`m.id, m.kind, m.name, m.status, m.resident, m.line_limit as "lineLimit", m.rated_on as "ratedOn"`;

/**
 * Finds parties for one step of an import. A reinsured and a security are also known by their short names; one that was
 * merged into another is that other; of two securities of a name, the one of the placements' own market is meant.
 */
export function partyNames(ctx: Ctx, market: Market): Names {
  const byId = new Map<number, NamedParty>();
  const byName = new Map<string, NamedParty | undefined>();
  const keyOf = (kind: PartyKind, name: string) => `${kind}/${nameKey(name)}`;
  const loadNames: Names['loadNames'] = async (names) => {
    const missing = [...new Set(names.map(({ kind, name }) => keyOf(kind, name)))].filter((key) => !byName.has(key));
    if (missing.length === 0) return;
    const { rows } = await sql<Row>`
      with names as (select split_part(key, '/', 1) as kind, substr(key, strpos(key, '/') + 1) as name, key
        from unnest(${missing}::text[]) as key),
      matches as (
        select a.key, p.id, true as exact from names a join parties p on p.kind = a.kind and p.name_key = a.name
        union all
        select a.key, p.id, false from names a join parties p on p.kind = a.kind and p.short_name <> ''
          and a.kind <> 'INSURED' and lower(regexp_replace(p.short_name, '\\s', '', 'g')) = a.name)
      select f.key, f.exact, ${FIELDS} from matches f join parties p on p.id = f.id
        join parties m on m.id = ${eitherId('p.merged_into', 'p.id')}
      order by f.exact, (m.market = ${market}) nulls first, m.status = 'ACTIVE', m.id desc`.execute(ctx.db);
    for (const key of missing) byName.set(key, undefined);
    // The best match comes last and stays.
    for (const { key, exact: _exact, ...party } of rows) {
      byName.set(key, party);
      byId.set(party.id, party);
    }
  };
  return {
    byId,
    find: (kind, name) => byName.get(keyOf(kind, name)),
    loadNames,
    loadIds: async (ids) => {
      const missing = [...new Set(ids)].filter((id) => !byId.has(id));
      if (missing.length === 0) return;
      const { rows } = await sql<NamedParty>`
        select ${FIELDS} from parties m where m.id = any(${missing}::int[])`.execute(ctx.db);
      for (const party of rows) byId.set(party.id, party);
    },
  };
}
