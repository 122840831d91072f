import { useRef, useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { booksBody, booksEffects, BROKERAGE_RECOGNITIONS, saveBooks } from '../../../domain/firm/settings.ts';
import { ledgerAccounts } from '../../../domain/registers/contract.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import { call, type CallInput } from '../../api/client.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormRadio, FormSelect, FormSwitch } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { EffectsNotice } from './EffectsNotice.tsx';
import { type Firm, FirmData } from './FirmData.tsx';
import { MONTHS } from './firm-words.ts';
import { SettingForm } from './SettingForm.tsx';
import { type SettingFormState, useSettingForm } from './use-setting-form.ts';
import { type FormValues, valuesOf } from '../../../domain/forms.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';

type Values = FormValues<typeof booksBody>;
type Effects = WireReply<typeof booksEffects>;

type Recognition = (typeof BROKERAGE_RECOGNITIONS)[number];

/** The ways to recognise brokerage; the one that defers it names the account of the firm's chart on which it waits. */
function useRecognitions(): Record<Recognition, { label: string; hint: string }> {
  const { data: accounts } = useEndpoint(ledgerAccounts, {});
  const deferred = accounts?.data.find((account) => account.function === 'DEFERRED_BROKERAGE');
  return {
    DEBIT_NOTE: { label: 'When the debit note is issued', hint: 'Income on the day of approval' },
    RECEIPT: { label: 'As premium is received', hint: `It waits on ${deferred?.code ?? 'an account'} until then` },
  };
}

/** How the firm keeps its books. */
export function BooksSection() {
  return <FirmData>{(firm) => <BooksForm firm={firm} />}</FirmData>;
}

/** Shows the effects in a dialog before the save; resolves to the choice. */
function useConfirmed() {
  const [shown, setShown] = useState<Effects | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const decide = (yes: boolean) => {
    setShown(null);
    answer.current(yes);
  };
  const before = async (body: CallInput<typeof booksEffects>['body']) => {
    const effects = await call(booksEffects, { body });
    if (effects.effects.length + effects.warnings.length === 0) return true;
    setShown(effects);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  return { shown, decide, before };
}

function BooksForm({ firm }: { firm: Firm }) {
  const { shown, decide, before } = useConfirmed();
  const save = useWrite(saveBooks);
  const state = useSettingForm({
    name: 'books',
    ...ofShape(booksBody),
    saved: valuesOf(booksBody, firm.books),
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    before,
    done: 'Books saved',
  });
  return (
    <>
      <SettingForm title="Books" detail="How what is approved becomes a posting." {...{ state }}>
        <TimeFields {...{ state, firm }} />
        <BookingFields {...{ state }} />
      </SettingForm>
      {shown !== null && (
        <ConfirmDialog
          open
          onClose={() => decide(false)}
          title="Save these settings?"
          effect="It takes effect at once, for everybody."
          action="Save changes"
          onConfirm={() => decide(true)}
        >
          <EffectsNotice {...shown} />
        </ConfirmDialog>
      )}
    </>
  );
}

type Part = { state: SettingFormState<Values> };

function TimeFields({ state: { form }, firm }: Part & { firm: Firm }) {
  const currencies = useEndpoint(currency.findAll, { query: { status: 'ALL' } });
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), firm.books.time_zone])];
  const options = currencies.data?.data.map(({ code, name }) => ({ value: code, label: code, detail: name })) ?? [
    { value: firm.books.base_currency, label: firm.books.base_currency },
  ];
  return (
    <FormSection title="Currency and calendar" columns={2}>
      <FormSelect
        {...{ form }}
        name="base_currency"
        label="Base currency"
        {...{ options }}
        disabled={firm.posted}
        hint={firm.posted ? 'Fixed, since something is posted in it.' : 'Fixed once something is posted.'}
      />
      <FormSelect
        {...{ form }}
        name="time_zone"
        label="Time zone"
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        hint="It decides what day it is."
      />
      <FormSelect {...{ form }} name="year_start_month" label="Financial year begins in" options={MONTHS} />
    </FormSection>
  );
}

function BookingFields({ state: { form } }: Part) {
  const recognitions = useRecognitions();
  return (
    <FormSection title="Posting" columns={1}>
      <FormRadio
        {...{ form }}
        name="brokerage_recognition"
        label="Brokerage is income"
        options={BROKERAGE_RECOGNITIONS.map((value) => ({ value, ...recognitions[value] }))}
      />
      <FormSwitch
        {...{ form }}
        name="maker_checker"
        label="A second person decides"
        hint="Nobody approves what they made, edited or submitted, root included. Who works alone switches this off until a second person can decide."
      />
    </FormSection>
  );
}
