import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { YEAR_ENDS } from '../../../../domain/ledger/entries.ts';
import {
  BROKERAGE_LABELS,
  BROKERAGE_LAST_YEAR,
  brokerageDays,
  brokerageLines as linesCall,
  brokerageLinesTable,
  brokerageReport as brokerageCall,
  type BrokerageGroup,
  brokerageTable,
  brokerageTotals,
  NO_POLICY,
} from '../../../../domain/reports/brokerage.ts';
import { periodBefore } from '../../../../domain/reports/beside.ts';
import { sumsByCurrency } from '../../../../domain/tables/sums.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, when } from '../../../platform/http/lists.ts';
import { pairedWith } from '../../../../domain/reports/laid.ts';
import { writtenBackBy } from '../money/written-back.ts';
import { refOf } from '../refs.ts';
import { codesOf } from '../../firm/chart.ts';
import { fewPolicies } from '../few-policies.ts';
import { firstOfQuery, report } from '../report.ts';
import { type Grouping, KEY, ofProducer, type RowName } from '../claims/written-premium.ts';
import { assertPeriod } from '../period.ts';

type Input = Decoded<typeof brokerageCall>;
type Row = Values<typeof brokerageTable>;
type LastYear = (typeof BROKERAGE_LAST_YEAR)[number];
/** What a row has of one period. */
type Own = Omit<Row, LastYear>;
type Span = { from: Day; to: Day };

const OF_NONE = 'Of no policy';
/** Amounts of no policy `p` have a row of their own. */
const orOfNone =
  (is: RowName['is']): RowName['is'] =>
  (key) =>
    key === NO_POLICY ? sql`p.id is null` : is(key);
/** By what of a policy `p` amounts are grouped, alone, which an index has; how that is named, and what its row is called. */
const GROUPED: Record<BrokerageGroup, Grouping> = {
  producer: {
    is: orOfNone(ofProducer),
    column: sql`producer_id`,
    names: sql`left join users w on w.id = p.producer_id`,
    key: sql`coalesce(w.id::text, ${NO_POLICY})`,
    name: sql`coalesce(w.name, ${OF_NONE}::text)`,
  },
  class: {
    is: orOfNone(KEY.class.is),
    column: sql`cover_type_id`,
    names: sql`left join cover_types k on k.id = p.cover_type_id left join cover_types kc on kc.id = k.class_id`,
    key: sql`coalesce(k.class_id::text, k.id::text, ${NO_POLICY})`,
    name: sql`coalesce(kc.name, k.name, ${OF_NONE}::text)`,
  },
};

const groupOf = ({ query }: { query: { by?: BrokerageGroup | undefined } }): BrokerageGroup => query.by ?? 'producer';
const daysOf = (ctx: Ctx, { query }: Pick<Input, 'query'> | Decoded<typeof linesCall>): Span => {
  const days = brokerageDays(query, ctx.today);
  assertPeriod({ from: query.from, last: days.to });
  return days;
};

/** The accounts that brokerage is booked on. */
type Accounts = Record<'deferred' | 'income', string[]>;
const accountsIn = async (ctx: Ctx): Promise<Accounts> => ({
  deferred: await codesOf(ctx.db, 'DEFERRED_BROKERAGE'),
  income: await codesOf(ctx.db, 'BROKERAGE_INCOME'),
});

/** A line `l` with `e`, its entry, looked up line by line (offset 0): the planner does not know how few lines these accounts have, and would read all entries. */
const ENTRY = sql`
  cross join lateral (select x.event, x.source_kind, x.source_id from journal_entries x where x.id = l.entry_id offset 0) e`;
/** And with `o`, the policy of the record that booked it, so that it is known whose brokerage it is. */
const BOOKED = sql`${ENTRY}
  left join lateral (
    select e.source_id as policy_id where e.source_kind = 'policy'
    union all select x.policy_id from endorsements x where e.source_kind = 'endorsement' and x.id = e.source_id
    union all select d.policy_id from adjustments a join notes d on d.id = a.note_id
      where e.source_kind = 'adjustment' and a.id = e.source_id) o on true`;
/** The policy whose brokerage a line is: of the note that it names, else of the record that booked it. */
const POLICY = sql`coalesce((select n.policy_id from notes n where n.id = l.note_id), o.policy_id)`;
const NO_YEAR_END = sql`e.event <> all(${[...YEAR_ENDS]}::text[])`;

/**
 * The lines on income and deferred brokerage in their own sign, each with the policy whose brokerage it is. Of income those of the period, of what is
 * deferred all of them to its end; of all entries, or of some by a condition on their lines.
 */
async function movedIn(ctx: Ctx, { from, to }: Span, which?: Condition): Promise<RawBuilder<unknown>> {
  const own = every([sql`l.branch_id = any(${ctx.scope}::int[])`, which]);
  const { deferred, income } = await accountsIn(ctx);
  return sql`
  moved as (
    select l.entry_id, l.currency, -l.amount as amount, -l.base_amount as base, l.day >= ${from}::date as within, l.deferred,
      l.entry_id = any(${writtenBackBy(ctx)}) as lost, ${POLICY} as policy_id
    from (
      select l.*, true as deferred from journal_lines l where ${own} and l.account = any(${deferred}::text[]) and l.day <= ${to}::date
      union all
      select l.*, false from journal_lines l
      where ${own} and l.account = any(${income}::text[]) and l.day between ${from}::date and ${to}::date) l ${BOOKED}
    where ${NO_YEAR_END})`;
}

/**
 * What an entry noted of a policy: income and deferred together, so that what is earned of what was deferred is no part of it. What cannot be collected
 * stays noted, as production has it, and is apart. M3.
 */
const NOTED = sql`
  noted as (select entry_id, policy_id, currency,
      coalesce(sum(amount) filter (where within and not lost), 0) as noted, coalesce(sum(base) filter (where within and not lost), 0) as base_noted,
      coalesce(sum(amount) filter (where within and lost), 0) as uncollectable,
      coalesce(sum(amount) filter (where within and not deferred), 0) as earned,
      coalesce(sum(base) filter (where within and not deferred), 0) as base_earned,
      coalesce(sum(amount) filter (where deferred and not within), 0) as opening,
      coalesce(sum(amount) filter (where deferred), 0) as closing, coalesce(sum(base) filter (where deferred), 0) as base_closing
    from moved group by 1, 2, 3)`;

async function brokerageIn(ctx: Ctx, by: BrokerageGroup, span: Span): Promise<Own[]> {
  const { column, names, key, name } = GROUPED[by];
  const { rows } = await sql<Own>`
    with ${await movedIn(ctx, span)}, ${NOTED},
    grouped as (
      select p.${column}, t.currency, sum(t.opening) as opening, sum(greatest(t.noted, 0)) as debited, sum(least(t.noted, 0)) as returned,
        sum(t.noted) as noted, sum(t.uncollectable) as uncollectable, sum(t.earned) as earned, sum(t.closing) as closing, sum(t.base_noted) as base_noted, sum(t.base_earned) as base_earned,
        sum(t.base_closing) as base_closing, bool_or(t.noted <> 0 or t.uncollectable <> 0 or t.earned <> 0 or t.opening <> 0 or t.closing <> 0) as moved
      from noted t left join policies p on p.id = t.policy_id group by 1, 2)
    select ${key} as id, ${name} as name, p.currency, sum(p.opening)::bigint as opening, sum(p.debited)::bigint as debited,
      sum(p.returned)::bigint as returned, sum(p.noted)::bigint as noted, sum(p.uncollectable)::bigint as uncollectable, sum(p.earned)::bigint as earned, sum(p.closing)::bigint as closing,
      sum(p.base_noted)::bigint as base_noted, sum(p.base_earned)::bigint as base_earned, sum(p.base_closing)::bigint as base_closing
    from grouped p ${names}
    group by 1, 2, 3
    having bool_or(p.moved)
    order by 2, 1, 3`.execute(ctx.db);
  return rows;
}

const ALONE = { noted_last_year: null, change_noted: null, earned_last_year: null, change_earned: null };

/** Rows beside the same days of last year; who earned then and not now is among them, with nothing. */
const besideLastYear = (rows: readonly Own[], before: readonly Own[]): Row[] =>
  pairedWith(rows, before, {
    key: ({ id, currency }) => `${id}/${currency}`,
    gone: (row) => emptied(brokerageTable, row),
  })
    .map(({ row, other: { noted, earned } = { noted: 0n, earned: 0n } }) => ({
      ...row,
      noted_last_year: noted,
      change_noted: row.noted - noted,
      earned_last_year: earned,
      change_earned: row.earned - earned,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.currency < b.currency ? -1 : 1));

async function brokerageRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const [by, span] = [groupOf(input), daysOf(ctx, input)];
  const now = await brokerageIn(ctx, by, span);
  const rows =
    input.query.beside === undefined
      ? now.map((row) => ({ ...row, ...ALONE }))
      : besideLastYear(now, await brokerageIn(ctx, by, periodBefore(span)));
  const { own = [], none = [] } = Object.groupBy(rows, (row) => (row.id === NO_POLICY ? 'none' : 'own'));
  return [...own, ...none];
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof brokerageCall>> {
  const base = ctx.firm.baseCurrency;
  const rows = await brokerageRows(ctx, input);
  return {
    ...daysOf(ctx, input),
    base_currency: base,
    data: rows.map((row) => replyRow(brokerageTable, row, base)),
    totals: sumsByCurrency(brokerageTotals, rows).map((total) => replyRow(brokerageTotals, total, base)),
  };
}

/** Brokerage noted, earned and still to earn over a period; years' closings left out. §3, §7. */
export const brokerageReport = report({
  endpoint: brokerageCall,
  table: brokerageTable,
  name: 'brokerage',
  title: 'Brokerage earned and noted',
  period: (ctx, input) => {
    const { from, to } = daysOf(ctx, input);
    return periodOf(from, to);
  },
  facts: (_ctx, input) => [
    fact('By', BROKERAGE_LABELS[groupOf(input)]),
    fact('Beside', input.query.beside && 'Last year'),
  ],
  leaves: ({ beside }) => (beside === undefined ? BROKERAGE_LAST_YEAR : []),
  headings: (query) => ({ name: BROKERAGE_LABELS[groupOf({ query })] }),
  reply,
  rows: brokerageRows,
});

type Line = Values<typeof brokerageLinesTable>;
type StoredLine = Omit<Line, 'policy'> & { policy_id: number | null; policy: string | null };

type LinesInput = Decoded<typeof linesCall>;

/** Which lines a row of the report is made of. */
const ofRow = ({ query: { by = 'producer', key, currency } }: LinesInput) => ({
  key: when(key, GROUPED[by].is),
  currency: (column: string) => when(currency, (code) => sql`${sql.ref(column)} = ${code}`),
});

/** A query of the entries that may have lines of some policies: of what booked them, and of their notes. */
const entriesOf = (policies: string): RawBuilder<unknown> => {
  const some = sql`any(${policies}::int[])`;
  return sql`
    select e.id from journal_entries e where e.source_kind = 'policy' and e.source_id = ${some}
    union select e.id from endorsements x join journal_entries e on e.source_kind = 'endorsement' and e.source_id = x.id where x.policy_id = ${some}
    union select e.id from notes d join adjustments a on a.note_id = d.id join journal_entries e on e.source_kind = 'adjustment' and e.source_id = a.id
      where d.policy_id = ${some}
    union select l.entry_id from notes n join journal_lines l on l.note_id = n.id where n.policy_id = ${some}`;
};

/**
 * A common table expression `first`: the first entries with such lines, which come off the accounts' index by their days, a branch and an account at a time.
 */
async function firstEntries(ctx: Ctx, input: LinesInput, most: number): Promise<RawBuilder<unknown>> {
  const { from, to } = daysOf(ctx, input);
  const { deferred, income } = await accountsIn(ctx);
  const of = ofRow(input);
  const booked = of.key
    ? sql`${BOOKED} cross join lateral (select ${POLICY} as id offset 0) of_line left join policies p on p.id = of_line.id`
    : ENTRY;
  return sql`
  first as materialized (
    select distinct f.day, f.entry_id
    from unnest(${[...ctx.scope]}::int[]) as branch (id) cross join (
      select unnest(${deferred}::text[]) as code, '-infinity'::date as since
      union all select unnest(${income}::text[]), ${from}::date) account
    cross join lateral (
      select distinct l.day, l.entry_id from journal_lines l ${booked}
      where l.branch_id = branch.id and l.account = account.code and l.day between account.since and ${to}::date and ${every([NO_YEAR_END, of.key, of.currency('l.currency')])}
      order by l.day, l.entry_id limit ${most}) f
    order by f.day, f.entry_id limit ${most})`;
}

/** The entries of a row of few policies, else the first of all; undefined: all of them. */
async function entriesRead(
  ctx: Ctx,
  input: LinesInput,
  most: number | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  const { by = 'producer', key } = input.query;
  const few = key === undefined || key === NO_POLICY ? null : await fewPolicies(ctx, GROUPED[by].is(key));
  if (few !== null) return sql`first as materialized (select x.id as entry_id from (${entriesOf(few)}) x)`;
  return most === undefined ? undefined : firstEntries(ctx, input, most);
}

async function linesQuery(ctx: Ctx, input: LinesInput, most?: number) {
  const { name, names } = GROUPED[input.query.by ?? 'producer'];
  const of = ofRow(input);
  const first = await entriesRead(ctx, input, most);
  const moved = await movedIn(
    ctx,
    daysOf(ctx, input),
    first && sql`l.entry_id = any(array(select entry_id from first))`,
  );
  return sql<StoredLine>`
    with ${first ? sql`${first},` : sql``} ${moved}, ${NOTED}
    select t.entry_id as entry, e.day, e.event, p.id as policy_id, p.broker_reference as policy, ${name} as name, t.currency,
      t.opening::bigint as opening, greatest(t.noted, 0)::bigint as debited, least(t.noted, 0)::bigint as returned, t.noted::bigint as noted,
      t.uncollectable::bigint as uncollectable, t.earned::bigint as earned, t.closing::bigint as closing, t.base_noted::bigint as base_noted, t.base_earned::bigint as base_earned,
      t.base_closing::bigint as base_closing
    from noted t left join policies p on p.id = t.policy_id ${names} join journal_entries e on e.id = t.entry_id
    where ${every([sql`true`, of.key, of.currency('t.currency')])}
    order by e.day, t.entry_id, p.id`;
}

const lineOf = ({ policy_id: id, policy, ...row }: StoredLine): Line => ({ ...row, policy: refOf(id, policy) });

/** The entries behind a row of brokerage earned and noted. */
export const brokerageLines = report({
  endpoint: linesCall,
  table: brokerageLinesTable,
  name: 'brokerage-entries',
  title: 'Entries of brokerage',
  period: (ctx, input) => {
    const { from, to } = daysOf(ctx, input);
    return periodOf(from, to);
  },
  headings: (query) => ({ name: BROKERAGE_LABELS[groupOf({ query })] }),
  ...firstOfQuery({ table: brokerageLinesTable, query: linesQuery, row: lineOf }),
});
