import { Plus, Trash2 } from 'lucide-react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { invoiceTaxes } from '../../../domain/invoices/contract.ts';
import { isByParty, isForInvoices } from '../../../domain/invoices/rules.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Button, IconButton } from '../../ui/buttons/Button.tsx';
import type { Option } from '../../ui/fields/Select.tsx';
import { showWireRate } from '../../ui/fields/read-typed.ts';
import { FormMoney, FormPicker, FormRecord, FormSelect, FormText } from '../../ui/forms/FormFields.tsx';
import { type Form, rowForms } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { searchParties, searchReinsureds, searchSecurities } from '../ledger/use-lookups.ts';
import { WideSection } from '../ledger/WideSection.tsx';
import {
  type Account,
  blankLine,
  incomeOf,
  type InvoiceValues,
  type LineValues,
  typedFigures,
} from './invoice-form.ts';

type Props = {
  form: Form<InvoiceValues>;
  accounts: readonly Account[];
  /** The invoice of which it is a credit: its taxes are those. */
  credits: number | null;
};

type Taxes = WireReply<typeof invoiceTaxes>;

/** The taxes that the register has for this party today, or that the invoice of a credit has. */
function useInvoiceTaxes({ party, currency }: InvoiceValues, credits: number | null): Taxes {
  const query = { party: party?.id ?? '0', currency, ...(credits !== null && { credits: String(credits) }) };
  const { data } = useEndpoint(invoiceTaxes, { query }, { enabled: party !== null && currency !== '' });
  return party === null ? [] : (data ?? []);
}

const SEARCHES = { REINSURED: searchReinsureds, SECURITY: searchSecurities };
const searchOf = ({ sub_kind: kind }: Account) =>
  kind === 'REINSURED' || kind === 'SECURITY' ? SEARCHES[kind] : searchParties;

/** What is charged, line by line, each on its income account and with its tax. */
export function InvoiceLines({ form, accounts, credits }: Props) {
  const taxes = useInvoiceTaxes(form.values, credits);
  const { lines, kind, currency } = form.values;
  const { lines: read } = typedFigures(form.values);
  const fault = form.errors['lines'];
  return (
    <WideSection
      title="Lines"
      hint="Each on its income account. The tax is worked out on each line, at the register’s rate of the day on which it is booked."
    >
      <div id="lines" tabIndex={-1} className="grid gap-2.5 outline-none">
        {rowForms(form, 'lines', lines).map((row, index) => (
          <InvoiceLine
            key={row.at}
            {...{ row, index, accounts, currency, taxes }}
            net={formatAmount(read[index]?.net ?? 0n, currency)}
            {...(lines.length > 1 && {
              onRemove: () => form.set({ lines: lines.filter((_, at) => at !== index) }),
            })}
          />
        ))}
        {fault !== undefined && <p className="text-xs text-bad">{fault}</p>}
        <div>
          <Button
            size="sm"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => form.set({ lines: [...lines, blankLine(incomeOf(kind, accounts))] })}
          >
            Add line
          </Button>
        </div>
      </div>
    </WideSection>
  );
}

type LineProps = {
  row: Form<LineValues>;
  index: number;
  accounts: readonly Account[];
  taxes: Taxes;
  currency: string;
  net: string;
  onRemove?: () => void;
};

const optionsOf = (taxes: Taxes) =>
  taxes.map(({ id, name, code }) => ({ value: String(id), label: name, detail: code }));
const ratesOf = (taxes: Taxes, id: string | undefined) => taxes.find((tax) => String(tax.id) === id)?.rates ?? [];

/** A tax that was chosen before stays in sight where the register has it no longer. */
const chosenToo = (options: Option[], chosen: { id: string; label: string } | null) =>
  chosen === null || options.some((one) => one.value === chosen.id)
    ? options
    : [...options, { value: chosen.id, label: chosen.label }];

function InvoiceLine({ row, index, accounts, taxes, currency, net, onRemove }: LineProps) {
  const account = accounts.find((one) => one.code === row.values.account);
  const income = accounts.filter(isForInvoices).map((one) => ({ value: one.code, label: `${one.code} ${one.name}` }));
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
      <div className="grid gap-3 sm:grid-cols-6">
        <FormText form={row} name="description" label="Description" className="sm:col-span-3" />
        <FormSelect
          form={row}
          name="account"
          label="Income account"
          className="sm:col-span-3 sm:pr-8"
          options={income}
          onChanged={() => row.set({ sub_account: null })}
        />
        {account !== undefined && isByParty(account) && (
          <FormPicker
            form={row}
            name="sub_account"
            label="Sub-ledger account"
            required
            noun="party"
            className="sm:col-span-full"
            placeholder={`Party of ${account.name}…`}
            search={searchOf(account)}
          />
        )}
        <FormText form={row} name="quantity" label="Quantity" inputMode="decimal" />
        <FormMoney form={row} name="price" label="Price" currency={currency} className="sm:col-span-2" />
        <FormRecord
          form={row}
          name="tax"
          label="Tax"
          clearable
          placeholder="None"
          className="sm:col-span-2"
          options={chosenToo(optionsOf(taxes), row.values.tax)}
          onChanged={(tax) => {
            const [only, another] = ratesOf(taxes, tax?.id);
            row.set({ tax_rate: another === undefined ? (only ?? '') : '' });
          }}
        />
        {row.values.tax !== null && (
          <FormSelect
            form={row}
            name="tax_rate"
            label="Tax rate"
            required
            options={ratesOf(taxes, row.values.tax.id).map((rate) => ({
              value: rate,
              label: `${showWireRate(rate)}%`,
            }))}
          />
        )}
      </div>
      <p className="mt-2 text-right text-mute">
        Comes to <MoneyText withCurrency zero="digits" value={net} currency={currency} />
      </p>
    </fieldset>
  );
}
