import type { ReactNode } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { getFirm } from '../../../domain/firm/settings.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState, PageSkeleton } from '../../ui/notices/States.tsx';

export type Firm = WireReply<typeof getFirm>;

/** The firm's settings, once they are there. */
export function FirmData({ children }: { children: (firm: Firm) => ReactNode }) {
  const { data, error, refetch } = useEndpoint(getFirm, {});
  if (data !== undefined) return children(data);
  return error === null ? <PageSkeleton /> : <ErrorState {...{ error }} onRetry={() => void refetch()} />;
}
