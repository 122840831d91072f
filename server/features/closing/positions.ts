import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { POSITION_BESIDE, positionTable, type listPositions } from '../../../domain/closing/contract.ts';
import { financialYearOf, monthsOfYear } from '../../../domain/values/financial-year.ts';
import { valueOf, type Position, type Revalued } from '../../../domain/closing/revaluation.ts';
import { REVALUED_FUNCTIONS } from '../../../domain/ledger/accounts.ts';
import { type LedgerEvent, REVALUATIONS, YEAR_ENDS } from '../../../domain/ledger/entries.ts';
import { besideOn } from '../../../domain/reports/beside.ts';
import { figureBeside, pairedWith } from '../../../domain/reports/laid.ts';
import { emptied, replyRow, type Values } from '../../../domain/tables/table.ts';
import { writtenDay, type Day } from '../../../domain/values/day.ts';
import { type CurrencyCode, formatAmount, sum } from '../../../domain/values/money.ts';
import type { ExchangeRate } from '../../../domain/values/rate.ts';
import { besideFact } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { readFirm } from '../firm/settings.ts';
import { eventsIn } from '../ledger/events.ts';
import { lastRate } from '../ledger/rates.ts';
import { refOf } from '../records.ts';

type Ref = { id: number; name: string } | null;
/** A balance in another currency than the base, with what it is called. */
type NamedPosition = Position & {
  branchId: number;
  branch: string;
  accountName: string;
  party: Ref;
  tax: Ref;
  bank: Ref;
};
type Stored = {
  branch_id: number;
  branch: string;
  account: string;
  account_name: string;
  party_id: number;
  party: string | null;
  tax_id: number;
  tax: string | null;
  bank_id: number;
  bank: string | null;
  currency: string;
  amount: bigint;
  base: bigint;
};

/** Every balance that the rate of a day can change, as at the end of it, from the daily balances. M7. */
export async function positionsAt(ctx: Ctx, day: Day): Promise<NamedPosition[]> {
  const { rows } = await sql<Stored>`
    select t.branch_id, b.code as branch, t.account, a.name as account_name, t.party_id, p.name as party, t.tax_id, x.name as tax,
      t.bank_account_id as bank_id, k.name as bank, t.currency, t.amount, t.base
    from (select branch_id, account, party_id, tax_id, bank_account_id, currency,
        sum(debit - credit)::bigint as amount, sum(base_debit - base_credit)::bigint as base
      from daily_balances
      where branch_id = any(${ctx.scope}::int[]) and account = any(${accountsOf(...REVALUED_FUNCTIONS)})
        -- Named, so that balances in the base currency, most of them, are skipped in the index.
        and currency = any(array(select code from currencies where code <> ${ctx.firm.baseCurrency})) and day <= ${day}
      group by 1, 2, 3, 4, 5, 6 having sum(debit - credit) <> 0 or sum(base_debit - base_credit) <> 0) t
    join branches b on b.id = t.branch_id join ledger_accounts a on a.code = t.account left join parties p on p.id = t.party_id
    left join taxes x on x.id = t.tax_id left join bank_accounts k on k.id = t.bank_account_id
    order by b.code, t.currency, t.account, p.name, t.party_id, x.name, t.tax_id, k.name, t.bank_account_id`.execute(
    ctx.db,
  );
  const id = (one: number) => (one === 0 ? undefined : one);
  const named = (one: number, name: string | null) => refOf(one === 0 ? null : one, name);
  return rows.map((row) => ({
    branchId: row.branch_id,
    branch: row.branch,
    account: row.account,
    accountName: row.account_name,
    partyId: id(row.party_id),
    party: named(row.party_id, row.party),
    taxId: id(row.tax_id),
    tax: named(row.tax_id, row.tax),
    bankAccountId: id(row.bank_id),
    bank: named(row.bank_id, row.bank),
    currency: row.currency,
    amount: row.amount,
    base: row.base,
  }));
}

/** The last rate of each currency of a day, null where there is none within 7 days. */
export async function ratesOf(
  ctx: Ctx,
  positions: readonly Position[],
  day: Day,
): Promise<Map<string, ExchangeRate | null>> {
  const rates = new Map<string, ExchangeRate | null>();
  for (const { currency } of positions)
    if (!rates.has(currency)) rates.set(currency, await lastRate(ctx, currency, day));
  return rates;
}

export type RatedPosition = Revalued<NamedPosition> & { rate: ExchangeRate | null };

/** What a revaluation at a day would change. Throws NO_EXCHANGE_RATE where something is held in a currency without a rate. */
export async function revaluedAt(ctx: Ctx, day: Day): Promise<RatedPosition[]> {
  const positions = await positionsAt(ctx, day);
  const rates = await ratesOf(ctx, positions, day);
  return positions
    .map((position) => {
      const rate = rates.get(position.currency) ?? null;
      if (rate === null && position.amount !== 0n)
        throw new AppError('NO_EXCHANGE_RATE', { currency: position.currency, day: writtenDay(day) });
      return { ...position, rate, ...valueOf(position, { base: ctx.firm.baseCurrency, rate: rate ?? 0n }) };
    })
    .filter(({ difference }) => difference !== 0n);
}

type Gains = { currency: string; revalued: bigint; realised: bigint };

/**
 * What exchange gained, less what it lost, per currency between two days: by revaluing apart from by settling. What all of it comes to is kept by
 * day; what revaluations and closed years booked of it is read from their entries, which are few.
 */
async function gainsOf(ctx: Ctx, { from, to }: { from: Day; to: Day }): Promise<Map<string, Gains>> {
  const own = sql`branch_id = any(${ctx.scope}::int[])`;
  const exchange = sql`account = any(${accountsOf('EXCHANGE_GAIN', 'EXCHANGE_LOSS')})`;
  const booked = (events: readonly LedgerEvent[]) => sql`
    select l.currency, l.base_amount from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.event in ${eventsIn(events)} and e.${own} and e.day between ${from}::date and ${to}::date and l.${exchange}`;
  const { rows } = await sql<Gains>`
    select currency, -sum(revalued)::bigint as revalued, -sum(whole - revalued - closed)::bigint as realised from (
      select currency, base_debit - base_credit as whole, 0::bigint as revalued, 0::bigint as closed
      from daily_balances where ${own} and ${exchange} and day between ${from}::date and ${to}::date
      union all select currency, 0, base_amount, 0 from (${booked(REVALUATIONS)}) r
      union all select currency, 0, 0, base_amount from (${booked(YEAR_ENDS)}) y) x
    group by 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.currency, row]));
}

/** What stands between branches in each currency, as at the end of a day: of all together nothing. M7, decision 074. */
async function betweenBranches(ctx: Ctx, day: Day): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    select currency, sum(debit - credit)::bigint as amount from daily_balances
    where branch_id = any(${ctx.scope}::int[]) and account = any(${accountsOf('INTER_BRANCH')}) and day <= ${day}
    group by 1 having sum(debit - credit) <> 0`.execute(ctx.db);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

type Row = Values<typeof positionTable>;
/** A position on one day. */
type Placed = Pick<
  Row,
  | 'currency'
  | 'banks'
  | 'owed_to_us'
  | 'owed_by_us'
  | 'net'
  | 'between_branches'
  | 'base'
  | 'rate'
  | 'value'
  | 'unrealised'
  | 'revalued'
  | 'realised'
>;

type Rated = { rate: ExchangeRate | null; gains: Gains; between: bigint; base: string };

function rowOf(own: readonly NamedPosition[], { rate, gains, between, base }: Rated): Placed {
  const total = (of: (one: NamedPosition) => boolean) => sum(own.filter(of).map(({ amount }) => amount));
  const booked = sum(own.map((one) => one.base));
  // Nothing is nothing at any rate.
  const values = rate === null && own.length > 0 ? null : own.map((one) => valueOf(one, { base, rate: rate ?? 0n }));
  return {
    currency: gains.currency,
    banks: total(({ bank }) => bank !== null),
    owed_to_us: total(({ bank, amount }) => bank === null && amount > 0n),
    owed_by_us: -total(({ bank, amount }) => bank === null && amount < 0n),
    net: total(() => true),
    between_branches: between,
    base: booked,
    rate,
    value: values && sum(values.map(({ value }) => value)),
    unrealised: values && sum(values.map(({ difference }) => difference)),
    revalued: gains.revalued,
    realised: gains.realised,
  };
}

/** On a day, and since the first one of its financial year. */
type OfYear = { day: Day; from: Day };

async function ofYear(ctx: Ctx, day: Day): Promise<OfYear> {
  const { year_start_month: start } = await readFirm(ctx);
  const [from = day] = monthsOfYear(financialYearOf(day, start), start);
  return { day, from };
}

/** The firm's position in each currency but the base as at a day, and the gains of that financial year. M7. */
async function placedOn(ctx: Ctx, { day, from }: OfYear): Promise<Placed[]> {
  const positions = await positionsAt(ctx, day);
  const rates = await ratesOf(ctx, positions, day);
  const gains = await gainsOf(ctx, { from, to: day });
  const between = await betweenBranches(ctx, day);
  const currencies = new Set([...positions.map(({ currency }) => currency), ...gains.keys(), ...between.keys()]);
  currencies.delete(ctx.firm.baseCurrency);
  return [...currencies].toSorted().map((currency) =>
    rowOf(
      positions.filter((one) => one.currency === currency),
      {
        rate: rates.get(currency) ?? null,
        gains: gains.get(currency) ?? { currency, revalued: 0n, realised: 0n },
        between: between.get(currency) ?? 0n,
        base: ctx.firm.baseCurrency,
      },
    ),
  );
}

type Input = Decoded<typeof listPositions>;
const dayOf = (ctx: Ctx, { query }: Input): Day => query.asat ?? ctx.today;
const otherOf = (ctx: Ctx, input: Input): Day | undefined => besideOn(input.query.beside, dayOf(ctx, input));

/** A currency in which nothing is held, owed or gained: it is worth nothing at any rate. */
const nothingOf = (placed: Placed): Placed => ({ ...emptied(positionTable, placed), value: 0n, unrealised: 0n });

/** A position with what each figure of it was on the other day; null: none is asked for. */
function laidBeside(placed: Placed, other: Placed | null): Omit<Row, 'from' | 'from_beside'> {
  const beside = (figure: (row: Placed) => bigint | null) => figureBeside(figure(placed), other && figure(other));
  const banks = beside((row) => row.banks);
  const toUs = beside((row) => row.owed_to_us);
  const byUs = beside((row) => row.owed_by_us);
  const between = beside((row) => row.between_branches);
  const base = beside((row) => row.base);
  const value = beside((row) => row.value);
  const unrealised = beside((row) => row.unrealised);
  const revalued = beside((row) => row.revalued);
  const realised = beside((row) => row.realised);
  return {
    ...placed,
    ...beside((row) => row.net),
    banks_beside: banks.beside,
    banks_change: banks.change,
    owed_to_us_beside: toUs.beside,
    owed_to_us_change: toUs.change,
    owed_by_us_beside: byUs.beside,
    owed_by_us_change: byUs.change,
    between_branches_beside: between.beside,
    between_branches_change: between.change,
    base_beside: base.beside,
    base_change: base.change,
    value_beside: value.beside,
    value_change: value.change,
    rate_beside: other && other.rate,
    unrealised_beside: unrealised.beside,
    unrealised_change: unrealised.change,
    revalued_beside: revalued.beside,
    revalued_change: revalued.change,
    realised_beside: realised.beside,
    realised_change: realised.change,
  };
}

/** As at a day, beside what each position was on another one where that is asked for. */
async function positionRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const own = await ofYear(ctx, dayOf(ctx, input));
  const day = otherOf(ctx, input);
  const placed = await placedOn(ctx, own);
  if (day === undefined) return placed.map((row) => ({ ...laidBeside(row, null), from: own.from, from_beside: null }));
  const then = await ofYear(ctx, day);
  const laid = pairedWith(placed, await placedOn(ctx, then), { key: ({ currency }) => currency, gone: nothingOf });
  return laid
    .map(({ row, other }) => ({
      ...laidBeside(row, other ?? nothingOf(row)),
      from: own.from,
      from_beside: then.from,
    }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

type Gained = Pick<Row, 'unrealised' | 'revalued' | 'realised'>;

/** What exchange gained in all currencies; what is not booked is not known where one of them has no rate. */
function totalsOf(rows: readonly Gained[], base: CurrencyCode) {
  const unrealised = rows.map((row) => row.unrealised).filter((units) => units !== null);
  return {
    unrealised: unrealised.length === rows.length ? formatAmount(sum(unrealised), base) : null,
    revalued: formatAmount(sum(rows.map(({ revalued }) => revalued)), base),
    realised: formatAmount(sum(rows.map(({ realised }) => realised)), base),
  };
}

/** The same at the other day, and the difference. */
const gainsBeside = (row: Row): Gained => ({
  unrealised: row.unrealised_beside,
  revalued: row.revalued_beside ?? 0n,
  realised: row.realised_beside ?? 0n,
});
const gainsChange = (row: Row): Gained => ({
  unrealised: row.unrealised_change,
  revalued: row.revalued_change ?? 0n,
  realised: row.realised_change ?? 0n,
});

/** Positions per currency, on a screen and as files. */
export const positions = {
  table: positionTable,
  name: 'positions',
  title: 'Positions per currency',
  period: (ctx: Ctx, input: Input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  facts: (ctx: Ctx, input: Input) => {
    const other = otherOf(ctx, input);
    return [besideFact(other)];
  },
  leaves: ({ beside }: Input['query']) => (beside === undefined ? POSITION_BESIDE : []),
  rows: positionRows,
  reply: async (ctx: Ctx, input: Input): Promise<Reply<typeof listPositions>> => {
    const base = ctx.firm.baseCurrency;
    const rows = await positionRows(ctx, input);
    const isBeside = otherOf(ctx, input) !== undefined;
    return {
      as_at: dayOf(ctx, input),
      base_currency: base,
      data: rows.map((row) => replyRow(positionTable, row, base)),
      totals: totalsOf(rows, base),
      totals_beside: isBeside ? totalsOf(rows.map(gainsBeside), base) : null,
      totals_change: isBeside ? totalsOf(rows.map(gainsChange), base) : null,
    };
  },
};
