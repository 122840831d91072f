import { editManualJournal, saveManualJournal, submitManualJournal } from '../../../domain/journals/contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { journalHref, LISTS } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { FormDay, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import { bodyOfJournal, faultsOfJournal, JOURNAL_FORM, type JournalValues, typedBalances } from './journal-form.ts';
import { JournalLines } from './JournalLines.tsx';

/** A manual journal: its day and words, its lines, and whether they balance. M16. */
export function JournalForm({ title, detail, keep, initial, editing, edited }: RecordFormProps<JournalValues>) {
  const goOn = useGoOn();
  const today = useFirmToday();
  const save = useWrite(saveManualJournal);
  const edit = useWrite(editManualJournal);
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: JOURNAL_FORM,
    faultsOf: (typed: JournalValues) => faultsOfJournal(typed, today),
    save: (typed) => {
      const body = bodyOfJournal(typed);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitManualJournal,
    onDone: ({ id }, how) => {
      if (how !== 'refused') toastSuccess(how === 'saved' ? 'Draft saved' : 'Journal submitted', `#${id}`);
      goOn(journalHref(id));
    },
  });
  const { form } = state;
  return (
    <RecordForm
      kind="journal"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.journals}
      rail={<BalanceRail values={form.values} />}
    >
      <FormSection title="Journal">
        <FormDay {...{ form }} name="day" label="Booked on" max={today} />
        <FormText {...{ form }} name="reference" label="Reference" />
        <FormText {...{ form }} name="narration" label="Narration" className="col-span-full" />
      </FormSection>
      <JournalLines {...{ form }} />
    </RecordForm>
  );
}

/** Debits, credits and what is missing, by currency. */
function BalanceRail({ values }: { values: JournalValues }) {
  const note = <p className="text-xs text-mute">A second person approves it before it is booked.</p>;
  return (
    <div className="grid gap-3">
      {typedBalances(values).map(({ currency, debit, credit }) => (
        <FiguresPanel
          key={currency}
          live
          title="Balance"
          {...{ currency }}
          rows={[
            { label: 'Debits', value: formatAmount(debit, currency) },
            { label: 'Credits', value: formatAmount(credit, currency) },
            {
              label: 'Difference',
              value: formatAmount(debit - credit, currency),
              level: 'total',
              tone: debit === credit ? 'good' : 'bad',
            },
          ]}
          footer={note}
        />
      ))}
    </div>
  );
}
