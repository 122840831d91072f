import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  exposure as exposureCall,
  EXPOSURE_LABELS,
  type ExposureGroup,
  exposureTable,
  exposureTotals,
  NO_COUNTRY,
} from '../../../../domain/reports/exposure.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { divideRounded } from '../../../../domain/values/decimal.ts';
import { type Money, sum } from '../../../../domain/values/money.ts';
import { convert, type ExchangeRate, HUNDRED, type Rate } from '../../../../domain/values/rate.ts';
import { besideFact, fact } from '../../../platform/exports/facts.ts';
import { percentOf } from '../../../platform/db/proportion.ts';
import { besideOther, leftBeside } from '../../../../domain/reports/laid.ts';
import { bookedBy } from '../money/issued.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { ratesOn } from '../../ledger/rates.ts';
import { IS_CHANGE, LINES_KEPT, linesPlaced } from '../../carriers.ts';
import { type Grouping, KEY } from '../claims/written-premium.ts';
import { type CurrencyTotal, type Found, rowsApart } from '../paging.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof exposureCall>;
type Row = Values<typeof exposureTable>;
type Total = Values<typeof exposureTotals>;
type Limited = Pick<Row, 'base_limit' | 'base_lines' | 'unrated_limit' | 'used'>;
type Stored = Omit<Row, 'base_exposure' | 'beside' | 'change' | keyof Limited> & {
  limit_amount: bigint | null;
  limit_currency: string | null;
};
type Figures = Omit<Total, 'base_exposure'>;

/** What a row is named by, of a policy in force `p`; of securities, of a line of it. */
export const GROUPED: Record<ExposureGroup, Grouping> = {
  country: {
    is: (key) => (key === NO_COUNTRY ? sql`p.risk_country is null` : sql`p.risk_country = ${key}`),
    column: sql`p.risk_country`,
    names: sql`left join countries c on c.code = p.risk_country`,
    key: sql`coalesce(p.risk_country, '')`,
    name: sql`coalesce(c.name, 'No country')`,
  },
  class: KEY.class,
  reinsured: KEY.reinsured,
  security: KEY.security,
};

const NO_LIMIT: Limited = { base_limit: null, base_lines: null, unrated_limit: null, used: null };

export const groupOf = ({ query }: { query: { by?: ExposureGroup | undefined } }): ExposureGroup =>
  query.by ?? 'country';

const dayOf = (ctx: Ctx, { query }: { query: { asat?: Day | undefined } }): Day => query.asat ?? ctx.today;
const besideOf = (ctx: Ctx, input: Input): Day | undefined => besideOn(input.query.beside, dayOf(ctx, input));

/**
 * Policies that covered a day with the sum insured in force on it, as the books were by then: what was approved later is no part
 * of it, what was taken back later is. Who carries them: the lines that the last change of securities in effect put in place
 * (`changed`, of policies placed `anew`), a party that was merged since by the one that it became; else the policy's own.
 * What is in force is no table of its own (`not materialized`), which one process alone would make and read, and to its end
 * where the first are wanted: endorsements are few beside policies, and what they change is summed and joined.
 */
export const inForce = (ctx: Ctx, day: Day): RawBuilder<unknown> => {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  return sql`
  endorsed as not materialized (
    select e.policy_id, max(e.end_date) as end_date,
      bool_or(e.endorsement_type in ('CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT') and e.effective_date <= ${day}) as cancelled,
      (sum(e.sum_insured_change) filter (where e.effective_date <= ${day}))::bigint as sum_insured_change,
      bool_or(e.effective_date <= ${day} and ${IS_CHANGE} and ${LINES_KEPT} is not null) as anew,
      (array_agg(${LINES_KEPT} order by e.approval desc) filter (where e.effective_date <= ${day} and ${IS_CHANGE}))[1] as lines
    from endorsements e where e.${scope} and e.status = 'APPROVED' and e.posted_on <= ${day} group by 1),
  changed as (
    select e.policy_id, x.security_id, sum(x.share)::bigint as share
    from endorsed e cross join lateral (${linesPlaced(sql`e.lines`)}) x where e.lines is not null and x.share > 0 group by 1, 2),
  in_force as not materialized (
    select p.id, p.broker_reference, p.reinsured_id, p.current_insured_id, p.cover_type_id, p.risk_country, p.insurance_start_date, p.cover_end_date,
      p.currency, (p.sum_insured + coalesce(e.sum_insured_change, 0))::bigint as insured_sum, p.placed, e.anew
    from policies p left join endorsed e on e.policy_id = p.id
    where ${bookedBy(ctx, day)} and e.cancelled is not true
      and p.insurance_start_date <= ${day} and p.cover_end_date >= ${day}
      -- An end that endorsements moved, always to a later day, counts once they are booked.
      and (p.insurance_end_date >= ${day} or e.end_date >= ${day}))`;
};

/** What a share, in millionths of a percent and at most the whole, carries of the sum insured. */
export const PLACED = percentOf(sql`p.insured_sum`, sql`p.share`);

/** All that is placed of each policy in force. */
const WHOLE = sql`(
    select p.*, null::integer as security_id, coalesce(c.share, p.placed) as share
    from in_force p left join (select policy_id, sum(share)::bigint as share from changed group by 1) c on c.policy_id = p.id)`;

/** Each security's share of each policy in force that it carries, or one's. */
const carried = (party?: number): RawBuilder<unknown> => {
  const own = (alias: string) => (party === undefined ? sql`` : sql`and ${sql.ref(`${alias}.security_id`)} = ${party}`);
  return sql`(
    select p.*, l.security_id, l.share from in_force p join policy_lines l on l.policy_id = p.id
    where l.share > 0 and p.anew is not true ${own('l')}
    union all
    select p.*, c.security_id, c.share from changed c join in_force p on p.id = c.policy_id where true ${own('c')})`;
};

/** Policies in force with who carries them, or what one carries. */
export const placedBy = (by: ExposureGroup, party?: number) => (by === 'security' ? carried(party) : WHOLE);

async function exposureRows(ctx: Ctx, by: ExposureGroup, day: Day): Promise<Stored[]> {
  const { column, names, key, name } = GROUPED[by];
  const ofSecurity = by === 'security';
  const { rows } = await sql<Stored>`
    with ${inForce(ctx, day)},
    summed as (
      select ${column}, p.currency, count(*) as policies, sum(p.insured_sum) as sum_insured, sum(${PLACED}) as exposure, max(${PLACED}) as largest,
        ${ofSecurity ? sql`max(p.share)` : sql`null::bigint`} as largest_line,
        ${ofSecurity ? sql`count(*) filter (where p.share > s.line_limit)` : sql`0`} as above
      from ${placedBy(by)} p ${ofSecurity ? names : sql``} group by 1, 2)
    select coalesce(nullif(${key}, ''), ${NO_COUNTRY}) as id, min(${name}) as name, p.currency, sum(p.policies)::int as policies,
      sum(p.sum_insured)::bigint as sum_insured, sum(p.exposure)::bigint as exposure, max(p.largest) as largest, max(p.largest_line) as largest_line,
      ${ofSecurity ? sql`max(s.line_limit)` : sql`null::bigint`} as line_limit,
      ${ofSecurity ? sql`case when max(s.line_limit) is not null then sum(p.above)::int end` : sql`null::int`} as above,
      ${ofSecurity ? sql`max(s.exposure_limit)` : sql`null::bigint`} as limit_amount,
      ${ofSecurity ? sql`max(s.exposure_currency)` : sql`null::text`} as limit_currency
    from summed p ${names}
    group by 1, 3 order by 2, 1, 3`.execute(ctx.db);
  return rows;
}

/** A line of a security on a policy, or what of it is counted: its own amount in the policy's currency. */
type LineAmount = {
  policy: { id: number; name: string };
  insured_id: number;
  insured: string;
  reinsured_id: number;
  reinsured: string;
  start: Day;
  end: Day;
  share: Rate;
  currency: string;
  amount: bigint;
};
type StoredLine = Omit<LineAmount, 'policy'> & { id: number; name: string };

type OfSecurity = { party: number; day: Day };

/**
 * The lines of a security that were in force on a day, with its shares of the sums insured: all, or the first of them; and what all of them
 * come to by currency, which has no policy.
 */
export async function linesInForce(
  ctx: Ctx,
  { party, day }: OfSecurity,
  most?: number,
): Promise<{ rows: LineAmount[]; totals: CurrencyTotal[] }> {
  const { rows } = await sql<Found<StoredLine>>`
    with ${inForce(ctx, day)},
    own as materialized (
      select p.id, p.broker_reference, p.currency, p.share, ${PLACED} as amount
      from ${carried(party)} p),
    shown as (select * from own order by broker_reference, id ${most === undefined ? sql`` : sql`limit ${most}`})
    select p.id, p.broker_reference as name, d.id as insured_id, d.name as insured, r.id as reinsured_id, r.name as reinsured, p.insurance_start_date as start,
      p.cover_end_date as "end", s.share, s.currency, s.amount
    from shown s join policies p on p.id = s.id join parties d on d.id = p.current_insured_id join parties r on r.id = p.reinsured_id
    union all
    select null, null, null, null, null, null, null, null, null, currency, sum(amount)::bigint from own group by currency
    order by name, id, currency`.execute(ctx.db);
  const { rows: lines, totals } = rowsApart(rows);
  return { rows: lines.map(({ id, name, ...row }) => ({ ...row, policy: { id, name } })), totals };
}

/** Which policies: those that cover a day, among these or apart from them, and at most so many. */
type FirstOf = { covering: Day; among?: readonly number[]; apart?: readonly number[]; most: number };

/** The first policies, by id, on which a security had a line on a day: the search ends with the last of them. */
export async function firstInForce(
  ctx: Ctx,
  { party, day }: OfSecurity,
  { covering, among, apart = [], most }: FirstOf,
): Promise<Omit<LineAmount, 'share' | 'currency' | 'amount'>[]> {
  const first = sql`and p.insurance_start_date <= ${covering} and p.cover_end_date >= ${covering}
    and not p.id = any(${[...apart]}::int[]) ${among === undefined ? sql`` : sql`and p.id = any(${[...among]}::int[])`}
    order by p.id limit ${most}`;
  const { rows } = await sql<Omit<StoredLine, 'share' | 'currency' | 'amount'>>`
    with ${inForce(ctx, day)},
    shown as (
      (select p.id from policy_lines l join in_force p on p.id = l.policy_id
        where l.security_id = ${party} and l.share > 0 and p.id not in (select policy_id from changed) ${first})
      union
      (select p.id from changed c join in_force p on p.id = c.policy_id where c.security_id = ${party} ${first})
      order by id limit ${most})
    select p.id, p.broker_reference as name, d.id as insured_id, d.name as insured, r.id as reinsured_id, r.name as reinsured, p.insurance_start_date as start,
      p.cover_end_date as "end"
    from shown s join policies p on p.id = s.id join parties d on d.id = p.current_insured_id join parties r on r.id = p.reinsured_id
    order by p.id`.execute(ctx.db);
  return rows.map(({ id, name, ...row }) => ({ ...row, policy: { id, name } }));
}

/** By security each row says the whole of its policies, which other securities have as well. */
export const overlapping = (query: { by?: ExposureGroup | undefined }) =>
  groupOf({ query }) === 'security' ? (['sum_insured'] as const) : [];

/** By currency over all policies. By security a policy is in several rows, so that there each policy is counted once, anew. */
async function totalsOf(ctx: Ctx, input: Input, rows: readonly Stored[]): Promise<Figures[]> {
  if (groupOf(input) === 'security') return placedOnce(ctx, dayOf(ctx, input));
  const byCurrency = [...Map.groupBy(rows, (row) => row.currency)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byCurrency.map(([currency, own]) => ({
    currency,
    policies: own.reduce((count, row) => count + row.policies, 0),
    sum_insured: sum(own.map((row) => row.sum_insured)),
    exposure: sum(own.map((row) => row.exposure)),
  }));
}

const NOTHING = { policies: 0, sum_insured: 0n, exposure: 0n };

/** With those currencies of rows that are of another day alone. */
function ofAll(totals: readonly Figures[], rows: readonly { currency: string }[]): Figures[] {
  const own = new Set(totals.map(({ currency }) => currency));
  const others = new Set(rows.map(({ currency }) => currency)).difference(own);
  return [...totals, ...[...others].map((currency) => ({ currency, ...NOTHING }))].toSorted((a, b) =>
    a.currency < b.currency ? -1 : 1,
  );
}

async function placedOnce(ctx: Ctx, day: Day): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    with ${inForce(ctx, day)}
    select p.currency, count(*)::int as policies, sum(p.insured_sum)::bigint as sum_insured,
      sum(${PLACED})::bigint as exposure
    from ${WHOLE} p group by 1 order by 1`.execute(ctx.db);
  return rows;
}

type Rates = ReadonlyMap<string, ExchangeRate | null>;

/** An amount in base at the day's rate; null where the firm has none. */
function baseOf(ctx: Ctx, rates: Rates, { amount, currency }: Money): bigint | null {
  const rate = rates.get(currency) ?? null;
  return rate === null ? null : convert(amount, { from: currency, to: ctx.firm.baseCurrency, rate });
}

const inBase =
  (ctx: Ctx, rates: Rates) =>
  <R extends { currency: string; exposure: bigint }>(row: R): R & { base_exposure: bigint | null } => ({
    ...row,
    base_exposure: baseOf(ctx, rates, { amount: row.exposure, currency: row.currency }),
  });

/** The limit of a security in all, which all of its rows have. */
const limitOf = ({ limit_amount: amount, limit_currency: currency }: Stored): Money | null =>
  amount === null || currency === null ? null : { amount, currency };

/** What of its limit a security uses over all currencies; nothing can be said where a rate is missing, which its limit then says itself. */
function standing(ctx: Ctx, rates: Rates, own: readonly (Stored & { base_exposure: bigint | null })[]): Limited {
  const bases = own.map((row) => row.base_exposure).filter((base) => base !== null);
  const lines = bases.length === own.length ? sum(bases) : null;
  const [first] = own;
  const whole = first === undefined ? null : limitOf(first);
  const limit = whole === null ? null : baseOf(ctx, rates, whole);
  const used =
    limit === null || lines === null || limit === 0n
      ? null
      : divideRounded(lines * 10_000n, limit) * (HUNDRED / 10_000n);
  return { base_limit: limit, base_lines: lines, unrated_limit: limit === null ? whole : null, used };
}

const isAbove = ({ above, used }: Row): boolean => (above ?? 0) > 0 || (used ?? 0n) > HUNDRED;

/** What is placed of a row beside what was of it on another day. */
const BY_ROW = {
  key: ({ id, currency }: Stored) => `${id}/${currency}`,
  amount: ({ exposure }: Stored) => exposure,
  gone: (row: Stored): Stored => ({
    ...row,
    ...NOTHING,
    largest: 0n,
    largest_line: null,
    above: row.above === null ? null : 0,
  }),
};

async function rowsFrom(ctx: Ctx, input: Input, own: readonly Stored[]): Promise<Row[]> {
  const by = groupOf(input);
  const day = dayOf(ctx, input);
  const beside = besideOf(ctx, input);
  const others = beside === undefined ? undefined : await exposureRows(ctx, by, beside);
  const stored = besideOther(own, others, BY_ROW);
  const currencies = stored.flatMap((row) => [row.currency, row.limit_currency ?? row.currency]);
  const rates = await ratesOn(ctx, [...new Set(currencies)], day);
  const priced = stored.map(inBase(ctx, rates));
  const byKey = Map.groupBy(priced, (row) => row.id);
  const rows = priced.map(({ limit_amount: _amount, limit_currency: _currency, ...row }) => ({
    ...row,
    ...(by === 'security' ? standing(ctx, rates, byKey.get(row.id) ?? []) : NO_LIMIT),
  }));
  // Those above a limit first; the others by name, as they came.
  const { over = [], within = [] } = Object.groupBy(rows, (row) => (isAbove(row) ? 'over' : 'within'));
  return [...over, ...within];
}

const ownRows = (ctx: Ctx, input: Input) => exposureRows(ctx, groupOf(input), dayOf(ctx, input));

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof exposureCall>> {
  const base = ctx.firm.baseCurrency;
  const day = dayOf(ctx, input);
  const own = await ownRows(ctx, input);
  const rows = await rowsFrom(ctx, input, own);
  const totals = ofAll(await totalsOf(ctx, input, own), rows);
  const rates = await ratesOn(
    ctx,
    totals.map((total) => total.currency),
    day,
  );
  return {
    as_at: day,
    base_currency: base,
    data: rows.map((row) => replyRow(exposureTable, row, base)),
    totals: totals.map(inBase(ctx, rates)).map((total) => replyRow(exposureTotals, total, base)),
  };
}

/** What is in force on a day by country, class, reinsured or security: accumulation, and each security's lines against its limit. */
export const exposureReport = report({
  endpoint: exposureCall,
  table: exposureTable,
  name: 'exposure',
  title: 'Exposure in force',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  facts: (ctx, input) => {
    const beside = besideOf(ctx, input);
    return [fact('By', EXPOSURE_LABELS[groupOf(input)]), besideFact(beside)];
  },
  leaves: (query) => [...leftBeside(query), ...(groupOf({ query }) === 'security' ? [] : (['unrated_limit'] as const))],
  unsummed: overlapping,
  headings: (query) => ({ name: EXPOSURE_LABELS[groupOf({ query })] }),
  reply,
  rows: async (ctx, input) => rowsFrom(ctx, input, await ownRows(ctx, input)),
});
