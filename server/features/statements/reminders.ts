import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { listReminders, MOST_NAMED } from '../../../domain/statements/contract.ts';
import type {
  planReminders,
  previewReminders,
  sendReminders,
  sumReminders,
} from '../../../domain/statements/contract.ts';
import { heaviest, type ReminderLevel } from '../../../domain/statements/reminders.ts';
import { reminderTable, reminderTotals } from '../../../domain/statements/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { daysBetween } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { fact } from '../../platform/exports/facts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countOf } from '../../platform/http/lists.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import { assertMayHere } from '../decisions.ts';
import { addressesOf } from '../documents/addresses.ts';
import { type Printing, printUnissued } from '../documents/store.ts';
import { letterheadOf } from '../firm/letterhead.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { reportPage, type ReportQuery, reportRows } from '../reports/paging.ts';
import { refOf } from '../reports/refs.ts';
import { report } from '../reports/report.ts';
import { keepBatch } from './batches.ts';
import { letterPlan } from './letter.ts';
import { allDue, DEFAULT_SORT, type Due, overdueOf, proposedAmong, reminderDaysOf, remindersFound } from './overdue.ts';

type Query = Decoded<typeof listReminders>['query'];
type Row = Values<typeof reminderTable>;
type Saved = Reply<typeof sendReminders>;
type Chosen = Pick<Decoded<typeof sendReminders>['body'], 'items' | 'all' | 'seen'>;

type Stored = Omit<Row, 'party' | 'note' | 'policy' | 'late' | 'addressed'> & {
  party_id: number;
  party: string;
  note_id: number;
  note: string;
  policy_id: number | null;
  policy: string | null;
};
type Total = Values<typeof reminderTotals>;

const SORTS = {
  id: 'id',
  party: 'party_key',
  due_on: 'due_on',
  level: 'step',
  outstanding: 'outstanding',
} satisfies Record<Sortable<typeof reminderTable> | 'id', string>;

/** What a row shows besides what it is found and ordered by. */
const shown = (rows: RawBuilder<unknown>) => sql`
  select f.id as shown_of, r.name as party, n.number as note, p.id as policy_id, p.broker_reference as policy,
    coalesce(d.name, ${HISTORY_INSURED}) as insured, d.id as insured_id
  from ${rows} f join notes n on n.id = f.note_id join parties r on r.id = f.party_id left join policies p on p.id = n.policy_id
    left join parties d on d.id = p.current_insured_id ${HISTORY_OF_NOTE}`;

const reportOf = async (ctx: Ctx, query: Query): Promise<ReportQuery> => ({
  ...(await remindersFound(ctx, query)),
  sorts: SORTS,
  defaultSort: DEFAULT_SORT,
  key: ['id'],
  shown,
});

/** Which of some parties have an address for their letters. */
async function addressedAmong(ctx: Ctx, parties: RawBuilder<unknown>): Promise<ReadonlySet<number>> {
  return new Set((await addressesOf(ctx, 'statement', parties)).map(({ id }) => id));
}

const rowOf = (ctx: Ctx, row: Stored, addressed: ReadonlySet<number>): Row => ({
  id: row.id,
  party: { id: row.party_id, name: row.party },
  note: { id: row.note_id, number: row.note },
  policy: refOf(row.policy_id, row.policy),
  insured: row.insured,
  insured_id: row.insured_id,
  due_on: row.due_on,
  late: daysBetween(row.due_on, ctx.today),
  level: row.level,
  last: row.last,
  currency: row.currency,
  outstanding: row.outstanding,
  warranty: row.warranty,
  stopped: row.stopped,
  addressed: addressed.has(row.party_id),
});

async function remindersPage(ctx: Ctx, query: Query): Promise<Reply<typeof listReminders>> {
  const { page } = await reportPage<Stored>(ctx, await reportOf(ctx, query), query);
  const parties = [...new Set(page.data.map((row) => row.party_id))];
  const addressed = await addressedAmong(ctx, sql`select unnest(${parties}::int[])`);
  const base = ctx.firm.baseCurrency;
  return {
    ...page,
    data: page.data.map((row) => replyRow(reminderTable, rowOf(ctx, row, addressed), base)),
    as_at: ctx.today,
  };
}

/** What all of them come to by currency, and how many may go: letters leave from the caller's branch alone. */
export async function reminderSums(
  ctx: Ctx,
  { query }: Decoded<typeof sumReminders>,
): Promise<Reply<typeof sumReminders>> {
  const { ctes } = await remindersFound(ctx, query);
  const own = (which: RawBuilder<unknown>) => sql`count(*) filter (where ${which} and branch_id = ${ctx.branch.id})`;
  const { rows } = await sql<Total & { going: bigint; stopped: bigint }>`
    with ${ctes}
    select currency, count(*)::int as instalments, sum(outstanding)::bigint as outstanding, ${own(sql`not stopped`)} as going, ${own(sql`stopped`)} as stopped
    from found group by currency order by currency`.execute(ctx.db);
  const all = (name: 'going' | 'stopped') => countOf(sum(rows.map((row) => row[name])));
  return {
    totals: rows.map((row) => replyRow(reminderTotals, row, ctx.firm.baseCurrency)),
    going: all('going'),
    stopped: all('stopped'),
  };
}

async function* reminderRows(ctx: Ctx, query: Query): AsyncGenerator<Row> {
  const report = await reportOf(ctx, query);
  const { ctes } = await remindersFound(ctx, query);
  const addressed = await addressedAmong(ctx, sql`with ${ctes} select party_id from found`);
  for await (const row of reportRows<Stored>(ctx, report, query)) yield rowOf(ctx, row, addressed);
}

/** What a letter is due for today, worked out when it is looked at, so that what was paid meanwhile is not in it. M12. */
export const reminders = report({
  endpoint: listReminders,
  table: reminderTable,
  name: 'reminders',
  title: 'Reminders that are due',
  facts: (_ctx, { query: { policies } }) => [fact('Placements', policies && String(policies.length))],
  reply: (ctx, { query }) => remindersPage(ctx, query),
  rows: (ctx, { query }) => reminderRows(ctx, query),
});

/** The chosen instalments of the caller's branch, as a letter would have them. Throws NOT_FOUND, NOT_OVERDUE. */
async function chosenItems(ctx: Ctx, ids: readonly number[]): Promise<Due[]> {
  const unique = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from open_items where id = any(${unique}::int[]) and branch_id = ${ctx.branch.id}`.execute(
    ctx.db,
  );
  if (rows[0]?.count !== unique.length) throw new AppError('NOT_FOUND');
  const due = proposedAmong(await overdueOf(ctx, unique), ctx.today, await reminderDaysOf(ctx));
  if (due.length < unique.length) throw new AppError('NOT_OVERDUE');
  return due.map((row) => ({ ...row, stopped: row.stopped !== null }));
}

/**
 * What letters are to be of, in the caller's branch: chosen instalments, or all that filters leave, where what a warranty day stopped
 * is among them only if they say so. Throws VALIDATION, NOT_FOUND, NOT_OVERDUE.
 */
async function chosen(anywhere: Ctx, { items, all }: Chosen): Promise<Due[]> {
  if ((items === undefined) === (all === undefined))
    throw invalid({ field: 'items', message: 'Choose what to remind of: some instalments, or all.' });
  const ctx = { ...anywhere, scope: [anywhere.branch.id] };
  const rows = items === undefined ? await allDue(ctx, all ?? {}) : await chosenItems(ctx, items);
  if (rows.length === 0) throw new AppError('NOT_OVERDUE');
  return rows;
}

/** Refuses what is not what somebody looked at. Throws VALIDATION, LETTERS_CHANGED. */
function assertSeen({ all, seen }: Chosen, rows: readonly Due[]): void {
  if (all === undefined) return;
  if (seen === undefined) throw invalid({ field: 'seen', message: 'Send how many instalments the plan had.' });
  if (seen !== rows.length) throw new AppError('LETTERS_CHANGED');
}

/** The numbers of the notes that a warranty day stopped, each once. */
const stoppedNotes = (rows: readonly Due[]) => [...new Set(rows.filter((row) => row.stopped).map((row) => row.number))];

/** Refuses a demand after a warranty day that nobody gives a reason for: it would affirm the cover. M12. */
function assertMayDemand(rows: readonly Due[], reason: string): void {
  const notes = stoppedNotes(rows);
  if (notes.length === 0 || reason !== '') return;
  const more = notes.length - MOST_NAMED;
  const named = notes.slice(0, MOST_NAMED).join(', ');
  throw new AppError('WARRANTY_DAY_PASSED', { notes: more > 0 ? `${named} and ${more} more` : named });
}

const byParty = (rows: readonly Due[]): Due[][] => [...Map.groupBy(rows, (row) => row.party_id).values()];

const MOST_LETTERS = 20;
const MOST_LINES = 1000;

/** The letters that a preview shows: the first of them, each whole, until it has lines enough. */
function previewed(rows: readonly Due[]): Due[][] {
  let lines = 0;
  const shorter = byParty(rows).filter((own, index) => {
    lines += own.length;
    return index === 0 || lines <= MOST_LINES;
  });
  return shorter.slice(0, MOST_LETTERS);
}

function assertMaySend(ctx: Ctx): void {
  assertMayHere(ctx, 'policy_documents.generate');
  if (!ctx.can('reports.money', ctx.branch.id)) throw new AppError('FORBIDDEN');
}

/** How many letters would go, to whom none is mailed, and what a warranty day stops: before anything is sent. */
export async function plannedReminders(
  ctx: Ctx,
  { body }: Decoded<typeof planReminders>,
): Promise<Reply<typeof planReminders>> {
  assertMaySend(ctx);
  const rows = await chosen(ctx, body);
  const letters = byParty(rows);
  const parties = letters.flatMap(([first]) => first ?? []);
  const addressed = await addressedAmong(ctx, sql`select unnest(${parties.map((row) => row.party_id)}::int[])`);
  const without = parties.filter((row) => !addressed.has(row.party_id)).map((row) => row.party);
  const stopped = stoppedNotes(rows);
  return {
    instalments: rows.length,
    letters: letters.length,
    previewed: previewed(rows).length,
    unaddressed: without.length,
    unaddressed_names: without.slice(0, MOST_NAMED),
    stopped: stopped.length,
    stopped_notes: stopped.slice(0, MOST_NAMED),
  };
}

/**
 * Keeps letters for chosen instalments, one for each reinsured, and has them made in the background. Each instalment is
 * reminded of once at each level, which the schema holds. Throws NOT_OVERDUE, REMINDED, WARRANTY_DAY_PASSED. M12.
 */
export async function startReminders(ctx: Ctx, { body }: Decoded<typeof sendReminders>): Promise<Saved> {
  assertMaySend(ctx);
  const { reason = '', mail } = body;
  const rows = await chosen(ctx, body);
  assertSeen(body, rows);
  assertMayDemand(rows, reason);
  const parties = [...new Set(rows.map((row) => row.party_id))];
  const stopped = rows.some((row) => row.stopped);
  const saved = await keepBatch(ctx, {
    kind: 'REMINDER',
    side: 'REINSURED',
    asAt: ctx.today,
    mail,
    parties,
    // A reason for what needs none says nothing.
    reason: stopped ? reason : '',
  });
  const column = <K extends keyof Due>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into reminder_lines (letter_id, branch_id, open_item_id, note_id, level)
    select s.id, s.branch_id, x.item, x.note, x.level
    from unnest(${column('id')}::int[], ${column('note_id')}::int[], ${column('party_id')}::int[], ${column('level')}::text[]) as x (item, note, party, level)
    join statement_items s on s.batch_id = ${saved.id} and s.party_id = x.party and s.branch_id = ${ctx.branch.id}`.execute(
    ctx.db,
  );
  return saved;
}

/** Prints the letters as they would leave now, before the transaction; nothing of them is kept. */
export function printReminders(services: Printing) {
  return async (ctx: PrepareCtx, { body }: Decoded<typeof previewReminders>): Promise<Uint8Array> => {
    const papers = await ctx.read(async (reading) => {
      assertMaySend(reading);
      const head = await letterheadOf(reading, reading.branch.id);
      const here = { ...reading, scope: [reading.branch.id] };
      const plans = [];
      for (const own of previewed(await chosen(reading, body))) {
        const rows = await overdueOf(
          here,
          own.map((row) => row.id),
        );
        const level = heaviest(own.map((row): ReminderLevel => row.level));
        const party = own[0]?.party_id ?? 0;
        plans.push({ head, plan: await letterPlan(reading, { id: 0, party, level, rows }) });
      }
      return plans;
    });
    return printUnissued(services, papers);
  };
}

export async function reminderPreview(prepared: unknown): Promise<FileReply> {
  const bytes = prepared as Uint8Array;
  return { file: { name: 'reminders.pdf', type: 'application/pdf', bytes, inline: true, delivery: null } };
}
