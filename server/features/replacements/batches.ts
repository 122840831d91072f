import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { BatchState } from '../../../domain/renewals/states.ts';
import {
  type listReplacements,
  type Replaced,
  replacementBatch,
  replacementBatchTable,
  replacementTable,
  type startReplacement,
} from '../../../domain/replacements/contract.ts';
import { BATCH_LABELS } from '../../../domain/statements/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { writtenDay } from '../../../domain/values/day.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { rate, recordId } from '../../../domain/wire.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { askToCancel, enqueue } from '../../platform/jobs/jobs.ts';
import { refOf } from '../records.ts';
import { contains } from '../registers/page.ts';
import type { BatchJob } from '../batch-work.ts';
import { report } from '../reports/report.ts';
import { readReplacement } from './replace.ts';

type Saved = Reply<typeof startReplacement>;

/** Who takes over, as a batch keeps it. */
export const keptSuccessors = z.array(z.object({ security: recordId, share: rate('') }));

/** Keeps a batch as it was shown and has it done in the background as who started it. Throws FORBIDDEN, NOT_FOUND, INVALID. */
export async function startedReplacement(ctx: Ctx, { body }: Decoded<typeof startReplacement>): Promise<Saved> {
  const of = await readReplacement(ctx, body);
  const lines = new Map(body.policies.map(({ id, line }) => [id, line]));
  const policies = await ctx.db
    .selectFrom('policies')
    .select(['id', 'branch_id'])
    .where('id', 'in', [...lines.keys()])
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
  if (policies.length < lines.size) throw new AppError('NOT_FOUND');
  if (policies.some((policy) => !ctx.can('policies.create', policy.branch_id))) throw new AppError('FORBIDDEN');
  const branchId = ctx.branch.id;
  const { id } = await ctx.db
    .insertInto('replacement_batches')
    .values({
      branch_id: branchId,
      security_id: of.security.id,
      effective_date: of.day,
      shares: JSON.stringify(z.encode(keptSuccessors, body.successors)),
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('replacement_items')
    .values(
      policies.map((policy) => ({
        branch_id: policy.branch_id,
        batch_id: id,
        policy_id: policy.id,
        security_id: of.security.id,
        effective_date: of.day,
        line: lines.get(policy.id) ?? 0n,
      })),
    )
    .execute();
  const branches = [...new Set([branchId, ...policies.map((policy) => policy.branch_id)])];
  const payload: BatchJob = { batch: id, user: ctx.user.id, session: ctx.sessionId, branch: branchId, branches };
  const job = await enqueue(ctx.db, { kind: 'replacements', payload, userId: ctx.user.id });
  await ctx.db.updateTable('replacement_batches').set({ job_id: job }).where('id', '=', id).execute();
  const facts = {
    security: of.security.id,
    effective_date: of.day,
    successors: of.successors.map(({ security, share }) => ({ security, share: formatRate(share) })),
    policies: policies.length,
  };
  await ctx.audit({ entity: 'replacement_batch', entityId: id, branchId, action: 'added', facts });
  return { id, version: 1, status: 'WAITING' };
}

type Listed = Omit<Values<typeof replacementBatchTable>, 'security'> & { security_id: number; security: string };

const definition = (ctx: Ctx): ListDefinition => ({
  table: 'replacement_batches',
  columns: sql`t.id, t.made_at, t.state, t.effective_date, s.id as security_id, s.name as security, u.name as by, u.id as by_id,
    n.*`,
  joins: sql`join parties s on s.id = t.security_id join users u on u.id = t.made_by
    cross join lateral (select count(*)::int as policies, count(i.endorsement_id)::int as drafted,
      count(i.problem)::int as problems, string_agg(distinct b.code, ', ') as branch
      from replacement_items i join branches b on b.id = i.branch_id where i.batch_id = t.id) n`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof replacementBatchTable>, string>,
  defaultSort: 'id,desc',
  ...(!ctx.user.isRoot && { always: sql`t.made_by = ${ctx.user.id}` }),
  search: (text) =>
    sql`exists (select 1 from parties p where p.id = t.security_id and ${contains(sql`p.search_text`, text)})`,
});

/** One's own batches of replacements; root's list has everybody's. */
export const replacementBatches = list({
  table: replacementBatchTable,
  name: 'replacements',
  title: 'Replacements of securities',
  definition,
  where: (_ctx, { security, state }: Decoded<typeof listReplacements>['query']) => [
    same({ security_id: security, state }),
  ],
  rowOf: ({ security_id: id, security: name, ...row }: Listed): Values<typeof replacementBatchTable> => ({
    ...row,
    security: { id, name },
  }),
});

/** A batch of the caller's own; root sees everybody's. Another's is not there. */
async function findBatch(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('replacement_batches as b')
    .innerJoin('users as u', 'u.id', 'b.made_by')
    .innerJoin('parties as s', 's.id', 'b.security_id')
    .select(['b.id', 'b.effective_date', 'b.shares', 'b.state', 'b.message', 'b.made_at', 'b.finished_at', 'b.job_id'])
    .select(['b.branch_id', 'b.made_by', 'u.name as by', 's.id as security_id', 's.name as security'])
    .where('b.id', '=', id)
    .where('b.branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row || (row.made_by !== ctx.user.id && !ctx.user.isRoot)) throw new AppError('NOT_FOUND');
  return { ...row, state: row.state as BatchState };
}
type Batch = Awaited<ReturnType<typeof findBatch>>;

const RUNNING: ReadonlySet<string> = new Set<BatchState>(['WAITING', 'RUNNING']);

function outcomeOf({ state }: Batch, item: { endorsement: unknown; problem: string | null }): Replaced {
  if (item.endorsement !== null) return 'DRAFTED';
  if (item.problem !== null) return 'PROBLEM';
  return RUNNING.has(state) ? 'WAITING' : 'LEFT';
}

/** What became of each policy, those that were not done first. */
async function rowsOf(ctx: Ctx, batch: Batch): Promise<Values<typeof replacementTable>[]> {
  const rows = await ctx.db
    .selectFrom('replacement_items as i')
    .innerJoin('policies as p', 'p.id', 'i.policy_id')
    .innerJoin('parties as d', 'd.id', 'p.current_insured_id')
    .innerJoin('branches as b', 'b.id', 'i.branch_id')
    .leftJoin('endorsements as e', 'e.id', 'i.endorsement_id')
    .select([
      'i.id',
      'i.line',
      'i.problem',
      'p.id as policy_id',
      'p.broker_reference as policy',
      'p.market',
      'b.code as branch',
    ])
    .select(['d.id as insured_id', 'd.name as insured', 'e.id as endorsement_id', 'e.number as endorsement'])
    .where('i.batch_id', '=', batch.id)
    .where('i.branch_id', 'in', ctx.scope)
    .orderBy((e) => e('i.problem', 'is', null))
    .orderBy('i.id')
    .execute();
  return rows.map(({ policy_id, endorsement_id, market, ...row }) => ({
    ...row,
    market: market as 'LOCAL' | 'LONDON',
    policy: { id: policy_id, name: row.policy },
    endorsement: refOf(endorsement_id, row.endorsement),
    outcome: outcomeOf(batch, row),
    problem: row.problem ?? '',
  }));
}

/** Who takes over, with their names. */
async function successorsOf(ctx: Ctx, { shares }: Batch) {
  const kept = z.decode(keptSuccessors, shares as z.input<typeof keptSuccessors>);
  const ids = kept.map((one) => one.security);
  const rows = await ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return kept.map(({ security: id, share }) => ({ security: { id, name: names.get(id) ?? '' }, share }));
}

async function batchReply(ctx: Ctx, id: number): Promise<Reply<typeof replacementBatch>> {
  const batch = await findBatch(ctx, id);
  const { message, state, made_at, finished_at, effective_date } = batch;
  const rows = await rowsOf(ctx, batch);
  return {
    id,
    security: { id: batch.security_id, name: batch.security },
    effective_date,
    successors: await successorsOf(ctx, batch),
    state,
    message,
    by: { id: batch.made_by, name: batch.by },
    made_at,
    finished_at,
    branch: [...new Set(rows.map((row) => row.branch))].toSorted().join(', '),
    data: rows.map((row) => replyRow(replacementTable, row, ctx.firm.baseCurrency)),
  };
}

/** How far a batch is, and what became of each policy; as a file the report of it. */
export const replacements = report({
  endpoint: replacementBatch,
  table: replacementTable,
  name: 'replacements',
  title: 'Replacements of a security',
  facts: async (ctx, { params: { id } }) => {
    const batch = await findBatch(ctx, id);
    const taking = await successorsOf(ctx, batch);
    return [
      fact('In place of', batch.security),
      fact('From', writtenDay(batch.effective_date)),
      fact('Taken over by', taking.map(({ security, share }) => `${security.name} ${formatRate(share)}%`).join(', ')),
    ];
  },
  reply: (ctx, { params: { id } }) => batchReply(ctx, id),
  rows: async (ctx, { params: { id } }) => rowsOf(ctx, await findBatch(ctx, id)),
});

/** Asks a batch to stop after the policy in hand. What is drafted stays. */
export async function stoppedReplacement(ctx: Ctx, id: number): Promise<Saved> {
  const { state, job_id: job, branch_id: branchId } = await findBatch(ctx, id);
  if (!RUNNING.has(state))
    throw new AppError('WRONG_STATE', { status: BATCH_LABELS[state].toLowerCase(), action: 'stopping it' });
  if (job !== null) await askToCancel(ctx.db, job);
  await ctx.audit({ entity: 'replacement_batch', entityId: id, branchId, action: 'cancelled', facts: {} });
  return { id, version: 1, status: state };
}
