import { useEffect, useState } from 'react';
import { useForm, useWatch, type Path, type PathValue } from 'react-hook-form';
import { effectOfEndorsement, saveEndorsement } from '../../../domain/endorsements/contract.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { showSummary, standing } from '../../ui/form-faults.ts';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { bodyProblems } from '../ledger/form-problems.ts';
import type { PolicyRecord } from '../policies/policy-values.ts';
import {
  bodyOf,
  effectBodyOf,
  FIELDS,
  isBlank,
  newValues,
  valuesOf,
  type EndorsementRecord,
  type EndorsementValues,
} from './endorsement-values.ts';
import { useSaveEndorsement } from './use-save-endorsement.ts';

type Given = { policy: PolicyRecord; record: EndorsementRecord | undefined; today: Day };

const MISSING_LINE = 'Choose a security.';

/** Blank rows are not sent, and the basis is chosen where its premium is: where each message belongs on the screen. */
function onScreen({ field, message }: FieldError, values: EndorsementValues): FieldError {
  if (field === 'basis') return { field: 'premium', message };
  const match = /^securities\.(\d+)\.(\w+)$/.exec(field);
  if (!match) return { field, message };
  const sent = (values.securities ?? []).flatMap((row, index) => (isBlank(row) ? [] : [index]));
  const own = { field: `securities.${sent[JSON.parse(match[1] ?? '0') as number] ?? 0}.${match[2] ?? ''}` };
  return { ...own, message: match[2] === 'security' && message === '' ? MISSING_LINE : message };
}

const placeOf = ({ field }: FieldError) => FIELDS.indexOf((field.split('.')[0] ?? '') as keyof EndorsementValues);

/** One message a field, in the order of the form. */
function inOrder(faults: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return faults.filter(({ field }) => !seen.has(field) && seen.add(field)).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The state of an endorsement's form: what is typed and kept, what it would do, what is wrong, and how it is saved. */
export function useEndorsementForm({ policy, record, today }: Given) {
  const keptAs = record === undefined ? `endorsement.new.${policy.id}` : `endorsement.${record.id}`;
  const version = record === undefined ? '' : String(record.version);
  const [start] = useState(() => {
    const saved = record === undefined ? newValues(policy, today) : valuesOf(record);
    return { saved, kept: keptInput(keptAs, saved, version) };
  });
  const [restored, setRestored] = useState(start.kept !== start.saved);
  const form = useForm<EndorsementValues>({ defaultValues: start.kept });
  useKeptInput(keptAs, form, version);
  const values = useWatch({ control: form.control }) as EndorsementValues;
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) showSummary();
  }, [stops]);
  const [tried, setTried] = useState(false);
  const saving = useSaveEndorsement({ policy, record, keptAs, onRefused: () => setStops((count) => count + 1) });

  const body = useSettled(effectBodyOf(policy.id, values));
  const asked = useEndpoint(effectOfEndorsement, { body }, { enabled: body.effective_date !== '' });
  const { refused } = saving;
  const contractFaults = (now: EndorsementValues) => bodyProblems(saveEndorsement.body, bodyOf(policy.id, now));
  const theirs = refused === null ? [] : standing(refused.problem.errors, refused.values, values);
  const problems = tried
    ? inOrder(
        [...contractFaults(values), ...(asked.data?.faults ?? []), ...theirs].map((fault) => onScreen(fault, values)),
      )
    : [];
  return {
    values,
    set: (changes: Partial<EndorsementValues>) => {
      for (const [field, value] of Object.entries(changes))
        form.setValue(
          field as Path<EndorsementValues>,
          value as PathValue<EndorsementValues, Path<EndorsementValues>>,
          { shouldDirty: true },
        );
    },
    effect: asked.data,
    effectError: asked.error,
    send: (how: 'save' | 'submit') => {
      setTried(true);
      // Read at the press: a key may come before the last keystroke is drawn.
      const now = form.getValues();
      if (contractFaults(now).length === 0) void saving.save(now, how === 'submit');
      else setStops((count) => count + 1);
    },
    busy: saving.busy,
    problems,
    errors: Object.fromEntries(problems.map(({ field, message }) => [field, message])),
    notices: {
      refusal: refused !== null && refused.problem.errors.length === 0 ? refused.problem : null,
      restored,
      startOver: () => {
        forgetInput(keptAs);
        form.reset(start.saved);
        setRestored(false);
      },
    },
  };
}
