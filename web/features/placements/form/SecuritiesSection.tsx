import { formatAmount } from '../../../../domain/values/money.ts';
import { signLines } from '../../../../domain/slips/signing.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import { ACCEPTANCE_FIELDS } from '../../../../domain/placements/fields.ts';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { GridField } from '../../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../../ui/grid/grid-types.ts';
import { cellErrors } from '../../../ui/forms/use-contract-form.ts';
import type { SectionProps } from './form-parts.ts';
import { findSecurity } from './party-search.ts';
import { EMPTY_ROW, isBlank, type SecurityRow } from './policy-values.ts';
import { rateOf } from './policy-amounts.ts';
import type { PolicyReading } from './read-policy.ts';
import { FieldWarnings } from './FieldWarnings.tsx';
import { showRate } from '../../../ui/marks/format.ts';

type Figures = PolicyReading['figures'];
/** With the columns that are worked out and not entered. */
type GridRow = SecurityRow & { net?: undefined; residence?: undefined };

/** A signed line follows the written one until it is entered otherwise. */
function followWritten(before: readonly SecurityRow[], after: readonly SecurityRow[]): SecurityRow[] {
  return after.map((row, index) => {
    const old = before[index] ?? EMPTY_ROW;
    const followed = row.share === old.share && (row.share === '' || old.share === old.offer);
    return followed && row.offer !== old.offer ? { ...row, share: row.offer } : row;
  });
}

type ColumnParts = {
  currency: string;
  figureOf: (index: number) => Figures['lines'][number] | undefined;
  newParty: SectionProps['newParty'];
};

function columnsOf({ currency, figureOf, newParty }: ColumnParts): GridColumn<GridRow>[] {
  return [
    {
      key: 'security',
      title: 'Security',
      kind: 'picker',
      width: 190,
      search: findSecurity,
      noun: 'security',
      ...(newParty === undefined ? {} : { onCreate: newParty('security') }),
    },
    { key: 'offer', title: 'Written %', kind: 'rate', width: 76 },
    { key: 'share', title: 'Signed %', kind: 'rate', width: 76 },
    { key: 'commission', title: 'Comm. %', kind: 'rate', width: 76 },
    { key: 'brokerage', title: 'Brok. %', kind: 'rate', width: 72 },
    { key: 'written_on', title: ACCEPTANCE_FIELDS.written_on.label, kind: 'day', width: 108 },
    { key: 'reference', title: ACCEPTANCE_FIELDS.reference.short, kind: 'text', width: 96 },
    { key: 'accepted_by', title: ACCEPTANCE_FIELDS.accepted_by.label, kind: 'text', width: 110 },
    {
      key: 'net',
      title: 'Net',
      kind: 'shown',
      currency,
      width: 116,
      show: (_row, index) => (
        <MoneyText value={formatAmount(figureOf(index)?.netPayable ?? 0n, currency)} currency={currency} />
      ),
    },
    {
      key: 'residence',
      title: 'Residence',
      kind: 'shown',
      width: 104,
      show: (row) =>
        row.security !== null && (
          <Badge tone={row.security.resident ? 'neutral' : 'info'}>
            {row.security.resident ? 'Resident' : 'Non-resident'}
          </Badge>
        ),
    },
  ];
}

export function SecuritiesSection({ form, reading, newParty }: SectionProps) {
  const { values } = form;
  const { securities: rows, currency } = values;
  const { figures, draft, written } = reading;
  const filled = rows.filter((row) => !isBlank(row));
  const figureOf = (index: number) => {
    const row = rows[index];
    return row === undefined || isBlank(row) ? undefined : figures.lines[filled.indexOf(row)];
  };
  const change = (next: SecurityRow[]) => form.set({ securities: followWritten(rows, next) });
  const signing = signLines(
    filled.map((row, index) => ({
      securityId: index,
      written: rateOf(row.offer) ?? rateOf(row.share) ?? 0n,
      toStand: false,
    })),
    { basis: 'WHOLE', order: draft.fac },
  );
  const signed = signing.lines.map((line) => line.signed);
  const canSign = draft.fac > 0n && filled.some((row, index) => rateOf(row.share) !== signed[index]);
  const sign = () =>
    change(
      rows.map((row) => {
        const share = signed[filled.indexOf(row)];
        return share === undefined ? row : { ...row, offer: row.offer || row.share, share: formatRate(share) };
      }),
    );
  const over = form.errors['securities'];
  return (
    <section aria-labelledby="securities-title" className="py-5">
      <h2 id="securities-title" className="font-semibold">
        Securities
      </h2>
      <p className="mt-0.5 mb-3 text-mute">
        Lines in % of the whole. Commission and brokerage only where they differ from the policy’s.
      </p>
      <GridField
        label="Securities"
        name="securities"
        rows={rows}
        onChange={change}
        newRow={(): GridRow => ({ ...EMPTY_ROW })}
        addLabel="Add security"
        errors={cellErrors(form, 'securities')}
        columns={columnsOf({ currency, figureOf, newParty })}
        totals={{
          security: 'Total',
          offer: formatRate(written),
          share: formatRate(figures.placed),
          net: <MoneyText value={formatAmount(figures.netPayable, currency)} currency={currency} />,
        }}
      />
      <p className="mt-1 text-xs">
        <FieldWarnings of={reading} field="securities" />
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {over !== undefined && (
          <p id="securities" tabIndex={-1} className="text-xs text-bad outline-none">
            {over}
          </p>
        )}
        {canSign && (
          <Button size="sm" onClick={sign}>
            {written > draft.fac ? `Sign down to ${showRate(draft.fac)}%` : 'Sign as written'}
          </Button>
        )}
      </div>
    </section>
  );
}
