import { neverCovered } from './endorsable.ts';
import { ENDORSEMENT_STATES } from '../../../../domain/endorsements/states.ts';
import { endorsementTable } from '../../../../domain/endorsements/table.ts';
import { can, useSession } from '../../../api/session.ts';
import { atId, paths } from '../../../paths.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { badgeOf } from '../../ledger/status.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { useEndorsements } from './use-endorsements.ts';

const COLUMNS = screenColumns(endorsementTable, {
  cells: {
    // The policy's own number is above: only the end distinguishes them.
    number: (row) => <span title={row.number}>{row.number.split('/').at(-1)}</span>,
    status: (row) => <StatusBadge {...badgeOf(ENDORSEMENT_STATES[row.status])} />,
  },
  second: {
    endorsementtype: (row) => (
      <span dir="auto" data-quoted title={row.description} className="block max-w-72 truncate">
        {row.description}
      </span>
    ),
  },
});

function whyNotEndorsed(record: PolicyRecord): string | undefined {
  if (record.status !== 'APPROVED') return 'A policy is endorsed once it is approved.';
  return neverCovered(record) ? 'It is cancelled: nothing is left to endorse.' : undefined;
}

/** What changed the policy since it was approved, and what is to change it. */
export function EndorsementsTab({ record }: { record: PolicyRecord }) {
  const session = useSession();
  const { data, error, refetch } = useEndorsements(record.id);
  const whyNot = whyNotEndorsed(record);
  const add =
    can(session, 'policies.create') &&
    (whyNot === undefined ? (
      <LinkButton size="sm" href={atId(paths.endorsementNew, record.id)}>
        New endorsement
      </LinkButton>
    ) : (
      <Button size="sm" disabledReason={whyNot}>
        New endorsement
      </Button>
    ));
  return (
    <Card flush title="Endorsements" actions={add}>
      <DataTable
        label="Endorsements in their order"
        columns={COLUMNS}
        rows={data}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => atId(paths.endorsement, row.id)}
        rowLabel={(row) => row.number}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title="No endorsements.">
            {record.status === 'APPROVED'
              ? 'What changes the policy from now on is endorsed here.'
              : 'A policy is endorsed once it is approved.'}
          </EmptyState>
        }
      />
    </Card>
  );
}
