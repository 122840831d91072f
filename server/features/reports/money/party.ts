import { sql } from 'kysely';
import * as z from 'zod/mini';
import { notFound } from '../../../../domain/errors.ts';
import { idText } from '../../../../domain/wire.ts';
import type { Ctx } from '../../../platform/http/context.ts';

export type Named = { id: number; name: string };

/**
 * The party that a report's `param` names; null: every one is meant. §6 Report parameters. Whoever paid into the request's branches has an account
 * beside the reinsureds, since what is not allocated of it stands there: a security, an insured, another. G6.
 */
export async function partyOf(ctx: Ctx, param: string, kind: 'REINSURED' | 'SECURITY'): Promise<Named | null> {
  if (param === 'ALL') return null;
  const paid = sql<boolean>`exists (select 1 from receipts r
    where r.payer_id = parties.id and r.branch_id = any(${[...ctx.scope]}::int[]) and r.status in ('APPROVED', 'REVERSED'))`;
  return ctx.db
    .selectFrom('parties')
    .select(['id', 'name'])
    .where('id', '=', z.decode(idText, param))
    .where((of) => (kind === 'REINSURED' ? of.or([of('kind', '=', kind), paid]) : of('kind', '=', kind)))
    .executeTakeFirstOrThrow(notFound);
}

/** The parties that a report is narrowed to; null: every one. */
export type Parties = readonly number[] | null;

/**
 * Rows of parties in the order of theirs, until there are so many: one page of a large firm reads the notes of its first parties alone.
 * More parties are read at a time as they turn out to have few.
 */
export async function ofParties<Row>(
  own: readonly { party: Named }[],
  most: number,
  read: (parties: readonly number[], most: number) => Promise<Row[]>,
): Promise<Row[]> {
  const parties = [...new Set(own.map(({ party }) => party.id))];
  const rows: Row[] = [];
  for (let [at, step] = [0, 1]; at < parties.length && rows.length < most; [at, step] = [at + step, step * 2])
    rows.push(...(await read(parties.slice(at, at + step), most - rows.length)));
  return rows;
}

/** A record with a number that a row may name. */
export const numberedOf = (id: number | null, number: string | null): { id: number; number: string } | null =>
  id === null || number === null ? null : { id, number };

/** A column that a paper of one party need not say on each row: its heading does. */
export const whereOne = <Name extends string>(param: string | undefined, name: Name): Name[] =>
  param === undefined || param === 'ALL' ? [] : [name];
