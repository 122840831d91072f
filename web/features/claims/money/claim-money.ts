import { can, useSession } from '../../../api/session.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { isNothing } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

/** What moves the money of a claim: each with the right that it takes and what there must be. C5 to C8. */
export function useClaimMoney({ status, figures, notes, currency, salvage_due: salvage }: ClaimRecord) {
  const session = useSession();
  const free = !isNothing(figures.payable, currency);
  const madeGood = !isNothing(figures.made_good, currency);
  const owes = notes.some((one) => one.kind === 'Claim invoice' && !isNothing(one.outstanding, currency));
  const draws = can(session, 'drawings.create');
  const invoiced = status === 'APPROVED' && notes.some((one) => one.kind === 'Claim invoice');
  return {
    pay: can(session, 'vouchers.create') && status === 'APPROVED' && (free || madeGood || owes),
    makegood: draws && status === 'APPROVED' && owes,
    // It stays ours when the claim is disabled.
    drawback: draws && madeGood,
    setoff: can(session, 'vouchers.create') && free,
    net: can(session, 'allocations.create') && invoiced,
    salvage: can(session, 'vouchers.create') && salvage.length > 0,
    reinstate: status === 'APPROVED' && can(session, 'policies.view'),
  };
}

export type ClaimMoney = ReturnType<typeof useClaimMoney>;
export type Act = string | undefined;

/** The acts of money in the menu of a claim, without the one that is its button. */
export function moneyEntries(money: ClaimMoney, onAct: (act: Act) => void, primary: Act): MenuEntry[] {
  return [
    ...(money.pay && primary !== 'pay' ? [{ label: 'Pay the reinsured', onSelect: () => onAct('pay') }] : []),
    ...(money.setoff ? [{ label: 'Set off against premium', onSelect: () => onAct('setoff') }] : []),
    ...(money.makegood ? [{ label: 'Make good ahead of the securities', onSelect: () => onAct('makegood') }] : []),
    ...(money.drawback ? [{ label: 'Draw back what was made good', onSelect: () => onAct('drawback') }] : []),
    ...(money.salvage ? [{ label: 'Pay salvage to a security', onSelect: () => onAct('salvage') }] : []),
    ...(money.net ? [{ label: 'Settle net with premium', onSelect: () => onAct('net') }] : []),
    ...(money.reinstate ? [{ label: 'Reinstate the limit', onSelect: () => onAct('reinstate') }] : []),
  ];
}
