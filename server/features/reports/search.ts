import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { Permission } from '../../../domain/permissions.ts';
import {
  KINDS,
  SEARCHED,
  titleOf,
  type AnyStatus,
  type Kind,
  type SearchedKind,
} from '../../../domain/records/kinds.ts';
import type { searchRecords } from '../../../domain/reports/search.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { searchOf, shownColumns, TABLES } from '../records.ts';
import { branchesWith } from '../permitted.ts';
import { fileHits, noteHits, partyHits } from './search-apart.ts';

type Hits = Reply<typeof searchRecords>;

const MOST = 24;
/** How many of one kind are looked for: more than fit beside others, fewer than all. */
const OF_KIND = 12;

type Reach = { search: string; branches: number[]; most: number };

// The matching functions see the branches of the session. Where a kind may be seen in fewer of them, what they give is
// narrowed afterwards, so that they must give more.
function reachOf(ctx: Ctx, search: string, permission: Permission): Reach | null {
  const branches = branchesWith(ctx, permission);
  if (branches.length === 0) return null;
  return { search, branches, most: branches.length === ctx.scope.length ? OF_KIND : COUNTED + 1 };
}

type Found = {
  id: number;
  number: string | null;
  reinsured: string | null;
  title: string;
  branch: string;
  currency: string;
  amount: bigint;
  status: AnyStatus;
};

async function hitsOf(ctx: Ctx, kind: SearchedKind, { search, branches, most }: Reach): Promise<Hits> {
  const { name, number, party } = TABLES[kind];
  const { states }: Kind = KINDS[kind];
  const { ids, reinsured = sql`null` } = searchOf(kind);
  const { rows } = await sql<Found>`
    select t.id, t.${sql.ref(number)} as number, ${reinsured} as reinsured, (select b.code from branches b where b.id = t.branch_id) as branch, ${shownColumns(kind)}, t.status
    -- As an array: of a set, whose size the planner does not know, it may walk all records from the newest to find its few.
    from (select * from ${sql.table(name)} where id = any(array(${ids(search, most)})) and branch_id = any(${branches}::int[])
      order by id desc limit ${OF_KIND}) t
    left join parties p on p.id = ${party}
    order by t.id desc`.execute(ctx.db);
  return rows.map((row) => ({
    kind,
    id: row.id,
    title: row.number ?? `${titleOf(KINDS[kind])} ${row.id}`,
    detail: row.reinsured === null ? row.title : `${row.reinsured} · ${row.title}`,
    branch: row.branch,
    state: states[row.status]?.label ?? row.status,
    currency: row.currency,
    amount: formatAmount(row.amount, row.currency),
    of: null,
  }));
}

/** Each kind in turn, so that many policies do not hide the one receipt; then by kind again, as the palette shows them. */
function fairly(lists: readonly Hits[]): Hits {
  const taken = new Set<Hits[number]>();
  for (let index = 0; index < MOST; index += 1) {
    for (const list of lists) {
      const hit = list[index];
      if (hit && taken.size < MOST) taken.add(hit);
    }
  }
  return lists.flatMap((list) => list.filter((hit) => taken.has(hit)));
}

/** A part of a text is found by an index from three characters on; of two, names and numbers are looked for alone. */
const PART = 3;

/** Parties, notes, records and files by a text, the newest first, each as far as the caller may view it. */
export async function searchHits(ctx: Ctx, { query }: Decoded<typeof searchRecords>): Promise<Hits> {
  const text = searchKey(query.searchValue);
  if (text === '') return [];
  const lists: Hits[] = [await partyHits(ctx, text, OF_KIND), await noteHits(ctx, text, OF_KIND)];
  if (text.length < PART) return fairly(lists);
  for (const kind of SEARCHED) {
    const reach = reachOf(ctx, text, KINDS[kind].view);
    lists.push(reach ? await hitsOf(ctx, kind, reach) : []);
  }
  lists.push(await fileHits(ctx, text, OF_KIND));
  return fairly(lists);
}
