import { Plus } from 'lucide-react';
import { partyTable, securityTable } from '../../../../domain/registers/tables.ts';
import { can, useSession } from '../../../api/session.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns, type ScreenOf } from '../../../ui/tables/table-columns.tsx';
import { ImportLink } from '../ImportLink.tsx';
import { INSUREDS, LONDON_SECURITIES, type PartyRegister, REINSUREDS, SECURITIES } from './party-registers.ts';
import { PartyDialog } from './PartyDialog.tsx';
import { STATUS_FILTER, statusBadge } from '../register-words.ts';
import { useOpenRow } from '../use-open-row.ts';
import { useListPage } from '../../../api/use-list.ts';
import { partyHref } from '../../../paths.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';

const oneLine = (text: string) => text.replaceAll('\n', ', ');

const SHOWN: ScreenOf<typeof partyTable> = {
  widths: { name: 200 },
  titles: { name: 'Name, short name', address: 'Address, country' },
  second: { name: 'short_name', address: (row) => row.countryName },
  cells: {
    name: (row) => <span dir="auto">{row.name}</span>,
    address: (row) => oneLine(row.address),
    // It is read whole: a long one goes on in a second line, from its @ if that is enough.
    email: ({ email }) => {
      const at = Math.max(0, email.indexOf('@'));
      return (
        <span className="block max-w-64 wrap-anywhere whitespace-normal">
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </span>
      );
    },
    rating: (row) => [row.rating, row.rating_agency].filter(Boolean).join(' · '),
    country: (row) => row.countryName ?? '',
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
};
const PARTY_COLUMNS = screenColumns(partyTable, { ...SHOWN, hide: ['short_name', 'country'] });
const SECURITY_COLUMNS = screenColumns(securityTable, { ...SHOWN, hide: ['short_name'] });

/** One register of parties: searched, added, and each entry's page. */
function PartySection({ register }: { register: PartyRegister }) {
  const session = useSession();
  const go = useGo();
  const page = useListPage(register.endpoints.items, { name: register.name, filters: ['status'] });
  const { open, hrefOf, close } = useOpenRow();
  const mayCreate = can(session, 'registers.create');
  const create = mayCreate && (
    <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
      New {register.noun}
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title={register.title}
        {...page}
        views={<ViewsMenu call={register.endpoints.items} />}
        nouns={register.nouns}
        columns={register.isSecurity ? SECURITY_COLUMNS : PARTY_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => partyHref(row.id)}
        filters={[STATUS_FILTER]}
        tools={mayCreate && <ImportLink target={register.key} />}
        primary={create}
        empty={
          <EmptyState title={`No ${register.nouns[1]} yet`} action={create}>
            {register.about}
          </EmptyState>
        }
      />
      {open === 'new' && mayCreate && (
        <PartyDialog register={register} onClose={close} onSaved={({ id }) => go(partyHref(id))} />
      )}
    </>
  );
}

export const Reinsureds = () => <PartySection register={REINSUREDS} />;
export const Insureds = () => <PartySection register={INSUREDS} />;
export const Securities = () => <PartySection register={SECURITIES} />;
export const LondonSecurities = () => <PartySection register={LONDON_SECURITIES} />;
