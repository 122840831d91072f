import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Bound } from '../ui/Bound.tsx';
import { DayField } from '../ui/DayField.tsx';
import { FiguresPanel } from '../ui/FiguresPanel.tsx';
import { FormPage, FormSection, type FormProblem } from '../ui/FormPage.tsx';
import { GridField } from '../ui/GridField.tsx';
import { MoneyField } from '../ui/MoneyField.tsx';
import { MultiSelect } from '../ui/MultiSelect.tsx';
import { Picker } from '../ui/Picker.tsx';
import { RateField } from '../ui/RateField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextArea, TextField } from '../ui/TextField.tsx';
import { keptInput, useKeptInput } from '../ui/use-kept-input.ts';
import type { Found } from '../ui/use-search.ts';
import { searchParties } from './made-up.ts';

type Row = { security: Found | null; offer: string; share: string; net: string };
type Values = {
  reinsured: Found | null;
  currency: string;
  clauses: string[];
  start: string;
  end: string;
  sumInsured: string;
  rate: string;
  premium: string;
  excess: string;
  wording: string;
};

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const SAVED: Values = {
  reinsured: null,
  currency: 'KES',
  clauses: ['Average', 'Cancellation'],
  start: '2026-01-01',
  end: '',
  sumInsured: '500000000.00',
  rate: '0.25',
  premium: '1250000.00',
  excess: '',
  wording: '',
};

export function FormView() {
  const form = useForm<Values>({ defaultValues: keptInput('gallery', SAVED) });
  useKeptInput('gallery', form);
  const { control } = form;
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [rows, setRows] = useState<Row[]>([
    { security: { id: '1', label: 'Munich Re' }, offer: '25', share: '25', net: '218750.00' },
    { security: null, offer: '20', share: '', net: '' },
  ]);
  const currency = useWatch({ control, name: 'currency' });
  const premium = useWatch({ control, name: 'premium' });
  const submit = () => {
    setProblems([
      { field: 'reinsured', message: 'Choose the reinsured.' },
      { field: 'end', message: 'End date must not be before start date.' },
      { field: 'securities.1.share', message: 'Securities total 25.0000% but 60.0000% is placed.' },
    ]);
    form.setError('reinsured', { message: 'Choose the reinsured.' });
    form.setError('end', { message: 'End date must not be before start date.' });
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
        <Bound control={control} name="reinsured">
          {(field) => (
            <Picker
              label="Reinsured"
              required
              search={searchParties}
              noun="reinsured"
              onCreate={async (text) => ({ id: 'new', label: text })}
              {...field}
            />
          )}
        </Bound>
        <Bound control={control} name="currency">
          {(field) => <Select label="Currency" options={options(['KES', 'USD', 'EUR', 'JPY', 'KWD'])} {...field} />}
        </Bound>
        <Bound control={control} name="clauses">
          {(field) => (
            <MultiSelect
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
              {...field}
            />
          )}
        </Bound>
      </FormSection>
      <FormSection title="Period">
        <Bound control={control} name="start">
          {(field) => <DayField label="Start" required {...field} />}
        </Bound>
        <Bound control={control} name="end">
          {(field) => <DayField label="End" required hint="Both days are covered." {...field} />}
        </Bound>
      </FormSection>
      <FormSection title="Money">
        <Bound control={control} name="sumInsured">
          {(field) => <MoneyField label="Sum insured" required currency={currency} {...field} />}
        </Bound>
        <Bound control={control} name="rate">
          {(field) => <RateField label="Rate" {...field} />}
        </Bound>
        <Bound control={control} name="premium">
          {(field) => <MoneyField label="Premium" required currency={currency} {...field} />}
        </Bound>
        <Bound control={control} name="excess">
          {(field) => <TextField label="Excess" className="col-span-full" {...field} />}
        </Bound>
        <Bound control={control} name="wording">
          {(field) => <TextArea label="Wording" className="col-span-full" {...field} />}
        </Bound>
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
