import { listAdjustments } from '../../../domain/adjustments/contract.ts';
import { ADJUSTMENT_KINDS, ADJUSTMENTS } from '../../../domain/adjustments/kinds.ts';
import { ADJUSTMENT_STATES, ADJUSTMENT_STATUSES } from '../../../domain/adjustments/states.ts';
import { adjustmentTable } from '../../../domain/adjustments/table.ts';
import { KINDS, nounsOf } from '../../../domain/records/kinds.ts';
import { useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { LongName } from '../../ui/marks/LongName.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { adjustmentHref } from '../../paths.ts';
import { ReceivableTabs } from '../ledger/ReceivableTabs.tsx';
import { badgeOf } from '../ledger/status.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { rowActs } from '../records/row-acts.ts';
import { adjustmentEdit, adjustmentName } from './adjustment-words.ts';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const STATUS = ADJUSTMENT_STATUSES.map((value) => ({ value, label: ADJUSTMENT_STATES[value].label }));
const KIND = ADJUSTMENT_KINDS.map((value) => ({ value, label: ADJUSTMENTS[value].label }));

const COLUMNS = screenColumns(adjustmentTable, {
  titles: { number: 'Adjustment, day', note: 'Note, policy' },
  // Two links over each other are too near to be touched apart.
  second: { number: 'day', note: (row) => row.reference },
  hide: ['day', 'reference'],
  cells: {
    number: adjustmentName,
    party: (row) => <LongName>{row.party}</LongName>,
    kind: (row) => ADJUSTMENTS[row.kind].label,
    status: (row) => <StatusBadge {...badgeOf(ADJUSTMENT_STATES[row.status])} />,
  },
});

/** What settles or lessens debit notes without cash. */
export function AdjustmentsPage() {
  const session = useSession();
  const { currencies } = useAccounting();
  const page = useListPage(listAdjustments, { name: 'adjustments', filters: ['status', 'kind', 'currency', 'note'] });
  const { selection, dialog } = useSelection({ kind: 'adjustment', call: listAdjustments, name: 'adjustments' });
  const filters: Filter[] = [
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'kind', label: 'For', kind: 'option', options: KIND },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
  ];
  return (
    <>
      <ListPage
        title="Adjustments"
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listAdjustments} />}
        nouns={nounsOf(KINDS.adjustment)}
        searchLabel="Party, note, policy or certificate"
        above={<ReceivableTabs current="adjustments" />}
        {...{ filters }}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={adjustmentName}
        rowHref={(row) => adjustmentHref(row.id)}
        rowActions={(row) =>
          rowActs(session, {
            id: row.id,
            status: row.status,
            branch: row.branch,
            kind: 'adjustment',
            editHref: adjustmentEdit(row),
          })
        }
        empty={
          <EmptyState title="No adjustments yet.">
            Tax certificates, small differences, bank charges and uncollectable premium are entered from a policy’s
            notes, net settlements from a claim.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
}
