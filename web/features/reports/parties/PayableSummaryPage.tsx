import type { WireReply } from '../../../../domain/endpoint.ts';
import { payableAgeingSummary, payableNotesTable, payableTotals } from '../../../../domain/reports/ageing.ts';
import { showDay } from '../../../../domain/values/day.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, policyHref, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { AgedCard } from './AgedCard.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { PartyField, replyOf, useReportParty } from './PartyField.tsx';
import { PayableFigures } from './PayableFigures.tsx';
import { InsuredCell, RecordLink } from '../RecordLinks.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { useWideSheet } from '../use-wide-sheet.ts';

type Reply = WireReply<typeof payableAgeingSummary>;

const COLUMNS = screenColumns(payableNotesTable, {
  cells: {
    note: (row) => <span className="whitespace-nowrap">{row.note?.number}</span>,
    policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
    total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
  },
  second: { policy: (row) => row.insured !== null && <InsuredCell name={row.insured} /> },
});

function NotesCard({ totals, rows }: { totals: Reply['totals'][number]; rows: Reply['data'] }) {
  const { currency } = totals;
  return (
    <AgedCard totals={totals} more={<PayableFigures totals={totals} />}>
      <DataTable
        label={`Credit notes by age in ${currency}`}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => String(row.note?.id)}
        totals={{ ...totalCells(payableTotals, totals, currency), note: 'Total' }}
      />
    </AgedCard>
  );
}

/** What one security is owed, note by note, by the age of its due date; what is due and released apart. */
export function PayableSummaryPage() {
  useWideSheet();
  const asAt = useReportDay();
  const param = useReportParty();
  const query = { param, asat: asAt };
  const report = useEndpoint(payableAgeingSummary, { query }, { enabled: param !== '' });
  const data = replyOf(report, param);
  const party = data?.party ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        title={party?.name ?? 'Ageing of a security'}
        detail={party === null ? 'One security, note by note' : `Ageing by note as at ${showDay(asAt)}`}
        {...(param !== '' && {
          onExport: (format) => exportFile(payableAgeingSummary, { query, name: `payables-ageing-${param}` }, format),
        })}
      >
        <PartyField register="security" party={party} />
        <AsAtField />
        {param !== '' && <LinkButton href={withQuery(paths.payableReport, query)}>Security statement</LinkButton>}
      </ReportHead>
      {param === '' && (
        <EmptyState title="Choose a security.">What it is owed is shown note by note, by days overdue.</EmptyState>
      )}
      {param !== '' && data === undefined && <ReportWait error={report.error} refetch={report.refetch} />}
      {data?.data.length === 0 && (
        <EmptyState title="Nothing is owed to this security.">
          Its credit notes that are not paid by this date are listed here.
        </EmptyState>
      )}
      {data?.more === true && <MoreNotes />}
      {data?.totals.map((totals) => (
        <NotesCard
          key={totals.currency}
          totals={totals}
          rows={data.data.filter((row) => row.currency === totals.currency)}
        />
      ))}
    </div>
  );
}
