import { Check } from 'lucide-react';
import { useLayoutEffect, type ReactNode } from 'react';
import { userItems } from '../../../domain/accounts/users.ts';
import { listPolicies } from '../../../domain/placements/lists.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import { reinsured, securities } from '../../../domain/registers/parties.ts';
import { can, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

type Step = { title: string; detail: string; done: boolean; href: string; action: string };

const ONE = { query: { length: '1' } } as const;
const ACTIVE = { query: { status: 'ACTIVE', length: '100' } } as const;

/** They are ticked as they are done. That they are there is said before they are painted. */
export function Steps({ session, onHere }: { session: Session; onHere: () => void }) {
  useLayoutEffect(onHere, [onHere]);
  const mayInvite = can(session, 'users.manage');
  const users = useEndpoint(userItems, ONE, { enabled: mayInvite }).data?.recordsTotal ?? 0;
  const reinsureds = useEndpoint(reinsured.items, ONE).data?.recordsTotal ?? 0;
  const markets = useEndpoint(securities.items, ONE).data?.recordsTotal ?? 0;
  const policies = useEndpoint(listPolicies, ONE).data?.recordsTotal ?? 0;
  const currencies = useEndpoint(currency.items, ACTIVE).data?.data ?? [];
  const base = session.user.firm.baseCurrency;
  const invite: Step = {
    title: 'Invite your colleagues',
    detail: 'Each with a role in a branch. What one enters another approves.',
    done: users > 1,
    href: `${paths.user}?open=new`,
    action: 'Invite user',
  };
  const steps: readonly Step[] = [
    ...(mayInvite ? [invite] : []),
    {
      title: 'Add the reinsureds',
      detail: 'The insurance companies that cede through you; debit notes go to them.',
      done: reinsureds > 0,
      href: `${paths.setting}?section=reinsureds&open=new`,
      action: 'New reinsured',
    },
    {
      title: 'Add the securities',
      detail: 'The reinsurers that write lines; credit notes and payments go to them.',
      done: markets > 0,
      href: `${paths.setting}?section=securities&open=new`,
      action: 'New security',
    },
    {
      title: 'Enter the rates of your other currencies',
      detail: `A policy in another currency than ${base} needs a rate of the last 7 days. Activate those that you work in; with ${base} alone there is nothing to do.`,
      done: currencies.some((one) => !one.base && one.rate !== null),
      href: `${paths.setting}?section=currencies`,
      action: 'Currencies',
    },
    ...(can(session, 'policies.create')
      ? [
          {
            title: 'Enter the first policy',
            detail: 'Its figures follow as you type; its notes are issued when it is approved.',
            done: policies > 0,
            href: paths.policyNew,
            action: 'New policy',
          },
        ]
      : []),
  ];
  return (
    <Card title="First steps" flush>
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
            <Mark done={step.done}>{index + 1}</Mark>
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">
                {step.title}
                {step.done && <span className="sr-only"> (done)</span>}
              </p>
              <p className="text-mute">{step.detail}</p>
            </div>
            <LinkButton size="sm" href={step.href}>
              {step.action}
            </LinkButton>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Mark({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums ${done ? 'bg-goodsoft text-good' : 'bg-hover text-mute'}`}
    >
      {done ? <Check size={13} /> : children}
    </span>
  );
}
