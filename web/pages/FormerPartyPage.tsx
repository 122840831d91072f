import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { partyHref, withQuery } from '../paths.ts';
import { useGo } from '../ui/buttons/AppLink.tsx';
import { useAddress } from '../ui/hooks/use-address.ts';
import { PageSkeleton } from '../ui/notices/States.tsx';

/** The former address of a party, by its register: it leads on to the party's page. */
export function FormerPartyPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [address] = useAddress();
  const go = useGo();
  const href = withQuery(partyHref(id), address);
  useEffect(() => go(href, { replace: true }), [go, href]);
  return <PageSkeleton />;
}
