import { exportLedger } from '../../../../domain/ledger/journal.ts';
import { trialBalance } from '../../../../domain/reports/contract.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Switch } from '../../../ui/fields/Choice.tsx';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { exportFile, saveExport } from '../../../api/export-file.ts';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import { PeriodBar } from '../PeriodBar.tsx';
import { detailOf, periodFault, shownPeriod } from '../period.ts';
import { usePeriod } from '../use-period.ts';
import { ReportHead } from '../ReportHead.tsx';
import { Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import type { TrialReply } from './trial-balance.ts';
import { TrialTable } from './TrialTable.tsx';
import { usePeriodReport } from '../use-period-report.ts';
import { useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { BesideField, useBeside } from '../BesideField.tsx';
import { showMoney } from '../../../ui/marks/format.ts';

/** Says "Balanced", or by how much it is out: debits against credits, and what all accounts close at. */
function Balance({ reply }: { reply: TrialReply }) {
  const { base_currency: base, totals } = reply;
  const out = unitsOf(totals.base_debit, base) - unitsOf(totals.base_credit, base);
  const closing = unitsOf(totals.base_closing, base);
  if (out === 0n && closing === 0n) return <StatusBadge label="Balanced" tone="good" />;
  const amount = out === 0n ? closing : out;
  return <StatusBadge label={`Out by ${showMoney({ amount, currency: base })}`} tone="bad" />;
}

const JOURNALS = { hledger: 'journal.journal', csv: 'journal.csv' } as const;

/** Downloads the whole journal of the days of the trial balance. */
const saveJournal = (query: { from?: string; to: string }, format: keyof typeof JOURNALS): Promise<void> =>
  saveExport(exportLedger, { query: { ...query, format } }, { accept: 'text/plain, text/csv', name: JOURNALS[format] });

export function TrialBalancePage() {
  useWideSheet();
  const [address, change] = useAddress();
  const period = usePeriod();
  const days = { ...(period.from === null ? {} : { from: period.from }), to: period.to };
  const without = address['year_end'] === 'without';
  const beside = useBeside();
  const query = { ...days, ...(beside !== undefined && { beside }), ...(without && { year_end: 'without' as const }) };
  const input = { query: { ...query, length: '500' } };
  const bySub = { ...query, detail: 'sub' as const };
  const { data, waiting, ...wait } = usePeriodReport(trialBalance, input, { fault: periodFault(period) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={trialBalance}
        shown={shownPeriod(period)}
        title="Trial balance"
        detail={
          <>
            {detailOf(period)}
            {without && <span className="hidden print:inline">, without the year’s closing</span>}
          </>
        }
        badge={data !== undefined && <Balance reply={data} />}
        onExport={(format) => exportFile(trialBalance, { query, name: 'trial-balance' }, format)}
        more={{
          'With the sub-ledger (.xlsx)': () =>
            exportFile(trialBalance, { query: bySub, name: 'trial-balance' }, 'xlsx'),
          'With the sub-ledger (.csv)': () => exportFile(trialBalance, { query: bySub, name: 'trial-balance' }, 'csv'),
          'Journal for hledger (.journal)': () => saveJournal(days, 'hledger'),
          'Journal, every line (.csv)': () => saveJournal(days, 'csv'),
        }}
      >
        <BesideField />
        <Switch
          label="Without the year’s closing"
          checked={without}
          onChange={(on) => change({ year_end: on ? 'without' : undefined })}
        />
      </ReportHead>
      <FieldRow>
        <PeriodBar fault={wait.fault} />
      </FieldRow>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...wait} />}
        {data !== undefined && data.recordsFiltered > data.data.length && (
          <Notice tone="warn">
            The first {data.data.length} lines are shown; the totals and the export have all of them.
          </Notice>
        )}
        {data?.data.length === 0 && (
          <EmptyState title="Nothing was posted by this date.">
            Approving a policy or a receipt, or paying a voucher, writes the first lines.
          </EmptyState>
        )}
        {data !== undefined && data.data.length > 0 && <TrialTable reply={data} period={period} query={query} />}
      </Sheet>
    </div>
  );
}
