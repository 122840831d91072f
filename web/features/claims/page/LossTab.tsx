import { EXPERT_LABELS, LOSS_KIND_LABELS } from '../../../../domain/claims/states.ts';
import { eventHref, placementHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { FactList } from '../../records/PeopleCard.tsx';
import type { ClaimRecord } from '../form/claim-form.ts';

function LossCard({ claim }: { claim: ClaimRecord }) {
  return (
    <Card title="Loss">
      <FactList
        facts={[
          { label: 'Date of loss', value: <DayText value={claim.data_loss_date} /> },
          { label: 'Notified', value: <DayText value={claim.notified_on} /> },
          { label: 'Whose loss', value: LOSS_KIND_LABELS[claim.loss_kind] },
          { label: 'Cause', value: claim.cause },
          { label: 'Place', value: claim.place },
          {
            label: 'Event',
            value: claim.event && (
              <AppLink href={eventHref(claim.event.id)} className="rounded text-link hover:underline">
                {claim.event.name}
              </AppLink>
            ),
          },
          { label: 'Cedant’s claim number', value: claim.cedantclaimnumber },
          { label: 'Claimant', value: claim.claimant },
          { label: 'Handled by', value: claim.handler?.name },
        ]}
      />
      {claim.claim_desc !== '' && (
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-wrap wrap-anywhere">
          {claim.claim_desc}
        </p>
      )}
    </Card>
  );
}

function PolicyCard({ claim }: { claim: ClaimRecord }) {
  const { policy } = claim;
  return (
    <Card title="Policy and reserve">
      <FactList
        facts={[
          {
            label: 'Policy',
            value: (
              <AppLink href={placementHref(policy)} className="rounded text-link hover:underline">
                {policy.broker_reference}
              </AppLink>
            ),
          },
          { label: 'Cedant’s policy number', value: policy.cedant_policy_number },
          ...(policy.umr === null ? [] : [{ label: 'UMR', value: policy.umr }]),
          { label: 'Class', value: policy.cover_type.name },
          {
            label: 'Period',
            value: (
              <>
                <DayText value={policy.insurance_start_date} /> – <DayText value={policy.insurance_end_date} />
              </>
            ),
          },
          {
            label: 'First reserve, 100%',
            value: <MoneyText withCurrency value={claim.claimreserve} currency={claim.currency} />,
          },
          { label: 'Our share', value: <RateText value={claim.claim_share} /> },
          ...(claim.share_reason === '' ? [] : [{ label: 'Why another share', value: claim.share_reason }]),
          ...(claim.exchange_rate === null
            ? []
            : [{ label: `${policy.currency} for one ${claim.currency}`, value: claim.exchange_rate }]),
        ]}
      />
    </Card>
  );
}

type Expert = ClaimRecord['experts'][number];

function expertColumns(currency: string): StatementColumn<Expert>[] {
  return [
    { id: 'name', title: 'Name', cell: (row) => <span dir="auto">{row.name}</span> },
    { id: 'role', title: 'Role', cell: (row) => EXPERT_LABELS[row.role] },
    { id: 'reference', title: 'Reference', cell: (row) => row.reference },
    { id: 'appointed', title: 'Appointed', cell: (row) => <DayText value={row.appointed_on} /> },
    { id: 'fee', title: 'Fee, 100%', align: 'right', cell: (row) => <MoneyText value={row.fee} {...{ currency }} /> },
  ];
}

function ExpertsCard({ claim: { experts, currency } }: { claim: ClaimRecord }) {
  return (
    <Card flush title="Experts" actions={<span className="text-xs font-medium text-mute">{currency}</span>}>
      {experts.length === 0 ? (
        <EmptyState title="No experts.">Adjusters, surveyors and lawyers are named in the first form.</EmptyState>
      ) : (
        <StatementTable
          caption="Experts with their fees"
          columns={expertColumns(currency)}
          groups={[{ id: 'experts', rows: experts }]}
          rowKey={(row) => `${row.role} ${row.name} ${row.reference}`}
        />
      )}
    </Card>
  );
}

/** What is known of the loss, its policy and who works on it. */
export function LossTab({ claim }: { claim: ClaimRecord }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LossCard {...{ claim }} />
      <PolicyCard {...{ claim }} />
      <ExpertsCard {...{ claim }} />
    </div>
  );
}
