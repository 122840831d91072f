import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import {
  listRevaluations,
  REVALUATION_WORDS,
  revaluationLines,
  revaluationsTable,
  revaluationTable,
} from '../../../../domain/closing/contract.ts';
import { addMonths, firstOfMonth, type Day, showMonth } from '../../../../domain/values/day.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Select, type Option } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { BookDialog, UndoDialog } from '../../closing/RevaluationDialogs.tsx';
import { useMayManage } from '../../firm/SettingForm.tsx';
import { subLedgerOf } from '../../ledger/LedgerLinesPage.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { READING, Sheet } from '../Sheet.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Preview = WireReply<typeof revaluationLines>;

const MONTHS = 24;

/** The months that have ended, the last first. */
const endedMonths = (today: Day): Option[] =>
  Array.from({ length: MONTHS }, (_, index) => {
    const first = addMonths(firstOfMonth(today), -index - 1);
    return { value: first.slice(0, 7), label: showMonth(first) };
  });

function linesColumns(base: string) {
  return screenColumns(revaluationTable, {
    base,
    without: ['party', 'tax', 'bank', 'account_name', 'reversed'],
    widths: { account: 190 },
    cells: {
      rate: (row) => row.rate,
      account: (row) => (
        <>
          <span className="mr-1.5 text-mute tabular-nums">{row.account}</span>
          {row.account_name}
        </>
      ),
    },
    second: { account: (row) => <span dir="auto">{subLedgerOf(row)}</span> },
  });
}

function Lines({ preview }: { preview: Preview }) {
  const { data, base_currency: base, totals, booked } = preview;
  if (data.length === 0)
    return (
      <EmptyState title={booked > 0 ? 'The month is revalued.' : 'There is nothing to revalue.'}>
        Every balance in another currency is worth in {base} what the rate of {showDay(preview.day)} says.
      </EmptyState>
    );
  return (
    <Card flush title={booked > 0 ? 'Changed since it was booked' : 'To be booked'}>
      <div className={onPaper}>
        <DataTable
          label="Revaluation"
          columns={linesColumns(base)}
          rows={data}
          rowKey={(row) => [row.branch, row.account, row.party?.id, row.tax?.id, row.bank?.id, row.currency].join(' ')}
          maxHeight="max-h-[max(24rem,calc(100dvh-20rem))]"
        />
      </div>
      <p className="flex flex-wrap justify-end gap-x-6 gap-y-1 border-t border-line px-4 py-2">
        <span>
          Gain <MoneyText withCurrency value={totals.gain} currency={base} />
        </span>
        <span>
          Loss <MoneyText withCurrency value={totals.loss} currency={base} />
        </span>
      </p>
    </Card>
  );
}

const bookedColumns = (base: string) =>
  screenColumns(revaluationsTable, {
    base,
    without: ['id', 'month'],
    cells: {
      status: (row) => (
        <StatusBadge label={REVALUATION_WORDS[row.status]} tone={row.status === 'BOOKED' ? 'good' : 'neutral'} />
      ),
    },
  });

/** What was booked and undone of the month. */
function Booked({ month, base }: { month: string; base: string }) {
  const { data } = useEndpoint(listRevaluations, { query: { month, length: '100' } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Card flush title="Booked and undone">
      <DataTable
        label="Booked and undone"
        columns={bookedColumns(base)}
        rows={data.data}
        rowKey={(row) => String(row.id)}
      />
    </Card>
  );
}

type ActsProps = { preview: Preview; disabledReason: string | undefined };

function Acts({ preview, disabledReason }: ActsProps) {
  const [dialog, setDialog] = useState<'book' | 'undo' | null>(null);
  const mayManage = useMayManage();
  if (!mayManage) return null;
  const { month, booked, data } = preview;
  const onClose = () => setDialog(null);
  return (
    <>
      {booked > 0 && (
        <Button {...{ disabledReason }} onClick={() => setDialog('undo')}>
          Undo…
        </Button>
      )}
      {booked === 0 && data.length > 0 && (
        <Button variant="primary" {...{ disabledReason }} onClick={() => setDialog('book')}>
          Book revaluation…
        </Button>
      )}
      {dialog === 'book' && <BookDialog {...{ month, onClose }} />}
      {dialog === 'undo' && <UndoDialog {...{ month, onClose }} />}
    </>
  );
}

/** Balances in other currencies at the rate of a month’s end: shown line by line, booked and undone. M7. */
export function RevaluationPage() {
  useWideSheet();
  const [address, change] = useAddress();
  const months = endedMonths(useFirmToday());
  const month = months.find(({ value }) => value === address['month'])?.value ?? months[0]?.value ?? '';
  const { data, error, refetch, isPlaceholderData: waiting } = useEndpoint(revaluationLines, { query: { month } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        {...{ waiting }}
        call={revaluationLines}
        title="Revaluation"
        detail={data === undefined ? '\u00a0' : `Balances in other currencies at the rates of ${showDay(data.day)}`}
        badge={data !== undefined && data.booked > 0 && <StatusBadge label="Booked" tone="good" />}
        onExport={(format) => exportFile(revaluationLines, { query: { month }, name: 'revaluation' }, format)}
      >
        <Select
          label="Month"
          name="month"
          className="w-44"
          options={months}
          value={month}
          onChange={(value) => change({ month: value })}
        />
        {data !== undefined && <Acts preview={data} disabledReason={waiting ? READING : undefined} />}
      </ReportHead>
      <Sheet {...{ waiting }}>
        {data === undefined && <ReportWait {...{ error, refetch }} />}
        {data !== undefined && (
          <>
            <Lines preview={data} />
            <Booked month={month} base={data.base_currency} />
          </>
        )}
      </Sheet>
    </div>
  );
}
