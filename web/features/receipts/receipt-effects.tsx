import type { ReactNode } from 'react';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { isNothing, differenceOf, sumOf } from '../ledger/wire-amounts.ts';
import { isCrossed, partRate, type ReceiptRecord } from './receipt-words.ts';

function Money({ value, receipt }: { value: string; receipt: ReceiptRecord }) {
  return <MoneyText withCurrency value={value} currency={receipt.currency} />;
}

type Part = ReceiptRecord['allocations'][number];

const noteWords = ({ note, policy }: Part) =>
  policy === null ? note.number : `${note.number} of policy ${policy.name}`;

function releaseWords({ receiptType }: ReceiptRecord, { policy, fee }: Part): string {
  if (fee?.bank === 'CLIENT') return 'It is ours, and lies in the client bank until it is drawn.';
  if (policy === null) return 'What is paid is ours.';
  return receiptType === 'CLAIM' ? 'The reinsured is released it.' : 'Its securities are released their part.';
}

/** What approving will do, in sentences. */
export function approvalEffects(receipt: ReceiptRecord): ReactNode[] {
  const { allocations, currency, source } = receipt;
  const bank = receipt.receiptType === 'FEE' ? 'office bank' : 'client bank';
  const left = differenceOf(
    receipt.receiptAmount,
    sumOf(
      allocations.map((part) => part.amount),
      currency,
    ),
    currency,
  );
  return [
    source === null ? (
      <>
        <Money value={receipt.receiptAmount} receipt={receipt} /> from {receipt.reinsured.name} into the {bank}. The
        receipt gets its number.
      </>
    ) : (
      <>
        <Money value={receipt.receiptAmount} receipt={receipt} /> of {source.number} of {receipt.reinsured.name} is used
        in {receipt.branch.name}. The money stays in the client bank of {source.branch.name}, which owes it to{' '}
        {receipt.branch.name} from then on. The receipt gets its number.
      </>
    ),
    ...allocations.map((part) => (
      <>
        <Money value={part.amount} receipt={receipt} /> to {noteWords(part)}
        {isCrossed(receipt, part) && (
          <>
            {' '}
            settles <MoneyText withCurrency value={part.note_amount} currency={part.note_currency} /> of it, at{' '}
            {partRate(receipt, part)}
          </>
        )}
        . {releaseWords(receipt, part)}
      </>
    )),
    ...(isNothing(left, currency)
      ? []
      : [
          <>
            <Money value={left} receipt={receipt} /> stays as unallocated cash, to be allocated later.
          </>,
        ]),
  ];
}

/** Whether something of a fee that came into the client bank was drawn from there. */
const wasDrawn = ({ fee, note_amount: settles, note_currency: currency }: Part) =>
  fee?.bank === 'CLIENT' && !isNothing(differenceOf(settles, fee.undrawn, currency), currency);

/** What reversing will undo. */
export function reversalEffects(receipt: ReceiptRecord): ReactNode[] {
  const { source } = receipt;
  const bank = receipt.receiptType === 'FEE' ? 'office bank' : 'client bank';
  return [
    source === null ? (
      <>
        <Money value={receipt.receiptAmount} receipt={receipt} /> leaves the {bank} again.
      </>
    ) : (
      <>
        <Money value={receipt.receiptAmount} receipt={receipt} /> goes back to {source.number} in {source.branch.name},
        to be used again.
      </>
    ),
    ...receipt.allocations
      .filter((part) => part.effective)
      .map((part) => (
        <>
          {noteWords(part)} is open again by{' '}
          <MoneyText withCurrency value={part.note_amount} currency={part.note_currency} />.
          {wasDrawn(part) && ' What was drawn of it is missing in the client bank until it is made good.'}
        </>
      )),
    `${receipt.receiptNumber ?? 'It'} keeps its number and stays in the list as reversed.`,
  ];
}
