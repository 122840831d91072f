import { partyPosition } from '../../../domain/parties/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Whether the caller sees what is open with parties in the branch of the session. */
export function useSeesMoney(): boolean {
  const session = useSession();
  return can(session, 'reports.money') || can(session, 'reports.receivables_ageing');
}

/** What is open with a party by currency, and whether it is still on its way; null for who sees no side of it. */
export function usePosition(id: string) {
  const enabled = useSeesMoney();
  const { data, error } = useEndpoint(partyPosition, { params: { id }, query: {} }, { enabled });
  return { rows: data?.data ?? null, coming: enabled && data === undefined && error === null };
}
