import { paymentTermsLabel } from '../../../../domain/placements/terms.ts';
import { daysInPeriod } from '../../../../domain/values/day.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/Figures.tsx';
import { showCount } from '../../../ui/whole-number.ts';
import { FactList } from '../../records/PeopleCard.tsx';
import { AdjustmentText } from './AdjustmentText.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';

/** The wording that the policy keeps, on the clause's page. */
function clauseWordingHref(clause: PolicyRecord['clauses'][number]): string {
  return `${paths.clause.replace('$id', String(clause.id))}?version=${clause.wording_version}`;
}

/** What the slip says: the risk, its price, its terms, its clauses. */
export function SlipTab({ record }: { record: PolicyRecord }) {
  const { currency, warranty } = record;
  const days = daysInPeriod(record.insurance_start_date, record.insurance_end_date);
  return (
    <div className="grid gap-4">
      <Card title="Risk">
        <FactList
          facts={[
            { label: 'Class', value: record.cover_type.class ?? record.cover_type.name },
            ...(record.cover_type.class === null ? [] : [{ label: 'Subclass', value: record.cover_type.name }]),
            { label: 'Territory', value: record.territory },
            { label: 'Date offered', value: <DayText value={record.dateoffered} /> },
            { label: 'First day of cover', value: <DayText value={record.insurance_start_date} /> },
            { label: 'Last day of cover', value: <DayText value={record.insurance_end_date} /> },
            { label: 'Period', value: `${showCount(days)} days` },
            { label: 'Cedant’s policy number', value: record.cedant_policy_number },
            { label: 'Interest', value: record.interest },
          ]}
        />
      </Card>
      <Card title="Price">
        <FactList
          facts={[
            { label: 'Sum insured', value: <MoneyText withCurrency value={record.sum_insured} currency={currency} /> },
            { label: 'Rate', value: record.rate === null ? '' : <RateText value={record.rate} /> },
            { label: 'Premium, 100%', value: <MoneyText withCurrency value={record.premium} currency={currency} /> },
            ...(record.adjustment === null
              ? []
              : [{ label: 'Adjustable', value: <AdjustmentText of={record.adjustment} currency={currency} /> }]),
            { label: 'Fac (order)', value: <RateText value={record.fac} /> },
            { label: 'Cedant commission', value: <RateText value={record.cedant_commission} /> },
            { label: 'Brokerage', value: <RateText value={record.brokerage} /> },
            { label: 'Excess', value: record.excess },
            {
              label: 'Excess amount',
              value:
                record.excess_amount === null ? (
                  ''
                ) : (
                  <MoneyText withCurrency value={record.excess_amount} currency={currency} />
                ),
            },
          ]}
        />
      </Card>
      <Card title="Terms and clauses">
        <FactList
          facts={[
            { label: 'Payment terms', value: paymentTermsLabel(record.payment_terms) },
            { label: 'Remittance', value: `${record.remittance_days} days after the debit note` },
            {
              label: 'Warranty or condition',
              value:
                warranty === null
                  ? ''
                  : `Premium payment ${warranty.kind === 'PPW' ? 'warranty' : 'condition'}, ${warranty.days} days`,
            },
          ]}
        />
        {record.clauses.length > 0 && (
          <ol aria-label="Clauses" className="mt-4 divide-y divide-line border-t border-line">
            {record.clauses.map((clause) => (
              <li key={clause.id} className="flex gap-3 py-1.5">
                <span className="w-28 shrink-0 text-mute tabular-nums">{clause.code}</span>
                <span dir="auto" className="min-w-0 flex-1">
                  {clause.title}
                </span>
                <AppLink
                  href={clauseWordingHref(clause)}
                  className="shrink-0 text-xs text-mute hover:text-link hover:underline"
                >
                  Wording {clause.wording_version}
                  {clause.latest_version > clause.wording_version && ` of ${clause.latest_version}`}
                </AppLink>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  );
}
