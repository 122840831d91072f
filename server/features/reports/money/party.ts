import * as z from 'zod/mini';
import { notFound } from '../../../../domain/errors.ts';
import { idText } from '../../../../domain/wire.ts';
import type { Ctx } from '../../../platform/http/context.ts';

export type Named = { id: number; name: string };

/** More notes than a screen shows; totals and exports have all of them. */
export const MOST = 5_000;

/** The party that a report's `param` names; null: every one is meant. §6 Report parameters. */
export async function partyOf(ctx: Ctx, param: string, kind: 'REINSURED' | 'SECURITY'): Promise<Named | null> {
  if (param === 'ALL') return null;
  return ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('id', '=', z.decode(idText, param))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow(notFound);
}

/** A record with a number that a row may name. */
export const numberedOf = (id: number | null, number: string | null): { id: number; number: string } | null =>
  id === null || number === null ? null : { id, number };
