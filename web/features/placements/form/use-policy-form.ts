import { editPolicy, policyBody, savePolicy } from '../../../../domain/placements/contract.ts';
import { submitPolicy } from '../../../../domain/placements/decisions.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { onScreen, type BlankRows } from '../../../../domain/form-faults.ts';
import type * as z from 'zod/mini';
import type { Day } from '../../../../domain/values/day.ts';
import type { Session } from '../../../api/session.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { firmToday } from './firm-day.ts';
import { branchOf, classIdsOf, inFormOrder, type UnderwritingInfo } from './form-parts.ts';
import {
  bodyOfPolicy,
  type FormStart,
  isBlank,
  isBlankInstalment,
  newValues,
  valuesOfPolicy,
  type PolicyRecord,
  type PolicyValues,
} from './policy-values.ts';
import { faultsSoFar, readPolicy, submitFaults, type PolicyReading, type Surroundings } from './read-policy.ts';
import { useBegunForm, useDraftForm } from './use-draft-form.ts';
import type { Saved, Saving } from './use-save-draft.ts';
import { policyHref } from '../../../paths.ts';

export type Opening<R> = {
  record: R | undefined;
  info: UnderwritingInfo;
  taxes: Surroundings['taxes'];
  session: Session;
};

/** What a market's form has of its own; the rest of a form's life is the same in both. */
export type FormBook<V extends PolicyValues, R extends Saved, G extends PolicyReading> = {
  shape: z.ZodMiniObject;
  /** What unsaved input is kept under: "policy". */
  kept: string;
  newValues: (start: FormStart) => V;
  valuesOf: (record: R) => V;
  blankRows: (values: V) => BlankRows[];
  read: (values: V, surroundings: Surroundings) => G;
  submitFaults: (reading: G) => FieldError[];
  inOrder: (faults: readonly FieldError[]) => FieldError[];
};

const LOCAL: FormBook<PolicyValues, PolicyRecord, PolicyReading> = {
  shape: policyBody,
  kept: 'policy',
  newValues,
  valuesOf: valuesOfPolicy,
  blankRows: ({ instalments, securities }) => [
    { list: 'securities', isBlank: securities.map(isBlank) },
    { list: 'instalments', isBlank: instalments.map(isBlankInstalment) },
  ],
  read: readPolicy,
  submitFaults,
  inOrder: inFormOrder,
};

/** The state of a local policy's form. */
export function usePolicyForm(opening: Opening<PolicyRecord>) {
  const { record } = opening;
  const create = useWrite(savePolicy);
  const edit = useWrite(editPolicy);
  const write = (values: PolicyValues) => {
    const body = bodyOfPolicy(values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
  return usePlacementForm(LOCAL, opening, { write, submit: submitPolicy, href: policyHref, noun: 'Policy' });
}

/** The state of a placement's form: what is typed and kept, what it gives, what is wrong, and how it is saved. */
export function usePlacementForm<
  V extends PolicyValues,
  R extends Saved & { branch: { id: number } },
  G extends PolicyReading,
>(book: FormBook<V, R, G>, { record, info, taxes, session }: Opening<R>, saving: Saving<V>) {
  const { user } = session;
  const today: Day = firmToday(user.firm.timeZone);
  const branch = branchOf(info, record?.branch.id ?? user.branch.id);
  const begun = useBegunForm({
    shape: book.shape,
    keptAs: record === undefined ? `${book.kept}.new.${user.branch.id}` : `${book.kept}.${record.id}`,
    version: record === undefined ? '' : String(record.version),
    begin: () =>
      record === undefined
        ? book.newValues({
            currency: user.firm.baseCurrency,
            today,
            producer: { id: String(user.id), label: user.name },
          })
        : book.valuesOf(record),
  });
  const state = useDraftForm({
    begun,
    saving,
    read: (values: V) => {
      const classIds = classIdsOf(info, values.cover_type);
      const reading = book.read(values, { taxes, classIds, today, branch });
      return { reading, soFar: faultsSoFar(reading, values) };
    },
    faultsOf: ({ reading, soFar }, tried) => {
      if (tried === 'nothing') return soFar;
      return tried === 'save' ? reading.faults : [...reading.faults, ...book.submitFaults(reading)];
    },
    onScreen: (fault, values) => book.blankRows(values).reduce(onScreen, fault),
    inOrder: book.inOrder,
  });
  return { ...state, reading: state.reading.reading, today };
}
