import { oneParty } from '../../../domain/parties/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PartyView } from './PartyView.tsx';
import { usePosition } from './use-position.ts';

/** One party of any register: its head with what is open is shown at once, since its lines move the tabs; each part of its page is a request of its own. */
export function PartyPage() {
  const may = can(useSession(), 'registers.view');
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(oneParty, { params: { id } }, { enabled: may });
  const { coming } = usePosition(id);
  if (data === undefined || coming) return <NoPage title="Party" {...{ may, error, refetch }} list={LISTS.clients} />;
  return <PartyView key={data.id} party={data} />;
}
