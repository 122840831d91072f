import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { useSummaryShown } from '../../ui/forms/form-faults.ts';
import { useContractForm, type Form } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';

type Options<V extends object, B> = {
  /** Under which unsaved input is kept. */
  name: string;
  shape: z.ZodMiniObject;
  body: (values: V) => B;
  saved: V;
  version: number;
  send: (body: B & { version: number }) => Promise<unknown>;
  /** "Firm saved". */
  done: string;
  /** Runs before anything is sent; false cancels it. */
  before?: (body: B) => Promise<boolean>;
};

export type SettingFormState<V> = {
  form: Form<V>;
  busy: boolean;
  dirty: boolean;
  problems: FieldError[];
  refusal: string | null;
  /** Somebody else saved these settings while they were being changed here. */
  stale: boolean;
  save: () => Promise<void>;
  /** Back to what is saved. */
  discard: () => void;
};

const textOf = (value: unknown) => JSON.stringify(value);

/** Settings on a page of their own: unsaved input is kept, a change by somebody else is shown and never overwritten. */
export function useSettingForm<V extends object, B extends object>(options: Options<V, B>): SettingFormState<V> {
  const { name, shape, body, saved, version, send, done, before } = options;
  const [held, setHeld] = useState({ saved, version });
  const same = textOf(saved) === textOf(held.saved);
  // Other settings of the firm share the version: what matters is whether these were changed.
  const sent = same ? version : held.version;
  const key = `firm.${name}`;
  const { form, faults, busy, dirty, refuse, submit, reset } = useContractForm<V>({
    shape,
    initial: held.saved,
    faultsOf: (values) => bodyFaults(shape, body(values)),
    keep: { key, version: textOf(held.saved), asTyped: true },
  });
  if (!same && !dirty) setHeld({ saved, version });
  const begun = useRef(held.saved);
  useEffect(() => {
    if (begun.current === held.saved) return;
    begun.current = held.saved;
    reset(held.saved);
  }, [reset, held.saved]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const showSummary = useSummaryShown();
  const discard = () => {
    forgetInput(key);
    setRefusal(null);
    reset(saved);
    setHeld({ saved, version });
  };
  const save = async (values: V) => {
    setRefusal(null);
    try {
      if (before !== undefined && !(await before(body(values)))) return;
      await send({ ...body(values), version: sent });
      forgetInput(key);
      reset(values);
      toastSuccess(done);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem({ status: 500, title: 'Try again.' });
      refuse(problem.errors);
      if (problem.status === 401) return;
      if (problem.errors.length === 0) setRefusal(problem.message);
      showSummary();
    }
  };
  return {
    form,
    busy,
    dirty,
    problems: faults,
    refusal,
    stale: !same && dirty,
    save: () => submit(save, showSummary),
    discard,
  };
}
