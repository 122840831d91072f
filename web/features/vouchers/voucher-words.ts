import type { WireReply } from '../../../domain/endpoint.ts';
import type { getVoucher } from '../../../domain/vouchers/contract.ts';
import { movesBank as moves, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { isNothing } from '../ledger/wire-amounts.ts';

export type VoucherRecord = WireReply<typeof getVoucher>;

/** What a voucher is called: its number once approved, before that the draft's own. */
export function voucherName(voucher: { id: number; number: string | null }): string {
  return voucher.number ?? `Voucher #${voucher.id}`;
}

/** Whom it is paid to. A drawing goes to the firm itself, an expense to the payee whom the narration names. */
export function payeeOf(voucher: VoucherRecord): string {
  const { into } = VOUCHERS[voucher.kind];
  if (voucher.into !== null) return voucher.into.account.name;
  if (into !== null) return into === 'OFFICE' ? 'Office bank' : 'Client bank';
  const { payee, tax, account, to_order: expert } = voucher;
  if (expert !== '') return `${expert}, to the order of ${payee?.name ?? ''}`;
  return payee?.name ?? tax?.name ?? account?.name ?? VOUCHERS[voucher.kind].label;
}

/** Whether a bank pays it. */
export function movesBank(voucher: VoucherRecord): boolean {
  return moves({ ...voucher, isNothing: isNothing(voucher.amount, voucher.currency) });
}

/** What a conversion buys; null of a transfer within one currency and of any other voucher. M6. */
export function boughtBy({ into, currency }: VoucherRecord): VoucherRecord['into'] {
  return into === null || into.currency === currency ? null : into;
}

/** Says what became of a voucher's form; a refused submission has a toast of its own. */
export function toastSaved(id: number, how: 'saved' | 'submitted' | 'refused'): void {
  if (how !== 'refused') toastSuccess(how === 'saved' ? 'Draft saved' : 'Voucher submitted', `#${id}`);
}
