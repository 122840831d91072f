import type { WireReply } from '../../../domain/endpoint.ts';
import { refundableNotes } from '../../../domain/vouchers/payables-contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { FormRecord, FormSwitch } from '../../ui/forms/FormFields.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import type { OtherValues } from './other-form.ts';

export type Refundable = WireReply<typeof refundableNotes>[number];

/** Credit notes of returns that can be refunded, for a voucher that refunds one; nothing for any other. M17. */
export function useRefundable({ kind, receipt }: Pick<OtherValues, 'kind' | 'receipt'>): readonly Refundable[] {
  const refunds = kind === 'REFUND' && receipt === null;
  const { data } = useEndpoint(refundableNotes, { query: {} }, { enabled: refunds });
  return refunds ? (data ?? []) : [];
}

type Props = { form: Form<OtherValues>; notes: readonly Refundable[] };

/** Which credit note is refunded, and whether ahead of what came back. M17. */
export function RefundFields({ form, notes }: Props) {
  const { note, payee, override } = form.values;
  const offered = payee === null ? notes : notes.filter((one) => String(one.payee.id) === payee.id);
  const chosen = notes.find((one) => String(one.item) === note?.id);
  // Of another note another amount can be refunded.
  const take = (id: string | undefined) => {
    const one = notes.find(({ item }) => String(item) === id);
    if (one !== undefined)
      form.set({
        currency: one.currency,
        bank_account: null,
        amount: isNothing(one.available, one.currency) ? '' : one.available,
      });
  };
  return (
    <>
      <FormRecord
        {...{ form }}
        name="note"
        label="Credit note"
        required
        options={offered.map((one) => ({
          value: String(one.item),
          label: `${one.note} · ${one.payee.name}`,
          detail: one.policy.name,
        }))}
        onChanged={(choice) => take(choice?.id)}
        {...(chosen !== undefined && {
          hint: isNothing(chosen.held_back, chosen.currency) ? (
            chosen.policy.name
          ) : (
            <>
              <MoneyText withCurrency value={chosen.held_back} currency={chosen.currency} /> has not come back from who
              was paid it.
            </>
          ),
        })}
      />
      {chosen !== undefined && (override || !isNothing(chosen.held_back, chosen.currency)) && (
        <FormSwitch
          {...{ form }}
          name="override"
          label="Ahead of what came back"
          hint="Make good first what the client bank would lack: a manager says why it is refunded."
        />
      )}
    </>
  );
}
