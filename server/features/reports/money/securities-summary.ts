import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  NO_CLASS,
  securitiesSummary,
  securitiesSummaryTable,
  securitiesSummaryTotals,
} from '../../../../domain/reports/security-statement.ts';
import type { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import type { BESIDE } from '../../../../domain/reports/tables.ts';
import { sumsByCurrency } from '../../../../domain/tables/sums.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { securityLines as securityLinesCall, securityLinesTable } from '../../../../domain/reports/security-lines.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import { every, when } from '../../../platform/http/lists.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { codesOf } from '../../firm/chart.ts';
import { HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { report } from '../report.ts';
import { PAYABLE } from './aged.ts';
import { type Closing, closingOn, converted, ratedRow, ratesTable } from './at-closing.ts';
import { besideOther } from '../../../../domain/reports/laid.ts';
import { policyIsOf } from './class-of-note.ts';
import { bookedBy, issuedBy } from './issued.ts';
import { refOf } from '../refs.ts';
import { openAt, settledLater } from './open-items.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, ofParties, type Parties, partyOf, whereOne } from './party.ts';
import { type Asked, leftStated, type Stated, statedFacts, statedInBase, statedOn } from './stated.ts';
import { writtenBack } from './written-back.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

type Input = Decoded<typeof securitiesSummary>;
type Account = Stated & { party: Named | null };
/** The same of some securities; null: of every one. */
type Whose = { parties: Parties; day: Day; class?: string | undefined };
type Row = Values<typeof securitiesSummaryTable>;
/** What a security has of a class on one day. */
type Summed = Omit<Row, (typeof BESIDE)[number]>;

const LINE = sql`l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable`;

const only = ({ party }: Pick<Account, 'party'>): Parties => (party === null ? null : [party.id]);
const areOf = (parties: Parties, column: string) =>
  parties === null ? sql`` : sql`and ${sql.ref(column)} = any(${[...parties]}::int[])`;
/** Whether a policy `p` is of a class by its name, where one is asked for. */
const isOfClass = ({ class: name }: Whose) => (name === undefined ? sql`` : sql`and ${policyIsOf(name)}`);

/** What securities have of each policy that was booked by a day. */
const policyLines = (ctx: Ctx, whose: Whose): RawBuilder<unknown> => sql`
  select p.id as policy_id, null::integer as endorsement_id, p.posted_on, p.cover_type_id, p.currency, ${LINE}
  from policies p join policy_lines l on l.policy_id = p.id where ${bookedBy(ctx, whose.day)} ${areOf(whose.parties, 'l.security_id')} ${isOfClass(whose)}`;

/** The same of each endorsement. */
const endorsementLines = (ctx: Ctx, whose: Whose): RawBuilder<unknown> => sql`
  select p.id as policy_id, e.id as endorsement_id, e.posted_on, p.cover_type_id, p.currency, ${LINE}
  from endorsements e join policies p on p.id = e.policy_id join endorsement_lines l on l.endorsement_id = e.id
  where e.branch_id = any(${ctx.scope}::int[]) and e.status = 'APPROVED' and e.posted_on <= ${whose.day}::date and ${bookedBy(ctx, whose.day)}
    ${areOf(whose.parties, 'l.security_id')} ${isOfClass(whose)}`;

/** What lines come to, by the class or subclass of their policies. */
const CEDED = sql`sum(l.share_premium) as share_premium, sum(l.commission_amount) as commission_amount, sum(l.brokerage_amount) as brokerage_amount,
  sum(l.tax_amount) as tax_amount, sum(l.deductions) as deductions, sum(l.net_payable) as net_payable`;
const COUNTS = sql`bool_or(l.share_premium <> 0 or l.net_payable <> 0)`;
const NO_CEDED = sql`0, 0, 0, 0, 0`;

/**
 * Common table expressions of items as they were at the end of a day: `untouched`, notes of which nothing was settled since, by far the most, which several processes
 * read once their accounts are known; and `touched`, what was settled since and what is of a part of a note.
 */
async function openItems(ctx: Ctx, { parties, day }: Whose): Promise<RawBuilder<unknown>> {
  const [payable, recoverable] = [await codesOf(ctx.db, ...PAYABLE), await codesOf(ctx.db, 'CLAIMS_RECOVERABLE')];
  const columns = (open: RawBuilder<unknown>, inBase: RawBuilder<unknown>) =>
    sql`i.party_id, i.currency, i.note_id, i.account = any(${payable}::text[]) as premium, ${open} as open, ${inBase} as base_open`;
  const asNow = columns(sql`i.outstanding`, sql`i.base_outstanding`);
  const items = sql`i.branch_id = any(${ctx.scope}::int[]) and i.account = any(${[...payable, ...recoverable]}::text[]) and i.opened_on <= ${day}::date
    ${areOf(parties, 'i.party_id')}`;
  const isUntouched = sql`i.outstanding <> 0 and not exists (select from settlements s where s.item_id = i.id and s.day > ${day}::date)`;
  return sql`
    ${settledLater(ctx, day)},
    untouched as (select ${asNow} from open_items i where ${items} and i.note_id is not null and ${isUntouched}),
    touched as (
      select t.*, x.debit_note_id as paid_note_id from (
        select ${columns(sql`i.outstanding + l.amount`, sql`i.base_outstanding + l.base_amount`)}, i.part_id from later l join open_items i on i.id = l.item_id where ${items}
        union all
        select ${asNow}, i.part_id from open_items i where ${items} and i.part_id is not null and ${isUntouched}) t
      left join note_parts x on x.id = t.part_id)`;
}

/** The policy `p` of a note `n` or of its claim, or what another system had. */
const POLICY_OF_NOTE = sql`left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')} ${HISTORY_OF_NOTE}`;

/** What of items `o` is open, by the class of their notes. */
const openOf = (items: RawBuilder<unknown>, note: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select o.party_id, p.cover_type_id, h.class, o.currency, 0, 0, ${NO_CEDED}, coalesce(-sum(o.open) filter (where o.premium), 0), 0,
    coalesce(sum(o.open) filter (where not o.premium), 0), 0, bool_or(o.open <> 0),
    coalesce(-sum(o.base_open) filter (where o.premium), 0)
  from (${items}) o join notes n on n.id = ${note} ${POLICY_OF_NOTE}
  group by 1, 2, 3, 4`;

type OfClass = Pick<Row, 'security' | 'class' | 'currency'>;
const keyOf = ({ security, class: name, currency }: OfClass) => `${security.id}/${name}/${currency}`;

/** What the notes of a row come to at closing rates, each converted by itself. Throws NO_EXCHANGE_RATE. */
async function atClosingOf(
  ctx: Ctx,
  closing: Closing,
  { parties, day }: Whose,
): Promise<(row: OfClass & Pick<Row, 'balance'>) => Pick<Row, (typeof AT_CLOSING)[number]>> {
  const base = ctx.firm.baseCurrency;
  if (closing === null) return (row) => ratedRow(closing, { ...row, base_closing: null });
  const { rows } = await sql<Omit<OfClass, 'security'> & { party_id: number; base_closing: bigint | null }>`
    with ${openAt(ctx, { day, functions: PAYABLE, party: parties, except: base })}, ${ratesTable(ctx, closing)},
    owed as (select party_id, currency, note_id, -sum(open)::bigint as open from open_at group by 1, 2, 3)
    select o.party_id, coalesce(kc.name, k.name, h.class, '') as class, o.currency,
      case when bool_or(o.open <> 0 and r.factor is null) then null else sum(${converted(sql`o.open`)}) end::bigint as base_closing
    from owed o join notes n on n.id = o.note_id ${POLICY_OF_NOTE} left join cover_types k on k.id = p.cover_type_id
      left join cover_types kc on kc.id = k.class_id left join closing_rates r on r.currency = o.currency
    group by 1, 2, 3`.execute(ctx.db);
  const foreign = new Map(
    rows.map(({ party_id: id, ...row }) => [keyOf({ ...row, security: { id, name: '' } }), row.base_closing]),
  );
  const closedAt = (row: OfClass & Pick<Row, 'balance'>): bigint | null => {
    const known = row.currency === base ? row.balance : foreign.get(keyOf(row));
    return known === undefined ? 0n : known;
  };
  return (row) => ratedRow(closing, { ...row, base_closing: closedAt(row) });
}

/**
 * Lines of what was booked by a day, what of their notes is open at the end of it, and what was called of the securities,
 * brought together by security, class and currency. What of a net is not open was paid or set off. Each is summed by the policies'
 * classes before it is named, so that nothing of the size of the books is sorted.
 */
async function summaryOn(ctx: Ctx, account: Pick<Account, 'party' | 'day' | 'rates'>): Promise<Summed[]> {
  const { day } = account;
  const parties = only(account);
  const atClosing = await atClosingOf(ctx, await closingOn(ctx, account), { parties, day });
  const own = (column: string) => areOf(parties, column);
  const { rows } = await sql<
    Omit<Summed, 'security' | (typeof AT_CLOSING)[number]> & { security_id: number; security: string }
  >`
    with ${await openItems(ctx, { parties, day })}, ${writtenBack(ctx, day)},
    figures as (
      select l.security_id, l.cover_type_id, null::text as class, l.currency, count(*) as policies, ${CEDED},
        0::numeric as balance, 0::numeric as called, 0::numeric as recoverable, 0::numeric as uncollectable, ${COUNTS} as counts, 0::numeric as base_balance
      from (${policyLines(ctx, { parties, day })}) l group by 1, 2, 4
      union all
      select l.security_id, l.cover_type_id, null, l.currency,
        -- Policies that an endorsement brought to a security.
        count(distinct l.policy_id) filter (where not exists (select 1 from policy_lines o where o.policy_id = l.policy_id and o.security_id = l.security_id)),
        ${CEDED}, 0, 0, 0, 0, ${COUNTS}, 0
      from (${endorsementLines(ctx, { parties, day })}) l group by 1, 2, 4
      union all
      ${openOf(sql`select * from untouched`, sql`o.note_id`)}
      union all
      ${openOf(sql`select * from touched`, eitherId('o.note_id', 'o.paid_note_id'))}
      union all
      select n.party_id, null, h.class, n.currency, 0, 0, 0, 0, 0, 0, sum(n.amount), 0, 0, 0, 0, true, 0
      from notes n join history_documents h on h.id = n.history_id where ${issuedBy(ctx, day)} and n.kind = 'CN' ${own('n.party_id')} group by 1, 3, 4
      union all
      select n.party_id, p.cover_type_id, null, n.currency, 0, 0, ${NO_CEDED}, 0, sum(n.amount), 0, 0, true, 0
      from notes n join claims c on c.id = n.claim_id join policies p on p.id = c.policy_id
      where ${issuedBy(ctx, day)} and n.purpose = 'CLAIM' ${own('n.party_id')} group by 1, 2, 4
      union all
      select n.party_id, p.cover_type_id, h.class, n.currency, 0, 0, ${NO_CEDED}, 0, 0, 0, -sum(w.amount), true, 0
      from written_back w join notes n on n.id = w.note_id left join policies p on p.id = n.policy_id ${HISTORY_OF_NOTE}
      where n.kind = 'CN' ${own('n.party_id')} group by 1, 2, 3, 4)
    select s.id as security_id, s.name as security, coalesce(kc.name, k.name, f.class, '') as class, sum(f.policies)::int as policies,
      f.currency, sum(f.share_premium)::bigint as sharepremium, sum(f.commission_amount)::bigint as commission,
      sum(f.brokerage_amount)::bigint as brokerage, sum(f.tax_amount)::bigint as tax, sum(f.deductions)::bigint as deductions,
      sum(f.net_payable)::bigint as netpayable, sum(f.net_payable - f.balance - f.uncollectable)::bigint as paid, sum(f.uncollectable)::bigint as uncollectable, sum(f.balance)::bigint as balance, sum(f.base_balance)::bigint as base_balance,
      sum(f.called)::bigint as claims, sum(f.recoverable)::bigint as claims_open
    from figures f join parties s on s.id = f.security_id
      left join cover_types k on k.id = f.cover_type_id left join cover_types kc on kc.id = k.class_id
    group by s.id, s.name, s.name_key, coalesce(kc.name, k.name, f.class, ''), f.currency
    having bool_or(f.counts)
    order by s.name_key, s.id, class, f.currency`.execute(ctx.db);
  return rows.map(({ security_id: id, ...row }) => {
    const of = { ...row, security: { id, name: row.security } };
    return { ...of, ...atClosing(of) };
  });
}

/** As at a day, what is open beside what was on another one, where that is asked for. */
async function summaryRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const account = await accountOf(ctx, input);
  const { party, beside } = account;
  const others = beside === undefined ? undefined : await summaryOn(ctx, { party, day: beside, rates: undefined });
  const rows = besideOther(await summaryOn(ctx, account), others, {
    key: keyOf,
    amount: ({ balance }) => balance,
    gone: (row) => emptied(securitiesSummaryTable, row),
  });
  return others === undefined
    ? rows
    : rows.toSorted(
        (a, b) => a.security.name.localeCompare(b.security.name, 'en') || a.class.localeCompare(b.class, 'en'),
      );
}

async function accountOf(ctx: Ctx, { query }: { query: Asked & Pick<Input['query'], 'param'> }): Promise<Account> {
  return { ...statedOn(ctx, query), party: await partyOf(ctx, query.param ?? 'ALL', 'SECURITY') };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof securitiesSummary>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const rows = await summaryRows(ctx, input);
  const totals = sumsByCurrency(securitiesSummaryTotals, rows);
  return {
    as_at: account.day,
    data: rows.map((row) => replyRow(securitiesSummaryTable, row, base)),
    totals: totals.map((total) => replyRow(securitiesSummaryTotals, total, base)),
    ...statedInBase(ctx, await closingOn(ctx, account), totals),
  };
}

/** Securities summary statement as at any day: its balances add up to premium payable and claims recoverable. §6. */
export const summaryOfSecurities = report({
  endpoint: securitiesSummary,
  table: securitiesSummaryTable,
  name: 'securities-summary',
  title: 'Securities summary statement',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return [fact('Security', account.party?.name ?? 'All securities'), ...(await statedFacts(ctx, account))];
  },
  saidAbove: ({ param }) => whereOne(param, 'security'),
  reply,
  leaves: leftStated,
  rows: (ctx, input) => summaryRows(ctx, input),
});

type LineRow = Values<typeof securityLinesTable>;
type StoredRow = Omit<LineRow, 'security' | 'policy' | 'endorsement'> & {
  security_id: number;
  security: string;
  policy_id: number | null;
  policy: string | null;
  endorsement_id: number | null;
  endorsement: string | null;
};
type LinesQuery = Decoded<typeof securityLinesCall>['query'];

/** The lines that the summary adds up of some securities, and the notes of another system, of which the net alone is known: all of them, or the first. */
function linesQuery(
  ctx: Ctx,
  { currency, most, ...whose }: Whose & Pick<LinesQuery, 'currency'> & { most?: number },
): RawBuilder<StoredRow> {
  const { parties, day, class: name } = whose;
  const order = sql`f.name_key, f.security_id, f.posted_on, f.policy_id, f.endorsement_id nulls first, f.number`;
  return sql<StoredRow>`
    with documents as (
      select l.*, null::text as number, null::text as class
      from (${policyLines(ctx, whose)} union all ${endorsementLines(ctx, whose)}) l
      union all
      select null, null, n.posted_on, null, n.currency, n.party_id, 0, 0, 0, 0, 0, n.amount, n.number, h.class
      from notes n join history_documents h on h.id = n.history_id
      where ${issuedBy(ctx, day)} and n.kind = 'CN' ${areOf(parties, 'n.party_id')}),
    classed as (
      select f.security_id, s.name as security, s.name_key, f.policy_id, f.endorsement_id, f.number, coalesce(kc.name, k.name, f.class, '') as class,
        f.posted_on, f.currency, f.share_premium as sharepremium, f.commission_amount as commission, f.brokerage_amount as brokerage,
        f.tax_amount as tax, f.deductions, f.net_payable as netpayable
      from documents f join parties s on s.id = f.security_id
        left join cover_types k on k.id = f.cover_type_id left join cover_types kc on kc.id = k.class_id),
    shown as materialized (
      select * from classed f where ${every([
        sql`(f.sharepremium <> 0 or f.netpayable <> 0 or f.deductions <> 0)`,
        when(currency, (code) => sql`f.currency = ${code}`),
        when(name, (one) => sql`f.class = ${one === NO_CLASS ? '' : one}`),
      ])}
      order by ${order} ${most === undefined ? sql`` : sql`limit ${most}`})
    select f.*, p.broker_reference as policy, e.number as endorsement, coalesce(f.number, e.number, p.broker_reference) as document
    from shown f left join policies p on p.id = f.policy_id left join endorsements e on e.id = f.endorsement_id
    order by ${order}`;
}

/** Every security in the order in which reports have them. */
async function securities({ db }: Ctx): Promise<{ party: Named }[]> {
  const { rows } = await sql<Named>`
    select id, name from parties where kind = 'SECURITY' and merged_into is null order by name_key, id`.execute(db);
  return rows.map((party) => ({ party }));
}

const lineOf = ({ security_id, policy_id, endorsement_id, ...row }: StoredRow): LineRow => ({
  ...row,
  security: { id: security_id, name: row.security },
  policy: refOf(policy_id, row.policy),
  endorsement: refOf(endorsement_id, row.endorsement),
});

/** The lines of policies and endorsements behind the securities summary. */
export const linesOfSecurities = report({
  endpoint: securityLinesCall,
  table: securityLinesTable,
  name: 'securities-lines',
  title: 'Lines of securities',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, { query }) => [
    fact('Security', (await accountOf(ctx, { query })).party?.name ?? 'All securities'),
  ],
  saidAbove: ({ param }) => whereOne(param, 'security'),
  reply: async (ctx, { query }) => {
    const { party, day } = await accountOf(ctx, { query });
    const own = party === null ? await securities(ctx) : [{ party }];
    const rows = await ofParties(own, MOST + 1, async (parties, most) => {
      const first = await linesQuery(ctx, { ...query, parties, day, most }).execute(ctx.db);
      return first.rows;
    });
    return firstShown(ctx, rows, { table: securityLinesTable, rowOf: lineOf });
  },
  rows: async (ctx, { query }) => {
    const account = await accountOf(ctx, { query });
    return mapped(rowsOf(ctx.db, linesQuery(ctx, { ...query, parties: only(account), day: account.day })), lineOf);
  },
});
