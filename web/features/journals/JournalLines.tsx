import { Plus, Trash2 } from 'lucide-react';
import { isBetweenBranches, isForJournals, subOf } from '../../../domain/journals/rules.ts';
import { useSession } from '../../api/session.ts';
import { Button, IconButton } from '../../ui/buttons/Button.tsx';
import { FormMoney, FormPicker, FormRecord, FormSelect } from '../../ui/forms/FormFields.tsx';
import { type Form, rowForms } from '../../ui/forms/use-contract-form.ts';
import { searchParties, searchReinsureds, searchSecurities, useAccounting, useTaxes } from '../ledger/use-lookups.ts';
import { WideSection } from '../ledger/WideSection.tsx';
import { blankLine, type JournalValues, type LineValues } from './journal-form.ts';

/** The lines of a manual journal, each a debit or a credit. */
export function JournalLines({ form }: { form: Form<JournalValues> }) {
  const { lines } = form.values;
  const fault = form.errors['lines'];
  return (
    <WideSection title="Lines" hint="Balanced in each currency. Parties’ balances and banks move by documents alone.">
      <div id="lines" tabIndex={-1} className="grid gap-2.5 outline-none">
        {rowForms(form, 'lines', lines).map((row, index) => (
          <JournalLine
            key={row.at}
            {...{ row, index }}
            {...(lines.length > 2 && {
              onRemove: () => form.set({ lines: lines.filter((_, at) => at !== index) }),
            })}
          />
        ))}
        {fault !== undefined && <p className="text-xs text-bad">{fault}</p>}
        <div>
          <Button
            size="sm"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => form.set({ lines: [...lines, blankLine(lines.at(-1)?.currency ?? '')] })}
          >
            Add line
          </Button>
        </div>
      </div>
    </WideSection>
  );
}

const SEARCHES: Record<string, typeof searchParties> = { REINSURED: searchReinsureds, SECURITY: searchSecurities };

type LineProps = { row: Form<LineValues>; index: number; onRemove?: () => void };

function JournalLine({ row, index, onRemove }: LineProps) {
  const root = useSession()?.user.roles.some(({ role }) => role === 'ROLE_ROOT') === true;
  const { accounts, currencies } = useAccounting();
  const taxes = useTaxes();
  const account = accounts.find((one) => one.code === row.values.account);
  const options = accounts
    .filter((one) => isForJournals(one) && (root || !isBetweenBranches(one)))
    .map((one) => ({ value: one.code, label: `${one.code} ${one.name}` }));
  const sub = account === undefined ? null : subOf(account);
  const { currency } = row.values;
  return (
    <fieldset className="relative min-w-0 rounded-lg border border-line p-3">
      <legend className="sr-only">Line {index + 1}</legend>
      {onRemove !== undefined && (
        <div className="absolute top-1.5 right-1.5">
          <IconButton
            variant="ghost"
            label={`Remove line ${index + 1}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_6.5rem_9.5rem_9.5rem] sm:pr-8">
        <FormSelect
          form={row}
          name="account"
          label="Account"
          {...{ options }}
          onChanged={() => row.set({ sub_account: null })}
        />
        <FormSelect form={row} name="currency" label="Currency" options={currencies} />
        <FormMoney
          form={row}
          name="debit"
          label="Debit"
          {...{ currency }}
          onChanged={(amount) => amount !== '' && row.set({ credit: '' })}
        />
        <FormMoney
          form={row}
          name="credit"
          label="Credit"
          {...{ currency }}
          onChanged={(amount) => amount !== '' && row.set({ debit: '' })}
        />
        {sub === 'TAX' && (
          <FormRecord form={row} name="sub_account" label="Tax" required className="sm:col-span-full" options={taxes} />
        )}
        {sub === 'PARTY' && account !== undefined && (
          <FormPicker
            form={row}
            name="sub_account"
            label="Sub-ledger account"
            required
            noun="party"
            className="sm:col-span-full"
            placeholder={`Party of ${account.name}…`}
            search={SEARCHES[account.sub_kind] ?? searchParties}
          />
        )}
      </div>
    </fieldset>
  );
}
