import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { MOVEMENT_LABELS, MOVEMENT_STATES } from '../../../../domain/claims/states.ts';
import { movementTable } from '../../../../domain/claims/table.ts';
import { movementHref } from '../../../paths.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge, StatusBadge } from '../../../ui/marks/Badge.tsx';
import { DayText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { SelectionBar } from '../../../ui/tables/SelectionBar.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useSelection } from '../../records/use-selection.tsx';
import { badgeOf } from '../../ledger/status.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { agreementBadge } from '../claim-words.ts';

const COLUMNS = screenColumns(movementTable, {
  only: ['number', 'type', 'movement_date', 'amount', 'ours', 'status', 'agreement'],
  titles: { number: 'No.' },
  cells: {
    // The claim's own number is above: only the end distinguishes them.
    number: (row) => <span title={row.number}>{row.number.split('/').at(-1)}</span>,
    type: (row) => (
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        {MOVEMENT_LABELS[row.type]}
        {row.ex_gratia && <Badge>Ex gratia</Badge>}
      </span>
    ),
    status: (row) => <StatusBadge {...badgeOf(MOVEMENT_STATES[row.status])} />,
    agreement: (row) => row.agreement !== null && <StatusBadge {...agreementBadge(row.agreement)} />,
  },
  second: {
    movement_date: (row) =>
      row.due_on !== null && (
        <>
          Due <DayText value={row.due_on} />
        </>
      ),
    type: (row) => (
      <span dir="auto" title={row.reason} className="block max-w-72 truncate">
        {row.reason}
      </span>
    ),
  },
});

/** What moved the claim since it was approved, and what is to move it. */
export function MovementsTab({ claim, add }: { claim: ClaimRecord; add: ReactNode }) {
  const { selection, dialog } = useSelection({ kind: 'movement' });
  return (
    <>
      <Card
        flush
        title="Movements"
        actions={<div className={clsx(selection.selected.size > 0 && 'invisible')}>{add}</div>}
      >
        <SelectionBar inCard selected={selection.selected}>
          {selection.actions(claim.movements.filter(({ id }) => selection.selected.has(String(id))))}
        </SelectionBar>
        <DataTable
          label="Movements in their order"
          columns={COLUMNS}
          rows={claim.movements}
          rowKey={(row) => String(row.id)}
          rowHref={(row) => movementHref(row.id)}
          rowLabel={(row) => row.number}
          {...{ selection }}
          empty={
            <EmptyState title="No movements yet.">
              {claim.status === 'APPROVED'
                ? 'A change of the reserve, a cash call, a fee, salvage, the final settlement: each is entered here.'
                : 'Once the claim is approved, movements change its reserve and call it from the securities.'}
            </EmptyState>
          }
        />
      </Card>
      {dialog}
    </>
  );
}
