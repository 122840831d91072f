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
import type { searchRecords } from '../../../domain/reports/contract.ts';
import { showAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED, searchKey } from '../../platform/http/lists.ts';
import { searchOf, shownColumns, TABLES } from '../records.ts';
import { branchesWith } from './permitted.ts';

type Hits = Reply<typeof searchRecords>;

const MOST = 20;

type Reach = { search: string; branches: number[]; most: number };

// The matching functions see the branches of the session. Where a kind may be seen in fewer of them, what they give is
// narrowed afterwards, so that they must give more.
function reachOf(ctx: Ctx, search: string, permission: Permission): Reach | null {
  const branches = branchesWith(ctx, permission);
  if (branches.length === 0) return null;
  return { search, branches, most: branches.length === ctx.scope.length ? MOST : COUNTED + 1 };
}

type Found = {
  id: number;
  number: string | null;
  reinsured: string | null;
  title: string;
  currency: string;
  amount: bigint;
  status: AnyStatus;
};

/** What a hit says of a record: its parties or its money, and its status. */
function detailOf(kind: SearchedKind, { reinsured, title, currency, amount, status }: Found): string {
  const { states }: Kind = KINDS[kind];
  const label = states[status]?.label ?? status;
  const money = `${currency} ${showAmount(amount, currency, 'digits')}`;
  return (reinsured === null ? [title, money, label] : [reinsured, title, label]).join(' · ');
}

async function hitsOf(ctx: Ctx, kind: SearchedKind, { search, branches, most }: Reach): Promise<Hits> {
  const { name, number, party } = TABLES[kind];
  const { ids, reinsured = sql`null` } = searchOf(kind);
  const { rows } = await sql<Found>`
    select t.id, t.${sql.ref(number)} as number, ${reinsured} as reinsured, ${shownColumns(kind)}, t.status
    from (select * from ${sql.table(name)} where id in (${ids(search, most)}) and branch_id = any(${branches}::int[])
      order by id desc limit ${MOST}) t
    left join parties p on p.id = ${party}
    order by t.id desc`.execute(ctx.db);
  return rows.map((row) => ({
    kind,
    id: row.id,
    title: row.number ?? `${titleOf(KINDS[kind])} ${row.id}`,
    detail: detailOf(kind, row),
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

/** Records by number or party for the command palette, newest first, only of kinds that the caller may view. */
export async function searchHits(ctx: Ctx, { query }: Decoded<typeof searchRecords>): Promise<Hits> {
  const text = searchKey(query.searchValue);
  if (text === '') return [];
  const lists: Hits[] = [];
  for (const kind of SEARCHED) {
    const reach = reachOf(ctx, text, KINDS[kind].view);
    lists.push(reach ? await hitsOf(ctx, kind, reach) : []);
  }
  return fairly(lists);
}
