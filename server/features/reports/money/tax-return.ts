import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { notFound } from '../../../../domain/errors.ts';
import {
  taxDocuments as documentsCall,
  taxDocumentsTable,
  taxDocumentTotals,
  taxReturn as returnCall,
  TAX_LAST_YEAR,
  taxReturnTable,
} from '../../../../domain/reports/tax-return.ts';
import { startBefore, yearBefore } from '../../../../domain/reports/beside.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { fact, periodOf } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { accountsOf } from '../../firm/chart.ts';
import { refOf } from '../refs.ts';
import { assertPeriod } from '../period.ts';
import { report } from '../report.ts';
import { EVENT, TAX_CHARGES, TAX_NAMED } from './ledger-parts.ts';
import { pairedWith } from '../../../../domain/reports/laid.ts';
import { firstShown, MOST } from '../first-rows.ts';

type ReturnQuery = Decoded<typeof returnCall>['query'];
type Query = Pick<ReturnQuery, 'from' | 'to'>;
type Row = Values<typeof taxReturnTable>;
/** What a row has of one period. */
type Own = Omit<Row, (typeof TAX_LAST_YEAR)[number]>;
type Document = Values<typeof taxDocumentsTable>;
type StoredDocument = Omit<Document, 'policy' | 'endorsement' | 'invoice'> & {
  policy_id: number | null;
  policy: string | null;
  endorsement_id: number | null;
  endorsement: string | null;
  invoice_id: number | null;
  invoice: string | null;
};

function daysOf(ctx: Ctx, { from, to = ctx.today }: Query): { from: Day; to: Day } {
  assertPeriod({ from, last: to });
  return { from: from ?? '0001-01-01', to };
}

/** What of a line `l` a tax `x` is charged on, by the tax's basis. §2. */
const TAXED = sql`case x.basis when 'BROKERAGE' then l.brokerage_amount when 'COMMISSION' then l.commission_amount
  when 'NET_OF_COMMISSION' then l.share_premium - l.commission_amount else l.share_premium end`;

/** The lines of taxes of policies `p` on a day, charged or given back. */
const chargedOn = ({ on, sign, from }: Record<'on' | 'sign' | 'from', RawBuilder<unknown>>): RawBuilder<unknown> => sql`
    select p.id as policy_id, null::integer as endorsement_id, null::integer as invoice_id, ${on} as posted_on, p.currency, x.tax_id,
      ${sign} * ${TAXED} as premium, x.rate, ${sign} * x.amount as amount
    from ${from} join policy_taxes x on x.policy_id = p.id join policy_lines l on l.id = x.line_id`;

/** Lines of taxes that were charged on placements and invoices posted within the days, with what they are of. */
const charges = (ctx: Ctx, query: Query): RawBuilder<unknown> => {
  const { from, to } = daysOf(ctx, query);
  const posted = (one: string) =>
    sql`${sql.ref(one)}.branch_id = any(${[...ctx.scope]}::int[]) and ${sql.ref(one)}.posted_on between ${from}::date and ${to}::date`;
  // Those of a period are found first, each state by an index that has all of it: the planner takes a walk along all policies for shorter than it is.
  const inState = (status: 'APPROVED' | 'DISABLED') =>
    sql`select p.id, p.currency, p.posted_on from policies p where p.status = ${sql.lit(status)} and ${posted('p')}`;
  const booked = sql`(${inState('APPROVED')} union all ${inState('DISABLED')} ${query.from === undefined ? sql`` : sql`offset 0`}) p`;
  return sql`charges as (
    ${chargedOn({ on: sql`p.posted_on`, sign: sql`1`, from: booked })}
    union all
    -- One that was disabled gives back on that day: what a return said of an earlier month stays.
    ${chargedOn({ on: sql`e.day`, sign: sql`-1`, from: sql`policies p join journal_entries e on e.source_kind = 'policy' and e.source_id = p.id` })}
    where p.branch_id = any(${[...ctx.scope]}::int[]) and p.status = 'DISABLED' and p.posted_on <= ${to}::date
      and e.event = 'POLICY_DISABLED' and e.day between ${from}::date and ${to}::date
    union all
    select e.policy_id, e.id, null, e.posted_on, e.currency, x.tax_id, ${TAXED}, x.rate, x.amount
    from endorsements e join endorsement_lines l on l.endorsement_id = e.id join endorsement_taxes x on x.line_id = l.id
    where e.status = 'APPROVED' and ${posted('e')}
    union all
    -- A credit and a reversal give back, each on its own day.
    select null, null, u.invoice_id, u.posted_on, u.currency, u.tax_id, l.net * sign(u.amount)::bigint, l.tax_rate, l.tax * sign(u.amount)::bigint
    from invoice_taxes u join invoice_lines l on l.invoice_id = u.invoice_id and l.tax_id = u.tax_id
    where ${posted('u')})`;
};

/**
 * Each tax's account over the period by what moved it. A reversal goes back on what it reverses; what came from another system
 * and manual journals are other: charged and returned are those of the documents.
 */
async function returnIn(ctx: Ctx, query: Query): Promise<Own[]> {
  const { from, to } = daysOf(ctx, query);
  const during = (condition: RawBuilder<unknown>) =>
    sql`coalesce(-sum(m.amount) filter (where ${condition}), 0)::bigint`;
  const own = sql`branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf('TAXES_PAYABLE')})`;
  const { rows } = await sql<Omit<Own, 'tax'> & { tax_id: number; code: string; name: string }>`
    with ${charges(ctx, query)},
    opened as (
      select tax_id, currency, sum(credit - debit)::bigint as amount from daily_balances where ${own} and day < ${from}::date group by 1, 2),
    moved as materialized (
      select t.tax_id, t.currency, t.amount, t.base_amount, ${EVENT} as event from journal_lines t
      where ${own} and t.day between ${from}::date and ${to}::date),
    sums as (
      select m.tax_id, m.currency, ${during(sql`m.event in ${TAX_CHARGES} and m.amount < 0`)} as charged,
        ${during(sql`m.event in ${TAX_CHARGES} and m.amount > 0`)} as returned,
        ${during(sql`m.event = 'CERTIFICATE'`)} as certified, ${during(sql`m.event = 'UNCOLLECTABLE'`)} as uncollectable,
        ${during(sql`m.event = 'VOUCHER_PAID'`)} as remitted,
        ${during(sql`m.event not in ${TAX_CHARGES} and m.event not in ${TAX_NAMED}`)} as other, ${during(sql`true`)} as moved,
        coalesce(-sum(m.base_amount) filter (where m.event in ${TAX_CHARGES}), 0)::bigint as base_charged
      from moved m group by 1, 2),
    accounts as (
      select tax_id, currency, coalesce(o.amount, 0) as opening, coalesce(s.charged, 0) as charged, coalesce(s.returned, 0) as returned,
        coalesce(s.certified, 0) as certified, coalesce(s.uncollectable, 0) as uncollectable, coalesce(s.remitted, 0) as remitted,
        coalesce(s.other, 0) as other, coalesce(o.amount, 0) + coalesce(s.moved, 0) as closing, coalesce(s.base_charged, 0) as base_charged
      from opened o full join sums s using (tax_id, currency)),
    taxed as (select tax_id, currency, sum(premium)::bigint as premium from charges group by 1, 2)
    select t.id as tax_id, t.code, t.name, s.*, coalesce(c.premium, 0)::bigint as premium
    from accounts s join taxes t on t.id = s.tax_id left join taxed c on c.tax_id = s.tax_id and c.currency = s.currency
    where (s.opening, s.charged, s.returned, s.certified, s.uncollectable, s.other, s.remitted, s.closing) <> (0, 0, 0, 0, 0, 0, 0, 0)
      or c.premium is not null
    order by t.code, t.id, s.currency`.execute(ctx.db);
  return rows.map(({ tax_id: id, code, name, ...row }) => ({ ...row, tax: { id, name: `${code} ${name}` } }));
}

const ALONE = { charged_last_year: null, change_charged: null, returned_last_year: null, change_returned: null };

/** The return of a period, beside the same days of last year where that is asked for. */
async function returnRows(ctx: Ctx, { from, to = ctx.today, beside }: ReturnQuery): Promise<Row[]> {
  const now = await returnIn(ctx, { from, to });
  if (beside === undefined) return now.map((row) => ({ ...row, ...ALONE }));
  const before = await returnIn(ctx, { from: from && startBefore(from), to: yearBefore(to) });
  return pairedWith(now, before, {
    key: ({ tax, currency }) => `${tax.id}/${currency}`,
    gone: (row) => emptied(taxReturnTable, row),
  })
    .map(({ row, other: { charged, returned } = { charged: 0n, returned: 0n } }) => ({
      ...row,
      charged_last_year: charged,
      change_charged: row.charged - charged,
      returned_last_year: returned,
      change_returned: row.returned - returned,
    }))
    .toSorted((a, b) => a.tax.name.localeCompare(b.tax.name, 'en') || (a.currency < b.currency ? -1 : 1));
}

/** The levy that documents are asked of; none: all of them. */
async function taxOf(ctx: Ctx, tax: number | undefined): Promise<string> {
  if (tax === undefined) return 'All taxes';
  const { code, name } = await ctx.db
    .selectFrom('taxes')
    .select(['code', 'name'])
    .where('id', '=', tax)
    .executeTakeFirstOrThrow(notFound);
  return `${code} ${name}`;
}

const chosen = ({ tax, currency }: Decoded<typeof documentsCall>['query']) =>
  every([sql`true`, when(tax, (id) => sql`c.tax_id = ${id}`), when(currency, (code) => sql`c.currency = ${code}`)]);

/** The documents of the chosen charges, in the order of their days. */
const DOCUMENTS = sql`
  select c.posted_on, p.id as policy_id, p.broker_reference as policy, e.id as endorsement_id, e.number as endorsement,
    v.id as invoice_id, v.number as invoice, coalesce(r.name, b.name) as reinsured, coalesce(r.id, b.id) as reinsured_id, coalesce(i.name, '') as insured, i.id as insured_id, t.code as tax, c.currency, sum(c.premium)::bigint as premium,
    case when min(c.rate) = max(c.rate) then min(c.rate) end as rate, sum(c.amount)::bigint as amount
  from chosen c join taxes t on t.id = c.tax_id left join policies p on p.id = c.policy_id left join parties r on r.id = p.reinsured_id
    left join parties i on i.id = p.current_insured_id left join endorsements e on e.id = c.endorsement_id
    left join invoices v on v.id = c.invoice_id left join parties b on b.id = v.party_id
  group by c.posted_on, p.id, e.id, v.id, r.id, b.id, i.id, t.id, c.currency`;
const IN_ORDER = sql`posted_on, policy_id nulls last, endorsement_id nulls first, invoice_id, tax`;

const documentsQuery = (ctx: Ctx, query: Decoded<typeof documentsCall>['query']) => sql<StoredDocument>`
  with ${charges(ctx, query)}, chosen as (select * from charges c where ${chosen(query)})
  ${DOCUMENTS} order by ${IN_ORDER}`;

type Total = Values<typeof taxDocumentTotals>;
const isTotal = (row: StoredDocument | (Total & { posted_on: null })): row is Total & { posted_on: null } =>
  row.posted_on === null;

/** The first documents, and what all of them come to by currency: charges are read once for both. */
async function firstDocuments(ctx: Ctx, query: Decoded<typeof documentsCall>['query']) {
  const { rows } = await sql<StoredDocument | (Total & { posted_on: null })>`
    with ${charges(ctx, query)}, chosen as materialized (select * from charges c where ${chosen(query)}),
    shown as (${DOCUMENTS} order by ${IN_ORDER} limit ${MOST + 1})
    select * from shown
    union all
    select null, null, null, null, null, null, null, null, null, null, null, null, currency, sum(premium)::bigint, null, sum(amount)::bigint from chosen group by currency
    order by ${IN_ORDER}, currency`.execute(ctx.db);
  return { documents: rows.filter((row) => !isTotal(row)), totals: rows.filter(isTotal) };
}

const documentOf = ({
  policy_id,
  policy,
  endorsement_id,
  endorsement,
  invoice_id,
  invoice,
  ...row
}: StoredDocument): Document => ({
  ...row,
  policy: refOf(policy_id, policy),
  invoice: refOf(invoice_id, invoice),
  endorsement: refOf(endorsement_id, endorsement),
});

async function documents(ctx: Ctx, { query }: Decoded<typeof documentsCall>): Promise<Reply<typeof documentsCall>> {
  await taxOf(ctx, query.tax);
  const base = ctx.firm.baseCurrency;
  const found = await firstDocuments(ctx, query);
  return {
    totals: found.totals.map((total) => replyRow(taxDocumentTotals, total, base)),
    ...(await firstShown(ctx, found.documents, { table: taxDocumentsTable, rowOf: documentOf })),
  };
}

/** What each tax comes to over a period; what is to remit is the balance of its account. */
export const taxReturn = report({
  endpoint: returnCall,
  table: taxReturnTable,
  name: 'tax-return',
  title: 'Tax return',
  leaves: ({ beside }) => (beside === undefined ? TAX_LAST_YEAR : []),
  period: (ctx, { query }) => periodOf(query.from, query.to ?? ctx.today),
  reply: async (ctx, { query }) => {
    const base = ctx.firm.baseCurrency;
    const rows = await returnRows(ctx, query);
    return { base_currency: base, data: rows.map((row) => replyRow(taxReturnTable, row, base)) };
  },
  rows: (ctx, { query }) => returnRows(ctx, query),
});

/** The documents that a levy of the return was charged on or returned. */
export const taxReturnDocuments = report({
  endpoint: documentsCall,
  table: taxDocumentsTable,
  name: 'tax-return-documents',
  title: 'Documents of a tax return',
  period: (ctx, { query }) => periodOf(query.from, query.to ?? ctx.today),
  facts: async (ctx, { query }) => [fact('Tax', await taxOf(ctx, query.tax))],
  reply: documents,
  rows: (ctx, { query }) => mapped(rowsOf(ctx.db, documentsQuery(ctx, query)), documentOf),
});
