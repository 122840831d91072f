import { sql } from 'kysely';
import type { doneDiary, listDiary, saveDiary } from '../../../domain/claims/diary-contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf, invalid } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { refOf } from '../records.ts';
import { readClaim } from './queries.ts';

type Entry = Reply<typeof listDiary>[number];
type Row = Omit<Entry, 'colleague' | 'made_by' | 'done_by'> & {
  user_id: number;
  user_name: string;
  maker: number;
  maker_name: string;
  doer: number | null;
  doer_name: string | null;
};

async function entries(ctx: Ctx, where: ReturnType<typeof sql>): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    select d.id, d.due_on, d.text, d.made_at, d.done_at, u.id as user_id, u.name as user_name, m.id as maker, m.name as maker_name,
      x.id as doer, x.name as doer_name
    from claim_diary d join users u on u.id = d.user_id join users m on m.id = d.made_by left join users x on x.id = d.done_by
    where d.branch_id = any(${[...ctx.scope]}::int[]) and ${where}
    order by d.done_at is not null, d.due_on, d.id`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    due_on: row.due_on,
    text: row.text,
    colleague: { id: row.user_id, name: row.user_name },
    made_by: { id: row.maker, name: row.maker_name },
    made_at: row.made_at,
    done_by: refOf(row.doer, row.doer_name),
    done_at: row.done_at,
  }));
}

/** The diary of a claim: what is to be done first, then what was done. */
export async function diaryOf(ctx: Ctx, { query }: Decoded<typeof listDiary>): Promise<Entry[]> {
  await readClaim(ctx, query.claim);
  return entries(ctx, sql`d.claim_id = ${query.claim}`);
}

/** Puts a note with a day in the diary of a claim, for a colleague who works in its branch. */
export async function noteInDiary(ctx: Ctx, { body }: Decoded<typeof saveDiary>): Promise<Entry> {
  const claim = await readClaim(ctx, body.claim);
  if (!ctx.can('claims.create', claim.branch_id)) throw new AppError('FORBIDDEN');
  const colleague = await ctx.db
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('u.id')
    .where('u.id', '=', body.colleague)
    .where('u.status', '=', 'ACTIVE')
    .where((e) => e.or([e('r.branch_id', '=', claim.branch_id), e('r.branch_id', 'is', null)]))
    .limit(1)
    .executeTakeFirst();
  if (!colleague) throw invalid({ field: 'colleague', message: 'Choose an active colleague of this branch.' });
  if (body.due_on < ctx.today) throw invalid({ field: 'due_on', message: 'Choose a day that is to come.' });
  const { id } = await ctx.db
    .insertInto('claim_diary')
    .values({
      branch_id: claim.branch_id,
      claim_id: claim.id,
      due_on: body.due_on,
      user_id: body.colleague,
      text: body.text,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = { on: 'claim', record: claim.id, due_on: body.due_on, colleague: body.colleague };
  await ctx.audit({ entity: 'claim_diary', entityId: id, branchId: claim.branch_id, action: 'noted', facts });
  return firstOf(await entries(ctx, sql`d.id = ${id}`));
}

/** Says that what the diary asks for was done. */
export async function doneInDiary(ctx: Ctx, { body }: Decoded<typeof doneDiary>): Promise<Entry> {
  const { rows } = await sql<{ claim_id: number; branch_id: number; done_at: Date | null }>`
    select claim_id, branch_id, done_at from claim_diary where id = ${body.id} and branch_id = any(${[...ctx.scope]}::int[])
    for update`.execute(ctx.db);
  const { claim_id: claimId, branch_id: branchId, done_at: doneAt } = firstOf(rows);
  if (!ctx.can('claims.create', branchId)) throw new AppError('FORBIDDEN');
  if (doneAt !== null) throw new AppError('STALE');
  await ctx.db
    .updateTable('claim_diary')
    .set({ done_by: ctx.user.id, done_at: ctx.now })
    .where('id', '=', body.id)
    .execute();
  const facts = { on: 'claim', record: claimId };
  await ctx.audit({ entity: 'claim_diary', entityId: body.id, branchId, action: 'done', facts });
  return firstOf(await entries(ctx, sql`d.id = ${body.id}`));
}
