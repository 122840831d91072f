import type { ComponentType } from 'react';
import { useOpened } from '../../records/use-act.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { NetSettlementDialog } from '../../adjustments/NetSettlementDialog.tsx';
import type { Act, ClaimMoney } from './claim-money.ts';
import { OwnMoneyDialog } from './OwnMoneyDialog.tsx';
import { PayClaimDialog } from './PayClaimDialog.tsx';
import { ReinstatementDialog } from './ReinstatementDialog.tsx';
import { SalvageDialog } from './SalvageDialog.tsx';
import { SetOffDialog } from './SetOffDialog.tsx';

type DialogProps = { claim: ClaimRecord; onClose: () => void };
const MakeGoodDialog = (props: DialogProps) => <OwnMoneyDialog {...props} kind="MAKE_GOOD" />;
const DrawBackDialog = (props: DialogProps) => <OwnMoneyDialog {...props} kind="DRAW_BACK" />;
function NetDialog({ claim, onClose }: DialogProps) {
  const { id, number, currency, policy } = claim;
  return <NetSettlementDialog claim={{ id, number, currency, reinsured: policy.reinsured.name }} {...{ onClose }} />;
}

const STEPS = ['pay', 'salvage', 'setoff', 'makegood', 'drawback', 'reinstate', 'net'] as const;
const DIALOGS = {
  pay: PayClaimDialog,
  salvage: SalvageDialog,
  setoff: SetOffDialog,
  makegood: MakeGoodDialog,
  drawback: DrawBackDialog,
  reinstate: ReinstatementDialog,
  net: NetDialog,
} satisfies Record<(typeof STEPS)[number], ComponentType<DialogProps>>;

type Props = DialogProps & { money: ClaimMoney; act: Act };

/** The dialog of the act of money that is open, if one is. */
export function ClaimMoneyDialogs({ claim, money, act, onClose }: Props) {
  const step = STEPS.find((one) => one === act);
  const open = useOpened(step !== undefined, step !== undefined && money[step]);
  if (!open || step === undefined) return null;
  const Dialog = DIALOGS[step];
  return <Dialog {...{ claim, onClose }} />;
}
