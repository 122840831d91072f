import type { DeskName } from '../sections.ts';
import { ClaimsDesk } from './ClaimsDesk.tsx';
import { ClientMoneyCard } from './ClientMoneyCard.tsx';
import { DirectorDesk } from './DirectorDesk.tsx';
import { MoneyDesk } from './MoneyDesk.tsx';
import { UnderwritingDesk } from './UnderwritingDesk.tsx';

/** `beside`: all desks that are shown, so that one leaves out what another has. */
const DESKS: Record<DeskName, { title: string; Desk: (props: { beside: readonly DeskName[] }) => React.ReactNode }> = {
  director: { title: 'The firm', Desk: DirectorDesk },
  money: { title: 'Finance', Desk: MoneyDesk },
  claims: { title: 'Claims', Desk: ClaimsDesk },
  audit: { title: 'Audit', Desk: ClientMoneyCard },
  underwriting: { title: 'Underwriting', Desk: UnderwritingDesk },
};

/** What a role looks at first, beneath what all have. */
export function Desk({ name, beside }: { name: DeskName; beside: readonly DeskName[] }) {
  const { title, Desk: Cards } = DESKS[name];
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:*:last:odd:col-span-2">
        <Cards {...{ beside }} />
      </div>
    </section>
  );
}
