import { clsx } from 'clsx';
import { useEffect } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { LISTED, LISTED_STATES, warranties, warrantyTable } from '../../../../domain/reports/warranties.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { partyHref, policyHref } from '../../../paths.ts';
import { Picker } from '../../../ui/fields/Picker.tsx';
import { focusOnceThere } from '../../../ui/focus-once-there.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText, RateText } from '../../../ui/marks/Figures.tsx';
import { daysLate } from '../../../ui/marks/lateness.ts';
import { NameLink } from '../../../ui/marks/NameLink.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { searchSecurities, usePartyOf } from '../../ledger/use-lookups.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import type { Day } from '../../../../domain/values/day.ts';
import { BesideField, besideColumns, useBeside } from '../BesideField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { InsuredCell } from '../RecordLinks.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { warrantyRows } from '../../../../domain/explained/cover.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Row = WireReply<typeof warranties>['data'][number];

const daysLeft = (row: Row) => (
  <span className={clsx('whitespace-nowrap', row.days < 0 && 'font-medium text-bad')}>
    {row.days < 0 ? daysLate(-row.days) : row.days === 0 ? 'Today' : row.days}
  </span>
);

/** Who leads the risk, and how many carry it besides; a file names all. */
function Carriers({ of: [lead, ...others] }: { of: Row['carriers'] }) {
  if (lead === undefined) return null;
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <NameLink href={partyHref(lead.id)}>{lead.name}</NameLink> <RateText value={lead.share} />
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}

type Shown = { base: string; beside: Day | undefined; behind: FigureHref<Row> };
const columnsOf = ({ base, beside, behind }: Shown) => {
  const other = besideColumns(beside);
  return screenColumns(warrantyTable, {
    behind,
    base,
    without: ['state', ...other.without],
    titles: {
      day: 'Pay by',
      days: 'Days left',
      due: 'To be paid',
      note: 'Debit note',
      kind: 'Clause',
      ...other.titles,
    },
    under: { day: 'days', beside: 'change', due: 'paid', note: 'kind' },
    cells: {
      policy: (row) => <span className="whitespace-nowrap">{row.policy.name}</span>,
      reinsured: (row) => <InsuredCell linked name={row.reinsured.name} />,
      insured: (row) => <InsuredCell linked name={row.insured} />,
      note: (row) => <span className="whitespace-nowrap">{row.note.number}</span>,
      kind: (row) => row.kind,
      days: daysLeft,
      open: (row) => <MoneyText value={row.open} currency={row.currency} strong />,
    },
    second: {
      policy: 'insured',
      reinsured: (row) => <Carriers of={row.carriers} />,
    },
  });
};

const sectionOf = (state: string) => `warranties-${state}`;

/** Brings the warranties of the state that the address names into sight, once they are drawn. */
function useLeadToState(): void {
  const [{ state }] = useAddress();
  useEffect(() => {
    if (state === undefined) return undefined;
    return focusOnceThere(() => document.getElementById(sectionOf(state)), { block: 'start' });
  }, [state]);
}

/** Premium warranties and conditions that are not met: what is broken, what falls due, what runs. */
export function WarrantiesPage() {
  useWideSheet();
  const tables = useAlikeTables();
  useLeadToState();
  const [address, change] = useAddress();
  const security = usePartyOf('security', address['security']);
  const asat = useReportDay();
  const beside = useBeside();
  const query = { security: address['security'], asat, beside };
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(warranties, { query });
  const behind = useFigures(warrantyRows, query);
  const rowsIn = (state: Row['state']) => data?.data.filter((row) => row.state === state) ?? [];
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={warranties}
        title="Premium warranties"
        detail={
          <>
            What is not paid as warranted, as at {showDay(asat)}
            {security !== null && <span className="hidden print:inline"> · policies of {security.label}</span>}
          </>
        }
        onExport={(format) => exportFile(warranties, { query, name: 'premium-warranties' }, format)}
      >
        <Picker
          label="Security"
          name="warranties-of"
          className="w-64"
          placeholder="All…"
          noun="security"
          search={searchSecurities}
          value={security}
          onChange={(choice) => change({ security: choice?.id }, 'push')}
        />
        <BesideField />
        <AsAtField />
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...{ error, refetch }} />}
        {data?.data.length === 0 && (
          <EmptyState title="No warranty is open.">
            Debit notes with a premium payment warranty or condition are listed here until what it asks for is paid.
          </EmptyState>
        )}
        {data?.more === true && <MoreNotes />}
        {data !== undefined &&
          LISTED.filter((state) => rowsIn(state).length > 0).map((state) => (
            <div key={state} id={sectionOf(state)} tabIndex={-1} className="scroll-mt-4 outline-none">
              <Card flush title={`${LISTED_STATES[state].label} (${rowsIn(state).length})`}>
                <div className={onPaper}>
                  <DataTable
                    label={LISTED_STATES[state].label}
                    columns={columnsOf({ base: data.base_currency, beside, behind })}
                    rows={rowsIn(state)}
                    rowKey={(row) => String(row.note.id)}
                    rowLabel={(row) => row.policy.name}
                    rowHref={(row) => policyHref(row.policy.id)}
                  />
                </div>
              </Card>
            </div>
          ))}
      </Sheet>
    </div>
  );
}
