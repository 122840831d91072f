import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { taxItems } from '../../../domain/firm/taxes.ts';
import type { Day } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Badge, StatusBadge } from '../../ui/marks/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { DayText } from '../../ui/marks/Figures.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { taxAmountWords } from '../registers/classes/class-words.ts';
import { marketName } from '../registers/register-words.ts';
import { useMayManage } from './SettingForm.tsx';
import { TaxDialog } from './TaxDialog.tsx';
import { EndRateDialog, TaxRateDialog } from './TaxRateDialogs.tsx';
import { APPLIES_WORDS, BASIS_WORDS, borneWords, type Tax, type TaxRate } from './tax-words.ts';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

function stateOf(row: TaxRate, today: Day): { label: string; tone: 'good' | 'neutral' | 'info' } {
  if (!row.enabled) return { label: 'Off', tone: 'neutral' };
  if (row.effective_from > today) return { label: 'To come', tone: 'info' };
  if (row.effective_to !== null && row.effective_to < today) return { label: 'Ended', tone: 'neutral' };
  return { label: 'In force', tone: 'good' };
}

/** Whether a rate applies today where the firm is. */
function RateState({ rate }: { rate: TaxRate }) {
  return <StatusBadge {...stateOf(rate, useFirmToday())} />;
}

type Row = { key: string; tax: Tax; rate: TaxRate | null };

/** A column of a tax's rate; a tax without one has nothing to show. */
const ofRate = (cell: (rate: TaxRate) => ReactNode) => (row: Row) => (row.rate === null ? '' : cell(row.rate));

/** Where a rate counts, if not everywhere. */
const placesOf = (rate: TaxRate): string =>
  [rate.market === null ? null : marketName(rate.market), rate.class_name, rate.branch_code, rate.country_name]
    .filter((one) => one !== null)
    .join(' · ') || 'Everywhere';

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Tax or levy', width: 220, cell: ({ tax }) => tax.name },
  {
    id: 'state',
    title: 'Status',
    cell: ({ rate }) => (rate === null ? <Badge>No rate yet</Badge> : <RateState rate={rate} />),
  },
  { id: 'rate', title: 'Rate', align: 'right', cell: ofRate(taxAmountWords) },
  {
    id: 'basis',
    title: 'Of, borne by',
    cell: ofRate((rate) => (rate.rate === null ? 'Each policy' : BASIS_WORDS[rate.basis])),
    second: ofRate(borneWords),
  },
  {
    id: 'applies',
    title: 'Applies to',
    cell: ofRate((rate) => APPLIES_WORDS[rate.applies_to]),
    second: ofRate(placesOf),
  },
  { id: 'period', title: 'Period', width: 190, cell: ofRate((rate) => <Period rate={rate} />) },
];

function Period({ rate: { effective_from: from, effective_to: to } }: { rate: TaxRate }) {
  if (to === null)
    return (
      <>
        From <DayText value={from} />
      </>
    );
  return (
    <>
      <DayText value={from} /> – <DayText value={to} />
    </>
  );
}

type OfTax =
  | { kind: 'tax'; tax: Tax }
  | { kind: 'rate'; tax: Tax; rate: TaxRate | null }
  | { kind: 'end'; tax: Tax; rate: TaxRate };
type Open = { kind: 'new' } | OfTax;

/** Taxes and levies with their dated rates. */
export function TaxesSection() {
  const mayManage = useMayManage();
  const { data, error, isFetching, refetch } = useEndpoint(taxItems, {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex max-w-6xl flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageTitle
          title="Taxes and levies"
          detail="A policy takes the rates in force on its first day, an invoice those of the day on which it is booked; both keep them."
        />
        {mayManage && (
          <Button
            variant="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'new' })}
          >
            New tax or levy
          </Button>
        )}
      </div>
      <div className="print-open rounded-lg border border-line bg-panel">
        <DataTable
          label="Taxes and levies"
          columns={COLUMNS}
          rows={data?.data.flatMap(rowsOf)}
          rowKey={(row) => row.key}
          rowLabel={({ tax, rate }) => (rate === null ? tax.name : `${tax.name} from ${rate.effective_from}`)}
          loading={isFetching}
          {...{ error }}
          onRetry={() => void refetch()}
          empty={<EmptyState title="No taxes or levies yet." />}
          {...(mayManage ? { rowActions: actionsOf(setOpen) } : {})}
        />
      </div>
      {open?.kind === 'new' && <TaxDialog saved={null} onClose={close} />}
      {open !== null && open.kind !== 'new' && (
        <AsOpened of={data?.data.find(({ id }) => id === open.tax.id) ?? open.tax}>
          {(tax) => <TaxDialogs {...{ tax, open }} onClose={close} />}
        </AsOpened>
      )}
    </div>
  );
}

type TaxDialogsProps = { tax: Tax; open: OfTax; onClose: () => void };

function TaxDialogs({ tax, open, onClose }: TaxDialogsProps) {
  if (open.kind === 'tax') return <TaxDialog saved={tax} {...{ onClose }} />;
  const rate = tax.rates.find(({ id }) => id === open.rate?.id) ?? open.rate;
  if (open.kind === 'rate' || rate === null) return <TaxRateDialog {...{ tax, onClose }} saved={rate} />;
  return <EndRateDialog {...{ tax, rate, onClose }} />;
}

const rowsOf = (tax: Tax): Row[] =>
  tax.rates.length === 0
    ? [{ key: tax.code, tax, rate: null }]
    : tax.rates.map((rate) => ({ key: `${tax.code} ${rate.id}`, tax, rate }));

const actionsOf =
  (onOpen: (open: Open) => void) =>
  ({ tax, rate }: Row): MenuEntry[] => [
    { label: 'Add a rate…', onSelect: () => onOpen({ kind: 'rate', tax, rate: null }) },
    ...(rate === null
      ? []
      : [
          {
            label: 'Correct the rate…',
            onSelect: () => onOpen({ kind: 'rate', tax, rate }),
            disabledReason: rate.used ? 'Documents were made with it. End it and add a new one.' : undefined,
          },
          { label: 'End the rate…', onSelect: () => onOpen({ kind: 'end', tax, rate }) },
        ]),
    { label: 'Rename…', onSelect: () => onOpen({ kind: 'tax', tax }) },
  ];
