import * as z from 'zod/mini';
import type { WireReply } from '../../../domain/endpoint.ts';
import { EVERY, EVERY_LABELS, scheduleFaults } from '../../../domain/invoices/schedule.ts';
import { saveSchedule } from '../../../domain/invoices/schedule-contract.ts';
import { listInvoices } from '../../../domain/invoices/contract.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { call, type CallInput } from '../../api/client.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDay, FormPicker, FormSelect } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import type { Found, Search } from '../../ui/fields/use-search.ts';
import { useAccounting } from '../ledger/use-lookups.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

const SHAPE = z.pick(saveSchedule.body, { invoice: true, every: true, first_on: true, last_on: true, terms: true });
const OPTIONS = EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }));
type Calendar = CallInput<typeof saveSchedule>['body'];

/** Approved invoices of the branch, by number or party. */
const searchInvoices: Search = async (text, signal) => {
  const query = { status: 'APPROVED' as const, length: '25', ...(text !== '' && { searchValue: text }) };
  const { data } = await call(listInvoices, { query }, { signal });
  return data.flatMap(({ id, number, party, credit }) =>
    credit ? [] : [{ id: String(id), label: number ?? `#${id}`, detail: party }],
  );
};
type Saved = WireReply<typeof saveSchedule>;

type Props = {
  title: string;
  description: string;
  action: string;
  initial: { invoice: Found; every: Calendar['every']; first_on: string; last_on: string; terms: string };
  /** The first day as it was, which may be past. */
  kept: string | null;
  send: (calendar: Calendar) => Promise<Saved>;
  done: string;
  onDone: (saved: Saved) => void;
  onClose: () => void;
};

const dayOf = (text: string) => (text === '' ? null : text);

/** When an invoice is drafted again, and on which terms. */
export function ScheduleDialog({ title, description, action, initial, kept, send, done, onDone, onClose }: Props) {
  const today = useFirmToday();
  const { terms } = useAccounting();
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial,
    faultsOf: ({ first_on: first, last_on: last, terms: chosen }) =>
      chosen === '' ? [] : scheduleFaults({ first: dayOf(first), last: dayOf(last), terms: chosen }, { today, kept }),
    send,
    done: () => [done],
    onDone,
  });
  return (
    <FormDialog
      size="md"
      {...{ title, description, action }}
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {kept !== null && (
          <FormPicker
            {...{ form }}
            name="invoice"
            label="Lines of"
            required
            noun="invoice"
            className="sm:col-span-full"
            placeholder="Number or party…"
            search={searchInvoices}
          />
        )}
        <FormSelect {...{ form }} name="every" label="Every" required options={OPTIONS} />
        <FormSelect {...{ form }} name="terms" label="Terms" required options={terms} />
        <FormDay {...{ form }} name="first_on" label="First day" required {...(kept === null && { min: today })} />
        <FormDay {...{ form }} name="last_on" label="Last day" />
      </div>
      <Notice tone="info">
        {kept === null
          ? 'Each is a draft with the lines of this invoice.'
          : 'The drafts to come have the party, currency and lines of this approved invoice. To change them, have another approved.'}{' '}
        It is submitted and approved as any other, by a second person.
      </Notice>
    </FormDialog>
  );
}
