import { sql } from 'kysely';
import { AppError, invalid } from '../../../domain/errors.ts';
import { daysDue, type Every, whyNotDrafted } from '../../../domain/invoices/schedule.ts';
import { formatQuantity } from '../../../domain/invoices/rules.ts';
import { type Day, dayIn } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { inTransaction } from '../../platform/http/transaction.ts';
import { runAs } from '../../platform/jobs/run-as.ts';
import { keepInvoice } from './actions.ts';
import { readNames } from './input.ts';
import { linesOf, readInvoice } from './queries.ts';
import { lockSchedule } from './schedules.ts';
import { taxedOn } from './taxes.ts';

const LOST_RIGHT = 'Who edited it last may no longer make invoices here. Somebody who may edits it.';
/** Trying again may go better: the database was away, or another write came in between. */
const PASSING = new Set(['BUSY', 'UNAVAILABLE', 'STALE']);

/** What a draft is copied from: an approved invoice, which does not change, as far as the registers still allow. Throws VALIDATION. */
async function copyOf(ctx: Ctx, { invoiceId, terms }: { invoiceId: number; terms: string }) {
  const { kind, status, party_id: party, currency } = await readInvoice(ctx, invoiceId);
  const kept = await linesOf(ctx, invoiceId);
  const texts = await ctx.db
    .selectFrom('invoices')
    .select(['reference', 'narration', 'net'])
    .where('id', '=', invoiceId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  const named = kept.map((line) => ({ account: line.account, sub_account: line.subPartyId }));
  const names = await readNames(ctx, { party, currency, lines: named });
  const to = names.party;
  const faults = [...names.head, ...names.lines];
  const why = to === undefined ? null : whyNotDrafted({ status, party: to });
  if (why !== null) throw invalid({ field: 'party', message: why });
  if (faults.length > 0) throw invalid(...faults);
  const lines = await taxedOn(ctx, kept, { party, currency, branchId: ctx.branch.id, day: ctx.today });
  const { reference, narration, net } = texts;
  const words = [to?.name ?? '', reference, narration, ...lines.map((line) => line.description)];
  return {
    columns: {
      kind,
      party_id: party,
      credits_id: null,
      currency,
      net,
      tax: sum(lines.map((line) => line.tax)),
      payment_terms: terms,
      due_on: null,
      reference,
      narration,
      search_text: searchKey(words.join(' ')),
    },
    lines: lines.map((line, index) => ({
      position: index + 1,
      description: line.description,
      account: line.account,
      sub_party_id: line.subPartyId,
      quantity: line.quantity,
      price: line.price,
      net: line.net,
      tax_id: line.taxId,
      tax_rate: line.tax_rate,
      tax: line.tax,
    })),
  };
}

type Copy = Awaited<ReturnType<typeof copyOf>>;

/** What the trail keeps of a draft: the body that would have made it. */
function bodyOf({ columns, lines }: Copy) {
  const { kind, party_id: party, currency, payment_terms: terms, reference, narration } = columns;
  return {
    kind,
    party,
    currency,
    terms,
    reference,
    narration,
    lines: lines.map((line) => ({
      description: line.description,
      account: line.account,
      sub_account: line.sub_party_id,
      quantity: formatQuantity(line.quantity),
      price: formatAmount(line.price, currency),
      tax: line.tax_id,
      tax_rate: line.tax_rate,
    })),
  };
}

type OneDay = { id: number; day: Day };

/** Makes the draft of one day, once: its schedule is locked, and the schema holds one draft for each of its days. */
async function draftDay(ctx: Ctx, { id, day }: OneDay): Promise<void> {
  const one = await lockSchedule(ctx, id);
  const had = await ctx.db
    .selectFrom('invoice_schedule_days')
    .select('invoice_id')
    .where('schedule_id', '=', id)
    .where('day', '=', day)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (one.status !== 'ACTIVE' || (had !== undefined && had.invoice_id !== null)) return;
  const copy = await copyOf(ctx, { invoiceId: one.invoice_id, terms: one.payment_terms });
  const facts = { after: bodyOf(copy), schedule: id, day };
  const draft = await keepInvoice(ctx, { ...copy, hands: one.hands, facts });
  const kept = { invoice_id: draft, problem: null };
  const mine = await ctx.db
    .insertInto('invoice_schedule_days')
    .values({ schedule_id: id, branch_id: one.branch_id, day, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['schedule_id', 'day']).doUpdateSet(kept).where('invoice_schedule_days.invoice_id', 'is', null),
    )
    .returning('day')
    .executeTakeFirst();
  // Another made it meanwhile: this draft goes back with its transaction.
  if (mine === undefined) throw new AppError('STALE');
}

/** Keeps why a day has no draft yet, on its schedule; it is tried again the next time. */
async function keepProblem(db: Database, { id, day, branch }: OneDay & { branch: number }, problem: string) {
  await sql`
    insert into invoice_schedule_days (schedule_id, branch_id, day, problem) values (${id}, ${branch}, ${day}, ${problem})
    on conflict (schedule_id, day) do update set problem = excluded.problem where invoice_schedule_days.invoice_id is null`.execute(
    db,
  );
}

type Active = {
  id: number;
  branch: number;
  user: number;
  every: Every;
  first_on: Day;
  last_on: Day | null;
  reached: Day | null;
  failed: Day[];
};

async function activeOnes(db: Database): Promise<Active[]> {
  const { rows } = await sql<Active>`
    select t.id, t.branch_id as branch, t.edited_by as user, t.every, t.first_on, t.last_on, max(d.day) as reached,
      coalesce(array_agg(d.day::text order by d.day) filter (where d.invoice_id is null and d.day is not null), '{}') as failed
    from invoice_schedules t left join invoice_schedule_days d on d.schedule_id = t.id
    where t.status = 'ACTIVE' group by t.id order by t.id`.execute(db);
  return rows;
}

type Tools = { database: Database; now: Date };

async function draftOrSay({ database, now }: Tools, { id, branch, user }: Active, day: Day): Promise<void> {
  const who = { userId: user, branchId: branch, sessionId: null, permission: 'invoices.create' } as const;
  try {
    await runAs({ database, now }, who, (ctx) => draftDay(ctx, { id, day }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (PASSING.has(error.code)) return;
    const reason = error.code === 'FORBIDDEN' ? LOST_RIGHT : (error.errors[0]?.message ?? error.message);
    await inTransaction(database, { readOnly: false, scope: [branch] }, (db) =>
      keepProblem(db, { id, day, branch }, reason),
    );
  }
}

/**
 * Makes every draft that is due by today, each once however often this is done, one for each day that was missed; a day
 * that cannot be made says why on its schedule, and the others go on.
 */
export async function draftRecurring(database: Database, now: Date): Promise<void> {
  const firm = await database.selectFrom('firm').select('time_zone').executeTakeFirst();
  if (!firm) return;
  const today = dayIn(firm.time_zone, now);
  const branches = await database.selectFrom('branches').select('id').execute();
  const scope = branches.map(({ id }) => id);
  const active = await inTransaction(database, { readOnly: true, scope }, activeOnes);
  const broken: unknown[] = [];
  for (const one of active) {
    const calendar = { every: one.every, firstOn: one.first_on, lastOn: one.last_on };
    for (const day of [...one.failed, ...daysDue(calendar, { reached: one.reached, today })])
      await draftOrSay({ database, now }, one, day).catch((error: unknown) => broken.push(error));
  }
  if (broken.length > 0) throw new AggregateError(broken, 'Recurring invoices could not be drafted.');
}
