import { type RawBuilder, sql } from 'kysely';
import type { OurDocument } from '../../../domain/reconciliations/bridge.ts';
import type { Side } from '../../../domain/statements/account.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { CurrencyCode } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { eventsIn } from '../ledger/events.ts';
import { issuedBy } from '../reports/money/issued.ts';
import { accountAt } from '../statements/account.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type OurAccount = { branch: number; party: number; side: Side; currency: CurrencyCode; day: Day };

/** A security's account is shown as what is due to it, a reinsured's as what is due to us: as either of them writes it. */
const signOf = (side: Side): bigint => (side === 'SECURITY' ? -1n : 1n);

/** Whether an entry was reversed by the end of a day. */
const takenBack = (entry: RawBuilder<unknown>, day: Day) =>
  sql`exists (select from journal_entries b where b.reverses_id = ${entry} and b.day <= ${day}::date)`;

/** What books the money of a receipt or a voucher. */
const BOOKED_BY = { receipt: ['RECEIPT', 'CASH_TAKEN_OVER'], voucher: ['VOUCHER_PAID'] } as const;

/** Whether a receipt or a voucher that was reversed was so after a day only. */
const stood = (kind: keyof typeof BOOKED_BY, id: RawBuilder<unknown>, day: Day) => sql`exists (
  select from journal_entries e where e.source_kind = ${kind} and e.source_id = ${id} and e.event in ${eventsIn(BOOKED_BY[kind])}
    and e.reverses_id is null and not ${takenBack(sql`e.id`, day)})`;

/**
 * Our documents with a party as at a day: what is open, and what was settled, which its statement may still show. Receipts
 * and vouchers that settled one note alone are other names of that note. M13.
 */
export async function ourDocuments(
  ctx: Ctx,
  { branch, party, side, currency, day }: OurAccount,
): Promise<OurDocument[]> {
  const here = { ...ctx, scope: [branch] };
  const { rows } = await sql<OurDocument>`
    with ${accountAt(here, { day, party })},
    open as (
      select case when a.receipt_id is not null then 'receipt/' || a.receipt_id
          when n.claim_id is not null and n.party_id <> a.party_id then 'claim/' || n.claim_id else 'note/' || coalesce(a.note_id, 0) end as key,
        min(a.note_id) as note_id, min(a.receipt_id) as receipt_id, sum(a.open)::bigint as open, sum(a.amount)::bigint as amount
      from account_at a left join notes n on n.id = a.note_id
      where a.currency = ${currency} and a.open <> 0 group by 1),
    received as (
      select r.id, r.number, r.amount, min(al.note_id) as note_id, count(distinct al.note_id) as notes
      from receipts r left join allocations al on al.receipt_id = r.id and al.day <= ${day}::date and not ${takenBack(sql`al.entry_id`, day)}
      where r.payer_id = ${party} and r.branch_id = ${branch} and r.currency = ${currency} and r.bank_date <= ${day}::date
        and (r.status = 'APPROVED' or (r.status = 'REVERSED' and ${stood('receipt', sql`r.id`, day)}))
      group by r.id),
    paid as (
      select v.id, v.number, v.amount, min(x.credit_note_id) as note_id, count(distinct x.credit_note_id) as notes
      from vouchers v left join voucher_items i on i.voucher_id = v.id left join note_parts x on x.id = i.part_id
      where v.payee_id = ${party} and v.branch_id = ${branch} and v.currency = ${currency} and v.bank_date <= ${day}::date
        and (v.status = 'PAID' or (v.status = 'REVERSED' and ${stood('voucher', sql`v.id`, day)}))
      group by v.id),
    settling as (
      select x.note_id, array_agg(x.number order by x.number) as numbers
      from (select * from received union all select * from paid) x where x.notes = 1 and x.number is not null group by 1),
    documents as (
      select key, note_id, receipt_id, null::int as voucher_id, open, amount from open
      union all
      select 'note/' || n.id, n.id, null, null, 0, 0 from notes n
      where n.party_id = ${party} and n.currency = ${currency} and n.purpose <> 'FEE' and ${issuedBy(here, day)}
        and not exists (select 1 from open o where o.note_id = n.id)
      union all
      select 'receipt/' || r.id, null, r.id, null, 0, -r.amount from received r
      where r.notes <> 1 and not exists (select 1 from open o where o.receipt_id = r.id)
      union all
      select 'voucher/' || v.id, null, null, v.id, 0, v.amount from paid v where v.notes <> 1)
    select d.key, coalesce(case when d.key like 'claim/%' then c.number else n.number end, r.number, v.number, 'Other') as number,
      array_remove(array[case when d.key like 'claim/%' then c.number else n.number end, r.number, v.number], null)
        || coalesce(s.numbers, '{}') as names,
      array_remove(array[p.broker_reference, nullif(p.cedant_policy_number, ''), c.number, nullif(c.cedant_claim_number, '')], null) as references,
      d.open * ${signOf(side)}::bigint as open,
      ${signOf(side)}::bigint * case when d.key like 'note/%' and n.id is not null then case when n.kind = 'CN' then -n.amount else n.amount end else d.amount end as amount,
      coalesce(l.tax, 0)::bigint as tax, coalesce(l.commission, 0)::bigint as commission, (d.receipt_id is not null and d.open <> 0) as unallocated
    from documents d left join settling s on s.note_id = d.note_id left join notes n on n.id = d.note_id left join receipts r on r.id = d.receipt_id left join vouchers v on v.id = d.voucher_id
      left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')}
      left join lateral (
        select sum(tax_amount) as tax, sum(commission_amount) as commission from (
          select security_id, tax_amount, commission_amount from policy_lines where policy_id = n.policy_id and n.endorsement_id is null
          union all
          select security_id, tax_amount, commission_amount from endorsement_lines where endorsement_id = n.endorsement_id) x
        where n.purpose in ('PREMIUM', 'RETURN') and (n.debit_note_id is null or x.security_id = n.party_id)) l on true
    order by n.posted_on, number, d.key`.execute(ctx.db);
  return rows;
}
