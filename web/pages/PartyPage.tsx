import { useParams } from '@tanstack/react-router';
import { useEndpoint } from '../api/use-endpoint.ts';
import { PARTY_REGISTERS, type PartyRegister } from '../features/registers/parties/party-registers.ts';
import { PartyRecordView } from '../features/registers/parties/PartyRecordView.tsx';
import { NoPage } from '../ui/layout/NoPage.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { EmptyState } from '../ui/notices/States.tsx';

/** One party of a register, by the register and the id in the address. */
export function PartyPage() {
  const { register: key, id = '' } = useParams({ strict: false }) as { register?: string; id?: string };
  const register = PARTY_REGISTERS.find((one) => one.key === key);
  if (register === undefined || !/^\d{1,10}$/.test(id)) {
    return (
      <>
        <PageTitle title="Settings" />
        <EmptyState title="Nothing was found here.">Open a register and choose from its list.</EmptyState>
      </>
    );
  }
  return <Loaded key={`${register.key} ${id}`} {...{ register, id }} />;
}

function Loaded({ register, id }: { register: PartyRegister; id: string }) {
  const { data, error, refetch } = useEndpoint(register.endpoints.one, { params: { id } });
  if (data === undefined) return <NoPage title={register.title} {...{ error, refetch }} />;
  return <PartyRecordView register={register} party={data} />;
}
