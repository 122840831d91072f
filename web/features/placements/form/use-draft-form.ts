import { useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../../domain/errors.ts';
import { stillWrong, useSummaryShown } from '../../../ui/forms/form-faults.ts';
import { byField, useContractForm, type Form } from '../../../ui/forms/use-contract-form.ts';
import { useSaveDraft, type Saving } from './use-save-draft.ts';

type Tried = 'nothing' | 'save' | 'submit';
type Begun<V extends object> = {
  shape: z.ZodMiniObject;
  keptAs: string;
  version: string;
  /** What it begins with: new, or as it is saved. */
  begin: () => V;
};

/** A form that keeps what is typed in it. */
export function useBegunForm<V extends object>({ shape, keptAs, version, begin }: Begun<V>) {
  const [saved] = useState(begin);
  const state = useContractForm<V>({ shape, initial: saved, faultsOf: () => [], keep: { key: keptAs, version } });
  return { ...state, keptAs };
}

type Options<V extends object, G> = {
  begun: ReturnType<typeof useBegunForm<V>>;
  saving: Saving<V>;
  /** What is typed, read. */
  read: (values: V) => G;
  /** What is wrong with it, by what was tried so far. */
  faultsOf: (reading: G, tried: Tried) => FieldError[];
  /** What only the server knows to be wrong with it, before it is sent. */
  further?: readonly FieldError[];
  /** A fault where the screen shows it: rows left blank are there, and are not sent. */
  onScreen: (fault: FieldError, values: V) => FieldError;
  inOrder: (faults: readonly FieldError[]) => FieldError[];
};

/** The state of a long form with figures beside it: what is typed and kept, what is wrong with it, and how it is saved. */
export function useDraftForm<V extends object, G>(options: Options<V, G>) {
  const { begun: state, saving, read, faultsOf, further = [], onScreen, inOrder } = options;
  const { keptAs, restored, startOver } = state;
  const { values } = state.form;
  const showSummary = useSummaryShown();
  const [tried, setTried] = useState<Tried>('nothing');
  const { save, refused, busy } = useSaveDraft(saving, { keptAs, onRefused: showSummary });

  const theirs = refused === null ? [] : stillWrong(refused.problem.errors, refused.values, values);
  const reading = read(values);
  const faults = inOrder(
    [...faultsOf(reading, tried), ...(tried === 'nothing' ? [] : further), ...theirs].map((fault) =>
      onScreen(fault, values),
    ),
  );
  const form: Form<V> = { ...state.form, errors: byField(faults) };
  return {
    form,
    reading,
    send: (how: 'save' | 'submit') => {
      setTried(how);
      // Read at the press: a key may come before the last keystroke is drawn.
      const now = state.typed();
      if (faultsOf(read(now), how).length === 0) void save(now, how === 'submit');
      else showSummary();
    },
    busy,
    problems: tried === 'nothing' ? [] : faults,
    /** It was saved or submitted, so that what is missing is a fault. */
    tried: tried !== 'nothing',
    refusal: refused !== null && refused.problem.errors.length === 0 ? refused.problem : null,
    restored,
    /** Puts other values into the form, as if they had been typed. */
    refill: (change: (now: V) => V) => state.reset(change(state.typed()), { keepDefaultValues: true }),
    startOver,
  };
}
