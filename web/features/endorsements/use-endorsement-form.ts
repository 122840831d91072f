import {
  editEndorsement,
  effectOfEndorsement,
  endorsementBody,
  saveEndorsement,
  saveSlipEndorsement,
  submitEndorsement,
} from '../../../domain/endorsements/contract.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults, onScreen } from '../../../domain/form-faults.ts';
import type { Day } from '../../../domain/values/day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { inOrder } from '../../ui/forms/use-contract-form.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import type { PolicyRecord } from '../placements/form/policy-values.ts';
import { useBegunForm, useDraftForm } from '../placements/form/use-draft-form.ts';
import {
  bodyOfEndorsement,
  effectBodyOf,
  endorsementHref,
  FIELD_ORDER,
  isBlank,
  newValues,
  valuesOfEndorsement,
  type EndorsementRecord,
  type EndorsementValues,
} from './endorsement-values.ts';

type Subject = { policy: PolicyRecord; record: EndorsementRecord | undefined; today: Day };

function useWriteEndorsement({ policy, record }: Subject) {
  const create = useWrite(policy.market === 'LONDON' ? saveSlipEndorsement : saveEndorsement);
  const edit = useWrite(editEndorsement);
  return (values: EndorsementValues) => {
    const body = bodyOfEndorsement(policy, values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
}

/** One message a field, in the order of the form. */
function firstInOrder(faults: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return inOrder(
    faults.filter(({ field }) => !seen.has(field) && seen.add(field)),
    FIELD_ORDER,
  );
}

/** The state of an endorsement's form: what is typed and kept, what it would do, what is wrong, and how it is saved. */
export function useEndorsementForm(subject: Subject) {
  const { policy, record, today } = subject;
  const write = useWriteEndorsement(subject);
  const begun = useBegunForm({
    shape: endorsementBody,
    keptAs: record === undefined ? `endorsement.new.${policy.id}` : `endorsement.${record.id}`,
    version: record === undefined ? '' : String(record.version),
    begin: () => (record === undefined ? newValues(policy, today) : valuesOfEndorsement(record, policy)),
  });
  const body = useSettled(effectBodyOf(policy, begun.form.values));
  const effect = useEndpoint(effectOfEndorsement, { body }, { enabled: body.effective_date !== '' });
  const state = useDraftForm({
    begun,
    saving: { write, submit: submitEndorsement, href: endorsementHref, noun: 'Endorsement' },
    read: (values) => values,
    faultsOf: (values, tried) =>
      tried === 'nothing' ? [] : bodyFaults(saveEndorsement.body, bodyOfEndorsement(policy, values)),
    further: effect.data?.faults ?? [],
    onScreen: (fault, { securities }) =>
      // The basis is chosen where its premium is.
      fault.field === 'basis'
        ? { ...fault, field: 'premium' }
        : onScreen(fault, { list: 'securities', isBlank: (securities ?? []).map(isBlank) }),
    inOrder: firstInOrder,
  });
  return { ...state, effect: effect.data, effectError: effect.error };
}
