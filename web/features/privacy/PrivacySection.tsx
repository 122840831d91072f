import { useState } from 'react';
import { findPersons, SUBJECT_LABELS } from '../../../domain/privacy/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { SearchBox } from '../../ui/tables/SearchBox.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { HeldDrawer, type Person } from './HeldDrawer.tsx';

const SHORTEST = 2;

const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', title: 'Name', width: 220, cell: (row) => row.name },
  { id: 'email', title: 'Email', width: 280, cell: (row) => row.email || <span className="text-mute">–</span> },
  { id: 'kind', title: 'Held as', cell: (row) => SUBJECT_LABELS[row.kind] },
  { id: 'detail', title: 'Of', width: 180, cell: (row) => <span className="text-mute">{row.detail}</span> },
];

/** What is held on one person: found by name or email, given out, erased. Root alone. */
export function PrivacySection() {
  const [address, change] = useAddress();
  const search = (address['q'] ?? '').trim();
  const searching = search.length >= SHORTEST;
  const query = useEndpoint(findPersons, { query: { searchValue: search } }, { enabled: searching });
  const [seeing, setSeeing] = useState<Person | null>(null);
  const [erasing, setErasing] = useState<Person | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle
          title="Personal data"
          detail="Give a person what is held on them, or erase it. The ledger and issued documents stay whole."
        />
        <SearchBox
          label="Search by name or email"
          value={address['q'] ?? ''}
          onChange={(text) => change({ q: text })}
          className="no-print w-full sm:w-72"
        />
      </div>
      <div className="rounded-lg border border-line bg-panel">
        {searching ? (
          <DataTable
            label="People found"
            columns={COLUMNS}
            rows={query.data}
            rowKey={(row) => `${row.kind} ${row.id}`}
            rowLabel={(row) => row.name}
            rowActions={(row) => [
              { label: 'See what is held', onSelect: () => setSeeing(row) },
              { label: 'Erase…', onSelect: () => setErasing(row), danger: true },
            ]}
            loading={query.isFetching}
            error={query.error}
            onRetry={() => void query.refetch()}
            empty={
              <EmptyState
                title={`Nothing is held on “${search}”.`}
                action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
              >
                Users, parties, their contacts and intermediaries were searched.
              </EmptyState>
            }
          />
        ) : (
          <EmptyState title="Whom is it about?">
            Search for a name or an email address: users, parties, contacts and intermediaries.
          </EmptyState>
        )}
      </div>
      {seeing !== null && <HeldDrawer person={seeing} onClose={() => setSeeing(null)} />}
      {erasing !== null && <EraseDialog person={erasing} onClose={() => setErasing(null)} />}
    </div>
  );
}
