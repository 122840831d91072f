import { sql } from 'kysely';
import type { Transfer } from '../../../domain/banks/pain001.ts';
import { whyNotOrdered } from '../../../domain/banks/payable.ts';
import { MOST_VOUCHERS } from '../../../domain/banks/payment-contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { VoucherKind } from '../../../domain/vouchers/kinds.ts';
import { VOUCHER_STATES, type VoucherStatus } from '../../../domain/vouchers/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { payeeAccount } from '../vouchers/queries.ts';
import { setsOff } from '../vouchers/set-off.ts';

/** A voucher as a payment file has it. */
type FileVoucher = {
  id: number;
  number: string;
  status: VoucherStatus;
  kind: VoucherKind;
  payee_id: number | null;
  payee: string;
  /** The expert whom it is paid to; empty where it is paid to its payee. */
  to_order: string;
  note_id: number | null;
  amount: bigint;
  narration: string;
};

const COLUMNS = sql`v.id, v.number, v.status, v.kind, v.payee_id, coalesce(p.name, '') as payee, v.to_order, v.note_id, v.amount, v.narration`;

type Where = { account: number; currency: string; day: Day };

/** Approved vouchers that are paid from an account on a day and are in no file that counts, by number. */
export async function payableVouchers(ctx: Ctx, { account, currency, day }: Where): Promise<FileVoucher[]> {
  const { rows } = await sql<FileVoucher>`
    select ${COLUMNS} from vouchers v left join parties p on p.id = v.payee_id
    where v.bank_account_id = ${account} and v.currency = ${currency} and v.bank_date = ${day}::date and v.status = 'APPROVED' and v.amount > 0
      and not ${setsOff('v')} and v.branch_id = ${ctx.branch.id} and v.branch_id = any(${[...ctx.scope]}::int[])
      and not exists (select 1 from payment_file_vouchers f where f.voucher_id = v.id and f.live)
    order by v.number limit ${MOST_VOUCHERS}`.execute(ctx.db);
  return rows;
}

/** The vouchers of a file, by number. */
export async function vouchersOfFile(ctx: Ctx, fileId: number): Promise<FileVoucher[]> {
  const { rows } = await sql<FileVoucher>`
    select ${COLUMNS} from payment_file_vouchers f join vouchers v on v.id = f.voucher_id left join parties p on p.id = v.payee_id
    where f.file_id = ${fileId} and f.branch_id = any(${[...ctx.scope]}::int[]) order by v.number`.execute(ctx.db);
  return rows;
}

type Found = Awaited<ReturnType<typeof payeeAccount>>;

/** Who is paid, as one with others of the same. */
const paidTo = ({ payee_id: payee, to_order: toOrder }: FileVoucher) => `${payee} ${toOrder}`;

/** Vouchers with where each is paid now, what to know of that, and why it cannot be in a file. */
export async function withAccounts(ctx: Ctx, vouchers: readonly FileVoucher[], currency: string) {
  const found = new Map<string, Found>();
  for (const voucher of vouchers)
    if (!found.has(paidTo(voucher))) found.set(paidTo(voucher), await payeeAccount(ctx, { ...voucher, currency }));
  return vouchers.map((voucher) => {
    const account = found.get(paidTo(voucher)) ?? null;
    const { number, kind, payee_id: payee, to_order: toOrder, note_id: note } = voucher;
    return { voucher, account, whyNot: whyNotOrdered({ number, kind, payee, toOrder, note, account }) };
  });
}
export type WithAccount = Awaited<ReturnType<typeof withAccounts>>[number];

export const shownVoucher = ({ voucher, account, whyNot: reason }: WithAccount, currency: string) => ({
  id: voucher.id,
  number: voucher.number,
  payee: voucher.to_order || voucher.payee,
  payee_id: voucher.payee_id,
  amount: formatAmount(voucher.amount, currency),
  status: VOUCHER_STATES[voucher.status].label,
  account: account && { bank: account.bank, number: account.account_number },
  notice: account?.notice ?? null,
  why_not: reason,
});

/** A voucher as a transfer, under its number. */
export function transferOf({ voucher, account }: WithAccount): Transfer {
  if (account === null) throw new Error('Why it cannot be in a file was looked at.');
  return {
    endToEndId: voucher.number,
    amount: voucher.amount,
    payee: account.account_name,
    accountNumber: account.account_number,
    bank: account.bank,
    swift: account.swift,
    text: [voucher.number, voucher.narration].filter((part) => part !== '').join(' '),
  };
}
