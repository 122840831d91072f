import { useEffect, useState } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { checkedBy } from '../../api/check-form.ts';
import { ApiProblem, type CallInput } from '../../api/client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import type { FormProblem } from '../../ui/FormPage.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { forgetInput, keptInput, useKeptInput } from '../../ui/use-kept-input.ts';

type Given<V extends FieldValues, E extends Endpoint> = {
  /** Under which unsaved input is kept. */
  name: string;
  endpoint: E & { body: z.ZodMiniType };
  saved: V;
  version: number;
  bodyOf: (values: V) => object;
  /** "Firm saved". */
  done: string;
  /** Asked before anything is sent; false leaves it. */
  before?: (body: object) => Promise<boolean>;
};

export type SettingFormState<V extends FieldValues> = {
  form: UseFormReturn<V>;
  busy: boolean;
  dirty: boolean;
  problems: FormProblem[];
  refusal: string | null;
  /** Somebody else saved these settings while they were being changed here. */
  stale: boolean;
  save: () => Promise<void>;
  /** Back to what is saved. */
  discard: () => void;
};

const textOf = (value: unknown) => JSON.stringify(value);

/** Settings on a page of their own: unsaved input is kept, a change by somebody else is said and never overwritten. */
export function useSettingForm<V extends FieldValues, E extends Endpoint>(given: Given<V, E>): SettingFormState<V> {
  const { name, endpoint, saved, version, bodyOf, done, before } = given;
  const [held, setHeld] = useState({ saved, version });
  const same = textOf(saved) === textOf(held.saved);
  // Other settings of the firm share the version: what matters is whether these were changed.
  const sent = same ? version : held.version;
  const key = `firm.${name}`;
  const edition = textOf(held.saved);
  const form = useForm<V>({
    defaultValues: held.saved as DefaultValues<V>,
    resolver: checkedBy(endpoint.body, (values) => ({ ...bodyOf(values), version: sent })),
  });
  useKeptInput(key, form, edition);
  const { isDirty, errors } = form.formState;
  useEffect(() => {
    const kept = keptInput(key, held.saved, edition);
    if (textOf(kept) !== edition) form.reset(kept, { keepDefaultValues: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  }, []);
  useEffect(() => {
    if (same || isDirty) return;
    form.reset(saved);
    setHeld({ saved, version });
  }, [form, isDirty, same, saved, version]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const write = useWrite(endpoint);
  const discard = () => {
    forgetInput(key);
    setRefusal(null);
    form.reset(saved);
    setHeld({ saved, version });
  };
  const send = async (values: V) => {
    setRefusal(null);
    const body = { ...bodyOf(values), version: sent };
    try {
      if (before !== undefined && !(await before(body))) return;
      await write.mutateAsync({ body } as unknown as CallInput<typeof endpoint>);
      forgetInput(key);
      form.reset(values);
      toastSuccess(done);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem({ status: 500, title: 'Try again.' });
      for (const { field, message } of problem.errors)
        form.setError(field as FieldPath<V>, { type: 'server', message });
      if (problem.errors.length === 0 && problem.status !== 401) setRefusal(problem.message);
    }
  };
  return {
    form,
    busy: write.isPending,
    dirty: isDirty,
    problems: Object.entries(errors).map(([field, error]) => ({ field, message: String(error?.message ?? '') })),
    refusal,
    stale: !same && isDirty,
    save: form.handleSubmit(send),
    discard,
  };
}
