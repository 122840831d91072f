import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { oneParty, partyPosition, partyPremium } from '../../../domain/parties/contract.ts';
import { type PartyKind, positionTable } from '../../../domain/parties/tables.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { partyRecord } from '../registers/party-record.ts';
import { PARTY_REGISTERS, type PartyRegister } from '../registers/party-values.ts';
import { bucketColumns } from '../reports/money/aged.ts';
import { branchesWith } from '../permitted.ts';
import { monthOf, calendarMonths } from '../reports/production/months.ts';
import { openSumsOf, sidesOf } from './open.ts';
import { premiumBetween } from '../registers/party-production.ts';

const REGISTERS: Record<PartyKind, PartyRegister> = {
  REINSURED: PARTY_REGISTERS.reinsured,
  INSURED: PARTY_REGISTERS.insured,
  LOCAL: PARTY_REGISTERS.securities,
  LONDON: PARTY_REGISTERS.securitiesLondon,
};

/** Which register a party is of. Parties belong to the firm; what hangs on them is a branch's. §5. */
export async function kindOf(ctx: Ctx, id: number): Promise<{ kind: PartyKind; erased: boolean }> {
  const row = await ctx.db
    .selectFrom('parties')
    .select(['kind', 'market', 'erased_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return { kind: (row.market ?? row.kind) as PartyKind, erased: row.erased_at !== null };
}

export async function partyOf(ctx: Ctx, { params }: Decoded<typeof oneParty>): Promise<Reply<typeof oneParty>> {
  const { kind, erased } = await kindOf(ctx, params.id);
  return { ...(await partyRecord(ctx, REGISTERS[kind], params.id)), kind, erased };
}

/** What is open with a party by side, currency and age. §7 Ageing buckets. */
export async function positionOf(
  ctx: Ctx,
  { params: { id } }: Decoded<typeof partyPosition>,
): Promise<Reply<typeof partyPosition>> {
  await kindOf(ctx, id);
  if (sidesOf(ctx).toUs.length === 0) return { as_at: ctx.today, data: null };
  const value = sql`(case when o.side = 'TO_US' then o.amount else -o.amount end)`;
  const { rows } = await sql<Values<typeof positionTable>>`
    select o.side, o.currency, ${bucketColumns(value, ctx.today)},
      coalesce(sum(${value}) filter (where o.due_on < ${ctx.today}::date and o.function <> 'UNALLOCATED_CASH'), 0)::bigint as overdue,
      coalesce(-sum(${value}) filter (where o.function = 'UNALLOCATED_CASH'), 0)::bigint as unallocated,
      coalesce(sum(${value}), 0)::bigint as total
    from (
      select i.side, i.currency, a.function, i.due_on, sum(i.amount) as amount
      from ${openSumsOf(ctx, sql`select ${id}::int`)} i join ledger_accounts a on a.code = i.account
      group by i.side, i.currency, i.account, a.function, i.due_on, i.debit having sum(i.amount) <> 0) o
    group by 1, 2 order by 1 desc, 2`.execute(ctx.db);
  return { as_at: ctx.today, data: rows.map((row) => replyRow(positionTable, row, ctx.firm.baseCurrency)) };
}

/** Premium by month of this year and last, in base at booked rates. */
export async function premiumOf(
  ctx: Ctx,
  { params: { id } }: Decoded<typeof partyPremium>,
): Promise<Reply<typeof partyPremium>> {
  await kindOf(ctx, id);
  const currency = ctx.firm.baseCurrency;
  const year = yearOf(ctx.today);
  const branches = branchesWith(ctx, 'reports.production');
  if (branches.length === 0) return { year, currency, months: null };
  const reach = { parties: sql`select ${id}::int`, branches };
  const { rows } = await sql<{ month: string; base: bigint }>`
    select to_char(x.month, 'YYYY-MM') as month, sum(x.base)::bigint as base
    from (${premiumBetween(reach, { from: `${year - 1}-01-01`, to: `${year}-12-31` })}) x group by 1`.execute(ctx.db);
  const made = new Map(rows.map((row) => [row.month, row.base]));
  const of = (first: string) => formatAmount(made.get(monthOf(first)) ?? 0n, currency);
  const before = calendarMonths(year - 1);
  return {
    year,
    currency,
    months: calendarMonths(year).map((first, index) => ({
      month: monthOf(first),
      premium: of(first),
      before: of(before[index] ?? first),
    })),
  };
}
