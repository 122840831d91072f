import { blankRowsOf } from '../../../domain/forms.ts';
import { editSlip, saveSlip, slipBody, slipSections } from '../../../domain/slips/contract.ts';
import { submitSlip } from '../../../domain/slips/decisions.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { inSlipOrder } from '../placements/form/form-parts.ts';
import { readSlip, slipSubmitFaults, type SlipReading } from './read-slip.ts';
import {
  bodyOfSlip,
  isBlankLine,
  newSlip,
  valuesOfSlip,
  type SlipRecord,
  type SlipValues,
} from '../placements/form/slip-values.ts';
import { usePlacementForm, type FormBook, type Opening } from '../placements/form/use-policy-form.ts';
import { slipHref } from '../../paths.ts';

const LONDON: FormBook<SlipValues, SlipRecord, SlipReading> = {
  shape: slipBody,
  kept: 'slip',
  newValues: newSlip,
  valuesOf: valuesOfSlip,
  blankRows: ({ securities, slip }) => [
    { list: 'securities', isBlank: securities.map(isBlankLine) },
    ...blankRowsOf(slipSections, slip).map((rows) => ({ ...rows, list: `slip.${rows.list}` })),
  ],
  read: readSlip,
  submitFaults: slipSubmitFaults,
  inOrder: inSlipOrder,
};

/** The state of a London slip's form. */
export function useSlipForm(opening: Opening<SlipRecord>) {
  const { record } = opening;
  const create = useWrite(saveSlip);
  const edit = useWrite(editSlip);
  const write = (values: SlipValues) => {
    const body = bodyOfSlip(values);
    return record === undefined
      ? create.mutateAsync({ body })
      : edit.mutateAsync({ body: { ...body, id: record.id, version: record.version } });
  };
  return usePlacementForm(LONDON, opening, { write, submit: submitSlip, href: slipHref, noun: 'Slip' });
}
