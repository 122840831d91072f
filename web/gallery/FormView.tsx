import * as z from 'zod/mini';
import { amount, currencyCode, day, rate, recordId, text } from '../../domain/wire.ts';
import { useState } from 'react';
import { FiguresPanel } from '../ui/marks/FiguresPanel.tsx';
import { FormPage, type FormProblem, FormSection } from '../ui/forms/FormPage.tsx';
import { GridField } from '../ui/grid/GridField.tsx';
import type { Found } from '../ui/fields/use-search.ts';
import { searchParties } from './made-up.ts';
import { emptyOf } from '../../domain/forms.ts';
import { useContractForm } from '../ui/forms/use-contract-form.ts';
import {
  FormArea,
  FormDay,
  FormMoney,
  FormPicker,
  FormRate,
  FormSelect,
  FormSeveral,
  FormText,
} from '../ui/forms/FormFields.tsx';

type Row = { security: Found | null; offer: string; share: string; net: string };
const SHAPE = z.object({
  reinsured: recordId,
  currency: currencyCode,
  clauses: z.array(z.string()),
  start: day('Enter the first day.'),
  end: day('Enter the last day.'),
  sumInsured: amount('Enter the sum insured.'),
  rate: z.optional(rate('Enter the rate.')),
  premium: amount('Enter the premium.'),
  excess: z.optional(text({ max: 500, message: 'At most 500 characters.' })),
  wording: z.optional(text({ max: 2000, message: 'At most 2,000 characters.' })),
});

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const SAVED = {
  ...emptyOf(SHAPE),
  currency: 'KES',
  clauses: ['Average', 'Cancellation'],
  start: '2026-01-01',
  sumInsured: '500000000.00',
  rate: '0.25',
  premium: '1250000.00',
};

export function FormView() {
  const { form, refuse } = useContractForm({
    shape: SHAPE,
    initial: SAVED,
    faultsOf: () => [],
    keep: { key: 'gallery', version: '' },
  });
  const { currency, premium } = form.values;
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [rows, setRows] = useState<Row[]>([
    { security: { id: '1', label: 'Munich Re' }, offer: '25', share: '25', net: '218750.00' },
    { security: null, offer: '20', share: '', net: '' },
  ]);
  const submit = () => {
    const wrong = [
      { field: 'reinsured', message: 'Choose the reinsured.' },
      { field: 'end', message: 'End date must not be before start date.' },
    ];
    setProblems([
      ...wrong,
      { field: 'securities.1.share', message: 'Securities total 25.0000% but 60.0000% is placed.' },
    ]);
    refuse(wrong);
  };
  return (
    <FormPage
      title="New policy"
      detail="Nairobi · kept as you type"
      problems={problems}
      submit={{ label: 'Submit policy', onSubmit: submit }}
      draft={{ onSave: () => undefined, disabledReason: 'Choose a reinsured first.' }}
      onCancel={() => undefined}
      rail={
        <FiguresPanel
          live
          title="Figures"
          currency={currency}
          rows={[
            { label: 'Premium, 100%', value: premium },
            { label: 'Commission', value: '-187500.00', level: 'sub' },
            { label: 'Tax', value: '0.00', level: 'sub' },
            { label: 'Debit note', value: '562500.00', level: 'total' },
          ]}
        />
      }
    >
      <FormSection title="Parties" hint="Who is covered, and for whom.">
        <FormPicker
          {...{ form }}
          name="reinsured"
          label="Reinsured"
          search={searchParties}
          noun="reinsured"
          onCreate={async (text) => ({ id: 'new', label: text })}
        />
        <FormSelect
          {...{ form }}
          name="currency"
          label="Currency"
          options={options(['KES', 'USD', 'EUR', 'JPY', 'KWD'])}
        />
        <FormSeveral
          {...{ form }}
          name="clauses"
          label="Clauses"
          options={options([
            'Average',
            'Cancellation',
            'Cyber exclusion',
            'Nuclear exclusion',
            'Premium payment',
            'Sanctions',
            'Terrorism',
            'War',
          ])}
        />
      </FormSection>
      <FormSection title="Period">
        <FormDay {...{ form }} name="start" label="Start" />
        <FormDay {...{ form }} name="end" label="End" hint="Both days are covered." />
      </FormSection>
      <FormSection title="Money">
        <FormMoney {...{ form }} name="sumInsured" label="Sum insured" currency={currency} />
        <FormRate {...{ form }} name="rate" label="Rate" />
        <FormMoney {...{ form }} name="premium" label="Premium" currency={currency} />
        <FormText {...{ form }} name="excess" label="Excess" className="col-span-full" />
        <FormArea {...{ form }} name="wording" label="Wording" className="col-span-full" />
      </FormSection>
      <FormSection title="Securities" hint="Written and signed lines, % of 100%." columns={1}>
        <GridField
          label="Securities"
          name="securities"
          rows={rows}
          onChange={setRows}
          newRow={() => ({ security: null, offer: '', share: '', net: '' })}
          addLabel="Add security"
          errors={problems.length > 0 ? { '1.share': 'Share is missing.' } : {}}
          columns={[
            { key: 'security', title: 'Security', kind: 'picker', width: 200, search: searchParties },
            { key: 'offer', title: 'Written %', kind: 'rate', width: 90 },
            { key: 'share', title: 'Signed %', kind: 'rate', width: 90 },
            { key: 'net', title: 'Net', kind: 'money', currency, width: 120 },
          ]}
          totals={{ security: `${rows.length} lines`, share: '25%' }}
        />
      </FormSection>
    </FormPage>
  );
}
