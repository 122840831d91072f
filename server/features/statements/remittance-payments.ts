import { sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import type { VoucherKind } from '../../../domain/vouchers/kinds.ts';
import type { VoucherStatus } from '../../../domain/vouchers/states.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** A voucher as its advice sees it; amounts in minor units. */
export type Payment = {
  id: number;
  number: string;
  kind: VoucherKind;
  status: VoucherStatus;
  payee: number | null;
  payee_name: string;
  toOrder: string;
  note: number | null;
  receipt: string | null;
  narration: string;
  currency: string;
  amount: bigint;
  bank_reference: string;
  paid_at: Date | null;
  /** The day on which it was paid, or is ordered for. */
  day: Day;
  ordered: boolean;
  advised: boolean;
};

/** Vouchers of the caller's branch by payee and day. A foreign id, or one that is not approved yet, is not in the answer. */
export async function paymentsById(ctx: Ctx, ids: readonly number[]): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select v.id, coalesce(v.number, '') as number, v.kind, v.status, v.payee_id as payee, coalesce(p.name, '') as payee_name,
      v.to_order as "toOrder", v.note_id as note, r.number as receipt, v.narration, v.currency, v.amount, v.bank_reference, v.paid_at,
      d.day, f.day is not null as ordered,
      exists (select 1 from remittance_lines l where l.voucher_id = v.id and l.live and l.day = d.day) as advised
    from vouchers v left join parties p on p.id = v.payee_id left join receipts r on r.id = v.receipt_id
      left join lateral (
        select o.day from payment_file_vouchers x join payment_files o on o.id = x.file_id
        where x.voucher_id = v.id and x.live and o.status = 'READY') f on true
      cross join lateral (select case when v.status = 'APPROVED' then coalesce(f.day, v.bank_date) else v.bank_date end as day) d
    where v.id = any(${[...ids]}::int[]) and v.branch_id = ${ctx.branch.id} and v.branch_id = any(${[...ctx.scope]}::int[])
    order by p.name_key, p.id, d.day, v.id`.execute(ctx.db);
  return rows;
}
