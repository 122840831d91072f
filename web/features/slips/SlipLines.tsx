import { LINE_STAGE_LABELS, type LineStage, stageOf } from '../../../domain/slips/line-stages.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { RadioGroup } from '../../ui/fields/Choice.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { GridField } from '../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import type { SectionProps } from '../placements/form/form-parts.ts';
import { findLondonSecurity } from '../placements/form/party-search.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import type { SlipReading } from './read-slip.ts';
import { cellErrors } from '../../ui/forms/use-contract-form.ts';
import { EMPTY_LINE, isBlankLine, type LineRow } from '../placements/form/slip-values.ts';
import type { SlipSectionProps } from './SlipTerms.tsx';
import { PLACING, placingOf, STAGE_TONES } from './stage-tones.ts';

/** With the columns that are worked out and not entered. */
type GridRow = LineRow & { signed?: undefined; stage?: undefined; net?: undefined };
function stageOfRow(row: LineRow): LineStage {
  return stageOf({
    written: rateOf(row.written) ?? 0n,
    quotedOn: row.quoted_on || null,
    writtenOn: row.written_on || null,
    signedOn: row.signed_on || null,
  });
}

const securityColumn = (newParty: SectionProps['newParty']): GridColumn<GridRow> => ({
  key: 'security',
  title: 'Security',
  kind: 'picker',
  width: 210,
  search: findLondonSecurity,
  noun: 'London security',
  ...(newParty === undefined ? {} : { onCreate: newParty('londonSecurity') }),
});
const STAGE: GridColumn<GridRow> = {
  key: 'stage',
  title: 'Stage',
  kind: 'shown',
  width: 90,
  show: (row) => {
    const stage = stageOfRow(row);
    return !isBlankLine(row) && <Badge tone={STAGE_TONES[stage]}>{LINE_STAGE_LABELS[stage]}</Badge>;
  },
};

type Parts = {
  security: GridColumn<GridRow>;
  currency: string;
  signedOf: (index: number) => string;
  netOf: (index: number) => bigint;
};

function lineColumns({ security, currency, signedOf, netOf }: Parts): GridColumn<GridRow>[] {
  return [
    security,
    { key: 'written', title: 'Written %', kind: 'rate', width: 84 },
    { key: 'to_stand', title: 'To stand', kind: 'check', width: 70 },
    { key: 'signed', title: 'Signed %', kind: 'shown', width: 84, show: (_row, index) => signedOf(index) },
    STAGE,
    { key: 'commission', title: 'Comm. %', kind: 'rate', width: 76 },
    { key: 'brokerage', title: 'Brok. %', kind: 'rate', width: 72 },
    {
      key: 'net',
      title: 'Net',
      kind: 'shown',
      currency,
      width: 116,
      show: (_row, index) => <MoneyText value={formatAmount(netOf(index), currency)} currency={currency} />,
    },
  ];
}

const STAGE_COLUMNS: GridColumn<GridRow>[] = [
  { key: 'quoted_on', title: 'Quoted on', kind: 'day', width: 112 },
  { key: 'quote_reference', title: 'Quote reference', kind: 'text', width: 120 },
  { key: 'written_on', title: 'Written on', kind: 'day', width: 112 },
  { key: 'stamp', title: 'Stamp', kind: 'text', width: 110 },
  { key: 'reference', title: 'Reference', kind: 'text', width: 110 },
  { key: 'signed_on', title: 'Signed on', kind: 'day', width: 112 },
  { key: 'signing_reference', title: 'Signing reference', kind: 'text', width: 120 },
];

export type LinesView = 'lines' | 'stages';

/** Which view of the lines has a field; null when it is none of theirs. */
export function viewOf(field: string): LinesView | null {
  if (!/^securities\.\d+\./.test(field)) return null;
  return /\.(?:stamp|reference|quoted_on|quote_reference|written_on|signed_on|signing_reference)$/.test(field)
    ? 'stages'
    : 'lines';
}

/** Nothing is written or signed yet: no figure. */
const shownRate = (rate: bigint) => (rate === 0n ? '' : formatRate(rate));

const VIEWS = [
  { value: 'lines', label: 'Lines' },
  { value: 'stages', label: 'Quotes, stamps and references' },
];

type Props = SlipSectionProps &
  Pick<SectionProps, 'newParty'> & { reading: SlipReading; view: LinesView; onView: (view: LinesView) => void };

/** The lines from quote to signature; what each signs for is shown during editing, by the rule of the approval. */
export function SlipLines({ form, newParty, reading, view, onView }: Props) {
  const { values, errors } = form;
  const { securities: rows, currency } = values;
  const { signing, figures } = reading;
  const security = securityColumn(newParty);
  const filled = rows.filter((row) => !isBlankLine(row));
  const placeOf = (index: number) => {
    const row = rows[index];
    return row === undefined ? -1 : filled.indexOf(row);
  };
  const { outcome, summary } = signing;
  const { tone, label } =
    outcome === 'REFUSED' ? ({ tone: 'bad', label: 'Cannot be signed' } as const) : PLACING[placingOf(summary)];
  return (
    <section aria-labelledby="securities-title" className="py-5">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="securities-title" className="font-semibold">
            Lines
          </h2>
          <p className="mt-0.5 text-mute">
            Written in % of the {values.slip.security.written_basis === 'ORDER' ? 'order' : 'whole'}; signed in % of the
            whole. A line to stand keeps its size.
          </p>
        </div>
        <RadioGroup label="Show" inline options={VIEWS} value={view} onChange={(next) => onView(next as LinesView)} />
      </div>
      <GridField
        key={view}
        label={view === 'lines' ? 'Lines' : 'Quotes, stamps and references'}
        name="securities"
        rows={rows as GridRow[]}
        onChange={(next) => form.set({ securities: next })}
        newRow={(): GridRow => ({ ...EMPTY_LINE })}
        addLabel="Add security"
        errors={cellErrors(form, 'securities')}
        columns={
          view === 'lines'
            ? lineColumns({
                security,
                currency,
                signedOf: (index) => shownRate(signing.lines[placeOf(index)]?.signed ?? 0n),
                netOf: (index) => figures.lines[placeOf(index)]?.netPayable ?? 0n,
              })
            : [security, ...STAGE_COLUMNS]
        }
        {...(view === 'lines' && {
          totals: {
            security: 'Total, of the whole',
            written: shownRate(summary.written),
            signed: shownRate(figures.placed),
            net: <MoneyText value={formatAmount(figures.netPayable, currency)} currency={currency} />,
          },
        })}
      />
      <p id="securities" tabIndex={-1} className="flex flex-wrap items-center gap-2 outline-none" aria-live="polite">
        {summary.order > 0n && filled.length > 0 && (
          <>
            <Badge tone={tone}>{label}</Badge>
            <span className={outcome === 'REFUSED' ? 'text-bad' : 'text-mute'}>{summary.sentence}</span>
          </>
        )}
        {errors['securities'] !== undefined && errors['securities'] !== summary.sentence && (
          <span className="text-bad">{errors['securities']}</span>
        )}
      </p>
    </section>
  );
}
