import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { placeOf, policyForm, slipForm, type Matched } from '../../../domain/interchange/mapping.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { policyBody } from '../../../domain/placements/contract.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import { slipBody } from '../../../domain/slips/contract.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { localPart, savePolicy, type Source } from '../placements/actions.ts';
import { checkPolicy } from '../placements/input.ts';
import { checkSlip, saveSlip, signed, type SlipInput } from '../slips/actions.ts';

export type PlaceError = { place: string; message: string };
type PolicyBody = z.output<typeof policyBody>;
export type Form = { market: 'LOCAL'; body: PolicyBody } | { market: 'LONDON'; body: SlipInput };

/** What is wrong with the file between its own members, where each alone is right. */
export function fileErrors(file: PlacementFile): PlaceError[] {
  const errors: PlaceError[] = [];
  if (file.market === 'LONDON' && file.contract === null)
    errors.push({ place: 'contract', message: 'A London placement needs its contract.' });
  if (file.market === 'LOCAL' && file.contract !== null)
    errors.push({ place: 'contract', message: 'Only a London placement has a contract.' });
  const leads = file.participations.flatMap((line, index) => (line.lead ? [index] : []));
  for (const index of leads.slice(1))
    errors.push({ place: `participations[${index}].lead`, message: 'Only one insurer leads.' });
  return errors;
}

const placed = (field: string, message: string): PlaceError => ({ place: placeOf(field), message });

/** The form that a file fills, with the limits of the form itself; or what it does not take. */
export function formOf(file: PlacementFile, matched: Matched): { form: Form } | { errors: PlaceError[] } {
  const { contract } = file;
  const read =
    contract === null
      ? z.safeDecode(policyBody, policyForm(file, matched))
      : z.safeDecode(slipBody, slipForm(file, contract, matched));
  if (!read.success) return { errors: read.error.issues.map((issue) => placed(issue.path.join('.'), issue.message)) };
  return contract === null
    ? { form: { market: 'LOCAL', body: read.data as PolicyBody } }
    : { form: { market: 'LONDON', body: read.data as SlipInput } };
}

async function orErrors<T>(work: () => Promise<T>): Promise<T | { errors: PlaceError[] }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error;
    return { errors: error.errors.map(({ field, message }: FieldError) => placed(field, message)) };
  }
}

type Checked = { figures: PlacementFigures } | { errors: PlaceError[] };

/** What saving the form would say, saving nothing. */
export async function checkForm(ctx: Ctx, form: Form): Promise<Checked> {
  return orErrors(async () => {
    const { figures } =
      form.market === 'LOCAL'
        ? await checkPolicy(ctx, form.body, { market: 'LOCAL', reference: '', faults: [] })
        : await checkSlip(ctx, form.body);
    return { figures };
  });
}

/** Saves the form as anybody's who typed it: a draft. */
export async function saveForm(ctx: Ctx, form: Form, source: Source) {
  return orErrors(() =>
    form.market === 'LOCAL'
      ? savePolicy(ctx, form.body, { ...localPart(form.body), source })
      : saveSlip(ctx, form.body, source),
  );
}

/** The lines as they would be signed here, in the order of the file. */
export function signedLines(form: Form): readonly Rate[] {
  return form.market === 'LOCAL'
    ? form.body.securities.map((line) => line.share)
    : signed(form.body).lines.map((line) => line.signed);
}
