import { Plus } from 'lucide-react';
import { useState } from 'react';
import { BANK_ACCOUNT_STATE_LABELS } from '../../../../domain/registers/states.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { StatusBadge, type Tone } from '../../../ui/marks/Badge.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { BankDecisionDialog, type BankDecision } from './BankDecisionDialog.tsx';
import { BankDialog } from './BankDialog.tsx';
import { FactGrid } from '../FactGrid.tsx';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { WhoWhen } from '../../../ui/marks/WhoWhen.tsx';
import { AsOpened } from '../../../ui/dialogs/AsOpened.tsx';

type Props = { register: PartyRegister; party: PartyRecord };
type Account = PartyRecord['bank_accounts'][number];

const TONES: Record<Account['state'], Tone> = {
  PROPOSED: 'warn',
  ACTIVE: 'good',
  REPLACED: 'neutral',
  REFUSED: 'bad',
  WITHDRAWN: 'neutral',
};

/** Where a party is paid: proposed by one person, confirmed by another. §8. */
export function PartyBanks({ register, party }: Props) {
  const session = useSession();
  const [proposing, setProposing] = useState(false);
  const [deciding, setDeciding] = useState<{ account: Account; decision: BankDecision } | null>(null);
  const mayPropose = party.merged_into === null && can(session, 'registers.create');
  const propose = mayPropose && (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setProposing(true)}>
      Propose account
    </Button>
  );
  return (
    <div className="grid gap-4">
      {party.bank_accounts.length === 0 ? (
        <EmptyState title="No bank account yet." action={propose}>
          Vouchers show where {party.name} is paid once an account is confirmed by a second person.
        </EmptyState>
      ) : (
        <>
          <div className="flex justify-end">{propose}</div>
          {party.bank_accounts.map((account) => (
            <AccountCard
              key={account.id}
              {...{ register, party, account }}
              onDecide={(decision) => setDeciding({ account, decision })}
            />
          ))}
        </>
      )}
      {proposing && <BankDialog {...{ register, party }} onClose={() => setProposing(false)} />}
      {deciding !== null && (
        <AsOpened of={party.bank_accounts.find(({ id }) => id === deciding.account.id) ?? deciding.account}>
          {(account) => (
            <BankDecisionDialog
              {...{ register, party, account }}
              decision={deciding.decision}
              onClose={() => setDeciding(null)}
            />
          )}
        </AsOpened>
      )}
    </div>
  );
}

type CardProps = Props & { account: Account; onDecide: (decision: BankDecision) => void };

function AccountCard({ register, party, account, onDecide }: CardProps) {
  const session = useSession();
  const waits = account.state === 'PROPOSED';
  const own = account.made_by.id === session?.user.id;
  const withdraw = useWrite(register.endpoints.withdrawAccount, {
    onSuccess: () => toastSuccess('Account withdrawn'),
    onProblem: (problem) => toastProblem('Account not withdrawn', problem),
  });
  const refused = account.why_not === null ? {} : { disabledReason: account.why_not };
  return (
    <Card
      title={`${account.currency} · ${account.bank}`}
      actions={<StatusBadge label={BANK_ACCOUNT_STATE_LABELS[account.state]} tone={TONES[account.state]} />}
    >
      <FactGrid
        facts={[
          { label: 'Account name', value: account.account_name },
          { label: 'Account number', value: <span className="tabular-nums">{account.account_number}</span> },
          { label: 'Branch', value: account.branch },
          { label: 'SWIFT', value: account.swift },
          { label: 'Proposed by', value: <WhoWhen who={account.made_by} at={account.made_at} /> },
          ...(account.decided_by === null
            ? []
            : [
                {
                  label: account.state === 'REFUSED' ? 'Refused by' : 'Confirmed by',
                  value: <WhoWhen who={account.decided_by} at={account.decided_at} />,
                },
              ]),
          ...(account.reason === '' ? [] : [{ label: 'Reason', value: account.reason }]),
        ]}
      />
      {waits && (
        <div className="mt-3 flex flex-wrap gap-2">
          {can(session, 'registers.edit') && (
            <>
              <Button variant="primary" {...refused} onClick={() => onDecide('ACTIVE')}>
                Confirm account
              </Button>
              <Button {...refused} onClick={() => onDecide('REFUSED')}>
                Refuse
              </Button>
            </>
          )}
          {own && (
            <Button
              variant="ghost"
              busy={withdraw.isPending}
              onClick={() =>
                withdraw.mutate({
                  params: { id: String(party.id), account: String(account.id) },
                  body: { version: account.version },
                })
              }
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
