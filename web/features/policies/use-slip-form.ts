import type { FormGiven } from './use-policy-form.ts';
import { usePlacementForm, type FormBook } from './use-policy-form.ts';
import type { editPolicy, savePolicy, submitPolicy } from '../../../domain/policies/contract.ts';
import { editSlip, saveSlip, submitSlip } from '../../../domain/policies/london.ts';
import { slipHref } from '../ledger/record-links.ts';
import { inSlipOrder } from './form-parts.ts';
import type { PolicyBody } from './policy-values.ts';
import { readSlip, slipSubmitFaults, type SlipReading } from './read-slip.ts';
import { bodyOfSlip, isBlankLine, newSlip, valuesOfSlip, type SlipRecord, type SlipValues } from './slip-values.ts';

// The calls of the two markets differ in their addresses and bodies; how they are sent is the same.
const LONDON: FormBook<SlipValues, SlipRecord, SlipReading> = {
  create: saveSlip as unknown as typeof savePolicy,
  edit: editSlip as unknown as typeof editPolicy,
  submit: submitSlip as unknown as typeof submitPolicy,
  bodyOf: (values) => bodyOfSlip(values) as unknown as PolicyBody,
  href: slipHref,
  noun: 'Slip',
  kept: 'slip',
  newValues: newSlip,
  valuesOf: valuesOfSlip,
  isBlank: isBlankLine,
  read: readSlip,
  submitFaults: slipSubmitFaults,
  inOrder: inSlipOrder,
};

/** The state of a London slip's form. */
export function useSlipForm(given: FormGiven<SlipRecord>) {
  return usePlacementForm(LONDON, given);
}
