import { PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import { formatAmount, showMoney, sum } from '../../../../domain/values/money.ts';
import { cellErrors, type Form } from '../../../ui/forms/use-contract-form.ts';
import { GridField } from '../../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../../ui/grid/grid-types.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { amountOf, NO_INSTALMENT, type InstalmentRow, type PolicyValues } from './policy-values.ts';

/** The columns in which instalments are entered. */
export function instalmentColumns(currency: string): GridColumn<InstalmentRow>[] {
  return [
    { key: 'due_on', title: 'Due', kind: 'day', width: 140 },
    { key: 'amount', title: 'Amount', kind: 'money', width: 160, currency },
  ];
}

/** What of the debit note is on no day yet, or too much, in words. */
function leftWords(left: bigint, currency: string): string {
  if (left === 0n) return 'They add up to the debit note.';
  const amount = showMoney({ amount: left < 0n ? -left : left, currency });
  return left > 0n ? `${amount} of the debit note is still to be placed.` : `${amount} more than the debit note.`;
}

/** Dates and amounts of a placement's premium by hand: they add up to its debit note, in minor units. */
export function InstalmentsField({ form, debitNote }: { form: Form<PolicyValues>; debitNote: bigint }) {
  const { currency, instalments: rows } = form.values;
  const total = sum(rows.map((row) => amountOf(row.amount, currency) ?? 0n));
  const left = debitNote - total;
  const fault = form.errors['instalments'];
  return (
    <div className="col-span-full grid gap-1">
      <GridField
        label={PLACEMENT_FIELDS.instalments.label}
        name="instalments"
        columns={instalmentColumns(currency)}
        {...{ rows }}
        onChange={(instalments) => form.set({ instalments })}
        newRow={() => (left > 0n ? { due_on: '', amount: formatAmount(left, currency) } : NO_INSTALMENT)}
        addLabel="Add instalment"
        errors={cellErrors(form, 'instalments')}
        totals={{ due_on: 'Total', amount: <MoneyText value={formatAmount(total, currency)} currency={currency} /> }}
      />
      <output className={left === 0n && fault === undefined ? 'text-mute' : 'text-bad'}>
        {fault ?? leftWords(left, currency)}
      </output>
    </div>
  );
}
