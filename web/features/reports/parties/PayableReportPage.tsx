import { clsx } from 'clsx';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  securitiesSummary,
  securityReport,
  securityStatementTable,
  securityStatementTotals,
} from '../../../../domain/reports/security-statement.ts';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { policyHref } from '../../../paths.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { StatementTable } from '../../../ui/tables/StatementTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BesideField, besideColumns, useBeside } from '../BesideField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { leftInBase } from '../left-in-base.ts';
import { RatesField, useRates } from '../RatesField.tsx';
import { AsAtTotal, OF_NOTES } from './AsAtTotal.tsx';
import { NoNotes, OpenOnlySwitch, useOpenOnly } from './OpenOnly.tsx';
import { PartyField, PartyWait, replyOf, useReportParty } from './PartyField.tsx';
import { InsuredCell, RecordLink } from '../RecordLinks.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { SecuritiesSummary } from './SecuritiesSummary.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { leftWhereNone } from '../../ledger/uncollectable.ts';
import { securityNotes, securityNoteSums } from '../../../../domain/explained/statements.ts';

type Reply = WireReply<typeof securityReport>;

type Shown = { beside: Day | undefined; rates: Rates | undefined };
const columnsOf = (reply: Reply, behind: FigureHref<Reply['data'][number]>, { beside, rates }: Shown) => {
  const { titles, without } = besideColumns(beside);
  return screenColumns(securityStatementTable, {
    behind,
    base: reply.base_currency,
    titles,
    paired: true,
    // There is no room for another day with all of them next to one another.
    under: { balance: 'base_closing', ...(beside !== undefined && { amount: 'released' }) },
    without: [...without, ...leftInBase(rates, reply), ...leftWhereNone(reply.totals)],
    cells: {
      note: (row) => <span className="whitespace-nowrap">{row.note.number}</span>,
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      insured: (row) => (
        <InsuredCell linked name={row.insured} title={`${row.insured} · ${row.class} · ${row.reinsured}`} />
      ),
      balance: (row) => <MoneyText value={row.balance} currency={row.currency} strong />,
    },
  });
};

function Notes({ reply, open }: { reply: Reply; open?: 'only' }) {
  const beside = useBeside();
  const rates = useRates();
  const { party, as_at: asat, base_currency: base } = reply;
  const behind = useFigures(securityNotes, { param: 'ALL', asat, beside });
  const behindSums = useFigures(securityNoteSums, { param: String(party?.id ?? 'ALL'), asat, beside, open });
  return (
    <div className={clsx('print-open rounded-lg border border-line bg-panel', onPaper)}>
      <StatementTable
        sheet
        caption="Security statement"
        columns={columnsOf(reply, behind, { beside, rates })}
        rowKey={(row) => String(row.note.id)}
        groups={reply.totals.map((total) => ({
          id: total.currency,
          title: total.currency,
          rows: reply.data.filter((row) => row.currency === total.currency),
          totals: {
            posted_on: 'Total',
            ...totalCells(securityStatementTotals, total, { currency: total.currency, base, behind: behindSums }),
          },
        }))}
      />
    </div>
  );
}

/** What the report is, under the name of its security or by its own. */
function headOf(param: string, party: Reply['party']): string {
  if (param === '') return 'All securities';
  return party === null ? 'One security' : 'Security statement';
}

/** The statement of one security: its credit notes, what is released and paid of them, and its summary by class. */
export function PayableReportPage() {
  useWideSheet();
  const asAt = useReportDay();
  const param = useReportParty();
  const open = useOpenOnly();
  const beside = useBeside();
  const rates = useRates();
  const query = { param, asat: asAt, beside, rates, ...open };
  const report = useEndpoint(securityReport, { query }, { enabled: param !== '' });
  const { data, waiting } = replyOf(report, param);
  const party = data?.party ?? null;
  const hasNotes = data !== undefined && (data.totals.length > 0 || open.open === 'only');
  const summary = { ...(param !== '' && { param }), asat: asAt, beside, rates };
  // Of all securities it is what the head is of; it is read once wherever it stands.
  const all = useEndpoint(securitiesSummary, { query: summary }, { enabled: param === '' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        waiting={param === '' ? all.isPlaceholderData : waiting}
        call={param === '' ? securitiesSummary : securityReport}
        party={party}
        title={party?.name ?? 'Security statement'}
        detail={
          <>
            {headOf(param, party)} · <AsAtTotal {...{ asAt }} reply={param === '' ? all.data : data} of={OF_NOTES} />
          </>
        }
        onExport={(format) =>
          param === ''
            ? exportFile(securitiesSummary, { query: summary, name: 'securities-summary' }, format)
            : exportFile(securityReport, { query, name: `security-statement-${param}` }, format)
        }
      >
        <PartyField register="security" party={party} />
        <BesideField />
        <RatesField />
        <AsAtField />
      </ReportHead>
      {param !== '' && data === undefined && (
        <PartyWait register="security" error={report.error} refetch={report.refetch} />
      )}
      {hasNotes && <OpenOnlySwitch />}
      <Sheet {...{ waiting }}>
        {data?.totals.length === 0 && (
          <NoNotes>Credit notes to this security are listed here once a policy with its line is approved.</NoNotes>
        )}
        {data?.more === true && <MoreNotes />}
        {data !== undefined && data.totals.length > 0 && <Notes reply={data} {...open} />}
      </Sheet>
      {(param === '' || hasNotes) && <SecuritiesSummary key={param} {...{ param, asAt, beside, rates }} />}
    </div>
  );
}
