import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LISTS, partyHref, withQuery } from '../paths.ts';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { useGo } from '../ui/buttons/AppLink.tsx';
import { useAddress } from '../ui/hooks/use-address.ts';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { EmptyState, PageSkeleton } from '../ui/notices/States.tsx';

const REGISTERS: ReadonlySet<string> = new Set(['reinsureds', 'insureds', 'securities', 'london']);

/** The former address of a party, by its register: it leads on to the party's page. */
export function FormerPartyPage() {
  const { register = '', id = '' } = useParams({ strict: false }) as { register?: string; id?: string };
  const known = REGISTERS.has(register) && /^\d{1,10}$/.test(id);
  const [address] = useAddress();
  const go = useGo();
  const href = withQuery(partyHref(id), address);
  useEffect(() => {
    if (known) go(href, { replace: true });
  }, [known, go, href]);
  if (known) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Settings" />
      <EmptyState
        title="There is no such record."
        action={
          <LinkButton variant="primary" href={LISTS.settings.href}>
            Go to {LISTS.settings.label}
          </LinkButton>
        }
      >
        Choose one from its list.
      </EmptyState>
    </>
  );
}
