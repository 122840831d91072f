import { FormSection } from '../../ui/FormPage.tsx';
import { GridField } from '../../ui/GridField.tsx';
import type { GridColumn } from '../../ui/grid-types.ts';
import { RateField } from '../../ui/RateField.tsx';
import { showWireRate } from '../../ui/read-typed.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { sum } from '../../../domain/values/money.ts';
import { rateOf } from '../policies/policy-values.ts';
import { findSecurity } from '../policies/party-search.ts';
import { EMPTY_LINE, type Effect, type EndorsementValues, type LineRow } from './endorsement-values.ts';

type Props = {
  values: EndorsementValues;
  set: (changes: Partial<EndorsementValues>) => void;
  errors: Readonly<Record<string, string | undefined>>;
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

/** The lines as they stand, until one is changed. */
export function linesInForce(inForce: Effect['in_force'] | undefined): LineRow[] {
  return (inForce?.securities ?? []).map((line) => ({
    security: { id: String(line.security.id), label: line.security.name, resident: line.resident },
    share: line.share,
    commission: line.commission ?? '',
    brokerage: line.brokerage ?? '',
  }));
}

/** The securities from the effective date on; the premium not yet earned moves to them. */
export function LinesSection({ values, set, errors, inForce }: Props) {
  const own = Object.entries(errors).flatMap(([field, message]) =>
    field.startsWith('securities.') ? [[field.slice('securities.'.length), message] as const] : [],
  );
  const rows = values.securities ?? linesInForce(inForce);
  const placed = sum(rows.map((row) => rateOf(row.share) ?? 0n));
  return (
    <FormSection
      title="Securities from this date"
      hint="Lines in % of the whole. The unearned premium is divided among them."
      columns={1}
    >
      <RateField
        label="Fac (order)"
        name="fac"
        hint="Of the whole"
        value={values.fac === '' ? (inForce?.fac ?? '') : values.fac}
        onChange={(fac) => set({ fac })}
        error={errors['fac']}
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
        onChange={(securities) => set({ securities })}
        newRow={() => ({ ...EMPTY_LINE })}
        addLabel="Add security"
        errors={Object.fromEntries(own)}
      />
      {errors['securities'] !== undefined && (
        <p id="securities" tabIndex={-1} className="text-xs text-bad outline-none">
          {errors['securities']}
        </p>
      )}
    </FormSection>
  );
}
