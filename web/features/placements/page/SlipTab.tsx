import type { ReactNode } from 'react';
import { PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import { paymentTermsLabel } from '../../../../domain/placements/terms.ts';
import { daysInPeriod } from '../../../../domain/values/day.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { FactList } from '../../records/PeopleCard.tsx';
import { AdjustmentText } from './AdjustmentText.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';

/** The wording that the policy keeps, on the clause's page. */
function clauseWordingHref(clause: PolicyRecord['clauses'][number]): string {
  return `${paths.clause.replace('$id', String(clause.id))}?version=${clause.wording_version}`;
}

/** What a field of the placement holds, called as the catalogue calls it. */
const fact = (field: keyof typeof PLACEMENT_FIELDS, value: ReactNode) => ({
  label: PLACEMENT_FIELDS[field].label,
  value,
});

function InstalmentList({ of, currency }: { of: PolicyRecord['instalments']; currency: string }) {
  return (
    <ol>
      {of.map((one) => (
        <li key={one.due_on}>
          <DayText value={one.due_on} />: <MoneyText withCurrency value={one.amount} currency={currency} />
        </li>
      ))}
    </ol>
  );
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
            fact('cover_type', record.cover_type.class ?? record.cover_type.name),
            ...(record.cover_type.class === null ? [] : [{ label: 'Subclass', value: record.cover_type.name }]),
            ...(record.risk_country === null ? [] : [fact('risk_country', record.risk_country)]),
            fact('territory', record.territory),
            fact('dateoffered', <DayText value={record.dateoffered} />),
            fact('insurance_start_date', <DayText value={record.insurance_start_date} />),
            fact('insurance_end_date', <DayText value={record.insurance_end_date} />),
            { label: 'Period', value: `${showCount(days)} days` },
            fact('cedant_policy_number', record.cedant_policy_number),
            fact('interest', record.interest),
          ]}
        />
      </Card>
      <Card title="Price">
        <FactList
          facts={[
            fact('sum_insured', <MoneyText withCurrency value={record.sum_insured} currency={currency} />),
            fact('rate', record.rate === null ? '' : <RateText value={record.rate} />),
            fact('premium', <MoneyText withCurrency value={record.premium} currency={currency} />),
            ...(record.adjustment === null
              ? []
              : [{ label: 'Adjustable', value: <AdjustmentText of={record.adjustment} currency={currency} /> }]),
            fact('fac', <RateText value={record.fac} />),
            fact('cedant_commission', <RateText value={record.cedant_commission} />),
            fact('brokerage', <RateText value={record.brokerage} />),
            fact('excess', record.excess),
            fact(
              'excess_amount',
              record.excess_amount === null ? (
                ''
              ) : (
                <MoneyText withCurrency value={record.excess_amount} currency={currency} />
              ),
            ),
          ]}
        />
      </Card>
      <Card title="Terms and clauses">
        <FactList
          facts={[
            fact('payment_terms', paymentTermsLabel(record.payment_terms)),
            ...(record.instalments.length === 0
              ? []
              : [fact('instalments', <InstalmentList of={record.instalments} currency={currency} />)]),
            fact('remittance_days', `${record.remittance_days} days after the debit note`),
            fact(
              'warranty',
              warranty === null
                ? ''
                : `Premium payment ${warranty.kind === 'PPW' ? 'warranty' : 'condition'}, ${warranty.days} days`,
            ),
            fact('conditions', record.conditions),
          ]}
        />
        {record.clauses.length > 0 && (
          <ol aria-label={PLACEMENT_FIELDS.clauses.label} className="mt-4 divide-y divide-line border-t border-line">
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
