import { useParams } from '@tanstack/react-router';
import { useEndpoint } from '../api/use-endpoint.ts';
import { LISTS, sectionHref } from '../paths.ts';
import { LinkButton } from '../ui/buttons/Button.tsx';
import { PARTY_REGISTERS, type PartyRegister } from '../features/registers/parties/party-registers.ts';
import { PartyRecordView } from '../features/registers/parties/PartyRecordView.tsx';
import { NoPage } from '../ui/layout/NoPage.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { EmptyState } from '../ui/notices/States.tsx';

const listOf = (register: PartyRegister) => ({ label: register.title, href: sectionHref(register.key) });

/** One party of a register, by the register and the id in the address. */
export function PartyPage() {
  const { register: key, id = '' } = useParams({ strict: false }) as { register?: string; id?: string };
  const register = PARTY_REGISTERS.find((one) => one.key === key);
  const list = register === undefined ? LISTS.settings : listOf(register);
  if (register === undefined || !/^\d{1,10}$/.test(id)) {
    return (
      <>
        <PageTitle title="Settings" />
        <EmptyState
          title="There is no such record."
          action={
            <LinkButton variant="primary" href={list.href}>
              Go to {list.label}
            </LinkButton>
          }
        >
          Choose one from its list.
        </EmptyState>
      </>
    );
  }
  return <Loaded key={`${register.key} ${id}`} {...{ register, id }} />;
}

function Loaded({ register, id }: { register: PartyRegister; id: string }) {
  const { data, error, refetch } = useEndpoint(register.endpoints.one, { params: { id } });
  if (data === undefined) return <NoPage title={register.title} list={listOf(register)} {...{ error, refetch }} />;
  return <PartyRecordView register={register} party={data} />;
}
