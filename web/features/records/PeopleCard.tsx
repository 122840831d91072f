import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/Card.tsx';
import { UserLink } from '../../ui/marks/NameLink.tsx';
import { WhoWhen } from '../../ui/marks/WhoWhen.tsx';

type Person = { id: number; name: string };
export type Deed = { label: string; who: Person | null; at?: string | null | undefined; none?: string };

/** Who made, who decided, what waits: the rail of a record. */
export function PeopleCard({ deeds }: { deeds: readonly Deed[] }) {
  return (
    <Card title="Who and when">
      <dl className="grid gap-2.5">
        {deeds.map((deed) => (
          <div key={deed.label}>
            <dt className="text-xs text-mute">{deed.label}</dt>
            <dd dir="auto">
              {deed.who === null ? (
                <span className="text-mute">{deed.none ?? '–'}</span>
              ) : (
                <WhoWhen who={deed.who} at={deed.at} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The title of the notice above a record that its checker sent back. */
export function RejectedBy({ who }: { who: Person | null }) {
  return who === null ? (
    'Rejected'
  ) : (
    <>
      Rejected by <UserLink inText user={who} />
    </>
  );
}

/** Facts of a record under each other: label and value. */
export function FactList({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-3">
      {facts.map((fact) => (
        <div key={fact.label} className="min-w-0">
          <dt className="text-xs text-mute">{fact.label}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {fact.value === '' || fact.value === null || fact.value === undefined ? '–' : fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
