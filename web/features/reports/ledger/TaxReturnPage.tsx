import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  TAX_LAST_YEAR,
  taxDocuments,
  taxDocumentsTable,
  taxDocumentTotals,
  taxReturn,
  taxReturnTable,
} from '../../../../domain/reports/tax-return.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { atId, invoiceHref, paths, policyHref, withQuery } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { CellText } from '../../../ui/marks/CellText.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns, totalCells } from '../../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../../ui/tables/use-alike-tables.ts';
import { MoreNotes } from '../MoreNotes.tsx';
import { LastYearField, useLastYear } from '../BesideField.tsx';
import { PeriodBar } from '../PeriodBar.tsx';
import { detailOf, periodFault, shownPeriod } from '../period.ts';
import { usePeriod } from '../use-period.ts';
import { InsuredCell, RecordLink } from '../RecordLinks.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { usePeriodReport } from '../use-period-report.ts';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { taxReturnRows } from '../../../../domain/explained/ledger.ts';

type Documents = WireReply<typeof taxDocuments>;

type Levies = { base: string; beside: ReturnType<typeof useLastYear> };
const levyColumns = (behind: FigureHref<WireReply<typeof taxReturn>['data'][number]>, { base, beside }: Levies) =>
  screenColumns(taxReturnTable, {
    behind,
    base,
    paired: true,
    ...(beside === undefined
      ? { without: TAX_LAST_YEAR, under: { remitted: 'other' } as const }
      : { under: { remitted: 'other', closing: 'opening' } as const }),
    cells: {
      tax: (row) => <CellText>{row.tax.name}</CellText>,
      closing: (row) => <MoneyText value={row.closing} currency={row.currency} strong />,
    },
  });

const DOCUMENT_COLUMNS = screenColumns(taxDocumentsTable, {
  cells: {
    policy: (row) => row.policy !== null && <RecordLink href={policyHref(row.policy.id)} name={row.policy.name} />,
    endorsement: (row) =>
      row.endorsement !== null && (
        <RecordLink href={atId(paths.endorsement, row.endorsement.id)} name={row.endorsement.name} />
      ),
    invoice: (row) => row.invoice !== null && <RecordLink href={invoiceHref(row.invoice.id)} name={row.invoice.name} />,
    reinsured: (row) => <InsuredCell name={row.reinsured} />,
    insured: (row) => <InsuredCell linked name={row.insured} />,
    amount: (row) => <MoneyText value={row.amount} currency={row.currency} strong />,
  },
  second: { reinsured: 'insured' },
  // Beneath the reinsured, and in the heading.
  without: ['insured', 'tax'],
});

function DocumentsCard({ reply, totals }: { reply: Documents; totals: Documents['totals'][number] }) {
  const { currency } = totals;
  return (
    <Card flush title={`Documents in ${currency}`}>
      <div className={onPaper}>
        <DataTable
          label={`Documents taxed in ${currency}`}
          columns={DOCUMENT_COLUMNS}
          rows={reply.data.filter((row) => row.currency === currency)}
          rowKey={(row) => [row.policy?.id, row.endorsement?.id, row.invoice?.id, row.posted_on, row.tax].join('/')}
          totals={{ ...totalCells(taxDocumentTotals, totals, { currency }), posted_on: 'Total' }}
        />
      </div>
    </Card>
  );
}

type Asked = { data: Documents | undefined; error: unknown; refetch: () => unknown };

/** The documents that a tax was charged on, by currency. */
function TaxedDocuments({ data, error, refetch }: Asked) {
  const tables = useAlikeTables();
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.more === true && <MoreNotes />}
      {data?.totals.map((totals) => (
        <DocumentsCard key={totals.currency} reply={data} totals={totals} />
      ))}
    </div>
  );
}

/** Each levy over a period, and of one that is chosen the documents that it was charged on. */
export function TaxReturnPage() {
  useWideSheet();
  const [address] = useAddress();
  const period = usePeriod();
  const days = { ...(period.from === null ? {} : { from: period.from }), to: period.to };
  const beside = useLastYear();
  const query = { ...days, beside };
  const tax = address['tax'] ?? '';
  const { data, waiting: ofReturn, ...wait } = usePeriodReport(taxReturn, { query }, { fault: periodFault(period) });
  const behind = useFigures(taxReturnRows, query);
  const ofTax = { ...days, tax };
  const listed = tax !== '' && wait.fault === undefined;
  const documents = useEndpoint(taxDocuments, { query: ofTax }, { enabled: listed });
  const waiting = ofReturn || (listed && documents.isPlaceholderData);
  const name = data?.data.find((row) => String(row.tax.id) === tax)?.tax.name;
  const hrefOf = (id: number | undefined) => withQuery(paths.taxReturn, { ...address, tax: id });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        // Of one tax its documents are what is exported, and mailed.
        call={tax === '' ? taxReturn : taxDocuments}
        shown={shownPeriod(period)}
        title="Tax return"
        detail={name === undefined ? detailOf(period) : `${name} · ${detailOf(period)}`}
        onExport={(format) =>
          tax === ''
            ? exportFile(taxReturn, { query, name: 'tax-return' }, format)
            : exportFile(taxDocuments, { query: ofTax, name: 'tax-return-documents' }, format)
        }
      >
        <LastYearField />
        {tax !== '' && <LinkButton href={hrefOf(undefined)}>All taxes</LinkButton>}
      </ReportHead>
      <FieldRow>
        <PeriodBar fault={wait.fault} />
      </FieldRow>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...wait} />}
        {data?.data.length === 0 && (
          <EmptyState title="No tax was charged.">
            Taxes and levies of placements and of our own invoices that were posted in the period, and what is still to
            remit, are listed here.
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && (
          <Card flush title="Taxes and levies">
            <div className={onPaper}>
              <DataTable
                label="Figures of each tax"
                columns={levyColumns(behind, { base: data.base_currency, beside })}
                rows={data.data.filter((row) => tax === '' || String(row.tax.id) === tax)}
                rowKey={(row) => `${row.tax.id}/${row.currency}`}
                rowLabel={(row) => row.tax.name}
                rowHref={(row) => hrefOf(row.tax.id)}
              />
            </div>
          </Card>
        )}
        {listed && <TaxedDocuments data={documents.data} error={documents.error} refetch={documents.refetch} />}
      </Sheet>
    </div>
  );
}
