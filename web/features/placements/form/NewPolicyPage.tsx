import { useDeferredValue, type ReactNode } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { underwritingInfo } from '../../../../domain/registers/aggregates.ts';
import { taxes } from '../../../../domain/registers/contract.ts';
import { can, useSession, type Session } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import type { UnderwritingInfo } from './form-parts.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { formTitle, type PolicyRecord } from './policy-values.ts';

/** Registers change seldom: a form begins at once with what was read a little ago. */
const A_WHILE = 300_000;

export function NewPolicyPage() {
  return <PolicyFormLoader />;
}

type FormNeeds = { info: UnderwritingInfo; taxes: WireReply<typeof taxes>['data']; session: Session };

export function PolicyFormLoader({ record }: { record?: PolicyRecord }) {
  return (
    <FormLoader title={formTitle(record, 'New policy')}>
      {(needs) => (
        <PolicyForm
          // Another branch is another form.
          key={needs.session.user.branch.id}
          {...needs}
          {...(record === undefined ? {} : { record })}
        />
      )}
    </FormLoader>
  );
}

type FormLoaderProps = { title: string; children: (needs: FormNeeds) => ReactNode };

/** Reads what the form of either market needs, then shows it; its title from the start. */
export function FormLoader({ title, children }: FormLoaderProps) {
  const session = useSession();
  const mayEdit = can(session, 'policies.create');
  const info = useEndpoint(underwritingInfo, {}, { enabled: mayEdit, staleTime: A_WHILE });
  const rates = useEndpoint(taxes, {}, { enabled: mayEdit, staleTime: A_WHILE });
  // The form is drawn in short steps, while what waits for it is still shown.
  const known = useDeferredValue(info.data);
  const levies = useDeferredValue(rates.data);
  if (session === null || !mayEdit)
    return <NoPage {...{ title }} may={false} lacking="You do not have the right to enter policies." />;
  if (known === undefined || levies === undefined) {
    const refetch = () => Promise.all([info.refetch(), rates.refetch()]);
    return <NoPage error={info.error ?? rates.error} {...{ title, refetch }} />;
  }
  return children({ info: known, taxes: levies.data, session });
}
