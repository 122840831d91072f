import { listClaims } from '../../../../domain/claims/contract.ts';
import { LIMIT_BASIS_LABELS } from '../../../../domain/claims/states.ts';
import { claimTable } from '../../../../domain/claims/table.ts';
import { CLAIM_TERMS, COVER_TRIGGER_LABELS } from '../../../../domain/placements/claim-terms.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { claimHref, paths, withQuery } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { FactList } from '../../records/PeopleCard.tsx';
import { claimBadge } from '../../ledger/status.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { useNewClaim } from './use-new-claim.ts';

const SHOWN = 20;
const COLUMNS = screenColumns(claimTable, {
  only: ['number', 'data_loss_date', 'notified_on', 'currency', 'incurred', 'called', 'collected', 'stage'],
  titles: { stage: 'Status' },
  cells: {
    number: (row) => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
    stage: (row) => <StatusBadge {...claimBadge(row)} />,
  },
});

/** What the placement says of its claims. */
function TermsCard({ record: { claim_terms: terms, currency } }: { record: PolicyRecord }) {
  const { cash_loss_limit: cash, reinstatement_percent: percent, notification_days: days } = terms;
  const asToTime = terms.reinstatement_as_to_time ? ', as to time' : '';
  return (
    <Card title="Terms of claims">
      <FactList
        facts={[
          { label: CLAIM_TERMS.limit_basis, value: LIMIT_BASIS_LABELS[terms.limit_basis] },
          { label: CLAIM_TERMS.cover_trigger, value: COVER_TRIGGER_LABELS[terms.cover_trigger] },
          ...(terms.retroactive_on === null
            ? []
            : [{ label: CLAIM_TERMS.retroactive_on, value: <DayText value={terms.retroactive_on} /> }]),
          { label: CLAIM_TERMS.notification_days, value: days === null ? '' : `${days} days` },
          {
            label: CLAIM_TERMS.cash_loss_limit,
            value: cash === null ? '' : <MoneyText withCurrency value={cash} {...{ currency }} />,
          },
          {
            label: 'Reinstatement premium',
            value: percent === null ? '' : `${showWireRate(percent)}% of the premium${asToTime}`,
          },
          { label: 'Fees of experts', value: terms.fees_within_limit ? 'Within the limit' : 'Beside the limit' },
        ]}
      />
    </Card>
  );
}

/** The claims of a policy, newest first, with the way to a new one and what the policy says of them. */
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
      <TermsCard {...{ record }} />
    </div>
  );
}
