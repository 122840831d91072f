import { cellErrors } from '../../../ui/forms/use-contract-form.ts';
import { endorsementBody, saveEndorsement, saveSlipEndorsement } from '../../../../domain/endorsements/contract.ts';
import type { paymentSchedule } from '../../../../domain/endorsements/standing.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { laterOf } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { useSession } from '../../../api/session.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { showWireAmount } from '../../../ui/fields/read-typed.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { atId, paths } from '../../../paths.ts';
import { firmToday } from '../form/firm-day.ts';
import { InstalmentsGrid, leftOf } from '../form/InstalmentsField.tsx';
import { amountOf } from '../form/policy-amounts.ts';
import type { InstalmentRow, PolicyRecord } from '../form/policy-values.ts';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormText } from '../../../ui/forms/FormFields.tsx';

type Row = InstalmentRow;
type Props = { record: PolicyRecord; schedule: WireReply<typeof paymentSchedule>; onClose: () => void };

/** Drafts an endorsement without premium that puts what is not due yet on other days. Nothing moves before its approval. */
export function PaymentDatesDialog({ record, schedule, onClose }: Props) {
  const go = useGo();
  const session = useSession();
  const { currency, not_due: amount } = schedule;
  const today = firmToday(session?.user.firm.timeZone ?? 'UTC');
  const end = record.current.insurance_end_date;
  const within = laterOf(record.insurance_start_date, today > end ? end : today);
  const write = useWrite(record.market === 'LONDON' ? saveSlipEndorsement : saveEndorsement);
  const { form, refusal, dialog } = useDialogForm({
    shape: endorsementBody,
    body: ({ description, instalments }: { description: string; instalments: Row[] }) => ({
      policy: record.id,
      endorsementtype: 'NIL' as const,
      effective_date: within,
      description,
      instalments: instalments.filter((row) => row.due_on !== '' || row.amount !== ''),
    }),
    initial: {
      description: 'Change of payment dates',
      instalments: schedule.instalments
        .filter((one) => one.endorsement === null && one.state === 'TO_COME')
        .map((one) => ({ due_on: one.due_on, amount: one.outstanding })),
    },
    send: (body) => write.mutateAsync({ body }),
    onDone: (saved) => {
      toastSuccess('Draft saved', saved.number ?? '');
      go(atId(paths.endorsement, saved.id));
    },
  });
  const { instalments: rows } = form.values;
  const toPlace = amountOf(amount, currency) ?? 0n;
  const left = leftOf(toPlace, rows, currency);
  return (
    <FormDialog
      title="Change payment dates"
      description={`${currency} ${showWireAmount(amount, currency)} is not due yet. What is due already stays due.`}
      action="Save endorsement as draft"
      size="md"
      {...{ ...dialog, onClose }}
      dirty={rows.length > 0 && left !== 0n}
      refusal={form.errors['instalments'] ?? refusal?.errors[0]?.message ?? dialog.refusal}
    >
      <FormText {...{ form }} name="description" label="Description" />
      <InstalmentsGrid
        label="Instalments to come"
        {...{ rows, currency }}
        amount={toPlace}
        onChange={(instalments) => form.set({ instalments })}
        errors={cellErrors(form, 'instalments')}
      />
      <output className={left === 0n ? 'text-mute' : 'text-bad'}>
        {left === 0n ? 'All of it is placed on a day.' : null}
        {left > 0n
          ? `${currency} ${showWireAmount(formatAmount(left, currency), currency)} is still to be placed.`
          : null}
        {left < 0n ? `${currency} ${showWireAmount(formatAmount(-left, currency), currency)} too much.` : null}
      </output>
    </FormDialog>
  );
}
