import { editInvoice, saveInvoice, submitInvoice } from '../../../domain/invoices/contract.ts';
import { INVOICE_KINDS, INVOICES, type InvoiceKind } from '../../../domain/invoices/kinds.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { invoiceHref, LISTS } from '../../paths.ts';
import { useGoOn } from '../../ui/forms/use-go-on.ts';
import { FormArea, FormDay, FormPicker, FormRadio, FormSelect, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { FiguresPanel } from '../../ui/marks/FiguresPanel.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { searchParties, useAccounting } from '../ledger/use-lookups.ts';
import { differenceOf } from '../ledger/wire-amounts.ts';
import { RecordForm, useRecordForm, type RecordFormProps } from '../records/RecordForm.tsx';
import {
  type Account,
  bodyOfInvoice,
  faultsOfInvoice,
  incomeOf,
  INVOICE_FORM,
  type InvoiceValues,
  typedFigures,
} from './invoice-form.ts';
import { InvoiceLines } from './InvoiceLines.tsx';

/** The invoice that a credit gives back of. */
type CreditedInvoice = { id: number; number: string; outstanding: string };

type Props = RecordFormProps<InvoiceValues> & { credits: CreditedInvoice | null };

const KINDS = INVOICE_KINDS.map((value) => ({ value, label: INVOICES[value].label, hint: INVOICES[value].hint }));

/** An invoice of the firm itself, or a credit of one. */
export function InvoiceForm({ title, detail, keep, initial, editing, edited, credits }: Props) {
  const goOn = useGoOn();
  const today = useFirmToday();
  const save = useWrite(saveInvoice);
  const edit = useWrite(editInvoice);
  const { accounts } = useAccounting();
  const of = credits?.id ?? null;
  const state = useRecordForm({
    keep,
    initial,
    editing,
    shape: INVOICE_FORM,
    faultsOf: (typed: InvoiceValues) => faultsOfInvoice(typed, of, today),
    save: (typed) => {
      const body = bodyOfInvoice(typed, of);
      return editing === null ? save.mutateAsync({ body }) : edit.mutateAsync({ body: { ...body, ...editing } });
    },
    submit: submitInvoice,
    onDone: ({ id }, how) => {
      const what = credits === null ? 'Invoice' : 'Credit';
      if (how !== 'refused') toastSuccess(how === 'saved' ? 'Draft saved' : `${what} submitted`, `#${id}`);
      goOn(invoiceHref(id));
    },
  });
  const { form } = state;
  return (
    <RecordForm
      kind="invoice"
      {...{ title, detail, editing, edited, state }}
      list={LISTS.invoices}
      figure={{ label: 'Total', ...totalOf(form.values) }}
      rail={<InvoiceRail values={form.values} {...{ credits }} />}
    >
      {credits === null ? <InvoiceHead {...{ form, accounts }} /> : <CreditHead {...{ form, credits }} />}
      <InvoiceLines {...{ form, accounts }} credits={of} />
      <InvoiceEnd {...{ form, today }} isCredit={credits !== null} />
    </RecordForm>
  );
}

function InvoiceHead({ form, accounts }: { form: Form<InvoiceValues>; accounts: readonly Account[] }) {
  const { currencies } = useAccounting();
  const { kind, lines } = form.values;
  // Lines that are on the account of what it was for go to that of what it is for now.
  const onKind = (next: string) => {
    const chosen = INVOICE_KINDS.find((one) => one === next);
    if (chosen !== undefined)
      form.set({ lines: lines.map((line) => moved(line, { from: kind, to: chosen, accounts })) });
  };
  return (
    <FormSection title="Invoice" columns={2}>
      <FormRadio {...{ form }} name="kind" label="What it is for" options={KINDS} onChanged={onKind} />
      <div className="grid content-start gap-4">
        <FormPicker
          {...{ form }}
          name="party"
          label="To"
          noun="party"
          placeholder="Reinsured, security or insured…"
          search={searchParties}
        />
        <FormSelect {...{ form }} name="currency" label="Currency" options={currencies} />
      </div>
    </FormSection>
  );
}

type Moving = { from: InvoiceKind; to: InvoiceKind; accounts: readonly Account[] };

function moved(line: InvoiceValues['lines'][number], { from, to, accounts }: Moving) {
  const standard = line.account === '' || line.account === incomeOf(from, accounts);
  return standard ? { ...line, account: incomeOf(to, accounts), sub_account: null } : line;
}

function CreditHead({ form, credits }: { form: Form<InvoiceValues>; credits: CreditedInvoice }) {
  const { party, currency, kind } = form.values;
  return (
    <FormSection title="Credit" columns={1}>
      <p>
        {INVOICES[kind].label} of {credits.number} to {party?.label}, in {currency}.
      </p>
      <Notice tone="info">Take out of the lines what stays owed. A credit is at most what is unpaid.</Notice>
    </FormSection>
  );
}

type EndProps = { form: Form<InvoiceValues>; today: string; isCredit: boolean };

function InvoiceEnd({ form, today, isCredit }: EndProps) {
  const { terms } = useAccounting();
  return (
    <FormSection title={isCredit ? 'Paper' : 'Payment'} columns={2}>
      {!isCredit && (
        <FormSelect
          {...{ form }}
          name="terms"
          label="Terms"
          options={terms}
          clearable
          placeholder="By a due date"
          onChanged={(chosen) => chosen !== '' && form.set({ due_on: '' })}
        />
      )}
      {!isCredit && (
        <FormDay
          {...{ form }}
          name="due_on"
          label="Due date"
          min={today}
          onChanged={(day) => day !== '' && form.set({ terms: '' })}
        />
      )}
      <FormText {...{ form }} name="reference" label="Their reference" />
      <FormArea {...{ form }} name="narration" label="Note on the paper" className="col-span-full" rows={2} />
    </FormSection>
  );
}

const totalOf = (values: InvoiceValues) => ({
  value: formatAmount(typedFigures(values).figures.total, values.currency),
  currency: values.currency,
});

function InvoiceRail({ values, credits }: { values: InvoiceValues; credits: CreditedInvoice | null }) {
  const { currency } = values;
  const { net, tax, total } = typedFigures(values).figures;
  const money = (amount: bigint) => formatAmount(amount, currency);
  return (
    <FiguresPanel
      live
      title={credits === null ? 'This invoice' : 'This credit'}
      {...{ currency }}
      rows={[
        { label: 'Net', value: money(net) },
        { label: 'Tax', value: money(tax) },
        { label: 'Total', value: money(total), level: 'total' },
        ...(credits === null
          ? []
          : [
              { label: `Unpaid of ${credits.number}`, value: credits.outstanding, level: 'sub' as const },
              {
                label: 'Stays unpaid',
                value: differenceOf(credits.outstanding, money(total), currency),
                level: 'sub' as const,
              },
            ]),
      ]}
      footer={<p className="text-xs text-mute">A second person approves it before it counts.</p>}
    />
  );
}
