import { useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Session } from '../../api/session.ts';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { firmToday } from './firm-day.ts';
import { classIdsOf, inFormOrder, type UnderwritingInfo } from './form-parts.ts';
import { isBlank, newValues, valuesOf, type PolicyRecord, type PolicyValues } from './policy-values.ts';
import { faultsSoFar, readPolicy, submitFaults, type Surroundings } from './read-policy.ts';
import { useSavePolicy } from './use-save-policy.ts';

type Given = {
  record: PolicyRecord | undefined;
  info: UnderwritingInfo;
  taxes: Surroundings['taxes'];
  session: Session;
};

/** Blank rows are not sent, so rows are counted without them; on the screen they are there. */
function onScreen(fault: FieldError, values: PolicyValues): FieldError {
  const match = /^securities\.(\d+)\.(\w+)$/.exec(fault.field);
  if (!match) return fault;
  const sent = values.securities.flatMap((row, index) => (isBlank(row) ? [] : [index]));
  return { ...fault, field: `securities.${sent[JSON.parse(match[1] ?? '0') as number] ?? 0}.${match[2] ?? ''}` };
}

const rootOf = (field: string) => field.split('.')[0] as keyof PolicyValues;

/** The server's messages, each until what it is about is changed. */
function standing(errors: readonly FieldError[], then: PolicyValues, now: PolicyValues): FieldError[] {
  return errors.filter(({ field }) => JSON.stringify(then[rootOf(field)]) === JSON.stringify(now[rootOf(field)]));
}

// What is wrong stands above the form: from far down, or by a key, it would be missed.
function showSummary(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('form [role=alert] a')?.focus({ preventScroll: true });
}

export type PolicyFormState = ReturnType<typeof usePolicyForm>;

/** The state of a policy's form: what is typed and kept, what it gives, what is wrong, and how it is saved. */
export function usePolicyForm({ record, info, taxes, session }: Given) {
  const { user } = session;
  const today: Day = firmToday(user.firm.timeZone);
  const keptAs = record === undefined ? `policy.new.${user.branch.id}` : `policy.${record.id}`;
  const version = record === undefined ? '' : String(record.version);
  const [start] = useState(() => {
    const saved = record === undefined ? newValues({ currency: user.firm.baseCurrency, today }) : valuesOf(record);
    return { saved, kept: keptInput(keptAs, saved, version) };
  });
  const [restored, setRestored] = useState(start.kept !== start.saved);
  const form: UseFormReturn<PolicyValues> = useForm<PolicyValues>({ defaultValues: start.kept });
  useKeptInput(keptAs, form, version);
  const values = useWatch({ control: form.control }) as PolicyValues;
  // Counts what was refused here or by the server; each time the summary is shown, once it is drawn.
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) showSummary();
  }, [stops]);
  const [tried, setTried] = useState<'nothing' | 'save' | 'submit'>('nothing');
  const saving = useSavePolicy({ record, keptAs, onRefused: () => setStops((count) => count + 1) });

  const surroundings = { taxes, classIds: classIdsOf(info, values.cover_type), today };
  const reading = readPolicy(values, surroundings);
  const refused = saving.refused;
  const mine = tried === 'nothing' ? faultsSoFar(reading, values) : reading.faults;
  const unplaced = tried === 'submit' ? submitFaults(reading) : [];
  const theirs = refused === null ? [] : standing(refused.problem.errors, refused.values, values);
  const faults = inFormOrder([...mine, ...unplaced, ...theirs].map((fault) => onScreen(fault, values)));

  const send = (how: 'save' | 'submit') => {
    setTried(how);
    // Read at the press: a key may come before the last keystroke is drawn.
    const now = form.getValues();
    const read = readPolicy(now, { ...surroundings, classIds: classIdsOf(info, now.cover_type) });
    const found = [...read.faults, ...(how === 'submit' ? submitFaults(read) : [])];
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
    startOver: () => {
      forgetInput(keptAs);
      form.reset(start.saved);
      setRestored(false);
    },
  };
}
