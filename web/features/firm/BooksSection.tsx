import { useRef, useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { BROKERAGE_RECOGNITIONS, booksEffects, saveBooks } from '../../../domain/firm/settings.ts';
import { currency } from '../../../domain/registers/currencies.ts';
import { call, type CallInput } from '../../api/client.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { RadioGroup, Switch } from '../../ui/Choice.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { Select } from '../../ui/Select.tsx';
import { EffectsNotice } from './EffectsNotice.tsx';
import { FirmData, type Firm } from './FirmData.tsx';
import { MONTHS } from './firm-words.ts';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm, type SettingFormState } from './use-setting-form.ts';

type Values = Omit<Firm['books'], 'year_start_month'> & { year_start_month: string };
type Effects = WireReply<typeof booksEffects>;

const RECOGNITIONS: Record<(typeof BROKERAGE_RECOGNITIONS)[number], { label: string; hint: string }> = {
  DEBIT_NOTE: { label: 'When the debit note is issued', hint: 'Income on the day of approval' },
  RECEIPT: { label: 'As premium is received', hint: 'It waits on 2400 until then' },
};

/** How the firm keeps its books. */
export function BooksSection() {
  return <FirmData>{(firm) => <BooksForm firm={firm} />}</FirmData>;
}

const bodyOf = ({ year_start_month: month, ...values }: Values) => ({
  ...values,
  year_start_month: MONTHS.findIndex((one) => one.value === month) + 1,
});

/** Asks with the effects in a dialog, and answers what was chosen. */
function useConfirmed() {
  const [asked, setAsked] = useState<Effects | null>(null);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const decide = (yes: boolean) => {
    setAsked(null);
    answer.current(yes);
  };
  const before = async ({ version: _version, ...body }: { version?: number }) => {
    const effects = await call(booksEffects, { body } as CallInput<typeof booksEffects>);
    if (effects.effects.length + effects.warnings.length === 0) return true;
    setAsked(effects);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  return { asked, decide, before };
}

function BooksForm({ firm }: { firm: Firm }) {
  const { asked, decide, before } = useConfirmed();
  const { books } = firm;
  const state = useSettingForm<Values, typeof saveBooks>({
    name: 'books',
    endpoint: saveBooks,
    saved: { ...books, year_start_month: String(books.year_start_month) },
    version: firm.version,
    bodyOf,
    before,
    done: 'Books saved',
  });
  return (
    <>
      <SettingForm title="Books" detail="How what is approved becomes a posting." {...{ state }}>
        <TimeFields {...{ state, firm }} />
        <BookingFields {...{ state }} />
      </SettingForm>
      {asked !== null && (
        <ConfirmDialog
          open
          onClose={() => decide(false)}
          title="Save these settings?"
          effect="It takes effect at once, for everybody."
          action="Save changes"
          onConfirm={() => decide(true)}
        >
          <EffectsNotice {...asked} />
        </ConfirmDialog>
      )}
    </>
  );
}

type Part = { state: SettingFormState<Values> };

function TimeFields({ state: { form }, firm }: Part & { firm: Firm }) {
  const { control } = form;
  const currencies = useEndpoint(currency.findAll, { query: { status: 'ALL' } });
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), firm.books.time_zone])];
  const options = currencies.data?.data.map(({ code, name }) => ({ value: code, label: code, detail: name })) ?? [
    { value: firm.books.base_currency, label: firm.books.base_currency },
  ];
  return (
    <FormSection title="Currency and calendar" columns={2}>
      <Bound {...{ control }} name="base_currency">
        {(field) => (
          <Select
            label="Base currency"
            required
            {...{ options }}
            disabled={firm.posted}
            hint={firm.posted ? 'Fixed, since something is posted in it.' : 'Fixed once something is posted.'}
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="time_zone">
        {(field) => (
          <Select
            label="Time zone"
            required
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            hint="Its clock tells what day it is."
            {...field}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="year_start_month">
        {(field) => <Select label="Financial year begins in" required options={MONTHS} {...field} />}
      </Bound>
    </FormSection>
  );
}

function BookingFields({ state: { form } }: Part) {
  const { control } = form;
  return (
    <FormSection title="Posting" columns={1}>
      <Bound {...{ control }} name="brokerage_recognition">
        {(field) => (
          <RadioGroup
            label="Brokerage is income"
            options={BROKERAGE_RECOGNITIONS.map((value) => ({ value, ...RECOGNITIONS[value] }))}
            value={field.value}
            onChange={(value) => field.onChange(BROKERAGE_RECOGNITIONS.find((one) => one === value) ?? 'DEBIT_NOTE')}
            error={field.error}
          />
        )}
      </Bound>
      <Bound {...{ control }} name="maker_checker">
        {(field) => (
          <Switch
            label="A second person decides"
            hint="Nobody approves what they made or edited, root included. A firm of one person switches this off."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      </Bound>
    </FormSection>
  );
}
