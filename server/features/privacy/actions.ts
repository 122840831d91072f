import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type * as contract from '../../../domain/privacy/contract.ts';
import type { SubjectKind } from '../../../domain/privacy/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { CONTACT, INTERMEDIARY } from './erase-named.ts';
import { PARTY } from './erase-party.ts';
import { USER } from './erase-user.ts';
import { heldOnNamed, heldOnParty, heldOnUser } from './held.ts';
import type { Subject } from './subjects.ts';

const SUBJECTS: Record<SubjectKind, Subject> = {
  user: USER,
  party: PARTY,
  contact: CONTACT,
  intermediary: INTERMEDIARY,
};

/** The trail names the one it is about by kind and id alone: what was erased must not be in it. */
const ENTITY: Record<SubjectKind, string> = {
  user: 'user',
  party: 'party',
  contact: 'party_contact',
  intermediary: 'party_intermediary',
};

async function sectionsOf(ctx: Ctx, kind: SubjectKind, id: number): Promise<contract.Sections> {
  if (kind === 'user') return heldOnUser(ctx, id);
  return kind === 'party' ? heldOnParty(ctx, id) : heldOnNamed(ctx, kind, id);
}

/** All that is held on a person; the trail records the export. */
export async function exportPerson(
  ctx: Ctx,
  { body: { kind, id } }: Decoded<typeof contract.exportPerson>,
): Promise<Reply<typeof contract.exportPerson>> {
  const { name } = await SUBJECTS[kind].read(ctx, id);
  const sections = await sectionsOf(ctx, kind, id);
  await ctx.audit({ entity: ENTITY[kind], entityId: id, action: 'personal_data_given_out' });
  return { subject: { kind, id, name }, made_at: ctx.now, sections };
}

/** What erasing a person would do: shown before it is done. */
export async function previewErasure(
  ctx: Ctx,
  { query: { kind, id } }: Decoded<typeof contract.previewErasure>,
): Promise<Reply<typeof contract.previewErasure>> {
  const subject = SUBJECTS[kind];
  const { name, version } = await subject.read(ctx, id);
  const obstacles = await subject.obstacles(ctx, id);
  return { name, version, why_not: obstacles, erased: [...subject.erased], kept: [...subject.kept] };
}

/** Erases what names a person; figures, numbers and the trail's facts stay. Refused while something prevents it. */
export async function erasePerson(
  ctx: Ctx,
  { body: { kind, id, version, reason } }: Decoded<typeof contract.erasePerson>,
): Promise<Reply<typeof contract.erasePerson>> {
  const subject = SUBJECTS[kind];
  const held = await subject.lock(ctx, id);
  assertVersion(held.version, version);
  const [obstacle] = await subject.obstacles(ctx, id);
  if (obstacle !== undefined) throw new AppError('CANNOT_ERASE', { why: obstacle });
  await subject.erase(ctx, id);
  await ctx.audit({ entity: ENTITY[kind], entityId: id, action: 'erased', facts: { reason } });
  return { id, version: held.version + 1, status: 'ERASED' };
}
