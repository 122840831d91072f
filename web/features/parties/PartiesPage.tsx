import { Plus } from 'lucide-react';
import { listClients, listReinsurers } from '../../../domain/parties/contract.ts';
import {
  CLIENT_KINDS,
  clientTable,
  PARTY_KIND_LABELS,
  REINSURER_KINDS,
  reinsurerTable,
  type PartyKind,
} from '../../../domain/parties/tables.ts';
import type { RegisterStatus } from '../../../domain/registers/states.ts';
import { countries } from '../../../domain/registers/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useListPage } from '../../api/use-list.ts';
import { partyHref, sectionHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { STATUS_FILTER, statusBadge } from '../registers/register-words.ts';
import { lateOf, turnedWord } from './party-words.ts';

const kindFilter = (kinds: readonly PartyKind[]): Filter => ({
  key: 'kind',
  label: 'Kind',
  kind: 'option',
  options: kinds.map((value) => ({ value, label: PARTY_KIND_LABELS[value] })),
});
const OPEN_FILTER: Filter = {
  key: 'open',
  label: 'Open',
  kind: 'option',
  options: [{ value: 'YES', label: 'Something is open' }],
};
const FILTERS = ['kind', 'country', 'status', 'open'];

function useCountryFilter(): Filter {
  const { data } = useEndpoint(countries, {}, { staleTime: Infinity });
  const options = (data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return { key: 'country', label: 'Country', kind: 'option', options };
}

type Row = { kind: PartyKind; country: string | null };
const second = (row: Row) => [PARTY_KIND_LABELS[row.kind], row.country].filter(Boolean).join(' · ');

const shown = (base: string) => ({
  base,
  second: {
    name: second,
    to_us: (row: { to_us: string | null }) => turnedWord('TO_US', row.to_us),
    by_us: (row: { by_us: string | null }) => turnedWord('BY_US', row.by_us),
  },
  widths: { name: 240 },
  without: ['kind', 'country'] as const,
  cells: {
    name: (row: { name: string; status: RegisterStatus }) => (
      <span dir="auto">
        {row.name}
        {row.status === 'INACTIVE' && <span className="ml-1.5 font-normal text-mute">inactive</span>}
      </span>
    ),
    overdue: (row: { overdue: string | null }) => <MoneyText value={lateOf(row.overdue)} currency={base} />,
    status: (row: { status: RegisterStatus }) => <StatusBadge {...statusBadge(row.status)} />,
  },
});
const clientColumns = (base: string) => screenColumns(clientTable, shown(base));
const reinsurerColumns = (base: string) => screenColumns(reinsurerTable, shown(base));

/** Whom one places for: reinsureds and insureds with what is open, written and in force. */
export function ClientsPage() {
  const session = useSession();
  const base = useBaseCurrency();
  const page = useListPage(listClients, { name: 'clients', filters: FILTERS });
  const create = can(session, 'registers.create') && (
    <LinkButton
      variant="primary"
      href={`${sectionHref('reinsureds')}&open=new`}
      icon={<Plus size={14} aria-hidden="true" />}
    >
      New reinsured
    </LinkButton>
  );
  return (
    <ListPage
      title="Clients"
      {...page}
      views={<ViewsMenu call={listClients} />}
      nouns={['client', 'clients']}
      columns={clientColumns(base)}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.name}
      rowHref={(row) => partyHref(row.id)}
      filters={[kindFilter(CLIENT_KINDS), OPEN_FILTER, useCountryFilter(), STATUS_FILTER]}
      primary={create}
      empty={
        <EmptyState title="No client yet." action={create}>
          The insurance companies that cede through you and those whose risk is placed. Enter the first reinsured.
        </EmptyState>
      }
    />
  );
}

/** With whom one places: securities of both markets with what is open, written and in force. */
export function ReinsurersPage() {
  const session = useSession();
  const base = useBaseCurrency();
  const page = useListPage(listReinsurers, { name: 'reinsurers', filters: FILTERS });
  const create = can(session, 'registers.create') && (
    <LinkButton
      variant="primary"
      href={`${sectionHref('securities')}&open=new`}
      icon={<Plus size={14} aria-hidden="true" />}
    >
      New security
    </LinkButton>
  );
  return (
    <ListPage
      title="Reinsurers"
      {...page}
      views={<ViewsMenu call={listReinsurers} />}
      nouns={['reinsurer', 'reinsurers']}
      columns={reinsurerColumns(base)}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.name}
      rowHref={(row) => partyHref(row.id)}
      filters={[kindFilter(REINSURER_KINDS), OPEN_FILTER, useCountryFilter(), STATUS_FILTER]}
      primary={create}
      empty={
        <EmptyState title="No reinsurer yet." action={create}>
          The securities of both markets that write lines. Enter the first one.
        </EmptyState>
      }
    />
  );
}
