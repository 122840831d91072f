import { useRouter, useRouterState } from '@tanstack/react-router';
import { Construction } from 'lucide-react';
import { NAVIGATION } from '../navigation.ts';
import { paths } from '../paths.ts';
import { Button, LinkButton } from '../ui/buttons/Button.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { EmptyState } from '../ui/notices/States.tsx';

/** In place of a screen of the specification that does not exist yet: says so, and leads back. */
export function NotBuiltPage() {
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const item = NAVIGATION.flatMap((group) => group.items).find(
    (one) => pathname === one.href || pathname.startsWith(`${one.href}/`),
  );
  const name = item?.label ?? 'This screen';
  return (
    <>
      <PageTitle title={item?.label ?? 'Not built yet'} />
      <EmptyState
        icon={<Construction size={17} />}
        title={`${name}: not built yet`}
        action={
          <>
            <Button onClick={() => router.history.back()}>Go back</Button>
            <LinkButton variant="primary" href={paths.dashboard}>
              Dashboard
            </LinkButton>
          </>
        }
      >
        This part of Slipway is planned and does not exist in this version. Nothing of yours is missing.
      </EmptyState>
    </>
  );
}
