import type { WireReply } from '../../../domain/endpoint.ts';
import { closeYear, yearPreview, yearTable } from '../../../domain/closing/year.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { monthName } from '../firm/firm-words.ts';

type Props = { year: number; label: string; onClose: () => void };
type Preview = WireReply<typeof yearPreview>;

const columnsOf = (base: string) =>
  screenColumns(yearTable, {
    base,
    only: ['account', 'base'],
    cells: {
      account: (row) => (
        <>
          <span className="mr-1.5 text-mute tabular-nums">{row.account}</span>
          {row.account_name}
        </>
      ),
    },
    // In base everywhere, and in the currency of the account where that is another.
    second: {
      account: (row) =>
        row.currency === base
          ? row.branch
          : isNothing(row.amount, row.currency)
            ? `${row.branch} · ${row.currency}`
            : `${row.branch} · ${row.currency} ${showWireAmount(row.amount, row.currency)}`,
    },
  });

function Movements({ preview: { base_currency: base, data, open, result } }: { preview: Preview }) {
  return (
    <div className="grid gap-2">
      {open.length > 0 && (
        <Notice tone="warn">Close first: {open.map((month) => monthName({ month })).join(', ')}.</Notice>
      )}
      {data.length === 0 ? (
        <Notice>There is no income or expense left to close.</Notice>
      ) : (
        <>
          <DataTable
            label="To equity"
            columns={columnsOf(base)}
            rows={data}
            rowKey={(row) => [row.branch, row.account, row.party?.id, row.tax?.id, row.currency].join(' ')}
            maxHeight="max-h-80"
          />
          {/* In sight however many rows there are. */}
          <p className="flex justify-between gap-4 border-t border-line px-2.5 pt-2 font-semibold">
            Result <MoneyText withCurrency value={result} currency={base} />
          </p>
        </>
      )}
    </div>
  );
}

/** Closes a financial year; what goes to equity is shown first. M8. */
export function YearDialog({ year, label, onClose }: Props) {
  const { data, error, refetch } = useEndpoint(yearPreview, { query: { year: String(year) } });
  if (data !== undefined && (data.open.length > 0 || data.data.length === 0))
    return (
      <Dialog
        open
        title={`The year ${label} cannot be closed yet`}
        footer={<Button onClick={onClose}>Back</Button>}
        {...{ onClose }}
      >
        <Movements preview={data} />
      </Dialog>
    );
  return (
    <CallDialog
      call={closeYear}
      input={{ body: { year } }}
      title={`Close the year ${label}?`}
      effect="Income and expense go to equity on its last day. Opening a month of it again takes that back."
      action="Close year"
      done={`The year ${label} is closed`}
      failed={`The year ${label} is not closed`}
      disabledReason={data === undefined ? 'What goes to equity is seen first.' : undefined}
      {...{ onClose }}
    >
      {error !== null && <ErrorState {...{ error }} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-32 w-full" />}
      {data !== undefined && <Movements preview={data} />}
    </CallDialog>
  );
}
