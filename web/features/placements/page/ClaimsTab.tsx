import { listClaims } from '../../../../domain/claims/contract.ts';
import { CLAIM_STATES, STAGE_LABELS } from '../../../../domain/claims/states.ts';
import { claimTable } from '../../../../domain/claims/table.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { claimHref, paths, withQuery } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { badgeOf } from '../../ledger/status.ts';
import type { PolicyRecord } from '../form/policy-values.ts';

const SHOWN = 20;
const COLUMNS = screenColumns(claimTable, {
  only: ['number', 'data_loss_date', 'notified_on', 'currency', 'incurred', 'called', 'collected', 'stage'],
  titles: { stage: 'Status' },
  cells: {
    number: (row) => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
    stage: (row) =>
      row.stage === null || row.status !== 'APPROVED' ? (
        <StatusBadge {...badgeOf(CLAIM_STATES[row.status])} />
      ) : (
        <StatusBadge label={STAGE_LABELS[row.stage]} tone="neutral" />
      ),
  },
});

/** The way to a new claim on a policy, for who may enter one. */
export function useNewClaim({ id, status }: PolicyRecord): string | undefined {
  const may = can(useSession(), 'claims.create') && status === 'APPROVED';
  return may ? withQuery(paths.claimNew, { policy: id }) : undefined;
}

/** The claims of a policy, newest first, with the way to a new one. */
export function ClaimsTab({ record }: { record: PolicyRecord }) {
  const href = useNewClaim(record);
  const query = { policy: String(record.id), start: '0', length: String(SHOWN) };
  const { data, error, refetch } = useEndpoint(listClaims, { query });
  const create = href !== undefined && (
    <LinkButton size="sm" href={href}>
      New claim
    </LinkButton>
  );
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-32 w-full" />
    ) : (
      <ErrorState {...{ error }} onRetry={() => void refetch()} />
    );
  return (
    <Card
      flush
      title="Claims"
      actions={
        <>
          {data.recordsFiltered > SHOWN && (
            <AppLink
              href={withQuery(paths.claims, { policy: record.id })}
              className={`inline-flex min-h-6 items-center rounded text-xs text-link hover:underline ${focusRing}`}
            >
              All {data.recordsFiltered} claims
            </AppLink>
          )}
          {create}
        </>
      }
    >
      <DataTable
        label="Claims of the policy"
        columns={COLUMNS}
        rows={data.data}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.number}
        rowHref={(row) => claimHref(row.id)}
        empty={
          <EmptyState title="No claims.">
            Losses that the reinsured notifies are entered here, once the policy is approved.
          </EmptyState>
        }
      />
    </Card>
  );
}
