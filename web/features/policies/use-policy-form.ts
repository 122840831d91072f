import { useEffect, useState } from 'react';
import { useForm, useWatch, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Session } from '../../api/session.ts';
import { showSummary, standing } from '../../ui/form-faults.ts';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { firmToday } from './firm-day.ts';
import { classIdsOf, inFormOrder, type UnderwritingInfo } from './form-parts.ts';
import { isBlank, newValues, valuesOf, type PolicyRecord, type PolicyValues } from './policy-values.ts';
import { faultsSoFar, readPolicy, submitFaults, type PolicyReading, type Surroundings } from './read-policy.ts';
import { LOCAL_SAVING, useSavePolicy, type SaveBook, type Saved } from './use-save-policy.ts';

export type FormGiven<R> = {
  record: R | undefined;
  info: UnderwritingInfo;
  taxes: Surroundings['taxes'];
  session: Session;
};

/** What a market's form has of its own; the rest of a form's life is the same in both. */
export type FormBook<V extends PolicyValues, R extends Saved, G extends PolicyReading> = SaveBook<V> & {
  /** What unsaved input is kept under: "policy". */
  kept: string;
  newValues: (given: { currency: string; today: Day }) => V;
  valuesOf: (record: R) => V;
  isBlank: (row: V['securities'][number]) => boolean;
  read: (values: V, surroundings: Surroundings) => G;
  submitFaults: (reading: G) => FieldError[];
  inOrder: (faults: readonly FieldError[]) => FieldError[];
};

/** Blank rows are not sent, so rows are counted without them; on the screen they are there. */
function onScreen(fault: FieldError, sent: readonly number[]): FieldError {
  const match = /^securities\.(\d+)\.(\w+)$/.exec(fault.field);
  if (!match) return fault;
  return { ...fault, field: `securities.${sent[JSON.parse(match[1] ?? '0') as number] ?? 0}.${match[2] ?? ''}` };
}

export type PolicyFormState = ReturnType<typeof usePolicyForm>;

const LOCAL: FormBook<PolicyValues, PolicyRecord, PolicyReading> = {
  ...LOCAL_SAVING,
  kept: 'policy',
  newValues,
  valuesOf,
  isBlank,
  read: readPolicy,
  submitFaults,
  inOrder: inFormOrder,
};

/** The state of a local policy's form. */
export function usePolicyForm(given: FormGiven<PolicyRecord>) {
  return usePlacementForm(LOCAL, given);
}

/** The state of a placement's form: what is typed and kept, what it gives, what is wrong, and how it is saved. */
export function usePlacementForm<V extends PolicyValues, R extends Saved, G extends PolicyReading>(
  book: FormBook<V, R, G>,
  { record, info, taxes, session }: FormGiven<R>,
) {
  const { user } = session;
  const today: Day = firmToday(user.firm.timeZone);
  const keptAs = record === undefined ? `${book.kept}.new.${user.branch.id}` : `${book.kept}.${record.id}`;
  const version = record === undefined ? '' : String(record.version);
  const [start] = useState(() => {
    const saved =
      record === undefined ? book.newValues({ currency: user.firm.baseCurrency, today }) : book.valuesOf(record);
    return { saved, kept: keptInput(keptAs, saved, version) };
  });
  const [restored, setRestored] = useState(start.kept !== start.saved);
  const form: UseFormReturn<V> = useForm<V>({ defaultValues: start.kept as DefaultValues<V> });
  useKeptInput(keptAs, form, version);
  const values = useWatch({ control: form.control }) as V;
  // Counts what was refused here or by the server; each time the summary is shown, once it is drawn.
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) showSummary();
  }, [stops]);
  const [tried, setTried] = useState<'nothing' | 'save' | 'submit'>('nothing');
  const saving = useSavePolicy(book, { record, keptAs, onRefused: () => setStops((count) => count + 1) });

  const surroundings = { taxes, classIds: classIdsOf(info, values.cover_type), today };
  const reading = book.read(values, surroundings);
  const refused = saving.refused;
  const mine = tried === 'nothing' ? faultsSoFar(reading, values) : reading.faults;
  const unplaced = tried === 'submit' ? book.submitFaults(reading) : [];
  const theirs = refused === null ? [] : standing(refused.problem.errors, refused.values, values);
  const sent = values.securities.flatMap((row, index) => (book.isBlank(row) ? [] : [index]));
  const faults = book.inOrder([...mine, ...unplaced, ...theirs].map((fault) => onScreen(fault, sent)));

  const send = (how: 'save' | 'submit') => {
    setTried(how);
    // Read at the press: a key may come before the last keystroke is drawn.
    const now = form.getValues();
    const read = book.read(now, { ...surroundings, classIds: classIdsOf(info, now.cover_type) });
    const found = [...read.faults, ...(how === 'submit' ? book.submitFaults(read) : [])];
    if (found.length === 0) void saving.save(now, how === 'submit');
    else setStops((count) => count + 1);
  };
  return {
    form,
    values,
    reading,
    today,
    send,
    busy: saving.busy,
    errors: Object.fromEntries(faults.map((fault) => [fault.field, fault.message])),
    problems: tried === 'nothing' ? [] : faults,
    refusal: refused !== null && refused.problem.errors.length === 0 ? refused.problem : null,
    restored,
    /** Puts other values into the form, as if they had been typed. */
    refill: (change: (now: V) => V) =>
      form.reset(change(form.getValues()) as DefaultValues<V>, { keepDefaultValues: true }),
    startOver: () => {
      forgetInput(keptAs);
      form.reset(start.saved as DefaultValues<V>);
      setRestored(false);
    },
  };
}
