import type { ReactNode } from 'react';
import { policyStanding } from '../../../../domain/endorsements/standing.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { useAsAt, type Standing } from './AsAtBar.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';

type Props = {
  record: PolicyRecord;
  /** What a policy without endorsements shows. */
  original: ReactNode;
  children: (standing: Standing) => ReactNode;
};

/** A section as at the day in the address, for a policy that was endorsed; else the original alone. */
export function AsEndorsed({ record, original, children }: Props) {
  const [asat] = useAsAt();
  const shown = record.status === 'APPROVED' && record.current.endorsements > 0;
  const { data, error, refetch } = useEndpoint(
    policyStanding,
    { query: { policy: String(record.id), ...(asat === null ? {} : { asat }) } },
    { enabled: shown },
  );
  if (!shown) return original;
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true" className="grid gap-2">
      <Skeleton className="w-64" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </div>
  );
}
