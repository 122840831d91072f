import type { ReactNode } from 'react';
import { sectionHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';

/** A firm without a bank account has no statements: what they would be for, and the way to enter one. */
export function NoAccounts({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      title="The firm has no bank accounts yet."
      action={<LinkButton href={sectionHref('banks')}>Bank accounts</LinkButton>}
    >
      {children} Root enters these in the settings.
    </EmptyState>
  );
}
