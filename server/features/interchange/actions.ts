import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { readChoices, type draftPlacement } from '../../../domain/interchange/contract.ts';
import type { PlacementFile } from '../../../domain/interchange/placement.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { existingOf, lockPlacement } from './existing.ts';
import { saveForm, type PlaceError } from './form.ts';
import { openPlaces, workOut, type PlacementUpload, type Worked } from './work-out.ts';

type Query = Decoded<typeof draftPlacement>['query'];

const refusalOf = (errors: readonly PlaceError[]) =>
  invalid(...errors.map(({ place, message }) => ({ field: place, message })));

const OPEN: Readonly<Record<string, string>> = {
  class_of_business: 'Choose a class of the register.',
  'payment.terms': 'The firm does not offer these terms. Choose others.',
};

/** The form of a file in which nothing is left to be chosen and nothing is wrong. Throws all faults together. */
function formReady(worked: Worked) {
  const { form, errors } = worked;
  const open = openPlaces(worked).map((place) => ({
    place,
    message: OPEN[place] ?? 'Choose a party of the register.',
  }));
  if (form === null || open.length > 0) throw refusalOf([...open, ...errors]);
  return form;
}

async function remember(ctx: Ctx, policyId: number, { file, sha256 }: PlacementUpload): Promise<void> {
  const { sender, record, unique_market_reference: umr, as_at } = file;
  await ctx.db
    .insertInto('interchange_imports')
    .values({
      branch_id: ctx.branch.id,
      policy_id: policyId,
      sender: sender.name,
      sender_key: nameKey(sender.name),
      number: record.number,
      umr,
      as_at,
      sha256,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .execute();
}

function assertNew(existing: Awaited<ReturnType<typeof existingOf>>, file: PlacementFile): void {
  const [first] = existing;
  if (first)
    throw new AppError('DUPLICATE', { what: `${first.reference}, the same placement as ${file.record.number},` });
}

/**
 * Makes a draft of a placement file through the very saving of its form; its maker is the caller. The audit trail says
 * where it came from. Throws VALIDATION with JSON paths, DUPLICATE when it is here already and `again` is not set.
 */
export async function makeDraft(
  ctx: Ctx,
  query: Query,
  upload: PlacementUpload,
): Promise<Reply<typeof draftPlacement>> {
  const { file, sha256 } = upload;
  await lockPlacement(ctx, file);
  if (query.again === undefined) assertNew(await existingOf(ctx, file), file);
  const form = formReady(await workOut(ctx, file, readChoices(query.choices)));
  const { sender, record, unique_market_reference: umr, as_at } = file;
  const source = {
    facts: { sha256, sender: sender.name, number: record.number, umr, as_at },
    personal: { file_name: query.name },
  };
  const made = await saveForm(ctx, form, source);
  if ('errors' in made) throw refusalOf(made.errors);
  await remember(ctx, made.id, upload);
  return { ...made, market: form.market };
}
