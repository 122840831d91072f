import { sql } from 'kysely';
import * as z from 'zod/mini';
import { seenRecord } from '../../../domain/batches/contract.ts';
import type { SentPaper } from '../../../domain/batches/tables.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import { MOST_ADDRESSES } from '../../../domain/documents/sending.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { type Database, openDatabase } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asAppError } from '../../platform/http/problems.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import { batchCourse, type BatchItem, type BatchJob, type BatchTools, faultOf } from '../batch-work.ts';
import { addressesFor } from '../documents/addresses.ts';
import { isMailed, seeDocument, sendByMail, wordsOfDocument } from '../documents/sending.ts';
import {
  documentOf,
  type DocumentPlan,
  type Prepared,
  type Printing,
  renderAll,
  storeDocuments,
} from '../documents/store.ts';
import { letterheadOf } from '../firm/letterhead.ts';
import { creditNotePlans, debitNotePlans } from '../papers/notes.ts';
import { coverNotePlans, type PaperRequest } from '../papers/placements.ts';
import { londonCoverNotePlans } from '../papers/slips.ts';
import { MAILED_BEFORE } from './papers.ts';
import { batchRows } from './plan.ts';

type Batch = { papers: readonly SentPaper[]; again: boolean };
type Item = BatchItem & { record: number; seen: unknown; market: Market };
/** A policy of a batch that is at work. */
type Working = { job: BatchJob; item: Item };
type Tools = Printing & BatchTools & { database: Database };

const PLANS: Record<SentPaper, (ctx: Ctx, request: PaperRequest) => Promise<DocumentPlan[]>> = {
  'debit-note': debitNotePlans,
  'credit-note': creditNotePlans,
  'cover-note': (ctx, request) =>
    request.market === 'LONDON' ? londonCoverNotePlans(ctx, request) : coverNotePlans(ctx, request),
};

async function read(db: Database, id: number): Promise<Batch & { items: readonly Item[] }> {
  const batches = await sql<Batch>`select papers, again from record_batches where id = ${id}`.execute(db);
  const items = await sql<Item>`
    select i.id, i.branch_id as branch, i.record_id as record, i.seen, i.done_at is not null as done, p.market
    from record_batch_items i join policies p on p.id = i.record_id where i.batch_id = ${id} order by i.id`.execute(db);
  return { ...firstOf(batches.rows), items: items.rows };
}

/** Works as who started the batch, with the rights that they hold at this moment. Throws FORBIDDEN. */
const asMaker = <T>({ database, clock }: Tools, { job, item }: Working, work: (ctx: Ctx) => Promise<T>) =>
  runAs(
    { database, now: clock() },
    { userId: job.user, sessionId: job.session, branchId: item.branch, permission: 'policy_documents.generate' },
    work,
  );

/** Whether the policy is not done yet; held until the commit: whatever runs twice, each paper leaves once. */
async function claim(ctx: Ctx, { id }: Item): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select done_at is not null as done from record_batch_items
    where id = ${id} and branch_id = any(${[...ctx.scope]}::int[]) for update`.execute(ctx.db);
  return !firstOf(rows).done;
}

/** Refuses what changed since it was seen. Throws STALE, NOT_FOUND. */
async function assertAsSeen(ctx: Ctx, { record, seen }: Item): Promise<void> {
  const row = firstOf(await batchRows(ctx, 'policy', [record]));
  if (row.version !== z.parse(seenRecord, seen).version) throw new AppError('STALE');
}

async function wasMailed(ctx: Ctx, documentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('document_sendings')
    .select('id')
    .where('document_id', '=', documentId)
    .where('branch_id', 'in', ctx.scope)
    .where(isMailed('document_sendings'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What leaves of a policy, printed where it is not made yet: outside the transaction that keeps and mails it. */
async function printed(tools: Tools, working: Working, { papers, again }: Batch) {
  const { item } = working;
  const makings = await asMaker(tools, working, async (ctx) => {
    if (!(await claim(ctx, item))) return null;
    await assertAsSeen(ctx, item);
    const head = await letterheadOf(ctx, item.branch);
    const going = [];
    for (const paper of papers)
      for (const plan of await PLANS[paper](ctx, { id: item.record, market: item.market })) {
        const made = await documentOf(ctx, plan);
        if (again || made === undefined || !(await wasMailed(ctx, made.id)))
          going.push({ plan, head, known: made !== undefined });
      }
    return going;
  });
  return makings && renderAll(tools, makings);
}

/** Mails a paper to its party; gives the party where no address takes it. */
async function mailOne(ctx: Ctx, item: Item, documentId: number): Promise<string | null> {
  const document = await seeDocument(ctx, documentId);
  const { addresses } = await addressesFor(ctx, document);
  const to = addresses.map(({ email }) => email).slice(0, MOST_ADDRESSES);
  if (to.length === 0) return `${document.number} of ${document.party_name}`;
  const { subject, text } = await wordsOfDocument(ctx, documentId);
  const sending = await sendByMail(ctx, { body: { id: documentId, to, subject: subject.slice(0, 200), text } });
  await ctx.db
    .insertInto('record_batch_mails')
    .values({ item_id: item.id, branch_id: item.branch, document_id: documentId, sending_id: sending.id })
    .execute();
  return null;
}

const keep = (ctx: Ctx, { id }: Item, problem: string | null) =>
  ctx.db.updateTable('record_batch_items').set({ problem, done_at: ctx.now }).where('id', '=', id).execute();

/** Keeps the papers of one policy and mails them: all, or nothing. */
async function sendAll(ctx: Ctx, item: Item, prepared: Prepared): Promise<void> {
  if (!(await claim(ctx, item))) return;
  await assertAsSeen(ctx, item);
  const unaddressed: string[] = [];
  const stored = await storeDocuments(ctx, prepared);
  for (const { id } of stored) {
    const party = await mailOne(ctx, item, id);
    if (party !== null) unaddressed.push(party);
  }
  if (stored.length === 0) await keep(ctx, item, MAILED_BEFORE);
  else if (unaddressed.length === 0) await keep(ctx, item, null);
  else await keep(ctx, item, `Not mailed, since no address takes it: ${unaddressed.join(', ')}.`);
}

/** Trying again may go better: the database was away, or another write was in the way. */
const PASSING: ReadonlySet<string> = new Set(['BUSY', 'UNAVAILABLE', 'FORBIDDEN']);

/** The work behind papers that are sent from a selection: each policy once, however often its job is taken up. */
export function recordPaperJobs(services: Printing & BatchTools): JobHandlers {
  const tools: Tools = { ...services, database: openDatabase(services.pool) };
  return {
    record_papers: batchCourse<Batch, Item>(services, {
      batches: 'record_batches',
      read,
      doOne: async (job, batch, item) => {
        const working = { job, item };
        try {
          const prepared = await printed(tools, working, batch);
          if (prepared !== null) await asMaker(tools, working, (ctx) => sendAll(ctx, item, prepared));
        } catch (error) {
          const problem = asAppError(error);
          if (PASSING.has(problem.code)) throw error;
          await asMaker(tools, working, async (ctx) => {
            if (await claim(ctx, item)) await keep(ctx, item, faultOf(problem));
          });
        }
      },
      lostRight: () => 'You no longer have the right to make papers. What is mailed already stays.',
      broken: 'It could not be finished. What is mailed already stays.',
    }),
  };
}
