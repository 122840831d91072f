import { facultativeReportItem } from '../../../../domain/reports/contract.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { exportFile } from '../../../api/export-file.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BesideField, useBeside } from '../BesideField.tsx';
import { MoreNotes } from '../MoreNotes.tsx';
import { RatesField, useRates } from '../RatesField.tsx';
import { AsAtTotal, OF_NOTES } from './AsAtTotal.tsx';
import { NoNotes, OpenOnlySwitch, useOpenOnly } from './OpenOnly.tsx';
import { ChooseParty, PartyField, PartyWait, replyOf, useReportParty } from './PartyField.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { Statement } from './Statement.tsx';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';

/** The statement of account of one reinsured: its notes, what was paid of them, what is owed. */
export function FacultativeReportPage() {
  useWideSheet();
  const asAt = useReportDay();
  const param = useReportParty();
  const open = useOpenOnly();
  const beside = useBeside();
  const rates = useRates();
  const query = { param, asat: asAt, beside, rates, ...open };
  const report = useEndpoint(facultativeReportItem, { query }, { enabled: param !== '' });
  const { data, waiting } = replyOf(report, param);
  const party = data?.party ?? null;
  const chosen = param !== '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={facultativeReportItem}
        party={party}
        title={party === null ? 'Statement of account' : party.name}
        detail={
          chosen ? (
            <>
              Statement of account · <AsAtTotal {...{ asAt }} reply={data} of={OF_NOTES} />
            </>
          ) : (
            'One reinsured'
          )
        }
        {...(chosen
          ? {
              onExport: (format) => exportFile(facultativeReportItem, { query, name: `statement-${param}` }, format),
            }
          : {})}
      >
        <PartyField register="reinsured" party={party} />
        <BesideField />
        <RatesField />
        <AsAtField />
      </ReportHead>
      {!chosen && (
        <ChooseParty call={facultativeReportItem} register="reinsured">
          Its debit notes, payments and balance are shown as a statement.
        </ChooseParty>
      )}
      {chosen && data === undefined && <PartyWait register="reinsured" error={report.error} refetch={report.refetch} />}
      {data !== undefined && (data.totals.length > 0 || open.open === 'only') && <OpenOnlySwitch />}
      <Sheet {...{ waiting }}>
        {data?.totals.length === 0 && <NoNotes>Approved policies of this reinsured appear here.</NoNotes>}
        {data?.more === true && <MoreNotes />}
        {data !== undefined && data.totals.length > 0 && <Statement reply={data} {...open} />}
      </Sheet>
    </div>
  );
}
