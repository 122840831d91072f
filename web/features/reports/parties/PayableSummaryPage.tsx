import type { WireReply } from '../../../../domain/endpoint.ts';
import { payableAgeingSummary, payableNotesTable, payableNoteTotals } from '../../../../domain/reports/ageing.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, policyHref, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { AgedCard, IN_HEAD } from './AgedCard.tsx';
import { type AgeColumns, useAgeColumns } from './use-age-columns.ts';
import { useReportDay } from '../AsAtField.tsx';
import { DueText } from './DueText.tsx';
import { NotesByAge } from './NotesByAge.tsx';
import { replyOf, useReportParty } from './PartyField.tsx';
import { PayableFigures } from './PayableFigures.tsx';
import { InsuredCell, RecordLink } from '../RecordLinks.tsx';
import { besideColumns, useBeside } from '../BesideField.tsx';
import { leftAt, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { payableNotes, payableNoteSums } from '../../../../domain/explained/money.ts';

type Reply = WireReply<typeof payableAgeingSummary>;

type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string; ages: AgeColumns };
const columnsOf = (
  behind: FigureHref<Reply['data'][number]>,
  { beside, rates, base, ages: { paired, alike } }: Shown,
) => {
  const { titles, without } = besideColumns(beside);
  return screenColumns(payableNotesTable, {
    behind,
    base,
    under: { total: 'base_closing', beside: 'change', due_released: 'due_awaiting', ...paired(3) },
    alike,
    without: [...without, ...leftAt(rates), ...IN_HEAD],
    titles: { ...titles, note: 'Note, due' },
    // There is no room for another day with all of them next to one another; what is released in all is said above.
    hide: beside === undefined ? [] : ['due_released'],
    cells: {
      insured: (row) => row.insured !== null && <InsuredCell linked name={row.insured} />,
      note: (row) => <span className="whitespace-nowrap">{row.note?.number}</span>,
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
    },
    second: { note: (row) => <DueText {...row} />, policy: 'insured' },
  });
};

type CardProps = Of & { totals: Reply['totals'][number]; rows: Reply['data'] };
type Of = { asAt: string; base: string; party: string };

function NotesCard({ totals, rows, asAt, base, party }: CardProps) {
  const rates = useRates();
  const beside = useBeside();
  const ages = useAgeColumns();
  const { currency } = totals;
  const behind = useFigures(payableNotes, { param: 'ALL', asat: asAt, beside, rates });
  const behindSums = useFigures(payableNoteSums, { param: party, asat: asAt, beside });
  return (
    <AgedCard totals={totals} more={<PayableFigures totals={totals} />}>
      <DataTable
        label={`Credit notes by age in ${currency}`}
        columns={columnsOf(behind, { beside, rates, base, ages })}
        rows={rows}
        rowKey={(row) => String(row.note?.id)}
        totals={{
          ...totalCells(payableNoteTotals, totals, { currency, base, behind: behindSums }),
          note: 'Total',
        }}
      />
    </AgedCard>
  );
}

const cardOf = (of: Of) => (totals: Reply['totals'][number], rows: Reply['data']) => (
  <NotesCard key={totals.currency} {...of} {...{ totals, rows }} />
);

/** What one security is owed, note by note, by the age of its due date; what is due and released apart. */
export function PayableSummaryPage() {
  useWideSheet();
  const asAt = useReportDay();
  const param = useReportParty();
  const rates = useRates();
  const beside = useBeside();
  const query = { param, asat: asAt };
  const report = useEndpoint(payableAgeingSummary, { query: { ...query, beside, rates } }, { enabled: param !== '' });
  const { data, waiting } = replyOf(report, param);
  return (
    <NotesByAge
      call={payableAgeingSummary}
      register="security"
      {...{ param, asAt }}
      {...{ data, waiting }}
      error={report.error}
      refetch={report.refetch}
      onExport={(format) =>
        exportFile(
          payableAgeingSummary,
          { query: { ...query, beside, rates }, name: `payables-ageing-${param}` },
          format,
        )
      }
      statement={
        <LinkButton href={withQuery(paths.payableReport, { ...query, beside, rates })}>Security statement</LinkButton>
      }
      words={{
        one: 'security',
        whatOf: 'What it is owed',
        none: 'Nothing is owed to this security.',
        listed: 'Its credit notes that are not paid by this date are listed here.',
      }}
      card={cardOf({ asAt, base: data?.base_currency ?? '', party: param })}
    />
  );
}
