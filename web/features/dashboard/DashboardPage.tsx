import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useReadsAll, useSession, type Session } from '../../api/session.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AgeingCard } from './AgeingCard.tsx';
import { Desks } from './Desks.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Landing } from './Landing.tsx';
import { MarketCard } from './MarketCard.tsx';
import { MetricCard } from './MetricCard.tsx';
import { MyWork } from './MyWork.tsx';
import { isShown, OVERVIEWS, type OverviewName } from './overviews.ts';
import { ProductionCards } from './ProductionCards.tsx';
import { sectionsFor } from './sections.ts';
import { useLive } from './use-live.ts';

/** As many cards as there are side by side, so that no row has a gap. */
const COLUMNS: Readonly<Record<number, string>> = {
  2: 'sm:grid-cols-2',
  3: 'lg:grid-cols-3',
  4: 'sm:grid-cols-2 xl:grid-cols-4',
};
/** Cards in rows; of an odd number in two columns the last has both. */
const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:max-xl:*:last:odd:col-span-2';

/** A column of a row: the last of what is in it reaches down to the others. */
function Side({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('flex min-w-0 flex-col gap-4', className)}>{children}</div>;
}

/** Open (specification §2): without a session it shows the product and the way to sign in, and calls nothing. */
export function DashboardPage() {
  const session = useSession();
  return session === null ? <Landing /> : <Overview session={session} />;
}

function Overview({ session }: { session: Session }) {
  useLive();
  const together = useReadsAll();
  const sections = sectionsFor(session, together);
  const { user } = session;
  const cards = (Object.keys(OVERVIEWS) as OverviewName[]).filter((name) => isShown(name, sections));
  const figures = sections.brokerage ? (['premium', 'brokerage'] as const) : (['premium'] as const);
  const metrics = cards.map((name) => <MetricCard key={name} name={name} allBranches={sections.allBranches} />);
  // One figure alone would lie across the page: it stands over the work of its reader.
  const alone = metrics.length === 1;
  const hasSide = alone || sections.work;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle
        title="Dashboard"
        detail={`${together ? 'All branches' : user.branch.name} · ${user.firm.baseCurrency} at booked rates`}
      />
      {!user.firm.makerChecker && (
        <Notice tone="warn">
          Maker and checker is off: who makes a record may approve it where nobody else could. Root can switch it on in
          Settings.
        </Notice>
      )}
      <FirstSteps session={session}>
        {metrics.length > 1 && (
          <div className={clsx('grid grid-cols-[minmax(0,1fr)] gap-4', COLUMNS[metrics.length])}>{metrics}</div>
        )}
        {sections.ageing ? (
          <>
            <div
              className={clsx(
                'grid grid-cols-[minmax(0,1fr)] gap-4',
                hasSide && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]',
              )}
            >
              <AgeingCard />
              {hasSide && (
                <Side className="max-lg:order-first">
                  {alone && metrics}
                  {sections.work && <MyWork />}
                </Side>
              )}
            </div>
            {sections.production && (
              <div className={clsx(ROW, figures.length === 1 ? 'lg:grid-cols-2' : 'lg:grid-cols-2 xl:grid-cols-3')}>
                <ProductionCards figures={figures} allBranches={sections.allBranches} />
                <MarketCard allBranches={sections.allBranches} />
              </div>
            )}
          </>
        ) : (
          <div className={clsx(ROW, sections.production && 'lg:grid-cols-2', sections.production && 'xl:grid-cols-3')}>
            <Side>
              {alone && metrics}
              <MyWork />
            </Side>
            {sections.production && (
              <>
                <ProductionCards figures={figures} allBranches={sections.allBranches} />
                <MarketCard allBranches={sections.allBranches} />
              </>
            )}
          </div>
        )}
        <Desks names={sections.desks} />
      </FirstSteps>
    </div>
  );
}
