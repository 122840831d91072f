import { can, useSession } from '../../../api/session.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { isNothing } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { NetSettlementDialog } from './NetSettlementDialog.tsx';
import { OwnMoneyDialog } from './OwnMoneyDialog.tsx';
import { PayClaimDialog } from './PayClaimDialog.tsx';
import { ReinstatementDialog } from './ReinstatementDialog.tsx';
import { SetOffDialog } from './SetOffDialog.tsx';

/** What moves the money of a claim: each with the right that it takes and what there must be. C5 to C8. */
export function useClaimMoney({ status, figures, notes, currency }: ClaimRecord) {
  const session = useSession();
  const free = !isNothing(figures.payable, currency);
  const madeGood = !isNothing(figures.made_good, currency);
  const owes = notes.some((one) => one.kind === 'Claim invoice' && !isNothing(one.outstanding, currency));
  const draws = can(session, 'drawings.create') && status === 'APPROVED';
  const invoiced = status === 'APPROVED' && notes.some((one) => one.kind === 'Claim invoice');
  return {
    pay: can(session, 'vouchers.create') && (free || madeGood || owes),
    makegood: draws && owes,
    drawback: draws && madeGood,
    setoff: can(session, 'vouchers.create') && free,
    net: can(session, 'allocations.create') && invoiced,
    reinstate: status === 'APPROVED' && can(session, 'policies.view'),
  };
}

type ClaimMoney = ReturnType<typeof useClaimMoney>;
type Act = string | undefined;

/** The acts of money in the menu of a claim, without the one that is its button. */
export function moneyEntries(money: ClaimMoney, onAct: (act: Act) => void, primary: Act): MenuEntry[] {
  return [
    ...(money.pay && primary !== 'pay' ? [{ label: 'Pay the reinsured', onSelect: () => onAct('pay') }] : []),
    ...(money.setoff ? [{ label: 'Set off against premium', onSelect: () => onAct('setoff') }] : []),
    ...(money.makegood ? [{ label: 'Make good ahead of the securities', onSelect: () => onAct('makegood') }] : []),
    ...(money.drawback ? [{ label: 'Draw back what was made good', onSelect: () => onAct('drawback') }] : []),
    ...(money.net ? [{ label: 'Settle net with premium', onSelect: () => onAct('net') }] : []),
    ...(money.reinstate ? [{ label: 'Reinstate the limit', onSelect: () => onAct('reinstate') }] : []),
  ];
}

type Props = { claim: ClaimRecord; money: ClaimMoney; act: Act; onClose: () => void };

/** The dialog of the act of money that is open, if one is. */
export function ClaimMoneyDialogs({ claim, money, act, onClose }: Props) {
  if (act === 'pay' && money.pay) return <PayClaimDialog {...{ claim, onClose }} />;
  if (act === 'setoff' && money.setoff) return <SetOffDialog {...{ claim, onClose }} />;
  if (act === 'makegood' && money.makegood) return <OwnMoneyDialog {...{ claim, onClose }} kind="MAKE_GOOD" />;
  if (act === 'drawback' && money.drawback) return <OwnMoneyDialog {...{ claim, onClose }} kind="DRAW_BACK" />;
  if (act === 'reinstate' && money.reinstate) return <ReinstatementDialog {...{ claim, onClose }} />;
  return act === 'net' && money.net && <NetSettlementDialog {...{ claim, onClose }} />;
}
