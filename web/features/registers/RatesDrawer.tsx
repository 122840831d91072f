import { currency as calls } from '../../../domain/registers/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { Drawer } from '../../ui/Dialog.tsx';
import { DayText } from '../../ui/Figures.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { localToday } from '../../ui/read-day.ts';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../../ui/table-types.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';

type Rate = { day: string; rate: string; enteredBy: string | null };

const rateColumns = (title: string): readonly Column<Rate>[] => [
  { id: 'day', title: 'Day', cell: (row) => <DayText value={row.day} /> },
  { id: 'rate', title, align: 'right', cell: (row) => row.rate },
  { id: 'enteredBy', title: 'Entered by', cell: (row) => row.enteredBy ?? '' },
];

/** The rates of one currency, newest first, and the entry of another. */
export function RatesDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const session = useSession();
  const base = session?.user.firm.baseCurrency ?? '';
  const isBase = code === base;
  const query = useEndpoint(calls.rates, { query: { currency: code } }, { enabled: !isBase });
  return (
    <Drawer
      open
      {...{ onClose }}
      title={`Rates of ${code}`}
      description={
        isBase
          ? 'This is the base currency: everything is converted into it, and it needs no rate.'
          : `${base} for 1 ${code}. A posting takes the last rate on or before its day, at most 7 days old.`
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-4">
        {!isBase && can(session, 'rates.create') && <RateForm code={code} base={base} />}
        {!isBase && (
          <div className="rounded-lg border border-line">
            <DataTable<Rate>
              label={`Rates of ${code}`}
              columns={rateColumns(`${base} for 1 ${code}`)}
              rows={query.data?.data}
              rowKey={(row) => row.day}
              loading={query.isFetching}
              error={query.error}
              onRetry={() => void query.refetch()}
              skeletonRows={8}
              empty={<EmptyState title="No rates yet">Nothing can be posted in {code} before it has one.</EmptyState>}
            />
          </div>
        )}
      </div>
    </Drawer>
  );
}

function RateForm({ code, base }: { code: string; base: string }) {
  const bodyOf = ({ day, rate }: { day: string; rate: string }) => ({ currency: code, day, rate: rate.trim() });
  const { form, busy, refusal, submit } = useDialogForm({
    endpoint: calls.saveRate,
    initial: { day: localToday(), rate: '' },
    schema: calls.saveRate.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: (reply) => {
      toastSuccess(`Rate of ${code} entered`, `${reply.rate} ${base}`);
      form.reset({ day: localToday(), rate: '' });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="grid gap-3"
    >
      {refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{refusal.message}</Notice>
        </div>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Bound control={form.control} name="day">
          {(field) => <DayField label="Day" required max={localToday()} {...field} />}
        </Bound>
        <Bound control={form.control} name="rate">
          {(field) => (
            <TextField label={`${base} for 1 ${code}`} required inputMode="decimal" placeholder="129.5" {...field} />
          )}
        </Bound>
        <Button type="submit" variant="primary" busy={busy} className="sm:mt-5">
          Enter rate
        </Button>
      </div>
      <p className="text-xs text-mute">
        A second rate for a day corrects the first. What was posted keeps the rate it was posted at.
      </p>
    </form>
  );
}
