import type { ReactNode } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { mayIn } from '../../../domain/states.ts';
import { listVouchers } from '../../../domain/vouchers/contract.ts';
import {
  VOUCHER_KIND_LABELS,
  VOUCHER_KINDS,
  VOUCHER_STATES,
  VOUCHER_STATUSES,
} from '../../../domain/vouchers/states.ts';
import { can, useSession } from '../../api/session.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { DayText, MoneyText } from '../../ui/Figures.tsx';
import type { Filter } from '../../ui/FilterChips.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { paths } from '../../paths.ts';
import { exportFile } from '../../api/export-file.ts';
import { atId, voucherHref } from '../ledger/record-links.ts';
import { badgeOf } from '../ledger/status.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { NewVoucherButton } from './NewVoucherButton.tsx';
import { voucherName } from './voucher-words.ts';
import { useList } from '../../api/use-list.ts';

type Row = WireReply<typeof listVouchers>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'number', title: 'Voucher', cell: (row) => voucherName(row) },
  { id: 'bank_date', title: 'Bank date', sortable: true, cell: (row) => <DayText value={row.bank_date} /> },
  { id: 'payee', title: 'Payee', cell: (row) => row.payee },
  { id: 'kind', title: 'For', cell: (row) => VOUCHER_KIND_LABELS[row.kind] },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...badgeOf(VOUCHER_STATES[row.status])} /> },
  { id: 'currency', title: 'Cur.', cell: (row) => row.currency },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    sortable: true,
    cell: (row) => <MoneyText value={row.amount} currency={row.currency} />,
  },
  { id: 'narration', title: 'Narration', cell: (row) => row.narration },
  { id: 'made_by', title: 'Made by', cell: (row) => row.made_by },
  { id: 'branch', title: 'Branch', cell: (row) => row.branch, hidden: true },
];
const STATUS = VOUCHER_STATUSES.map((value) => ({ value, label: VOUCHER_STATES[value].label }));
const KIND = VOUCHER_KINDS.map((value) => ({ value, label: VOUCHER_KIND_LABELS[value] }));

export function VoucherList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const { currencies } = useAccounting();
  const list = useListState({ filters: ['status', 'kind', 'currency'] });
  const query = useList(listVouchers, list.query);
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'kind', label: 'For', kind: 'option', options: KIND },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
  ];
  const actions = (row: Row): MenuEntry[] => {
    const entries: MenuEntry[] = [{ label: 'Open', href: voucherHref(row.id) }];
    if (can(session, 'vouchers.create') && mayIn(VOUCHER_STATES, row.status, 'edit'))
      entries.push({ label: 'Edit', href: atId(paths.voucherEdit, row.id) });
    if (can(session, 'vouchers.decide') && mayIn(VOUCHER_STATES, row.status, 'decide'))
      entries.push({ label: 'Review and approve', href: `${voucherHref(row.id)}?do=decide` });
    if (can(session, 'vouchers.pay') && mayIn(VOUCHER_STATES, row.status, 'pay'))
      entries.push({ label: 'Pay', href: `${voucherHref(row.id)}?do=pay` });
    return entries;
  };
  return (
    <ListPage
      title="Payables"
      name="vouchers"
      nouns={['voucher', 'vouchers']}
      searchLabel="Payee, number or narration"
      {...{ list, query, filters }}
      columns={COLUMNS}
      rowKey={(row) => String(row.id)}
      rowLabel={voucherName}
      rowHref={(row) => voucherHref(row.id)}
      rowActions={actions}
      above={tabs}
      onExport={(format) => exportFile(listVouchers, { query: list.query, name: 'vouchers' }, format)}
      primary={<NewVoucherButton />}
      empty={
        <EmptyState title="No vouchers yet." action={<NewVoucherButton />}>
          What is paid to securities, tax authorities and for the firm is made, approved and paid here.
        </EmptyState>
      }
    />
  );
}
