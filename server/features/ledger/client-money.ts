import { sql, type RawBuilder } from 'kysely';
import {
  type clientMoneyTable,
  MATTERS,
  type MattersOf,
  type paidAheadTable,
} from '../../../domain/reports/client-money.ts';
import type { Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';

const EVENTS = sql.raw(
  `'RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY'`,
);

/**
 * What moved money of the client bank until a day, each entry once, and once more with the sign turned for its reversal:
 * states of today say nothing of a past day. M14.
 */
export const actsUntil = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  acts as (
    select e.id, e.event, e.source_id, e.branch_id, e.day, 1 as sign from journal_entries e
    where e.branch_id = any(${[...ctx.scope]}::int[]) and e.day <= ${day}
      and e.event in (${EVENTS})
    union all
    select e.id, e.event, e.source_id, e.branch_id, r.day, -1 from journal_entries r join journal_entries e on e.id = r.reverses_id
    where r.branch_id = any(${[...ctx.scope]}::int[]) and r.day <= ${day}
      and e.event in (${EVENTS}))`;

/**
 * What came in for a note or a claim, was paid out of that, and was made good: cash through the client bank, what one note
 * paid for another (a set-off, a net settlement, what a voucher sets off), and what the firm bore of a note and paid in; of a
 * history, what settled its notes through the client bank. What is in hand for a note of our own fees is ours. Certificates, returns and premium that cannot be collected move
 * no money.
 */
export const MOVES = sql`
  moves as (
    select x.id as act, a.note_id, null::int as claim_id, x.day, x.sign * a.note_amount as received, 0 as paid, 0 as made_good
      from acts x join allocations a on a.entry_id = x.id join receipts r on r.id = a.receipt_id
      join bank_accounts k on k.id = r.bank_account_id and k.purpose = 'CLIENT' where x.event = 'ALLOCATION'
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * i.amount, 0
      from acts x join voucher_items i on i.voucher_id = x.source_id join note_parts p on p.id = i.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, f.note_id, null, x.day, 0, x.sign * f.amount, 0
      from acts x join voucher_fees f on f.voucher_id = x.source_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, null, x.day, x.sign * v.amount, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('SET_OFF', 'SALVAGE') and v.note_id is not null
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, v.claim_id, x.day, 0, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('MAKE_GOOD', 'DRAW_BACK') and num_nonnulls(v.note_id, v.claim_id) > 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, a.note_id, null, x.day, x.sign * a.amount, 0, 0 from acts x join adjustments a on a.id = x.source_id
      where x.event in ('WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT')
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * q.amount, 0
      from acts x join adjustment_parts q on q.adjustment_id = x.source_id join note_parts p on p.id = q.part_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, k.invoice_id, null, x.day, x.sign * k.amount, 0, 0 from acts x join adjustment_nets k on k.adjustment_id = x.source_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, coalesce(k.note_id, p.debit_note_id), null, x.day, case when k.part_id is null then x.sign * k.amount else 0 end,
        case when k.part_id is null then 0 else -x.sign * k.amount end, 0
      from acts x join voucher_nets k on k.voucher_id = x.source_id left join note_parts p on p.id = k.part_id
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, coalesce(n.debit_note_id, n.id), null, x.day, case n.kind when 'DN' then x.sign * s.amount else 0 end,
        case n.kind when 'CN' then -x.sign * s.amount else 0 end, 0
      from acts x join settlements s on s.entry_id = x.id join open_items i on i.id = s.item_id join notes n on n.id = i.note_id
      where x.event = 'HISTORY' and exists (
        select 1 from journal_lines l where l.entry_id = x.id and l.account = any(${accountsOf('CLIENT_BANK')}))),
  sums as (
    select note_id, claim_id, max(day) as since, sum(received) as received, sum(paid) as paid, sum(made_good) as made_good
    from moves group by 1, 2),
  -- What a security gives back is money of the debit notes that it was paid from, in the order of their parts; what is made good
  -- for a refund is of the first that it is paid out of.
  given_back as (
    select n.id, p.debit_note_id as lead, sum(r.due_back) as due,
      sum(sum(r.due_back)) over (partition by n.id order by p.debit_note_id) - sum(r.due_back) as before
    from notes n join part_returns r on r.endorsement_id = n.endorsement_id and r.due_back > 0
    join note_parts p on p.id = r.part_id and p.party_id = n.party_id
    where n.kind = 'DN' and n.purpose = 'RETURN' and n.debit_note_id is not null group by n.id, p.debit_note_id
    union all
    select p.credit_note_id, min(p.debit_note_id), 0, 0 from note_parts p where p.kind = 'REFUND' group by p.credit_note_id),
  spread as (
    select coalesce(g.lead, s.note_id) as note_id, s.claim_id, s.since,
      case when coalesce(g.due, 0) = 0 then s.received else least(g.due, greatest(s.received - g.before, 0)) end as received,
      case when coalesce(g.before, 0) = 0 then s.paid else 0 end as paid,
      case when coalesce(g.before, 0) = 0 then s.made_good else 0 end as made_good
    from sums s left join given_back g on g.id = s.note_id),
  matters as (
    select coalesce(c.branch_id, n.branch_id) as branch_id, coalesce(c.currency, n.currency) as currency, c.id as claim_id,
      case when c.id is null then n.id end as note_id, coalesce(bool_or(n.purpose = 'FEE'), false) as is_fee, max(m.since) as since,
      sum(m.received)::bigint as received, sum(m.paid)::bigint as paid, sum(m.made_good)::bigint as made_good,
      sum(m.received - m.paid + m.made_good)::bigint as in_hand
    from spread m left join notes n on n.id = m.note_id left join claims c on c.id = coalesce(m.claim_id, n.claim_id)
    group by 1, 2, 3, 4)`;

/**
 * What was moved between two currencies: by notes that were settled in another one, whose money is still to be converted, and by
 * conversions at the day's rate. M5, M6.
 */
export const exchangedIn = (base: string): RawBuilder<unknown> => sql`
  exchanged as (
    select x.id as act, x.branch_id, s.currency, s.against, x.sign * s.amount as amount, 0 as cost
      from acts x join allocations a on a.entry_id = x.id join receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id
      join bank_accounts k on k.id = r.bank_account_id and k.purpose = 'CLIENT'
      cross join lateral (values (r.currency, n.currency, a.amount), (n.currency, r.currency, -a.note_amount)) s (currency, against, amount)
      where x.event = 'ALLOCATION' and r.currency <> n.currency
    union all
    select x.id, x.branch_id, s.currency, s.against, x.sign * (s.moved + s.cost), x.sign * s.cost
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency <> v.currency
      cross join lateral (values
        (v.currency, v.into_currency, -v.amount, case when v.into_currency = ${base} then 0 else v.exchange_cost end),
        (v.into_currency, v.currency, v.into_amount, case when v.into_currency = ${base} then v.exchange_cost else 0 end)
      ) s (currency, against, moved, cost)
      where x.event = 'VOUCHER_PAID')`;

/**
 * Cash of receipts that is neither allocated nor refunded; charges of the bank and costs of conversions that nobody made good;
 * and what was moved between currencies. M4–M6.
 */
export const LOOSE = sql`
  loose as (
    select x.id as act, x.branch_id, r.currency, x.sign * r.amount as unallocated, 0 as charges, 0 as exchanged
      from acts x join receipts r on r.id = x.source_id join bank_accounts k on k.id = r.bank_account_id and k.purpose = 'CLIENT'
      where x.event = 'RECEIPT'
    union all
    select x.id, x.branch_id, r.currency, -x.sign * a.amount, 0, 0 from acts x join allocations a on a.entry_id = x.id
      join receipts r on r.id = a.receipt_id join bank_accounts k on k.id = r.bank_account_id and k.purpose = 'CLIENT' where x.event = 'ALLOCATION'
    union all
    select x.id, x.branch_id, v.currency, case v.kind when 'REFUND' then -x.sign * v.amount else 0 end,
      case v.kind when 'BANK_CHARGE' then -x.sign * v.amount when 'EXCHANGE_DRAWING' then -x.sign * v.amount
        when 'MAKE_GOOD' then x.sign * v.amount else 0 end, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('REFUND', 'BANK_CHARGE', 'MAKE_GOOD', 'EXCHANGE_DRAWING')
        and num_nonnulls(v.note_id, v.claim_id) = 0
      where x.event = 'VOUCHER_PAID'
    union all
    select act, branch_id, currency, 0, -cost, amount from exchanged)`;

type Row = Omit<Values<typeof clientMoneyTable>, 'beside' | 'change'>;

/** The client bank by branch and currency as at a day: what is held, what belongs to others, what of our fees lies there, what is over or short. M14. */
export async function clientMoneyAt(ctx: Ctx, day: Day): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'required' | 'result' | 'other'>>`
    with ${actsUntil(ctx, day)}, ${MOVES}, ${exchangedIn(ctx.firm.baseCurrency)}, ${LOOSE},
    parts as (
      select branch_id, currency, 0::bigint as held, 0::bigint as unallocated, 0::bigint as charges, 0::bigint as exchanged,
        case when claim_id is null and not is_fee then greatest(in_hand, 0) else 0 end as premiums,
        case when claim_id is null then 0 else greatest(in_hand, 0) end as claims,
        case when is_fee then greatest(in_hand, 0) else 0 end as fees, least(in_hand, 0) as short
      from matters
      union all select branch_id, currency, 0, unallocated, charges, exchanged, 0, 0, 0, 0 from loose
      union all select branch_id, currency, debit - credit, 0, 0, 0, 0, 0, 0, 0 from daily_balances
        where branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day <= ${day})
    select b.code as branch, p.currency, sum(p.held)::bigint as held, sum(p.unallocated)::bigint as unallocated,
      sum(p.premiums)::bigint as premiums, sum(p.claims)::bigint as claims, sum(p.fees)::bigint as fees, sum(p.short)::bigint as short, sum(p.charges)::bigint as charges,
      sum(p.exchanged)::bigint as exchanged
    from parts p join branches b on b.id = p.branch_id
    group by b.code, p.currency order by b.code, p.currency`.execute(ctx.db);
  return rows
    .map((row) => {
      const required = row.unallocated + row.premiums + row.claims;
      const result = row.held - required - row.fees;
      return { ...row, required, result, other: result - row.short - row.charges - row.exchanged };
    })
    .filter(({ held, required, fees, short, charges, exchanged }) =>
      [held, required, fees, short, charges, exchanged].some((amount) => amount !== 0n),
    );
}

type ToConvert = { branch: string; currency: string; amount: bigint; into_currency: string; into_amount: bigint };

/** What of each pair of currencies is over in one and lacking in the other as at a day, and a conversion would put right. M5, M6. */
export async function toConvertAt(ctx: Ctx, day: Day): Promise<ToConvert[]> {
  const { rows } = await sql<ToConvert>`
    with ${actsUntil(ctx, day)}, ${exchangedIn(ctx.firm.baseCurrency)},
    pairs as (select branch_id, currency, against, sum(amount)::bigint as amount from exchanged group by 1, 2, 3)
    select b.code as branch, o.currency, o.amount, l.currency as into_currency, -l.amount as into_amount
    from pairs o join pairs l on l.branch_id = o.branch_id and l.currency = o.against and l.against = o.currency and l.amount < 0
    join branches b on b.id = o.branch_id where o.amount > 0 order by 1, 2, 4`.execute(ctx.db);
  return rows;
}

type Ahead = Values<typeof paidAheadTable>;
type Found = Omit<Ahead, 'party' | 'matter' | 'kind' | 'note'> & {
  note: number | null;
  kind: keyof typeof MATTERS;
  id: number;
  number: string;
  party: number;
  party_name: string;
};

const OF_MATTERS: Record<MattersOf, RawBuilder<unknown>> = {
  ahead: sql`m.in_hand < 0`,
  premiums: sql`m.in_hand > 0 and m.claim_id is null and not m.is_fee`,
  claims: sql`m.in_hand > 0 and m.claim_id is not null`,
  fees: sql`m.in_hand > 0 and m.is_fee`,
};

/** The notes and claims for which more was paid than came in as at a day, most first. M14. */
export async function paidAheadAt(
  ctx: Ctx,
  {
    day,
    currency,
    of = 'ahead',
    most,
  }: { day: Day; currency?: string | undefined; of?: MattersOf | undefined; most?: number },
): Promise<Ahead[]> {
  const { rows } = await sql<Found>`
    with ${actsUntil(ctx, day)}, ${MOVES}
    select b.code as branch, coalesce(c.number, n.number) as number, r.id as party, r.name as party_name, m.since, m.currency, m.received,
      m.paid, m.made_good, -least(m.in_hand, 0) as short, m.in_hand,
      case when m.claim_id is not null then 'CLAIM' when n.invoice_id is not null then 'INVOICE' when n.policy_id is null then 'NOTE'
        when o.market = 'LONDON' then 'SLIP' else 'POLICY' end as kind,
      coalesce(m.claim_id, n.invoice_id, n.policy_id, n.id) as id, n.id as note
    from matters m join branches b on b.id = m.branch_id left join notes n on n.id = m.note_id left join claims c on c.id = m.claim_id
    left join policies o on o.id = coalesce(n.policy_id, c.policy_id) join parties r on r.id = coalesce(o.reinsured_id, n.party_id)
    where ${OF_MATTERS[of]} ${currency === undefined ? sql`` : sql`and m.currency = ${currency}`}
    order by abs(m.in_hand) desc, 2 ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(ctx.db);
  return rows.map(({ party, party_name: name, id, number, kind, note, ...row }) => ({
    ...row,
    note: note === null ? null : { id: note, name: number },
    matter: { id, name: number },
    kind: MATTERS[kind],
    party: { id: party, name },
  }));
}
