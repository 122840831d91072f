import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { ApiProblem } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useContractForm, type Form } from '../forms/use-contract-form.ts';
import { toastDone, type Done } from '../notices/toast.ts';

type Options<V extends object, B, R> = {
  /** What the fields are checked by before anything is sent: with `body` from `ofShape`, or of the form's own. */
  shape: z.ZodMiniObject;
  body: (values: V) => B;
  initial: V;
  /** Rules of the form's own, which its call does not have. */
  faultsOf?: (values: V) => FieldError[];
  send: (body: B, values: V) => Promise<R>;
  /** What is announced once it is sent. */
  done?: (reply: R, values: V) => Done;
  onDone: (reply: R, values: V) => void;
};

type DialogForm<V> = {
  form: Form<V>;
  /** A refusal that belongs to no field. */
  refusal: ApiProblem | null;
  /** What its dialog takes. */
  dialog: {
    busy: boolean;
    dirty: boolean;
    refusal: string | undefined;
    onSubmit: () => Promise<void>;
    onLeave: () => void;
  };
  /** Shows what is wrong; whether nothing is. */
  check: () => Promise<boolean>;
  refuse: ReturnType<typeof useContractForm>['refuse'];
  reset: (next: V) => void;
};

const noFaults = () => [];

/** A short form that is sent by one call: messages at their fields, other refusals as one sentence. */
export function useDialogForm<V extends object, B, R>(options: Options<V, B, R>): DialogForm<V> {
  const { shape, body, initial, faultsOf = noFaults, send, done, onDone } = options;
  const state = useContractForm<V>({
    shape,
    initial,
    faultsOf: (values) => [...bodyFaults(shape, body(values)), ...faultsOf(values)],
  });
  const [refusal, setRefusal] = useState<ApiProblem | null>(null);
  // What else is open by the time that the answer comes is not this dialog’s to close.
  const left = useRef(false);
  const submit = async (values: V) => {
    left.current = false;
    setRefusal(null);
    try {
      const reply = await send(body(values), values);
      if (done !== undefined) toastDone(done(reply, values));
      if (!left.current) onDone(reply, values);
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem({ status: 500, title: 'Try again.' });
      if (left.current) {
        // What was entered is gone with it.
        const unheard = new ApiProblem({ status: 0, title: 'The server could not be reached.' });
        toastProblem('Not done', problem.status === 0 ? unheard : problem);
        return;
      }
      // A field in a group ("clauses.LOCAL") is known by its group.
      const atFields = problem.errors.filter((one) => (one.field.split('.')[0] ?? '') in initial);
      state.refuse(atFields);
      if (atFields.length === 0 && problem.status !== 401) setRefusal(problem);
    }
  };
  const { form, busy, dirty, check, refuse, reset } = state;
  const onSubmit = () => state.submit(submit);
  const onLeave = () => {
    left.current = true;
  };
  return { form, refusal, dialog: { busy, dirty, refusal: refusal?.message, onSubmit, onLeave }, check, refuse, reset };
}
