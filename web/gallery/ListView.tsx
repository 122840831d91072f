import { Plus } from 'lucide-react';
import { useState } from 'react';
import { StatusBadge } from '../ui/marks/Badge.tsx';
import { Button, LinkButton } from '../ui/buttons/Button.tsx';
import { DayText, MoneyText, RateText } from '../ui/marks/Figures.tsx';
import { ListPage } from '../ui/tables/ListPage.tsx';
import type { Column } from '../ui/tables/table-types.ts';
import { toastSuccess } from '../ui/notices/toast.ts';
import { useAddress } from '../ui/hooks/use-address.ts';
import { useListState } from '../ui/tables/use-list-state.ts';
import { POLICIES, STATUS, type Policy } from './made-up.ts';

const COLUMNS: readonly Column<Policy>[] = [
  { id: 'number', title: 'Number', sortable: true, cell: (row) => row.number },
  { id: 'reinsured', title: 'Reinsured', sortable: true, cell: (row) => row.reinsured },
  { id: 'insured', title: 'Insured', sortable: true, cell: (row) => row.insured },
  { id: 'class', title: 'Class', cell: (row) => row.class },
  { id: 'status', title: 'Status', sortable: true, cell: (row) => <StatusBadge {...STATUS[row.status]} /> },
  { id: 'start', title: 'Start', sortable: true, cell: (row) => <DayText value={row.start} /> },
  { id: 'currency', title: 'Cur.', cell: (row) => row.currency },
  {
    id: 'sumInsured',
    title: 'Sum insured',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.sumInsured} currency={row.currency} />,
  },
  { id: 'fac', title: 'Fac', align: 'right', cell: (row) => <RateText value={row.fac} /> },
  {
    id: 'premium',
    title: 'Premium',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.premium} currency={row.currency} />,
  },
];

const FILTERS = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option' as const,
    options: Object.entries(STATUS).map(([value, { label }]) => ({ value, label })),
  },
  {
    key: 'currency',
    label: 'Currency',
    kind: 'options' as const,
    options: ['KES', 'USD', 'EUR', 'JPY'].map((value) => ({ value, label: value })),
  },
  { key: 'from', label: 'Start from', kind: 'day' as const },
];

const batchActions = (rows: Policy[]) => <Button size="sm">Send {rows.length} notices</Button>;

export function ListView() {
  const list = useListState({ filters: ['status', 'currency', 'from'] });
  const [address] = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const matches = POLICIES.filter(
    (row) =>
      (list.filters['status'] === '' || row.status === list.filters['status']) &&
      `${row.number} ${row.reinsured} ${row.insured}`.toLowerCase().includes(list.search.toLowerCase()),
  );
  const data = {
    recordsTotal: POLICIES.length,
    recordsFiltered: matches.length,
    data: matches.slice((list.page - 1) * list.size, list.page * list.size),
  };
  const state = address['state'];
  const waiting = state === 'loading';
  return (
    <ListPage
      title="Underwriting"
      name="gallery"
      nouns={['policy', 'policies']}
      list={list}
      query={{
        data: waiting || state === 'error' ? undefined : data,
        isFetching: waiting,
        error:
          state === 'error'
            ? Object.assign(new Error('The system is not available right now. Try again in a moment.'), { status: 503 })
            : null,
        refetch: () => undefined,
      }}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.number}
      rowHref={() => '/gallery.html?view=record'}
      rowActions={(row) => [
        { label: 'Open', href: '/gallery.html?view=record' },
        {
          label: 'Approve',
          disabledReason: row.status === 'PENDING' ? undefined : `This is ${STATUS[row.status].label.toLowerCase()}.`,
        },
        {
          label: 'Disable',
          danger: true,
          separated: true,
          onSelect: () => toastSuccess('Policy disabled', row.number),
        },
      ]}
      filters={FILTERS}
      selection={{
        selected,
        onChange: setSelected,
        actions: batchActions,
      }}
      onExport={async () => toastSuccess('Export ready', '137 policies')}
      primary={
        <LinkButton variant="primary" icon={<Plus size={14} aria-hidden="true" />} href="/gallery.html?view=form">
          New policy
        </LinkButton>
      }
    />
  );
}
