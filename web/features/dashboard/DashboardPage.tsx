import { useSession, type Session } from '../../api/session.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AgeingCard } from './AgeingCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Landing } from './Landing.tsx';
import { MarketCard } from './MarketCard.tsx';
import { MetricCard } from './MetricCard.tsx';
import { MyWork } from './MyWork.tsx';
import { isShown, OVERVIEWS, type OverviewName } from './overviews.ts';
import { ProductionCards } from './ProductionCards.tsx';
import { sectionsFor } from './sections.ts';

/** Open (specification §2): without a session it shows the product and the way to sign in, and calls nothing. */
export function DashboardPage() {
  const session = useSession();
  return session === null ? <Landing /> : <Overview session={session} />;
}

function Overview({ session }: { session: Session }) {
  const sections = sectionsFor(session);
  const { user } = session;
  const cards = (Object.keys(OVERVIEWS) as OverviewName[]).filter((name) => isShown(name, sections));
  const figures = sections.brokerage ? (['premium', 'brokerage'] as const) : (['premium'] as const);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle
        title="Dashboard"
        detail={`${sections.allBranches ? 'All branches' : user.branch.name} · ${user.firm.baseCurrency} at booked rates`}
      />
      {!user.firm.makerChecker && (
        <Notice tone="warn">
          Maker and checker is off: who makes a record may approve it where nobody else could. Root can switch it on in
          Settings.
        </Notice>
      )}
      <FirstSteps session={session} />
      {cards.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4">
          {cards.map((name) => (
            <MetricCard key={name} name={name} allBranches={sections.allBranches} />
          ))}
        </div>
      )}
      <div
        className={
          sections.ageing ? 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]' : 'grid gap-4 lg:grid-cols-2'
        }
      >
        {sections.ageing && <AgeingCard />}
        <div className="min-w-0 max-lg:order-first">
          <MyWork />
        </div>
        {!sections.ageing && sections.production && (
          <>
            <ProductionCards figures={figures} allBranches={sections.allBranches} />
            <MarketCard allBranches={sections.allBranches} />
          </>
        )}
      </div>
      {sections.ageing && sections.production && (
        <div className="grid gap-4 lg:grid-cols-2">
          <ProductionCards figures={figures} allBranches={sections.allBranches} />
          <MarketCard allBranches={sections.allBranches} />
        </div>
      )}
    </div>
  );
}
