import { Plus } from 'lucide-react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { can, useSession } from '../../api/session.ts';
import { exportFile } from '../../api/export-file.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { useGo } from '../../ui/AppLink.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { RateText } from '../../ui/Figures.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { ImportLink } from './ImportLink.tsx';
import {
  INSUREDS,
  LONDON_SECURITIES,
  partyHref,
  type PartyRegister,
  REINSUREDS,
  SECURITIES,
} from './party-registers.ts';
import { PartyDialog } from './PartyDialog.tsx';
import { STATUS_FILTER, statusBadge } from './register-words.ts';
import { useOpenRow } from './use-open-row.ts';
import { useList } from '../../api/use-list.ts';

type Party = WireReply<PartyEndpoints['items']>['data'][number];

const oneLine = (text: string) => text.replaceAll('\n', ', ');

const NAME: Column<Party> = {
  id: 'name',
  title: 'Name',
  sortable: true,
  width: 220,
  cell: (row) => <span dir="auto">{row.name}</span>,
};
const SHORT_NAME: Column<Party> = {
  id: 'short_name',
  title: 'Short name',
  sortable: true,
  cell: (row) => row.short_name,
};
const RATING: readonly Column<Party>[] = [
  {
    id: 'rating',
    title: 'Rating',
    sortable: true,
    cell: (row) => [row.rating, row.rating_agency].filter(Boolean).join(' · '),
  },
  {
    id: 'line_limit',
    title: 'Largest line',
    align: 'right',
    cell: (row) => row.line_limit !== null && <RateText value={row.line_limit} />,
  },
  { id: 'market_number', title: 'Market number', hidden: true, cell: (row) => row.market_number },
];
const ADDRESS: Column<Party> = {
  id: 'address',
  title: 'Address',
  sortable: true,
  width: 200,
  cell: (row) => oneLine(row.address),
};
const EMAIL: Column<Party> = { id: 'email', title: 'Email', cell: (row) => row.email };
const COMMON: readonly Column<Party>[] = [
  { id: 'country', title: 'Country', sortable: true, cell: (row) => row.countryName ?? '' },
  { id: 'resident', title: 'Resident', cell: (row) => (row.resident ? 'Yes' : 'No') },
  { id: 'registration_number', title: 'Registration number', hidden: true, cell: (row) => row.registration_number },
  { id: 'tax_number', title: 'Tax number', hidden: true, cell: (row) => row.tax_number },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];
const PARTY_COLUMNS = [NAME, SHORT_NAME, ADDRESS, EMAIL, ...COMMON];
// Of a security one looks for its standing first.
const SECURITY_COLUMNS = [
  NAME,
  SHORT_NAME,
  ...RATING,
  ...COMMON,
  { ...ADDRESS, hidden: true },
  { ...EMAIL, hidden: true },
];

/** One register of parties: found, added, and each entry's page. */
function PartySection({ register }: { register: PartyRegister }) {
  const session = useSession();
  const go = useGo();
  const list = useListState({ filters: ['status'] });
  const query = useList(register.endpoints.items, list.query);
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
        name={register.name}
        nouns={register.nouns}
        {...{ list, query }}
        onExport={(format) => exportFile(register.endpoints.items, { query: list.query, name: register.name }, format)}
        columns={register.isSecurity ? SECURITY_COLUMNS : PARTY_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        rowHref={(row) => partyHref(register, row.id)}
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
        <PartyDialog register={register} onClose={close} onSaved={({ id }) => go(partyHref(register, id))} />
      )}
    </>
  );
}

export const Reinsureds = () => <PartySection register={REINSUREDS} />;
export const Insureds = () => <PartySection register={INSUREDS} />;
export const Securities = () => <PartySection register={SECURITIES} />;
export const LondonSecurities = () => <PartySection register={LONDON_SECURITIES} />;
