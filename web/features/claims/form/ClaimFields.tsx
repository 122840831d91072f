import { FormDay, FormMoney, FormPicker, FormRate, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import type { Form } from '../../../ui/forms/use-contract-form.ts';
import { showWireRate } from '../../../ui/fields/read-typed.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { useAccounting } from '../../ledger/use-lookups.ts';
import { LOSS_KIND_OPTIONS, type ClaimValues, type CoverAtLoss } from './claim-form.ts';
import { searchClaimPolicies } from '../claim-lookups.ts';
import { ClaimantSection, ExpertsSection, LossFields } from './LossSections.tsx';

type Props = {
  form: Form<ClaimValues>;
  /** The policy as at the date of loss, today's while that is open. */
  cover: CoverAtLoss | undefined;
};

/** The first form of a claim: the policy, the loss, the reserve with our share, the claimant, the experts. */
export function ClaimFields({ form, cover }: Props) {
  const base = useBaseCurrency();
  const currency = form.values.currency === '' ? (cover?.policy.currency ?? base) : form.values.currency;
  return (
    <>
      <FormSection title="Policy" columns={1}>
        <FormPicker
          {...{ form }}
          name="policy"
          label="Policy"
          noun="policy"
          placeholder="Broker reference, cedant’s number, UMR or insured…"
          search={searchClaimPolicies}
          onChanged={() => form.set({ currency: '', exchange_rate: '', claim_share: '', share_reason: '' })}
        />
      </FormSection>
      <LossSection {...{ form }} />
      <ReserveSection {...{ form, cover, currency }} />
      <ClaimantSection {...{ form }} />
      <ExpertsSection {...{ form, currency }} />
    </>
  );
}

function LossSection({ form }: Pick<Props, 'form'>) {
  const today = useFirmToday();
  return (
    <FormSection title="Loss" hint="Files are added once it is saved.">
      <FormDay {...{ form }} name="data_loss_date" label="Date of loss" max={today} />
      <FormDay {...{ form }} name="notified_on" label="Notified on" max={today} />
      <FormSelect {...{ form }} name="loss_kind" label="Whose loss" options={LOSS_KIND_OPTIONS} />
      <LossFields {...{ form }} />
    </FormSection>
  );
}

function ReserveSection({ form, cover, currency }: Props & { currency: string }) {
  const { values } = form;
  const { currencies } = useAccounting();
  const policyCurrency = cover?.policy.currency ?? currency;
  const other = currency !== policyCurrency;
  const typed = values.claim_share !== '' && cover !== undefined && values.claim_share !== cover.share;
  return (
    <FormSection title="Reserve" hint="The whole estimate after the excess.">
      <FormMoney {...{ form, currency }} name="claimreserve" label="Reserve, 100%" />
      <FormSelect
        {...{ form }}
        name="currency"
        label="Currency"
        options={currencies}
        shown={currency}
        onChanged={() => form.set({ exchange_rate: '' })}
      />
      {other && (
        <FormText
          {...{ form }}
          name="exchange_rate"
          label={`Rate of ${currency}`}
          required
          inputMode="decimal"
          hint={`${policyCurrency} for one ${currency}; for limit and excess alone.`}
        />
      )}
      <FormRate
        {...{ form }}
        name="claim_share"
        label="Our share"
        {...(values.claim_share === '' && cover !== undefined && { shown: cover.share })}
        {...(cover !== undefined && { hint: `The lines at the date of loss make ${showWireRate(cover.share)}%.` })}
      />
      {typed && (
        <FormText {...{ form }} name="share_reason" label="Why another share" required className="sm:col-span-2" />
      )}
    </FormSection>
  );
}
