import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { CHECK_NAMES, type closingChecklist, type ClosingCheck } from '../../../domain/closing/checks.ts';
import { dayOfMonth } from '../../../domain/closing/periods.ts';
import { valueOf } from '../../../domain/closing/revaluation.ts';
import { KIND_NAMES, titleOf, KINDS, type KindName } from '../../../domain/records/kinds.ts';
import { addDays, lastOfMonth, type Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { clientMoneyAt } from '../ledger/client-money.ts';
import { LEFT } from '../left-to-close.ts';
import { TABLES } from '../records.ts';
import { positionsAt, ratesOf } from './positions.ts';

type Span = { first: Day; last: Day };
type Found = Omit<Reply<typeof closingChecklist>['data'][number], 'check'>;

const SHOWN = 5;

/** Records of a kind by a condition on `t`, counted, with the first of them. */
async function recordsWhere(ctx: Ctx, kind: KindName, condition: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<{ id: number; number: string | null; count: number }>`
    select t.id, t.${sql.ref(TABLES[kind].number)} as number, count(*) over ()::int as count from ${sql.table(TABLES[kind].name)} t
    where t.branch_id = any(${ctx.scope}::int[]) and ${condition} order by t.id limit ${SHOWN}`.execute(ctx.db);
  const records = rows.map(({ id, number }) => ({ kind, id, label: number ?? `${titleOf(KINDS[kind])} #${id}` }));
  return { count: rows[0]?.count ?? 0, records };
}

/** What was submitted by the end of the month and waits; what has a day of its own has a check of its own. */
async function waiting(ctx: Ctx, { last }: Span): Promise<Found> {
  const found: Found[] = [];
  for (const kind of KIND_NAMES)
    if (kind !== 'receipt' && kind !== 'voucher' && kind !== 'journal')
      found.push(
        await recordsWhere(
          ctx,
          kind,
          sql`t.status = 'PENDING' and (coalesce(t.submitted_at, t.created_at) at time zone ${ctx.firm.timeZone})::date < ${addDays(last, 1)}`,
        ),
      );
  return {
    count: found.reduce((total, { count }) => total + count, 0),
    records: found.flatMap(({ records }) => records).slice(0, SHOWN),
  };
}

/** Accounts that what the caller's branches paid from them left below nothing: one that several share is overdrawn as a whole, or not. */
async function overdrawn(ctx: Ctx, { last }: Span): Promise<Found> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from daily_balances where branch_id = any(${ctx.scope}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day <= ${last}
      group by bank_account_id having sum(debit - credit) < 0) short`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, records: [] };
}

/** Balances that a revaluation would still move, or that have no rate to be moved to. M7. */
async function notRevalued(ctx: Ctx, { last }: Span): Promise<Found> {
  const positions = await positionsAt(ctx, last);
  const rates = await ratesOf(ctx, positions, last);
  const off = positions.filter((position) => {
    const rate = rates.get(position.currency) ?? null;
    if (rate === null && position.amount !== 0n) return true;
    return valueOf(position, { base: ctx.firm.baseCurrency, rate: rate ?? 0n }).difference !== 0n;
  });
  return { count: off.length, records: [] };
}

/** What the bank said until the end of the month and no record is: of accounts of the caller's branches, or of every branch. M10. */
async function unmatched(ctx: Ctx, { last }: Span): Promise<Found> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_lines where live and not matched and day <= ${last}
      and (branch_id is null or branch_id = any(${ctx.scope}::int[]))`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, records: [] };
}

/** How each check counts, in the caller’s branches. Another check is one more entry, here and in `CLOSING_CHECKS`. */
const COUNTS: Record<ClosingCheck, (ctx: Ctx, span: Span) => Promise<Found>> = {
  RECEIPTS: (ctx, span) => recordsWhere(ctx, 'receipt', LEFT.RECEIPTS(span)),
  VOUCHERS: (ctx, span) => recordsWhere(ctx, 'voucher', LEFT.VOUCHERS(span)),
  JOURNALS: (ctx, span) => recordsWhere(ctx, 'journal', LEFT.JOURNALS(span)),
  WAITING: waiting,
  UNALLOCATED: (ctx, span) => recordsWhere(ctx, 'receipt', LEFT.UNALLOCATED(span)),
  OVERDRAWN: overdrawn,
  BANK_LINES: unmatched,
  CLIENT_MONEY: async (ctx, { last }) => ({
    count: (await clientMoneyAt(ctx, last)).filter(({ result }) => result < 0n).length,
    records: [],
  }),
  REVALUATION: notRevalued,
};

/** What is left to do before a month is closed, in the order of the checks. */
export async function checklistOf(
  ctx: Ctx,
  { query }: Decoded<typeof closingChecklist>,
): Promise<Reply<typeof closingChecklist>> {
  const first = dayOfMonth(query.month);
  const data = [];
  for (const check of CHECK_NAMES)
    data.push({ check, ...(await COUNTS[check](ctx, { first, last: lastOfMonth(first) })) });
  return { month: query.month, data };
}
