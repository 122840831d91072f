import type { WireReply } from '../../../../domain/endpoint.ts';
import { agedNotesTable, agedNoteTotals, ageingSummary } from '../../../../domain/reports/ageing.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths, policyHref, receiptHref, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { can, useSession } from '../../../api/session.ts';
import { AgedCard, IN_HEAD } from './AgedCard.tsx';
import { type AgeColumns, useAgeColumns } from './use-age-columns.ts';
import { useReportDay } from '../AsAtField.tsx';
import { DueText } from './DueText.tsx';
import { NotesByAge } from './NotesByAge.tsx';
import { replyOf, useReportParty } from './PartyField.tsx';
import { InsuredCell, RecordLink } from '../RecordLinks.tsx';
import { negatedCell } from './UnallocatedCell.tsx';
import { besideColumns, useBeside } from '../BesideField.tsx';
import { leftAt, useRates } from '../RatesField.tsx';
import type { Rates } from '../../../../domain/reports/closing-rates.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { receivableNotes, receivableNoteSums } from '../../../../domain/explained/money.ts';

type Reply = WireReply<typeof ageingSummary>;

type Shown = { beside: Day | undefined; rates: Rates | undefined; base: string; ages: AgeColumns };
const columnsOf = (
  behind: FigureHref<Reply['data'][number]>,
  { beside, rates, base, ages: { paired, alike } }: Shown,
) => {
  const { titles, without } = besideColumns(beside);
  return screenColumns(agedNotesTable, {
    behind,
    base,
    without: [...without, ...leftAt(rates), ...IN_HEAD],
    titles: { ...titles, note: 'Note, due' },
    under: {
      total: 'base_closing',
      beside: 'change',
      not_due: 'unallocated',
      ...paired(beside === undefined ? 2 : 3),
    },
    alike,
    cells: {
      insured: (row) => row.insured !== null && <InsuredCell linked name={row.insured} />,
      note: (row) =>
        row.receipt === null ? (
          <span className="whitespace-nowrap">{row.note?.number}</span>
        ) : (
          <RecordLink href={receiptHref(row.receipt.id)} name={row.receipt.number} />
        ),
      policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
      unallocated: negatedCell,
      total: (row) => <MoneyText value={row.total} currency={row.currency} strong />,
    },
    second: { note: (row) => <DueText {...row} />, policy: 'insured' },
  });
};

/** On a telephone what is owed stands beside what it is of, before its ages. */
const inSight = <C extends { id: string }>(columns: readonly C[], narrow: boolean): readonly C[] => {
  const total = columns.filter(({ id }) => id === 'total');
  return narrow
    ? [...columns.slice(0, 1), ...total, ...columns.slice(1).filter((one) => !total.includes(one))]
    : columns;
};

type CardProps = Of & { totals: Reply['totals'][number]; rows: Reply['data'] };
type Of = { asAt: string; base: string; party: string };

function NotesCard({ totals, rows, asAt, base, party }: CardProps) {
  const rates = useRates();
  const beside = useBeside();
  const narrow = useNarrow();
  const ages = useAgeColumns();
  const { currency } = totals;
  const behind = useFigures(receivableNotes, { param: 'ALL', asat: asAt, beside, rates });
  const behindSums = useFigures(receivableNoteSums, { param: party, asat: asAt, beside });
  return (
    <AgedCard totals={totals}>
      <DataTable
        label={`Notes by age in ${currency}`}
        columns={inSight(columnsOf(behind, { beside, rates, base, ages }), narrow)}
        rows={rows}
        rowKey={(row) => `${row.note?.id ?? ''}/${row.receipt?.id ?? ''}`}
        totals={{
          ...totalCells(agedNoteTotals, totals, { currency, base, behind: behindSums }),
          note: 'Total',
          unallocated: negatedCell(totals),
        }}
      />
    </AgedCard>
  );
}

const cardOf = (of: Of) => (totals: Reply['totals'][number], rows: Reply['data']) => (
  <NotesCard key={totals.currency} {...of} {...{ totals, rows }} />
);

/** What one reinsured owes, note by note, by the age of its due date, as at any date. */
export function AgeingSummaryPage() {
  useWideSheet();
  const mayState = can(useSession(), 'reports.money');
  const asAt = useReportDay();
  const param = useReportParty();
  const rates = useRates();
  const beside = useBeside();
  const query = { param, asat: asAt };
  const report = useEndpoint(ageingSummary, { query: { ...query, beside, rates } }, { enabled: param !== '' });
  const { data, waiting } = replyOf(report, param);
  return (
    <NotesByAge
      call={ageingSummary}
      register="reinsured"
      {...{ param, asAt }}
      {...{ data, waiting }}
      error={report.error}
      refetch={report.refetch}
      onExport={(format) =>
        exportFile(ageingSummary, { query: { ...query, beside, rates }, name: `ageing-${param}` }, format)
      }
      statement={
        mayState && (
          <LinkButton href={withQuery(paths.facultativeReport, { ...query, beside, rates })}>
            Statement of account
          </LinkButton>
        )
      }
      words={{
        one: 'reinsured',
        whatOf: 'What it owes',
        none: 'Nothing is outstanding.',
        listed: 'Debit notes that this reinsured has not paid by this date are listed here.',
      }}
      card={cardOf({ asAt, base: data?.base_currency ?? '', party: param })}
    />
  );
}
