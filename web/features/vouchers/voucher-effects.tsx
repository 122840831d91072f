import type { ReactNode } from 'react';
import { isSetOff, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { NETTED_LABELS } from '../../../domain/vouchers/netting.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { boughtBy, movesBank, payeeOf, type VoucherRecord } from './voucher-words.ts';

function Money({ value, voucher }: { value: string; voucher: VoucherRecord }) {
  return <MoneyText withCurrency value={value} currency={voucher.currency} />;
}

function bankOf(voucher: VoucherRecord): string {
  return voucher.bank_account.purpose === 'OFFICE' ? 'office bank' : 'client bank';
}

/** Who gets it, in a sentence: a bank of the firm, or a payee. */
function receiverOf(voucher: VoucherRecord): string {
  const { into } = VOUCHERS[voucher.kind];
  if (voucher.into !== null || into === null) return payeeOf(voucher);
  return into === 'OFFICE' ? 'the office bank' : 'the client bank';
}

/** A tax or an account is no one who is paid: it is paid for. */
const isPaidFor = ({ payee, to_order: expert, kind, into }: VoucherRecord): boolean =>
  payee === null && expert === '' && into === null && VOUCHERS[kind].into === null;

/** What the booking of a voucher that moves no bank does. */
export function setOffEffect(voucher: VoucherRecord): ReactNode {
  if (!isSetOff(voucher)) return 'All of it is set off: no bank moves.';
  return (
    <>
      It settles <Money value={voucher.amount} voucher={voucher} /> of {voucher.note?.name ?? 'the note'}: no bank
      moves.
    </>
  );
}

/** What approving will do: a number, and the way is free to pay it. The journal follows with the payment. */
export function approvalEffects(voucher: VoucherRecord): ReactNode[] {
  const bought = boughtBy(voucher);
  return [
    `The voucher gets its number and can be ${movesBank(voucher) ? 'paid' : 'booked'} by someone who did not approve it.`,
    movesBank(voucher) ? (
      <>
        Paying it takes <Money value={voucher.amount} voucher={voucher} /> from the {bankOf(voucher)}{' '}
        {isPaidFor(voucher) ? 'for' : 'to'} {receiverOf(voucher)}.
      </>
    ) : (
      setOffEffect(voucher)
    ),
    ...(bought === null
      ? []
      : [
          <>
            It buys <MoneyText withCurrency value={bought.amount} currency={bought.currency} />.
          </>,
        ]),
    ...voucher.items.map((item) => (
      <>
        <Money value={item.amount} voucher={voucher} /> of {item.note}
        {item.policy !== null && <>, policy {item.policy.name}</>} ({item.insured}).
      </>
    )),
    ...voucher.nets.map((net) => (
      <>
        <Money value={net.amount} voucher={voucher} /> of {net.note} is set off:{' '}
        {NETTED_LABELS[net.purpose].toLowerCase()}.
      </>
    )),
  ];
}

/** What reversing will undo. */
export function reversalEffects(voucher: VoucherRecord): ReactNode[] {
  const paid = voucher.status === 'PAID';
  return [
    paid && isSetOff(voucher) ? (
      <>
        {voucher.note?.name ?? 'The note'} is open again by <Money value={voucher.amount} voucher={voucher} />.
      </>
    ) : paid ? (
      <>
        <Money value={voucher.amount} voucher={voucher} /> comes back into the {bankOf(voucher)}
        {isPaidFor(voucher) ? '' : ` from ${receiverOf(voucher)}`}.
      </>
    ) : (
      <>
        <Money value={voucher.amount} voucher={voucher} /> is held no longer and can go on another voucher.
      </>
    ),
    ...(paid && voucher.kind === 'FEE_DRAWING'
      ? voucher.items.map((item) => (
          <>
            <Money value={item.amount} voucher={voucher} /> of {item.note} can be drawn again.
          </>
        ))
      : []),
    ...(paid && voucher.kind !== 'FEE_DRAWING'
      ? voucher.items.map((item) => (
          <>
            {item.note}
            {item.policy !== null && <> of policy {item.policy.name}</>} is open again by{' '}
            <Money value={item.amount} voucher={voucher} />.
          </>
        ))
      : []),
    ...(paid
      ? voucher.nets.map((net) => (
          <>
            <Money value={net.amount} voucher={voucher} /> of {net.note} is owed again.
          </>
        ))
      : []),
    ...(voucher.advice?.paper == null
      ? []
      : [`${payeeOf(voucher)} has advice of it, ${voucher.advice.paper.number}, which is void then: tell the payee.`]),
    `${voucher.number ?? 'It'} keeps its number and stays in the list as reversed.`,
  ];
}
