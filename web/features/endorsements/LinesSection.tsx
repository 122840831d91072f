import { FormSection } from '../../ui/forms/FormPage.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { showWireRate } from '../../ui/fields/read-typed.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { sum } from '../../../domain/values/money.ts';
import { cellErrors, type Form } from '../../ui/forms/use-contract-form.ts';
import { placementField } from '../placements/form/form-parts.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import { findSecurity } from '../placements/form/party-search.ts';
import { type Effect, EMPTY_LINE, type EndorsementValues, type LineRow } from './endorsement-values.ts';
import { FormRate } from '../../ui/forms/FormFields.tsx';

type Props = {
  form: Form<EndorsementValues>;
  inForce: Effect['in_force'] | undefined;
};

const columnsOf = (inForce: Effect['in_force'] | undefined): GridColumn<LineRow>[] => [
  { key: 'security', title: 'Security', kind: 'picker', width: 190, search: findSecurity, noun: 'security' },
  {
    key: 'was',
    title: 'Was %',
    kind: 'shown',
    width: 80,
    show: ({ security }) => {
      const line = inForce?.securities.find((one) => String(one.security.id) === security?.id);
      return line === undefined ? '–' : showWireRate(line.share);
    },
  },
  { key: 'share', title: 'Signed %', kind: 'rate', width: 90 },
  { key: 'commission', title: 'Comm. %', kind: 'rate', width: 90 },
  { key: 'brokerage', title: 'Brok. %', kind: 'rate', width: 90 },
];

/** The present lines, until one is changed. */
function linesInForce(inForce: Effect['in_force'] | undefined): LineRow[] {
  return (inForce?.securities ?? []).map((line) => ({
    security: { id: String(line.security.id), label: line.security.name, resident: line.resident },
    share: line.share,
    commission: line.commission ?? '',
    brokerage: line.brokerage ?? '',
  }));
}

/** The securities from the effective date on; the premium not yet earned moves to them. */
export function LinesSection({ form, inForce }: Props) {
  const { values } = form;
  const fault = form.errors['securities'];
  const rows = values.securities ?? linesInForce(inForce);
  const placed = sum(rows.map((row) => rateOf(row.share) ?? 0n));
  return (
    <FormSection
      title="Securities from this date"
      hint="Lines in % of the whole. The unearned premium is divided among them."
      columns={1}
    >
      <FormRate
        {...placementField(form, 'fac')}
        hint="Of the whole"
        {...(values.fac === '' && inForce !== undefined && { shown: inForce.fac })}
        className="max-w-48"
      />
      <GridField
        label="Securities"
        name="securities"
        columns={columnsOf(inForce)}
        rows={rows}
        totals={{
          security: 'Total',
          was: showWireRate(inForce?.fac ?? '0'),
          share: formatRate(placed),
        }}
        onChange={(securities) => form.set({ securities })}
        newRow={() => ({ ...EMPTY_LINE })}
        addLabel="Add security"
        errors={cellErrors(form, 'securities')}
      />
      {fault !== undefined && (
        <p id="securities" tabIndex={-1} className="text-xs text-bad outline-none">
          {fault}
        </p>
      )}
    </FormSection>
  );
}
