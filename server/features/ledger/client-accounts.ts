import { sql, type RawBuilder } from 'kysely';
import type { clientAccountsTable } from '../../../domain/reports/client-money.ts';
import type { Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { actsUntil, exchangedIn, LOOSE, MOVES } from './client-money.ts';

const CLIENT_LINE = sql`l.account = any(${accountsOf('CLIENT_BANK')})`;

/**
 * Which of our client accounts each act was of, by its currency: that of its entry, of the receipt that it allocates, of what was
 * made good with it. What moves no bank is of the account that its voucher names, or of its receipts.
 */
const ACT_BANKS = sql`
  candidates as (
    select x.id as act, l.bank_account_id as bank_id from acts x join journal_lines l on l.entry_id = x.id and ${CLIENT_LINE}
    union select x.id, r.bank_account_id from acts x join receipts r on r.id = x.source_id where x.event = 'ALLOCATION'
    union select x.id, v.bank_account_id from acts x join vouchers v on v.id = x.source_id
      where x.event = 'VOUCHER_PAID' and (v.kind in ('SET_OFF', 'SALVAGE') or v.amount = 0)
    union select x.id, l.bank_account_id from acts x
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = x.source_id and e.event = 'MADE_GOOD' and e.reverses_id is null
      join journal_lines l on l.entry_id = e.id and ${CLIENT_LINE} where x.event in ('WRITE_OFF', 'BANK_CHARGE')
    union select x.id, r.bank_account_id from acts x join adjustment_receipts w on w.adjustment_id = x.source_id
      join receipts r on r.id = w.receipt_id where x.event = 'NET_SETTLEMENT'),
  act_banks as (
    select c.act, k.currency, min(c.bank_id) as bank_id from candidates c join bank_accounts k on k.id = c.bank_id and k.purpose = 'CLIENT'
    group by 1, 2)`;

/**
 * What each act moved of a note or a claim, or of cash without one. A note that is paid ahead is short with all that was moved of it, as
 * in the test by currency; what each act brings of a return goes to the notes that it came from, in their order, as all of it does there.
 */
const CASH = sql`
  cash as (
    select t.branch_id, t.currency, v.act, t.matter, v.in_hand,
      0 as unallocated, 0 as charges, 0 as exchanged, t.claim_id is not null as of_claim, t.is_fee as of_fee, t.in_hand < 0 as is_short
    from (select m.act, coalesce(g.lead, m.note_id) as note_id, m.claim_id,
        case when coalesce(g.due, 0) = 0 then m.received
          else least(g.due, greatest(m.upto - g.before, 0)) - least(g.due, greatest(m.upto - m.received - g.before, 0)) end
        + case when coalesce(g.before, 0) = 0 then m.made_good - m.paid else 0 end as in_hand
      from (select *, sum(received) over (partition by note_id, claim_id order by act rows unbounded preceding) as upto from moves) m
      left join given_back g on g.id = m.note_id) v
    left join notes n on n.id = v.note_id
    join (select *, coalesce('c' || claim_id, 'n' || note_id) as matter from matters) t
      on t.matter = coalesce('c' || coalesce(v.claim_id, n.claim_id), 'n' || v.note_id)
    union all
    select branch_id, currency, act, null, 0, unallocated, charges, exchanged, false, false, false from loose)`;

/** By account; what moved no account in its currency is of the one that its money is proposed for, as in `proposedBank`. */
const PLACED = sql`
  placed as (
    select c.*, coalesce(b.bank_id, d.id) as bank_id from cash c left join act_banks b on b.act = c.act and b.currency = c.currency
    left join lateral (
      select k.id from bank_accounts k where b.bank_id is null and k.purpose = 'CLIENT' and k.currency = c.currency
        and (k.is_default or k.stands_in) and (k.branch_id is null or k.branch_id = c.branch_id)
      order by k.stands_in, k.branch_id nulls last limit 1) d on true),
  of_matters as (
    select branch_id, currency, bank_id, sum(least(in_hand, 0)) as elsewhere from (
      select branch_id, currency, bank_id, matter, sum(in_hand) as in_hand from placed where matter is not null and not is_short group by 1, 2, 3, 4) m
    group by 1, 2, 3)`;

type Row = Values<typeof clientAccountsTable>;
type Sums = Omit<Row, 'bank' | 'required' | 'result' | 'other' | 'elsewhere'> & {
  bank_id: number;
  bank_name: string;
  paid_elsewhere: bigint;
};

const heldIn = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  select branch_id, currency, bank_account_id as bank_id, debit - credit as held from daily_balances
  where branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day <= ${day}`;

const least = (a: bigint, b: bigint) => (a < b ? a : b);

function rowOf({ paid_elsewhere: paid, bank_id: id, bank_name: name, ...sums }: Sums): Row {
  const required = sums.unallocated + sums.premiums + sums.claims + sums.transferred;
  const result = sums.held - required - sums.fees;
  const other = result - sums.short - sums.charges - sums.exchanged;
  // What was transferred here covers first what was paid here for others.
  const covered = sums.transferred > 0n ? sums.transferred : 0n;
  return { ...sums, bank: { id, name }, required, result, other, elsewhere: least(paid + covered, 0n) };
}

/** Client money by branch, currency and bank account as at a day, worked out from entries alone. M14. */
export async function clientAccountsAt(ctx: Ctx, day: Day): Promise<Row[]> {
  const { rows } = await sql<Sums>`
    with ${actsUntil(ctx, day)}, ${MOVES}, ${exchangedIn(ctx.firm.baseCurrency)}, ${LOOSE}, ${ACT_BANKS}, ${CASH}, ${PLACED},
    parts as (
      select branch_id, currency, bank_id, 0::bigint as held, unallocated, charges, exchanged, 0::bigint as transferred,
        case when not of_claim and not of_fee and not is_short then in_hand else 0 end as premiums,
        case when of_claim and not is_short then in_hand else 0 end as claims,
        case when of_fee and not is_short then in_hand else 0 end as fees,
        case when is_short then in_hand else 0 end as short, 0 as elsewhere from placed
      union all select branch_id, currency, bank_id, held, 0, 0, 0, 0, 0, 0, 0, 0, 0 from (${heldIn(ctx, day)}) h
      union all select branch_id, currency, bank_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, elsewhere from of_matters
      union all select x.branch_id, l.currency, l.bank_account_id, 0, 0, 0, 0, x.sign * l.amount, 0, 0, 0, 0, 0
        from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency = v.currency
        join journal_lines l on l.entry_id = x.id and ${CLIENT_LINE} where x.event = 'VOUCHER_PAID')
    select b.code as branch, p.currency, k.id as bank_id, k.name as bank_name, k.account as ledger_account, sum(p.held)::bigint as held, sum(p.unallocated)::bigint as unallocated,
      sum(p.premiums)::bigint as premiums, sum(p.claims)::bigint as claims, sum(p.transferred)::bigint as transferred,
      sum(p.fees)::bigint as fees, sum(p.short)::bigint as short, sum(p.charges)::bigint as charges, sum(p.exchanged)::bigint as exchanged,
      sum(p.elsewhere)::bigint as paid_elsewhere
    from parts p join branches b on b.id = p.branch_id join bank_accounts k on k.id = p.bank_id
    group by b.code, p.currency, k.id order by b.code, p.currency, k.name, k.id`.execute(ctx.db);
  return rows
    .map(rowOf)
    .filter((row) =>
      [row.held, row.required, row.fees, row.short, row.charges, row.exchanged, row.transferred].some(
        (amount) => amount !== 0n,
      ),
    );
}
