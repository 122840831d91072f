import { type RawBuilder, sql } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { listClients, listReinsurers } from '../../../domain/parties/contract.ts';
import {
  type clientTable,
  clientTable as clients,
  reinsurerTable as reinsurers,
} from '../../../domain/parties/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { fact } from '../../platform/exports/facts.ts';
import { listing } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { every, same, searchKey, when } from '../../platform/http/lists.ts';
import { contains } from '../registers/page.ts';
import { reportPage, type ReportQuery, reportRows } from '../reports/paging.ts';
import { branchesWith } from '../permitted.ts';
import { openByParty, sidesOf } from './open.ts';
import { inForceOn, premiumBetween } from '../registers/party-production.ts';

type Query = Decoded<typeof listClients>['query'] | Decoded<typeof listReinsurers>['query'];
type Row = Values<typeof clientTable>;

type PartySide = 'CLIENT' | 'REINSURER';

const KINDS: Record<PartySide, readonly string[]> = { CLIENT: ['REINSURED', 'INSURED'], REINSURER: ['SECURITY'] };
const kind = sql`case when t.kind = 'SECURITY' then t.market else t.kind end`;

const SORTS = {
  id: 'id',
  name: 'name_key',
  kind: 'kind',
  country: 'country',
  status: 'status',
  to_us: 'open_to_us',
  by_us: 'open_by_us',
} satisfies Record<Sortable<typeof clientTable>, string>;

/** The figures of the parties shown. One that the caller may see in no branch is null. */
function figuresOf(
  ctx: Ctx,
  rows: RawBuilder<unknown>,
  balances: (parties: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sides = sidesOf(ctx);
  const producing = branchesWith(ctx, 'reports.production');
  const viewing = branchesWith(ctx, 'policies.view');
  const year = yearOf(ctx.today);
  const parties = sql`select id from ${rows}`;
  const seen = (branches: readonly number[], figure: RawBuilder<unknown>, type: 'bigint' | 'int') =>
    branches.length === 0 ? sql`null::${sql.raw(type)}` : sql`coalesce(${figure}, 0)::${sql.raw(type)}`;
  const since = `${year}-01-01`;
  return sql`
    select r.id as shown_of, ${seen(sides.toUs, sql`o.to_us`, 'bigint')} as to_us, ${seen(sides.toUs, sql`o.overdue`, 'bigint')} as overdue,
      ${seen(sides.byUs, sql`o.by_us`, 'bigint')} as by_us, ${seen(producing, sql`w.premium`, 'bigint')} as premium,
      ${seen(producing, sql`w.premium_before`, 'bigint')} as premium_before, ${seen(viewing, sql`f.in_force`, 'int')} as in_force
    from ${rows} r
    left join ${balances(parties)} o on o.party_id = r.id
    left join (
      select x.party_id, sum(x.base) filter (where x.month >= ${since}::date) as premium, sum(x.base) filter (where x.month < ${since}::date) as premium_before
      from (${premiumBetween({ parties, branches: producing }, { from: `${year - 1}-01-01`, to: `${year}-12-31` })}) x group by 1) w on w.party_id = r.id
    left join (
      select x.party_id, sum(x.in_force) as in_force from (${inForceOn({ parties, branches: viewing }, ctx.today)}) x group by 1) f on f.party_id = r.id`;
}

function reportOf(ctx: Ctx, side: PartySide, query: Query): ReportQuery {
  const search = searchKey(query.searchValue ?? '');
  const within = sql`t.kind = any(${[...KINDS[side]]}::text[]) and t.merged_into is null`;
  const byAmount = query.open !== undefined || /(^|;)\s*(to_us|by_us)/.test(query.sort ?? '');
  const conditions = every([
    within,
    same({ status: query.status, country: query.country }),
    when(query.kind, (one) => sql`${kind} = ${one}`),
    when(query.open, () => sql`(b.to_us <> 0 or b.by_us <> 0)`),
    search === '' ? undefined : contains(sql`t.search_text`, search),
  ]);
  const filtered =
    conditions !== undefined && (search !== '' || [query.status, query.country, query.kind, query.open].some(Boolean));
  return {
    ctes: sql`${byAmount ? sql`balances as materialized (${openByParty(ctx)}),` : sql``}
      found as (select t.id, t.name, t.name_key, t.short_name, ${kind} as kind, nullif(t.country_name, '') as country, t.status,
          ${byAmount ? sql`coalesce(b.to_us, 0) as open_to_us, coalesce(b.by_us, 0) as open_by_us` : sql`0 as open_to_us, 0 as open_by_us`}
        from parties t ${byAmount ? sql`left join balances b on b.party_id = t.id` : sql``} where ${conditions ?? sql`true`})`,
    sorts: SORTS,
    defaultSort: 'name',
    key: ['id'],
    total: filtered ? sql`(select count(*) from parties t where ${within})` : undefined,
    shown: (rows) =>
      figuresOf(ctx, rows, (parties) => (byAmount ? sql`balances` : sql`(${openByParty(ctx, parties)})`)),
  };
}

const listOf = (side: PartySide, titles: { name: string; title: string; table: typeof clientTable }) => {
  const list = listing({
    ...titles,
    facts: (_ctx: Ctx, { open }: Query) => [fact('Open', open && 'Something is open')],
    page: async (ctx: Ctx, query: Query) => (await reportPage<Row>(ctx, reportOf(ctx, side, query), query)).page,
    all: (ctx, query) => reportRows<Row>(ctx, reportOf(ctx, side, query), query),
    rowOf: (row) => row,
  });
  return {
    ...list,
    reply: async (ctx: Ctx, input: { query: Query }) => ({
      ...(await list.reply(ctx, input)),
      base_currency: ctx.firm.baseCurrency,
    }),
  };
};

/** Reinsureds and insureds with what is open, overdue, written and in force. */
export const clientList = listOf('CLIENT', { name: 'clients', title: 'Clients', table: clients });
/** The same of the securities of both markets. */
export const reinsurerList = listOf('REINSURER', { name: 'reinsurers', title: 'Reinsurers', table: reinsurers });
