import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { firstOf } from '../../../../domain/errors.ts';
import { scheduleOfSecurities } from '../../../../domain/reports/securities.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';
import { carriersNow } from '../../carriers.ts';
import { scheduleTable, scheduleTotals } from '../../../../domain/reports/tables.ts';
import { sumsOf } from '../../../../domain/tables/sums.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { writtenBack } from '../money/written-back.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof scheduleOfSecurities>;
type Policy = { id: number; branch_id: number; name: string; currency: string };

type Row = Values<typeof scheduleTable>;
type Stored = Omit<Row, 'security' | 'note'> & {
  security_id: number;
  security: string;
  note_id: number | null;
  number: string | null;
};

/** The policy behind an id or a broker reference; one of another branch is not there. */
async function policyOf(ctx: Ctx, { query }: Input): Promise<Policy> {
  const { param } = query;
  const filter = /^\d{1,10}$/.test(param) ? sql`p.id = ${param}::bigint` : sql`p.broker_reference = ${param}`;
  const { rows } = await sql<Policy>`
    select p.id, p.branch_id, p.broker_reference as name, p.currency from policies p
    where p.branch_id = any(${[...ctx.scope]}::int[]) and ${filter}`.execute(ctx.db);
  return firstOf(rows);
}

/**
 * Each security's line in the original and in every approved endorsement, in the order of their approval. What of it is open is what the ledger holds on its
 * note; the rest of the note was paid or set off.
 */
function rowsQuery(ctx: Ctx, { id, name, currency }: Policy): RawBuilder<Stored> {
  return sql<Stored>`
    with ${writtenBack(ctx, ctx.today)}, lines as (
      select 0 as approval, null::int as endorsement_id, null::text as endorsement, p.insurance_start_date as effective_date,
        l.position, l.security_id, l.share, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount,
        l.deductions, l.net_payable
      from policy_lines l join policies p on p.id = l.policy_id where l.policy_id = ${id}
      union all
      select e.approval, e.id, e.number, e.effective_date, l.position, l.security_id, l.share, l.share_premium,
        l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable
      from endorsement_lines l join endorsements e on e.id = l.endorsement_id
      where e.policy_id = ${id} and e.status = 'APPROVED'),
    first as (select security_id, min(array[approval, position]) as place from lines group by security_id)
    select ${name}::text as policy, ${currency}::text as currency, l.security_id, s.name as security, l.endorsement, l.effective_date, l.share, l.share_premium as sharepremium,
      l.commission_amount as commission, l.brokerage_amount as brokerage, l.tax_amount as tax, l.deductions,
      l.net_payable as netpayable, case when n.id is null then 0 else l.net_payable + o.open + coalesce(w.amount, 0) end as paid,
      -coalesce(w.amount, 0) as uncollectable, case when n.id is null then 0 else -o.open end as balance, n.id as note_id, n.number, n.due_on
    from lines l join first f on f.security_id = l.security_id join parties s on s.id = l.security_id
    left join notes n on n.policy_id = ${id} and n.party_id = l.security_id and n.status = 'ISSUED'
      and n.endorsement_id is not distinct from l.endorsement_id
    left join written_back w on w.note_id = n.id
    cross join lateral (
      select coalesce(sum(i.outstanding), 0)::bigint as open from open_items i
      where i.note_id = n.id and i.account = any(${accountsOf('PREMIUM_PAYABLE')})) o
    order by f.place, l.security_id, l.approval`;
}

const rowOf = ({ security_id, note_id, number, ...row }: Stored): Row => ({
  ...row,
  security: { id: security_id, name: row.security },
  note: note_id === null ? null : { id: note_id, number: number ?? '' },
});

type Called = { id: number; name: string; currency: string; called: bigint; collected: bigint; open: bigint };

/** What was called of each security on the claims of a policy, what came in, and what is open: for who may see its claims. §6. */
async function claimsOn(ctx: Ctx, policy: Policy): Promise<Reply<typeof scheduleOfSecurities>['claims']> {
  if (!ctx.can('claims.view', policy.branch_id)) return null;
  const { rows } = await sql<Called>`
    select s.id, s.name, n.currency, sum(n.amount)::bigint as called, sum(n.settled - n.set_off)::bigint as collected,
      sum(n.amount - n.settled)::bigint as open
    from claims c join notes n on n.claim_id = c.id join parties s on s.id = n.party_id
    where c.policy_id = ${policy.id} and c.branch_id = any(${[...ctx.scope]}::int[]) and n.purpose = 'CLAIM' and n.status = 'ISSUED'
    group by s.id, n.currency order by s.name_key, s.id, n.currency`.execute(ctx.db);
  return rows.map(({ id, name, currency, ...amounts }) => ({
    security: { id, name },
    currency,
    called: formatAmount(amounts.called, currency),
    collected: formatAmount(amounts.collected, currency),
    open: formatAmount(amounts.open, currency),
  }));
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof scheduleOfSecurities>> {
  const base = ctx.firm.baseCurrency;
  const policy = await policyOf(ctx, input);
  const { id, name, currency } = policy;
  // None waits for the answer to the one before it.
  const [{ rows: stored }, { rows: carriers }, claims] = await Promise.all([
    rowsQuery(ctx, policy).execute(ctx.db),
    sql<{
      security_id: number;
      share: bigint;
    }>`${carriersNow(sql`${id}::int`, sql`any(${[...ctx.scope]}::int[])`)}`.execute(ctx.db),
    claimsOn(ctx, policy),
  ]);
  const rows = stored.map(rowOf);
  const shares = new Map(carriers.map((line) => [line.security_id, line.share]));
  const total = (own: readonly Row[]) => replyRow(scheduleTotals, { currency, ...sumsOf(scheduleTotals, own) }, base);
  return {
    policy: { id, name },
    currency,
    data: rows.map((row) => replyRow(scheduleTable, row, base)),
    securities: [...Map.groupBy(rows, (row) => row.security.id)].map(([securityId, own]) => ({
      security: firstOf(own).security,
      share: shares.get(securityId) ?? 0n,
      ...total(own),
    })),
    total: total(rows),
    claims,
  };
}

/** The schedule of securities of one policy. §6. */
export const schedule = report({
  endpoint: scheduleOfSecurities,
  table: scheduleTable,
  name: 'schedule-of-securities',
  title: 'Schedule of securities',
  facts: async (ctx, input) => [fact('Policy', (await policyOf(ctx, input)).name)],
  reply,
  rows: async (ctx, input) => mapped(rowsOf(ctx.db, rowsQuery(ctx, await policyOf(ctx, input))), rowOf),
});
