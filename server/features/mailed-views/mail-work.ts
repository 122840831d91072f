import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { type Day, dayIn, hourIn, writtenDay } from '../../../domain/values/day.ts';
import { lastDue, type MailedEvery, MORNING } from '../../../domain/views/schedule.ts';
import { writeAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/pool.ts';
import { daysOf, daysOfFile, EXPORT_TYPES, fileBytes } from '../../platform/exports/serve.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asAppError, tookTooLong } from '../../platform/http/problems.ts';
import { branchesIn } from '../../platform/http/scope.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import type { Send } from '../../platform/mail/mail.ts';
import { keptMailJob } from '../documents/mail-job.ts';
import { askedBy, type Lists, type Viewed } from '../views/viewed.ts';

type Tools = { database: Database; now: Date; lists: Lists };
/** Where its mails lead back to. */
type Mailing = Tools & { publicUrl: string };
type Scheduled = {
  id: number;
  branch: number;
  list: string;
  name: string;
  query: string;
  every: MailedEvery;
  first_on: Day;
  format: 'xlsx' | 'pdf';
  not_empty: boolean;
};
type File = { name: string; bytes: Uint8Array };
type Days = ReturnType<typeof daysOf>;
/** What becomes of a day for one person: a file that leaves, or why none does. */
type Outcome =
  | { status: 'QUEUED'; file: File; days: Days }
  | { status: 'EMPTY' | 'REFUSED' | 'FAILED'; message: string };

/** Trying again may go better: the database was away, or another write came in between. */
const PASSING = new Set(['BUSY', 'UNAVAILABLE', 'STALE']);
// More than a mailbox takes.
const MOST_BYTES = 15 * 1024 * 1024;

async function fileOf(ctx: Ctx, viewed: Viewed, of: Scheduled): Promise<Outcome> {
  const query = askedBy(viewed, of.query, ctx);
  if (query === undefined)
    return { status: 'REFUSED', message: 'The view no longer fits its list. Save it again, and mail that.' };
  const made = await fileBytes(ctx, viewed.filed, {
    input: { params: {}, query, body: undefined },
    format: of.format,
  });
  if (made.rows === 0 && of.not_empty) return { status: 'EMPTY', message: 'It showed nothing on this day.' };
  if (made.bytes.byteLength > MOST_BYTES)
    return { status: 'REFUSED', message: 'The file is too large for a mail. Narrow the view.' };
  const file = { name: `${made.name}-${daysOfFile(ctx, { ...query })}.${of.format}`, bytes: made.bytes };
  return { status: 'QUEUED', file, days: daysOf(ctx, { ...query }) };
}

type Reading = Pick<Scheduled, 'branch' | 'list' | 'query'>;
type Refused = Extract<Outcome, { message: string }>;

/** What is said to who has it mailed, of somebody else. */
const REASONS: Partial<Record<AppError['code'], string>> = {
  FORBIDDEN: 'They may no longer see this list here.',
  SECOND_FACTOR_NEEDED: 'Their role requires a second factor, and they have none yet.',
  FOREIGN_BRANCH: 'They do not work in every branch that it is of.',
};

/** Works as one person with the rights and branches that they hold now, or says why they may not see the list. */
async function asReader<T>(
  { database, now, lists }: Tools,
  { branch, list, query }: Reading,
  { userId, work }: { userId: number; work: (ctx: Ctx, viewed: Viewed) => Promise<T> },
): Promise<T | Refused> {
  const viewed = lists().get(list);
  if (viewed === undefined) return { status: 'REFUSED', message: 'There is no such list any more.' };
  const who = {
    userId,
    branchId: branch,
    sessionId: null,
    permission: viewed.access,
    asks: branchesIn(viewed.endpoint, Object.fromEntries(new URLSearchParams(query))),
  };
  try {
    return await runAs({ database, now, readOnly: true }, who, (ctx) => {
      // Whom the system lets in nowhere, it mails nothing.
      if (ctx.user.secondFactorNeeded) throw new AppError('SECOND_FACTOR_NEEDED');
      return work(ctx, viewed);
    });
  } catch (error) {
    if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
    return { status: 'REFUSED', message: REASONS[error.code] ?? error.errors[0]?.message ?? error.message };
  }
}

/** What one person may see of a view today. */
const outcomeFor = (tools: Tools, of: Scheduled, userId: number): Promise<Outcome> =>
  asReader(tools, of, { userId, work: (ctx, viewed) => fileOf(ctx, viewed, of) });

/** What is kept of a day whose file could not be made, so that it is seen and not tried for ever; null: it is tried again. */
function failureOf(error: unknown): Outcome | null {
  if (tookTooLong(error)) return { status: 'FAILED', message: 'It took too long. Narrow the view.' };
  if (PASSING.has(asAppError(error).code)) return null;
  return { status: 'FAILED', message: 'Its file could not be made. The log of the server says why.' };
}

type Person = { id: number; email: string };

/** Keeps what became of a day for a person, once, and queues what leaves. */
async function keep(
  { database, now, publicUrl }: Mailing,
  of: Scheduled,
  { person, day, outcome }: { person: Person; day: Day; outcome: Outcome },
) {
  const file = outcome.status === 'QUEUED' ? outcome.file : null;
  // Of a day that was missed it shows what is so as it leaves.
  const { from, last } = outcome.status === 'QUEUED' ? outcome.days : { from: undefined, last: day };
  const days = from === undefined ? writtenDay(last) : `${writtenDay(from)} to ${writtenDay(last)}`;
  await inTransaction(database, { readOnly: false, scope: [of.branch] }, async (db) => {
    const row = await db
      .insertInto('view_sendings')
      .values({
        branch_id: of.branch,
        schedule_id: of.id,
        day,
        user_id: person.id,
        status: outcome.status,
        message: outcome.status === 'QUEUED' ? null : outcome.message,
        recipients: [person.email],
        subject: `${of.name}, ${days}`.slice(0, 200),
        text: `“${of.name}” ${from === undefined ? 'as at' : 'of'} ${days} is attached.\n\nYou get it because a colleague has it mailed to you. Take yourself off it under Mailed views: ${publicUrl}/views\n`,
        file_name: file?.name ?? null,
        file: file === null ? null : Buffer.from(file.bytes),
        settled_at: outcome.status === 'QUEUED' ? null : now,
        made_by: person.id,
        made_at: now,
      })
      .onConflict((conflict) => conflict.columns(['schedule_id', 'day', 'user_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined && file !== null)
      await enqueue(db, { kind: 'view_mail', payload: { sending: row.id, branch: of.branch }, userId: person.id });
  });
}

/** Those who get it and have nothing of that day yet; nobody has a day that had passed when they were added, or it was resumed or set anew. */
async function waiting(db: Database, of: Scheduled, day: Day): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.email from view_schedule_users x join users u on u.id = x.user_id join view_schedules t on t.id = x.schedule_id
    where x.schedule_id = ${of.id} and x.left_at is null and ${day}::date >= greatest(t.counts_from, x.counts_from) and not exists (
      select 1 from view_sendings s where s.schedule_id = x.schedule_id and s.day = ${day}::date and s.user_id = x.user_id)
    order by u.id`.execute(db);
  return rows;
}

async function activeOnes(db: Database): Promise<Scheduled[]> {
  // What has left is not kept.
  await sql`update view_sendings set file = null where file is not null and status <> 'QUEUED'`.execute(db);
  const { rows } = await sql<Scheduled>`
    select id, branch_id as branch, list, name, query, every, first_on, format, not_empty from view_schedules
    where status = 'ACTIVE' order by id`.execute(db);
  return rows;
}

/**
 * Mails every view whose day has come, from the firm's morning on: each person once of a day however often this is done, with what
 * they may see. Of days that were missed the last alone leaves.
 */
export async function mailViews(tools: Mailing): Promise<void> {
  const { database, now } = tools;
  const firm = await database.selectFrom('firm').select('time_zone').executeTakeFirst();
  if (!firm || hourIn(firm.time_zone, now) < MORNING) return;
  const today = dayIn(firm.time_zone, now);
  const branches = await database.selectFrom('branches').select('id').execute();
  const scope = branches.map(({ id }) => id);
  const active = await inTransaction(database, { readOnly: false, scope }, activeOnes);
  const broken: unknown[] = [];
  for (const of of active) {
    const day = lastDue({ every: of.every, firstOn: of.first_on }, today);
    if (day === null) continue;
    const people = await inTransaction(database, { readOnly: true, scope: [of.branch] }, (db) => waiting(db, of, day));
    for (const person of people) {
      const outcome = await outcomeFor(tools, of, person.id).catch((error: unknown) => {
        if (!(error instanceof AppError && PASSING.has(error.code))) broken.push(error);
        return failureOf(error);
      });
      if (outcome !== null)
        await keep(tools, of, { person, day, outcome }).catch((error: unknown) => broken.push(error));
    }
  }
  if (broken.length > 0) throw new AggregateError(broken, 'Views could not be mailed.');
}

type Queued = Reading & { user: number; active: boolean; left: boolean };

/** Why a file that waits may no longer leave: its view was stopped, or its reader took themselves off it or lost the right meanwhile. */
async function refusalOf(tools: Tools, id: number, branch: number): Promise<string | null> {
  const { rows } = await inTransaction(tools.database, { readOnly: true, scope: [branch] }, (db) =>
    sql<Queued>`
      select v.branch_id as branch, v.list, v.query, s.user_id as user, v.status = 'ACTIVE' as active, x.left_at is not null as left
      from view_sendings s join view_schedules v on v.id = s.schedule_id
      join view_schedule_users x on x.schedule_id = s.schedule_id and x.user_id = s.user_id where s.id = ${id}`.execute(
      db,
    ),
  );
  const [of] = rows;
  if (!of?.active) return 'The view is no longer mailed.';
  if (of.left) return 'They took themselves off it.';
  const seen = await asReader(tools, of, { userId: of.user, work: async () => null });
  return seen === null ? null : seen.message;
}

type Parts = { database: Database; send: Send; clock: () => Date; lists: Lists };

/** Keeps in the trail what was given out by the calendar, and to whom. */
async function traceSent(db: Database, id: number, at: Date): Promise<void> {
  const row = await db
    .selectFrom('view_sendings')
    .select(['schedule_id', 'branch_id', 'day', 'user_id', 'recipients', 'file_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const actor = { userId: null, sessionId: null, at };
  await writeAudit(db, actor, {
    entity: 'view_schedule',
    entityId: row.schedule_id,
    branchId: row.branch_id,
    action: 'sent',
    facts: { file: row.file_name, day: row.day, user: row.user_id, recipients: row.recipients.length },
    personal: { to: row.recipients.join(', ') },
  });
}

/** Sends one of them with its file, to who may still see it. */
export const viewMailJob = ({ lists, ...parts }: Parts) =>
  keptMailJob(parts, 'view_mail', {
    refusal: (id, branch) => refusalOf({ database: parts.database, now: parts.clock(), lists }, id, branch),
    sent: traceSent,
    attached: async (db, id) => {
      const row = await db
        .selectFrom('view_sendings')
        .select(['file_name', 'file'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.file == null || row.file_name === null) return [];
      const type = row.file_name.endsWith('.pdf') ? EXPORT_TYPES.pdf : EXPORT_TYPES.xlsx;
      return [{ name: row.file_name, type, bytes: row.file }];
    },
  });
