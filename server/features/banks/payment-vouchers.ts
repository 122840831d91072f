import { sql } from 'kysely';
import { LONGEST_ID, type Transfer } from '../../../domain/banks/pain001.ts';
import { MOST_VOUCHERS } from '../../../domain/banks/payment-contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { VOUCHER_STATES, type VoucherStatus } from '../../../domain/vouchers/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountToPay } from '../registers/party-banks.ts';
import { setsOff } from '../vouchers/set-off.ts';

/** A voucher as a payment file has it. */
type FileVoucher = {
  id: number;
  number: string;
  status: VoucherStatus;
  kind: string;
  payee_id: number | null;
  payee: string;
  amount: bigint;
  narration: string;
};

const COLUMNS = sql`v.id, v.number, v.status, v.kind, v.payee_id, coalesce(p.name, '') as payee, v.amount, v.narration`;

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

type Found = Awaited<ReturnType<typeof accountToPay>>;

function whyNot({ number, payee_id: payee }: FileVoucher, account: Found): string | null {
  if (number.length > LONGEST_ID)
    return `Its number is longer than ${LONGEST_ID} characters, which no bank brings back.`;
  if (payee === null) return 'It stays with the firm: transfer it between the accounts at the bank.';
  return account === null ? 'No account of its payee is confirmed in this currency.' : null;
}

/** Vouchers with where each is paid now, what to know of that, and why it cannot be in a file. */
export async function withAccounts(ctx: Ctx, vouchers: readonly FileVoucher[], currency: string) {
  const found = new Map<number, Found>();
  for (const { payee_id: payee } of vouchers)
    if (payee !== null && !found.has(payee)) found.set(payee, await accountToPay(ctx, payee, currency));
  return vouchers.map((voucher) => {
    const account = voucher.payee_id === null ? null : (found.get(voucher.payee_id) ?? null);
    return { voucher, account, whyNot: whyNot(voucher, account) };
  });
}
export type WithAccount = Awaited<ReturnType<typeof withAccounts>>[number];

export const shownVoucher = ({ voucher, account, whyNot: reason }: WithAccount, currency: string) => ({
  id: voucher.id,
  number: voucher.number,
  payee: voucher.payee,
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
