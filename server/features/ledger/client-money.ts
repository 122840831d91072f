import { sql, type RawBuilder } from 'kysely';
import {
  type clientMoneyTable,
  MATTERS,
  type MattersOf,
  type paidAheadTable,
} from '../../../domain/reports/client-money.ts';
import type { Values } from '../../../domain/tables/table.ts';
import { type Day, daysBetween } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { aheadAt } from './paid-ahead.ts';
import { eitherId } from '../../platform/db/either-id.ts';

const inScope = (ctx: Ctx): RawBuilder<unknown> => sql`branch_id = any(${[...ctx.scope]}::int[])`;

/** What entries moved that are not folded yet: few. Common table expressions over them begin with this one. */
export const pendingMoves = (ctx: Ctx): RawBuilder<unknown> => sql`
  pending as materialized (
    select * from client_moves_of(array(select entry_id from client_acts where ${inScope(ctx)})) where ${inScope(ctx)})`;

/**
 * What moved until a day that is for no note or claim, by day, currency and account: cash of receipts that is neither allocated nor refunded,
 * charges of the bank and costs of conversions that nobody made good, what was moved between currencies, and what other branches hold for this one
 * or this one for them. After `pending`. M4–M6, M16.
 */
export const looseUntil = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  loose as (
    select branch_id, currency, nullif(against, '') as against, bank_id, unallocated, charges, exchanged, transferred, between_branches from client_days
    where ${inScope(ctx)} and day <= ${day}::date
    union all
    select branch_id, currency, against, bank_id, unallocated, charges, exchanged, transferred, between_branches from pending
    where claim_id + note_id = 0 and day <= ${day}::date)`;

/**
 * From where what was in hand at the end of a day is worked out: from what is folded, less what moved since, or from the first move on. States of today say
 * nothing of a past day, and both read moves: those of which there are fewer.
 */
export type From = 'folded' | 'first';
type InHand = { day: Day; byAccount: boolean; from: From };

/** To add up a move takes about a third of what it takes to undo one. */
const TO_UNDO = 3;

/** The cheaper of the two, as if as much moved on each day: either gives the same. */
export async function cheaperFrom(ctx: Ctx, day: Day): Promise<From> {
  const { rows } = await sql<{
    first: Day | null;
  }>`select min(day) as first from client_days where ${inScope(ctx)}`.execute(ctx.db);
  const first = rows[0]?.first ?? day;
  return daysBetween(first, day) < TO_UNDO * daysBetween(day, ctx.today) ? 'first' : 'folded';
}

/** After `spread`: what moved for notes and claims until a day, each found by its own index. */
const movedUntil = (day: Day): RawBuilder<unknown> => {
  const moved = sql`claim_id, note_id, bank_id, day, received, paid, made_good`;
  return sql`
    select ${moved} from client_moves where note_id > 0 and day <= ${day}::date and note_id not in (select id from given_back)
    union all
    select ${moved} from client_moves where claim_id > 0 and day <= ${day}::date
    union all
    select ${moved} from pending where claim_id + note_id > 0 and day <= ${day}::date and note_id not in (select id from given_back)
    union all
    select ${moved} from spread`;
};

/**
 * After `pending`, what of notes and claims is not as it was folded by the end of a day: `affected`, which they are, and `sides`, what is
 * in hand of them by account, folded and at that end, what was paid `ahead` apart from the rest. What came in for each (cash through the client bank, what one note paid for another, what the firm bore and paid in), less what was
 * paid of it, and what was made good. What is in hand for a note of our own fees is ours. `byAccount` has what moved no account in its currency as well.
 * From the first move on, `sides` are all of them, and nothing is folded. M14.
 */
const notAsFolded = (ctx: Ctx, { day, byAccount, from }: InHand): RawBuilder<unknown> => sql`
  -- What a security gives back is money of the debit notes that it was paid from, in the order of their parts; what is made good
  -- for a refund is of the first that it is paid out of.
  given_back as materialized (
    select n.id, p.debit_note_id as lead, sum(r.due_back) as due,
      sum(sum(r.due_back)) over (partition by n.id order by p.debit_note_id) - sum(r.due_back) as before
    from notes n join part_returns r on r.endorsement_id = n.endorsement_id and r.due_back > 0
    join note_parts p on p.id = r.part_id and p.party_id = n.party_id
    where n.kind = 'DN' and n.purpose = 'RETURN' and n.debit_note_id is not null group by n.id, p.debit_note_id
    union all
    select p.credit_note_id, min(p.debit_note_id), 0, 0 from note_parts p where p.kind = 'REFUND' group by p.credit_note_id),
  returned as (
    select *, sum(received) over (partition by note_id order by day, act rows unbounded preceding) as upto from (
      select act, day, note_id, bank_id, received, paid, made_good from client_moves
      where note_id > 0 and note_id in (select id from given_back) and ${inScope(ctx)} and day <= ${day}::date
      union all
      select act, day, note_id, bank_id, received, paid, made_good from pending where note_id in (select id from given_back) and day <= ${day}::date) m),
  spread as (
    select coalesce(n.claim_id, 0) as claim_id, case when n.claim_id is null then n.id else 0 end as note_id, n.branch_id, n.currency,
      n.purpose = 'FEE' as is_fee, s.bank_id, s.day, s.received, s.paid, s.made_good
    from (
      select g.lead, r.bank_id, r.day,
        case when g.due = 0 then r.received
          else least(g.due, greatest(r.upto - g.before, 0)) - least(g.due, greatest(r.upto - r.received - g.before, 0)) end as received,
        case when g.before = 0 then r.paid else 0 end as paid, case when g.before = 0 then r.made_good else 0 end as made_good
      from returned r join given_back g on g.id = r.note_id) s
    join notes n on n.id = s.lead),
  ${aheadAt(ctx, { day, moved: movedUntil(day) })},
  changes as (
    select k.* from (
      select claim_id, note_id, branch_id, currency, is_fee, bank_id,
        ${from === 'first' ? sql`received - paid + made_good` : sql`paid - received - made_good`} as in_hand
      from client_moves where ${inScope(ctx)} and day ${from === 'first' ? sql`<=` : sql`>`} ${day}::date and claim_id + note_id > 0
      union all
      select claim_id, note_id, branch_id, currency, is_fee, bank_id, received - paid + made_good from pending
      where day <= ${day}::date and claim_id + note_id > 0) k
    where not exists (select from given_back g where g.id = k.note_id)
    union all
    select claim_id, note_id, branch_id, currency, is_fee, bank_id, (received - paid + made_good)::bigint from spread),
  affected as materialized (
    select claim_id, note_id from changes
    union select 0, id from given_back
    union select claim_id, note_id from ahead
    ${byAccount ? sql`union select claim_id, note_id from client_sums where ${inScope(ctx)} and bank_id = 0` : sql``}),
  folded as materialized (
    select s.claim_id, s.note_id, s.branch_id, s.currency, s.is_fee, s.bank_id, s.in_hand
    from affected a join client_sums s on s.note_id = a.note_id and s.claim_id = a.claim_id where s.${inScope(ctx)}
      ${from === 'first' ? sql`and false` : sql``}),
  proposed as (
    select b.id as branch_id, k.currency, k.id as bank_id from unnest(${[...ctx.scope]}::int[]) as b (id)
    cross join (select distinct currency from bank_accounts where purpose = 'CLIENT') c cross join lateral (
      select id, currency from bank_accounts where purpose = 'CLIENT' and currency = c.currency and (is_default or stands_in)
        and (branch_id is null or branch_id = b.id)
      order by stands_in, branch_id nulls last limit 1) k),
  -- What was folded beside what it was at the end of the day.
  sides as (
    select claim_id, note_id, ahead, branch_id, currency, is_fee, bank_id, sum(was)::bigint as was, sum(then_hand)::bigint as then_hand from (
      select claim_id, note_id, false as ahead, branch_id, currency, is_fee, ${byAccount ? sql`bank_id` : sql`0 as bank_id`}, in_hand as was, 0::bigint as then_hand from folded
      union all
      select a.claim_id, a.note_id, x.ahead, a.branch_id, a.currency, a.is_fee, ${byAccount ? sql`a.bank_id` : sql`0`}, 0, x.in_hand
      from ahead a cross join lateral (values (true, -a.amount), (false, a.amount)) x (ahead, in_hand)
      union all
      select m.claim_id, m.note_id, false, m.branch_id, m.currency, m.is_fee, ${byAccount ? sql`case when m.bank_id > 0 then m.bank_id else coalesce(p.bank_id, 0) end` : sql`0`}, 0, m.in_hand
      from (
        select * from folded f where not exists (select from given_back g where g.id = f.note_id)
        union all select * from changes) m
      ${byAccount ? sql`left join proposed p on m.bank_id = 0 and p.branch_id = m.branch_id and p.currency = m.currency` : sql``}) x
    group by 1, 2, 3, 4, 5, 6, 7)`;

/**
 * After `pending`, `in_hand`: what is in hand at the end of a day of others' notes, of claims and of our fees, what of notes and claims is short, by
 * account; and what accounts paid for notes whose money lies in others. From the totals that are kept, and what is not as it was folded.
 */
export const inHandAt = (ctx: Ctx, of: InHand): RawBuilder<unknown> => sql`
  ${notAsFolded(ctx, of)},
  in_hand as (
    ${
      of.from === 'first'
        ? sql``
        : sql`select branch_id, currency, bank_id, premiums, claims, fees, short, elsewhere from client_totals where ${inScope(ctx)} union all`
    }
    select branch_id, currency, bank_id, sum(case when claim_id = 0 and not is_fee then more else 0 end) as premiums,
      sum(case when claim_id > 0 then more else 0 end) as claims, sum(case when is_fee then more else 0 end) as fees,
      sum(then_hand - was - more) as short, sum(elsewhere) as elsewhere
    from (
      select *, case when day_all >= 0 then then_hand else 0 end - case when was_all >= 0 then was else 0 end as more,
        case when day_all >= 0 then least(then_hand, 0) else 0 end - case when was_all >= 0 then least(was, 0) else 0 end as elsewhere
      from (${
        of.byAccount
          ? sql`select *, sum(then_hand) over matter as day_all, sum(was) over matter as was_all from sides window matter as (partition by claim_id, note_id, ahead)`
          : sql`select *, then_hand as day_all, was as was_all from sides`
      }) x) y
    group by 1, 2, 3)`;

type Row = Omit<Values<typeof clientMoneyTable>, 'beside' | 'change'>;

/** The client bank by branch and currency as at a day: what is held, what belongs to others, what of our fees lies there, what is over or short. M14. */
export async function clientMoneyAt(ctx: Ctx, day: Day, way?: From): Promise<Row[]> {
  const from = way ?? (await cheaperFrom(ctx, day));
  const { rows } = await sql<Omit<Row, 'required' | 'result' | 'other'>>`
    with ${pendingMoves(ctx)}, ${inHandAt(ctx, { day, byAccount: false, from })}, ${looseUntil(ctx, day)},
    parts as (
      select branch_id, currency, 0::bigint as held, 0::bigint as unallocated, 0::bigint as charges, 0::bigint as exchanged, 0::bigint as between_branches,
        premiums, claims, fees, short from in_hand
      union all select branch_id, currency, 0, unallocated, charges, exchanged, between_branches, 0, 0, 0, 0 from loose
      union all select branch_id, currency, debit - credit, 0, 0, 0, 0, 0, 0, 0, 0 from daily_balances
        where branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day <= ${day})
    select b.code as branch, p.currency, sum(p.held)::bigint as held, sum(p.unallocated)::bigint as unallocated,
      sum(p.premiums)::bigint as premiums, sum(p.claims)::bigint as claims, sum(p.fees)::bigint as fees, sum(p.short)::bigint as short, sum(p.charges)::bigint as charges,
      sum(p.exchanged)::bigint as exchanged, sum(p.between_branches)::bigint as between_branches
    from parts p join branches b on b.id = p.branch_id
    group by b.code, p.currency order by b.code, p.currency`.execute(ctx.db);
  return rows
    .map((row) => {
      const required = row.unallocated + row.premiums + row.claims;
      // What other branches hold for this one is as good as in its bank, and what it holds for them is not its own.
      const result = row.held + row.between_branches - required - row.fees;
      return { ...row, required, result, other: result - row.short - row.charges - row.exchanged };
    })
    .filter(({ held, required, fees, short, charges, exchanged, between_branches: between }) =>
      [held, required, fees, short, charges, exchanged, between].some((amount) => amount !== 0n),
    );
}

type ToConvert = { branch: string; currency: string; amount: bigint; into_currency: string; into_amount: bigint };

/** What of each pair of currencies is over in one and lacking in the other as at a day, and a conversion would put right. M5, M6. */
export async function toConvertAt(ctx: Ctx, day: Day): Promise<ToConvert[]> {
  const { rows } = await sql<ToConvert>`
    with ${pendingMoves(ctx)}, ${looseUntil(ctx, day)},
    pairs as (select branch_id, currency, against, sum(exchanged)::bigint as amount from loose where against is not null group by 1, 2, 3)
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

/** Which notes and claims are among them, and of which sums they may be: of what is paid ahead, something was paid from one account at least. */
const OF_MATTERS: Record<MattersOf, { are: RawBuilder<unknown>; among: RawBuilder<unknown> }> = {
  ahead: {
    are: sql`in_hand < 0`,
    among: sql`(note_id, claim_id) in (select note_id, claim_id from client_sums where in_hand < 0)`,
  },
  premiums: { are: sql`in_hand > 0`, among: sql`claim_id = 0 and not is_fee` },
  claims: { are: sql`in_hand > 0`, among: sql`claim_id > 0` },
  fees: { are: sql`in_hand > 0`, among: sql`is_fee` },
};

/** The notes and claims for which more was paid than came in as at a day, most first. M14. */
export async function paidAheadAt(
  ctx: Ctx,
  {
    day,
    currency,
    of = 'ahead',
    most,
    way,
  }: { day: Day; currency?: string | undefined; of?: MattersOf | undefined; most?: number; way?: From },
): Promise<Ahead[]> {
  const { are, among } = OF_MATTERS[of];
  const from = way ?? (await cheaperFrom(ctx, day));
  const { rows } = await sql<Found>`
    with ${pendingMoves(ctx)}, ${notAsFolded(ctx, { day, byAccount: false, from })},
    matters as (
      select claim_id, note_id, ahead, branch_id, currency, sum(in_hand)::bigint as in_hand from (
        ${
          from === 'first'
            ? sql``
            : sql`
        select claim_id, note_id, false as ahead, branch_id, currency, in_hand from client_sums
        where ${inScope(ctx)} and ${among} and not exists (
          select from affected a where (a.note_id, a.claim_id) = (client_sums.note_id, client_sums.claim_id))
        union all`
        }
        select claim_id, note_id, ahead, branch_id, currency, then_hand as in_hand from sides ${of === 'ahead' ? sql`` : sql`where ${among}`}) x
      ${currency === undefined ? sql`` : sql`where currency = ${currency}`} group by 1, 2, 3, 4, 5),
    shown as materialized (
      select * from matters where ${are} order by abs(in_hand) desc, claim_id, note_id ${most === undefined ? sql`` : sql`limit ${most}`}),
    -- What they come to is read of those that are shown alone.
    m as (
      select t.*, d.since, case when t.ahead then 0 else d.received end as received,
        case when t.ahead then a.paid else d.paid - coalesce(a.paid, 0) end::bigint as paid,
        case when t.ahead then a.made_good else d.made_good - coalesce(a.made_good, 0) end::bigint as made_good
      from shown t left join ahead a on (a.claim_id, a.note_id) = (t.claim_id, t.note_id)
      cross join lateral (
        select max(k.day) as since, sum(k.received)::bigint as received, sum(k.paid)::bigint as paid, sum(k.made_good)::bigint as made_good
        from (${movedUntil(day)}) k where (k.claim_id, k.note_id) = (t.claim_id, t.note_id)) d)
    select b.code as branch, coalesce(c.number, n.number) as number, r.id as party, r.name as party_name, m.since, m.currency, m.received,
      m.paid, m.made_good, -least(m.in_hand, 0) as short, m.in_hand,
      case when m.claim_id > 0 then 'CLAIM' when n.invoice_id is not null then 'INVOICE' when n.policy_id is null then 'NOTE'
        when o.market = 'LONDON' then 'SLIP' else 'POLICY' end as kind,
      coalesce(c.id, n.invoice_id, n.policy_id, n.id) as id, n.id as note
    from m join branches b on b.id = m.branch_id left join notes n on n.id = m.note_id left join claims c on c.id = m.claim_id
    left join policies o on o.id = ${eitherId('n.policy_id', 'c.policy_id')} join parties r on r.id = ${eitherId('o.reinsured_id', 'n.party_id')}
    order by abs(m.in_hand) desc, 2`.execute(ctx.db);
  return rows.map(({ party, party_name: name, id, number, kind, note, ...row }) => ({
    ...row,
    note: note === null ? null : { id: note, name: number },
    matter: { id, name: number },
    kind: MATTERS[kind],
    party: { id: party, name },
  }));
}
