import { PLACEMENT_FIELDS } from '../../../../domain/placements/fields.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { cellErrors, type Form } from '../../../ui/forms/use-contract-form.ts';
import { GridField } from '../../../ui/grid/GridField.tsx';
import type { GridColumn } from '../../../ui/grid/grid-types.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { amountOf } from './policy-amounts.ts';
import { NO_INSTALMENT, type InstalmentRow, type PolicyValues } from './policy-values.ts';
import { showMoney } from '../../../ui/marks/format.ts';

/** The columns in which instalments are entered. */
function instalmentColumns(currency: string): GridColumn<InstalmentRow>[] {
  return [
    { key: 'due_on', title: 'Due', kind: 'day', width: 140 },
    { key: 'amount', title: 'Amount', kind: 'money', width: 160, currency },
  ];
}

type GridProps = {
  label: string;
  rows: InstalmentRow[];
  onChange: (rows: InstalmentRow[]) => void;
  currency: string;
  /** What they are to come to, in minor units. */
  amount: bigint;
  errors: ReturnType<typeof cellErrors>;
};

/** What of an amount is on no day yet, in minor units; below nothing where it is too much. */
export const leftOf = (amount: bigint, rows: readonly InstalmentRow[], currency: string): bigint =>
  amount - sum(rows.map((row) => amountOf(row.amount, currency) ?? 0n));

/** Instalments under each other with their total; a new one takes what is left. */
export function InstalmentsGrid({ currency, amount, rows, ...grid }: GridProps) {
  const left = leftOf(amount, rows, currency);
  return (
    <GridField
      name="instalments"
      columns={instalmentColumns(currency)}
      {...grid}
      {...{ rows }}
      newRow={() => (left > 0n ? { due_on: '', amount: formatAmount(left, currency) } : NO_INSTALMENT)}
      addLabel="Add instalment"
      totals={{
        due_on: 'Total',
        amount: <MoneyText value={formatAmount(amount - left, currency)} currency={currency} />,
      }}
    />
  );
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
  const left = leftOf(debitNote, rows, currency);
  const fault = form.errors['instalments'];
  return (
    <div className="col-span-full grid gap-1">
      <InstalmentsGrid
        label={PLACEMENT_FIELDS.instalments.label}
        {...{ rows, currency }}
        amount={debitNote}
        onChange={(instalments) => form.set({ instalments })}
        errors={cellErrors(form, 'instalments')}
      />
      <output className={left === 0n && fault === undefined ? 'text-mute' : 'text-bad'}>
        {fault ?? leftWords(left, currency)}
      </output>
    </div>
  );
}
