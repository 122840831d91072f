import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import {
  NO_CLASS,
  securitiesSummary,
  securitiesSummaryTable,
  securitiesSummaryTotals,
} from '../../../../domain/reports/security-statement.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { BESIDE } from '../../../../domain/reports/tables.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { sum } from '../../../../domain/values/money.ts';
import { securityLines as securityLinesCall, securityLinesTable } from '../../../../domain/reports/security-lines.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import { every, when } from '../../../platform/http/lists.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { report } from '../report.ts';
import { PAYABLE } from './aged.ts';
import { besideOther } from './beside.ts';
import { bookedBy, issuedBy } from './issued.ts';
import { refOf } from '../refs.ts';
import { openAt } from './open-items.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf } from './party.ts';
import { writtenBack } from './written-back.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

type Input = Decoded<typeof securitiesSummary>;
type Account = { party: Named | null; day: Day };
type Row = Values<typeof securitiesSummaryTable>;
/** What a security has of a class on one day. */
type Summed = Omit<Row, 'beside' | 'change'>;
type Figures = Omit<Values<typeof securitiesSummaryTotals>, 'currency'>;

const OPEN = [...PAYABLE, 'CLAIMS_RECOVERABLE'] as const satisfies readonly AccountFunction[];

const LINE = sql`l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable`;

const ofParty = (party: Named | null, column: string) => (party ? sql`and ${sql.ref(column)} = ${party.id}` : sql``);

/** What securities have of each policy that was booked by a day. */
const policyLines = (ctx: Ctx, { party, day }: Account): RawBuilder<unknown> => sql`
  select p.id as policy_id, null::integer as endorsement_id, p.posted_on, p.cover_type_id, p.currency, ${LINE}
  from policies p join policy_lines l on l.policy_id = p.id where ${bookedBy(ctx, day)} ${ofParty(party, 'l.security_id')}`;

/** The same of each endorsement. */
const endorsementLines = (ctx: Ctx, { party, day }: Account): RawBuilder<unknown> => sql`
  select p.id as policy_id, e.id as endorsement_id, e.posted_on, p.cover_type_id, p.currency, ${LINE}
  from endorsements e join policies p on p.id = e.policy_id join endorsement_lines l on l.endorsement_id = e.id
  where e.branch_id = any(${ctx.scope}::int[]) and e.status = 'APPROVED' and e.posted_on <= ${day}::date and ${bookedBy(ctx, day)} ${ofParty(party, 'l.security_id')}`;

/** What lines come to, by the class or subclass of their policies. */
const CEDED = sql`sum(l.share_premium) as share_premium, sum(l.commission_amount) as commission_amount, sum(l.brokerage_amount) as brokerage_amount,
  sum(l.tax_amount) as tax_amount, sum(l.deductions) as deductions, sum(l.net_payable) as net_payable`;
const COUNTS = sql`bool_or(l.share_premium <> 0 or l.net_payable <> 0)`;
const NO_CEDED = sql`0, 0, 0, 0, 0`;

/**
 * Lines of what was booked by a day, what of their notes is open at the end of it, and what was called of the securities,
 * brought together by security, class and currency. What of a net is not open was paid or set off. Each is summed by the policies'
 * classes before it is named, so that nothing of the size of the books is sorted.
 */
async function summaryOn(ctx: Ctx, { party, day }: Account): Promise<Summed[]> {
  const own = (column: string) => ofParty(party, column);
  const { rows } = await sql<Omit<Summed, 'security'> & { security_id: number; security: string }>`
    with ${openAt(ctx, { day, functions: OPEN, party: party?.id ?? null })}, ${writtenBack(ctx, day)},
    figures as (
      select l.security_id, l.cover_type_id, null::text as class, l.currency, count(*) as policies, ${CEDED},
        0::numeric as balance, 0::numeric as called, 0::numeric as recoverable, 0::numeric as uncollectable, ${COUNTS} as counts
      from (${policyLines(ctx, { party, day })}) l group by 1, 2, 4
      union all
      select l.security_id, l.cover_type_id, null, l.currency,
        -- Policies that an endorsement brought to a security.
        count(distinct l.policy_id) filter (where not exists (select 1 from policy_lines o where o.policy_id = l.policy_id and o.security_id = l.security_id)),
        ${CEDED}, 0, 0, 0, 0, ${COUNTS}
      from (${endorsementLines(ctx, { party, day })}) l group by 1, 2, 4
      union all
      select o.party_id, p.cover_type_id, h.class, o.currency, 0, 0, ${NO_CEDED}, coalesce(-sum(o.open) filter (where o.function = 'PREMIUM_PAYABLE'), 0), 0,
        coalesce(sum(o.open) filter (where o.function = 'CLAIMS_RECOVERABLE'), 0), 0, bool_or(o.open <> 0)
      from open_at o left join note_parts x on x.id = o.part_id join notes n on n.id = ${eitherId('o.note_id', 'x.debit_note_id')}
        left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')} ${HISTORY_OF_NOTE}
      group by 1, 2, 3, 4
      union all
      select n.party_id, null, h.class, n.currency, 0, 0, 0, 0, 0, 0, sum(n.amount), 0, 0, 0, 0, true
      from notes n join history_documents h on h.id = n.history_id where ${issuedBy(ctx, day)} and n.kind = 'CN' ${own('n.party_id')} group by 1, 3, 4
      union all
      select n.party_id, p.cover_type_id, null, n.currency, 0, 0, ${NO_CEDED}, 0, sum(n.amount), 0, 0, true
      from notes n join claims c on c.id = n.claim_id join policies p on p.id = c.policy_id
      where ${issuedBy(ctx, day)} and n.purpose = 'CLAIM' ${own('n.party_id')} group by 1, 2, 4
      union all
      select n.party_id, p.cover_type_id, h.class, n.currency, 0, 0, ${NO_CEDED}, 0, 0, 0, -sum(w.amount), true
      from written_back w join notes n on n.id = w.note_id left join policies p on p.id = n.policy_id ${HISTORY_OF_NOTE}
      where n.kind = 'CN' ${own('n.party_id')} group by 1, 2, 3, 4)
    select s.id as security_id, s.name as security, coalesce(kc.name, k.name, f.class, '') as class, sum(f.policies)::int as policies,
      f.currency, sum(f.share_premium)::bigint as sharepremium, sum(f.commission_amount)::bigint as commission,
      sum(f.brokerage_amount)::bigint as brokerage, sum(f.tax_amount)::bigint as tax, sum(f.deductions)::bigint as deductions,
      sum(f.net_payable)::bigint as netpayable, sum(f.net_payable - f.balance - f.uncollectable)::bigint as paid, sum(f.uncollectable)::bigint as uncollectable, sum(f.balance)::bigint as balance,
      sum(f.called)::bigint as claims, sum(f.recoverable)::bigint as claims_open
    from figures f join parties s on s.id = f.security_id
      left join cover_types k on k.id = f.cover_type_id left join cover_types kc on kc.id = k.class_id
    group by s.id, s.name, s.name_key, coalesce(kc.name, k.name, f.class, ''), f.currency
    having bool_or(f.counts)
    order by s.name_key, s.id, class, f.currency`.execute(ctx.db);
  return rows.map(({ security_id: id, ...row }) => ({ ...row, security: { id, name: row.security } }));
}

/** As at a day, what is open beside what was on another one, where that is asked for. */
async function summaryRows(ctx: Ctx, input: Input): Promise<Row[]> {
  const account = await accountOf(ctx, input);
  const beside = besideOf(ctx, input);
  const others = beside === undefined ? undefined : await summaryOn(ctx, { ...account, day: beside });
  const rows = besideOther(await summaryOn(ctx, account), others, {
    key: ({ security, class: name, currency }) => `${security.id}/${name}/${currency}`,
    amount: ({ balance }) => balance,
    gone: (row) => emptied(securitiesSummaryTable, row),
  });
  return others === undefined
    ? rows
    : rows.toSorted(
        (a, b) => a.security.name.localeCompare(b.security.name, 'en') || a.class.localeCompare(b.class, 'en'),
      );
}

function totalOf(rows: readonly Row[]): Figures {
  const total = (name: keyof Figures) => sum(rows.map((row) => row[name]));
  return {
    sharepremium: total('sharepremium'),
    commission: total('commission'),
    brokerage: total('brokerage'),
    tax: total('tax'),
    deductions: total('deductions'),
    netpayable: total('netpayable'),
    paid: total('paid'),
    uncollectable: total('uncollectable'),
    balance: total('balance'),
    claims: total('claims'),
    claims_open: total('claims_open'),
  };
}

const besideOf = (ctx: Ctx, { query }: Input): Day | undefined => besideOn(query.beside, query.asat ?? ctx.today);

async function accountOf(ctx: Ctx, { query }: { query: Pick<Input['query'], 'param' | 'asat'> }): Promise<Account> {
  return { party: await partyOf(ctx, query.param ?? 'ALL', 'SECURITY'), day: query.asat ?? ctx.today };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof securitiesSummary>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const rows = await summaryRows(ctx, input);
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return {
    as_at: account.day,
    data: rows.map((row) => replyRow(securitiesSummaryTable, row, base)),
    totals: [...byCurrency.keys()]
      .toSorted()
      .map((currency) =>
        replyRow(securitiesSummaryTotals, { currency, ...totalOf(byCurrency.get(currency) ?? []) }, base),
      ),
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
    const beside = besideOf(ctx, input);
    return [
      fact('Security', (await accountOf(ctx, input)).party?.name ?? 'All securities'),
      fact('Beside', beside && writtenDay(beside)),
    ];
  },
  reply,
  leaves: ({ beside }) => (beside === undefined ? BESIDE : []),
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

/** The lines that the summary adds up, and the notes of another system, of which the net alone is known. */
async function linesQuery(ctx: Ctx, query: LinesQuery): Promise<RawBuilder<StoredRow>> {
  const account = await accountOf(ctx, { query });
  const { currency, class: name } = query;
  return sql<StoredRow>`
    with documents as (
      select l.*, null::text as number, null::text as class
      from (${policyLines(ctx, account)} union all ${endorsementLines(ctx, account)}) l
      union all
      select null, null, n.posted_on, null, n.currency, n.party_id, 0, 0, 0, 0, 0, n.amount, n.number, h.class
      from notes n join history_documents h on h.id = n.history_id
      where ${issuedBy(ctx, account.day)} and n.kind = 'CN' ${ofParty(account.party, 'n.party_id')}),
    named as (
      select s.id as security_id, s.name as security, s.name_key, p.id as policy_id, p.broker_reference as policy, e.id as endorsement_id,
        e.number as endorsement, coalesce(f.number, e.number, p.broker_reference) as document, coalesce(kc.name, k.name, f.class, '') as class,
        f.posted_on, f.currency, f.share_premium as sharepremium, f.commission_amount as commission, f.brokerage_amount as brokerage,
        f.tax_amount as tax, f.deductions, f.net_payable as netpayable
      from documents f join parties s on s.id = f.security_id left join policies p on p.id = f.policy_id left join endorsements e on e.id = f.endorsement_id
        left join cover_types k on k.id = p.cover_type_id left join cover_types kc on kc.id = k.class_id)
    select * from named f where ${every([
      sql`(f.sharepremium <> 0 or f.netpayable <> 0 or f.deductions <> 0)`,
      when(currency, (code) => sql`f.currency = ${code}`),
      when(name, (one) => sql`f.class = ${one === NO_CLASS ? '' : one}`),
    ])}
    order by f.name_key, f.security_id, f.posted_on, f.policy_id, f.endorsement_id nulls first, f.document`;
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
  reply: async (ctx, { query }) => {
    const { rows } = await sql<StoredRow>`${await linesQuery(ctx, query)} limit ${MOST + 1}`.execute(ctx.db);
    return firstShown(ctx, rows, { table: securityLinesTable, rowOf: lineOf });
  },
  rows: async (ctx, { query }) => mapped(rowsOf(ctx.db, await linesQuery(ctx, query)), lineOf),
});
