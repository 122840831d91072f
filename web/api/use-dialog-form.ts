import { useState } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Endpoint, WireReply } from '../../domain/endpoint.ts';
import { checkedBy } from './check-form.ts';
import { ApiProblem, type CallInput } from './client.ts';
import { useWrite } from './use-endpoint.ts';

type Given<V extends FieldValues, E extends Endpoint> = {
  endpoint: E;
  initial: V;
  /** What the fields are checked by before anything is sent. */
  schema: z.ZodMiniType;
  bodyOf: (values: V) => unknown;
  /** What travels. */
  inputOf: (values: V) => CallInput<E>;
  onDone: (reply: WireReply<E>, values: V) => void;
};

type DialogForm<V extends FieldValues> = {
  form: UseFormReturn<V>;
  busy: boolean;
  dirty: boolean;
  /** A refusal that belongs to no field. */
  refusal: ApiProblem | null;
  submit: () => Promise<void>;
};

/** A short form that one call sends: messages at their fields, other refusals as one sentence. */
export function useDialogForm<V extends FieldValues, E extends Endpoint>(given: Given<V, E>): DialogForm<V> {
  const { endpoint, initial, schema, bodyOf, inputOf, onDone } = given;
  const form = useForm<V>({ defaultValues: initial as DefaultValues<V>, resolver: checkedBy(schema, bodyOf) });
  const write = useWrite(endpoint);
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  const { isDirty } = form.formState;
  const send = async (values: V) => {
    setRefusal(null);
    try {
      onDone(await write.mutateAsync(inputOf(values)), values);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem({ status: 500, title: 'Try again.' });
      // A field in a group ("clauses.LOCAL") is known by its group.
      const atFields = problem.errors.filter((one) => (one.field.split('.')[0] ?? '') in initial);
      for (const { field, message } of atFields) form.setError(field as FieldPath<V>, { type: 'server', message });
      if (atFields.length === 0 && problem.status !== 401) setRefusal(problem);
    }
  };
  return { form, busy: write.isPending, dirty: isDirty, refusal, submit: form.handleSubmit(send) };
}
