import { can, useSession } from '../../api/session.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import type { ClaimRecord } from './claim-form.ts';
import { NetSettlementDialog } from './NetSettlementDialog.tsx';
import { PayClaimDialog } from './PayClaimDialog.tsx';
import { SetOffDialog } from './SetOffDialog.tsx';

/** What moves the money of a claim: each with the right that it takes and what there must be. C5 to C8. */
export function useClaimMoney({ status, figures, notes, currency }: ClaimRecord) {
  const session = useSession();
  const free = !isNothing(figures.payable, currency);
  const invoiced = status === 'APPROVED' && notes.some((one) => one.kind === 'Claim invoice');
  return {
    pay: can(session, 'vouchers.create') && free,
    setoff: can(session, 'vouchers.create') && free,
    net: can(session, 'allocations.create') && invoiced,
  };
}

type ClaimMoney = ReturnType<typeof useClaimMoney>;
type Act = string | undefined;

/** The acts of money in the menu of a claim, without the one that is its button. */
export function moneyEntries(money: ClaimMoney, onAct: (act: Act) => void, primary: Act): MenuEntry[] {
  return [
    ...(money.pay && primary !== 'pay' ? [{ label: 'Pay the reinsured', onSelect: () => onAct('pay') }] : []),
    ...(money.setoff ? [{ label: 'Set off against premium', onSelect: () => onAct('setoff') }] : []),
    ...(money.net ? [{ label: 'Settle net with premium', onSelect: () => onAct('net') }] : []),
  ];
}

type Props = { claim: ClaimRecord; money: ClaimMoney; act: Act; onClose: () => void };

/** The dialog of the act of money that is open, if one is. */
export function ClaimMoneyDialogs({ claim, money, act, onClose }: Props) {
  if (act === 'pay' && money.pay) return <PayClaimDialog {...{ claim, onClose }} />;
  if (act === 'setoff' && money.setoff) return <SetOffDialog {...{ claim, onClose }} />;
  return act === 'net' && money.net && <NetSettlementDialog {...{ claim, onClose }} />;
}
