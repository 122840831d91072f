import { AppError } from '../../../domain/errors.ts';
import { PURPOSE_LABELS } from '../../../domain/firm/bank-accounts.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { money } from '../../../domain/values/money.ts';
import { movesBank, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { NETTED_LABELS } from '../../../domain/vouchers/netting.ts';
import { paymentVoucherModel } from '../../platform/documents/kinds/money-papers.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addressLines } from '../papers/placements.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { voucherItems, voucherNets, voucherRecord } from './record.ts';

type Voucher = Awaited<ReturnType<typeof voucherRecord>>;

const bankOf = (account: NonNullable<Voucher['payee_account']>) => ({
  accountName: account.account_name,
  accountNumber: account.account_number,
  bankName: account.bank,
  branch: account.branch,
  currency: account.currency,
  swift: account.swift,
});

const ownBankOf = ({ account, currency }: NonNullable<Voucher['into']>) => ({
  accountName: account.name,
  accountNumber: account.number,
  bankName: account.bank,
  currency,
});

const setOffOf = ({ note, purpose, reference, insured, amount }: Awaited<ReturnType<typeof voucherNets>>[number]) => ({
  note,
  what: NETTED_LABELS[purpose],
  ...(reference !== null && { policy: reference }),
  insured,
  amount,
});

/** The firm's account that a voucher is paid from: by its name, its bank and its number, and whose money lies there. */
function payFromOf({ bank_account: { name, bank, number, purpose } }: Voucher) {
  return { payFrom: [PURPOSE_LABELS[purpose], name, bank, number].filter((text) => text !== '').join(', ') };
}

/** The bank that took a charge off the account; any other kind is paid to somebody, or to nobody in particular. */
const chargedBy = ({ kind, bank_account: { bank } }: Voucher) =>
  kind === 'BANK_CHARGE' && bank !== '' ? bank : undefined;

/** What a voucher is for besides its items, as it was entered. */
function concernsOf({ account, claim, note, receipt }: Voucher) {
  const concerns = [claim, note, receipt].flatMap((one) => (one === null ? [] : [one.name])).join(', ');
  return {
    ...(account !== null && { account: `${account.id} ${account.name}` }),
    ...(concerns !== '' && { concerns }),
  };
}

/** The payment voucher as it was approved, and again once it is paid or reversed. */
export async function voucherPlans(ctx: Ctx, request: { id: number }): Promise<DocumentPlan[]> {
  const voucher = await voucherRecord(ctx, request.id);
  const { number, payee_account: account } = voucher;
  if (number === null) throw new AppError('NOT_APPROVED');
  const paid = await ctx.db
    .selectFrom('vouchers as x')
    .leftJoin('parties as p', 'p.id', 'x.payee_id')
    .select(['x.amount', 'x.currency', 'x.into_currency', 'x.into_amount', 'p.name', 'p.address'])
    .where('x.id', '=', voucher.id)
    .executeTakeFirstOrThrow();
  const items = await voucherItems(ctx, voucher.id);
  const nets = await voucherNets(ctx, voucher.id);
  const party = paid.name ?? voucher.tax?.name ?? voucher.into?.account.name ?? chargedBy(voucher);
  const expert = voucher.to_order;
  const name = party === undefined || expert === '' ? party : `${expert}, to the order of ${party}`;
  const { into_currency: bought, into_amount: comesIn } = paid;
  const buys = bought !== null && bought !== paid.currency && comesIn !== null && money(comesIn, bought);
  const moves = movesBank({ ...voucher, isNothing: paid.amount === 0n });
  const onDay = (at: Date | null) => (at === null ? ctx.today : dayIn(ctx.firm.timeZone, at));
  return [
    {
      kind: 'payment-voucher',
      recordKind: 'voucher',
      recordId: voucher.id,
      issue: voucher.version,
      branchId: voucher.branch.id,
      number,
      partyName: name ?? VOUCHERS[voucher.kind].label,
      total: money(paid.amount, voucher.currency),
      day: voucher.bank_date,
      model: (common) =>
        paymentVoucherModel({
          ...common,
          ...(voucher.status === 'REVERSED' && { watermark: 'VOID' as const }),
          what: VOUCHERS[voucher.kind].label,
          ...(name !== undefined && {
            payee: { name, addressLines: expert === '' ? addressLines(paid.address ?? '') : [] },
          }),
          currency: voucher.currency,
          bankDate: voucher.bank_date,
          reference: voucher.bank_reference,
          narration: voucher.narration,
          items: items.map(({ reference, note, debit_note: debitNote, cedant, insured, amount }) => ({
            policy: reference ?? '',
            creditNote: note,
            ...(debitNote !== note && { debitNote }),
            cedant,
            insured,
            amount,
          })),
          setOff: nets.map(setOffOf),
          total: paid.amount,
          ...(account && moves && { bank: bankOf(account) }),
          ...(voucher.into && { bank: ownBankOf(voucher.into) }),
          ...(buys && { buys }),
          ...(account?.notice && { bankNotice: account.notice }),
          ...(moves && payFromOf(voucher)),
          ...concernsOf(voucher),
          prepared: { by: voucher.made_by.name, day: onDay(voucher.created_at) },
          ...(voucher.decided_by && { approved: { by: voucher.decided_by.name, day: onDay(voucher.decided_at) } }),
          ...(voucher.paid_by && { paid: { by: voucher.paid_by.name, day: onDay(voucher.paid_at) } }),
        }),
    },
  ];
}
