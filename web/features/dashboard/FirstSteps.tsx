import { useState } from 'react';
import { listPolicies } from '../../../domain/placements/lists.ts';
import { can, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { later } from '../../ui/later/later.tsx';

const Steps = later(async () => (await import('./Steps.tsx')).Steps);

const ONE = { query: { length: '1' } } as const;

/**
 * What a new firm does first, until it has its first policy; nothing for users who can do none of it. What was shown stays until the page is
 * opened again: nothing moves under a reader while a colleague enters that policy.
 */
export function FirstSteps({ session }: { session: Session }) {
  const mayStart = can(session, 'registers.create') && can(session, 'policies.view');
  const policies = useEndpoint(listPolicies, ONE, { enabled: mayStart });
  const isNew = mayStart && policies.data?.recordsTotal === 0;
  const [stays, setStays] = useState(isNew);
  if (isNew && !stays) setStays(true);
  if (!isNew && !stays) return null;
  return <Steps session={session} />;
}
