import { type ReactNode, useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { KINDS, nounsOf } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { listVouchers } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_KINDS, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { VOUCHER_STATES, VOUCHER_STATUSES } from '../../../domain/vouchers/states.ts';
import { voucherTable } from '../../../domain/vouchers/table.ts';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { atId, paths, voucherHref } from '../../paths.ts';
import { badgeOf } from '../ledger/status.ts';
import { rowActs } from '../records/row-acts.ts';
import { leftFilters } from '../ledger/left-filter.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { RemittanceDialog } from './RemittanceDialog.tsx';
import { NewVoucherButton } from './NewVoucherButton.tsx';
import { voucherName } from './voucher-words.ts';
import { useListPage } from '../../api/use-list.ts';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Row = WireReply<typeof listVouchers>['data'][number];

const COLUMNS = screenColumns(voucherTable, {
  titles: { payee: 'Payee, narration' },
  second: { payee: (row) => <LongName>{row.narration}</LongName> },
  hide: ['narration', 'made_by'],
  wide: ['bank_reference'],
  cells: {
    number: voucherName,
    payee: (row) => <LongName>{row.payee}</LongName>,
    status: (row) => <StatusBadge {...badgeOf(VOUCHER_STATES[row.status])} />,
  },
});
const STATUS = VOUCHER_STATUSES.map((value) => ({ value, label: VOUCHER_STATES[value].label }));
const KIND = VOUCHER_KINDS.map((value) => ({ value, label: VOUCHERS[value].label }));

const adviseButton = (onAdvise: () => void): ReactNode => <Button onClick={onAdvise}>Send remittance advice</Button>;

export function VoucherList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const { currencies } = useAccounting();
  const page = useListPage(listVouchers, { name: 'vouchers', filters: ['status', 'kind', 'currency', 'left'] });
  const { list, query } = page;
  const [advised, setAdvised] = useState<readonly number[] | null>(null);
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'kind', label: 'For', kind: 'option', options: KIND },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
    ...leftFilters(list.filters['left']),
  ];
  const actions = (row: Row): MenuEntry[] => [
    ...rowActs(session, {
      ...row,
      kind: 'voucher',
      editHref: atId(paths.voucherEdit, row.id),
      rights: VOUCHERS[row.kind],
    }),
    ...(can(session, 'vouchers.pay') && mayIn(VOUCHER_STATES, row.status, 'pay')
      ? [{ label: 'Pay', href: `${voucherHref(row.id)}?do=pay` }]
      : []),
  ];
  const { selection, dialog } = useSelection({
    kind: 'voucher',
    call: listVouchers,
    name: 'vouchers',
    more: (ids) => can(session, 'vouchers.pay') && adviseButton(() => setAdvised(ids)),
  });
  return (
    <>
      <ListPage
        title="Payables"
        {...page}
        views={<ViewsMenu call={listVouchers} />}
        nouns={nounsOf(KINDS.voucher)}
        searchLabel="Payee, number or narration"
        {...{ list, query, filters }}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={voucherName}
        rowHref={(row) => voucherHref(row.id)}
        rowActions={actions}
        {...{ selection }}
        above={tabs}
        primary={<NewVoucherButton />}
        empty={
          <EmptyState title="No vouchers yet." action={<NewVoucherButton />}>
            What is paid to securities, tax authorities and for the firm is made, approved and paid here.
          </EmptyState>
        }
      />
      {dialog}
      {advised !== null && <RemittanceDialog vouchers={advised} onClose={() => setAdvised(null)} />}
    </>
  );
}
