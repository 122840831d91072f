import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { listPolicies } from '../../../domain/placements/lists.ts';
import { can, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { later } from '../../ui/later/later.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';

const Steps = later(async () => (await import('./Steps.tsx')).Steps);

const ONE = { query: { length: '1' } } as const;

/**
 * What a new firm does first, until it has its first policy, above the rest of its dashboard; nothing for users who can do none of it.
 * The rest is asked for meanwhile and shown with it, so that nothing is pushed down. What was shown stays until the page is opened
 * again: nothing moves under a reader while a colleague enters that policy.
 */
export function FirstSteps({ session, children }: { session: Session; children: ReactNode }) {
  const mayStart = can(session, 'registers.create') && can(session, 'policies.view');
  const policies = useEndpoint(listPolicies, ONE, { enabled: mayStart });
  const isNew = mayStart && policies.data?.recordsTotal === 0;
  const [stays, setStays] = useState(isNew);
  if (isNew && !stays) setStays(true);
  const [here, setHere] = useState(false);
  const asks = mayStart && policies.data === undefined && policies.error === null;
  const waits = asks || (stays && !here);
  return (
    <>
      {waits && (
        <Card>
          <ChartSkeleton />
        </Card>
      )}
      {stays && <Steps session={session} onHere={() => setHere(true)} onClose={() => setHere(true)} />}
      <div className={clsx('grid grid-cols-[minmax(0,1fr)] gap-4', waits && 'hidden')}>{children}</div>
    </>
  );
}
