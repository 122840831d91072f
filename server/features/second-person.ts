import { sql } from 'kysely';
import { DECIDING } from '../../domain/authority/rules.ts';
import { assertNotOwnWork } from '../../domain/decisions.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Day } from '../../domain/values/day.ts';
import { writeAudit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/pool.ts';
import { CALLER_COLUMNS, mayDo, rightsOf, type CallerRow } from '../platform/http/caller.ts';
import type { Ctx } from '../platform/http/context.ts';
import { queueMail } from '../platform/mail/mail.ts';

type Asking = Pick<Ctx, 'db' | 'user' | 'firm' | 'today' | 'branches'>;
/** Where a right is asked for; null: of what is the firm's, in whatever branch it is held. */
type Place = { right: Permission; branchId: number | null };

/** The people who can work today, with what each may do: read for the few firms that let one person decide alone. */
async function peopleAtWork(db: Database, today: Day) {
  const { rows } = await sql<CallerRow & { id: number }>`
    select u.id, lent_rights(u.id, ${today}::date) as lent, ${sql.raw(CALLER_COLUMNS)}
    from users u cross join firm f where u.status = 'ACTIVE'`.execute(db);
  return rows.map((row) => {
    const rights = rightsOf(row);
    const may = ({ right, branchId: place }: Place) =>
      [...rights.roles].some(
        ([branchId, roles]) => (place === null || place === branchId) && mayDo(rights, { roles, branchId }, right),
      );
    return { id: row.id, may };
  });
}

/**
 * Where the caller works alone: the firm's switch for one person is on, and nobody else holds the right there today, by a
 * role or lent. §4 Maker and checker.
 */
export async function aloneAt(ctx: Asking): Promise<(place: Place) => boolean> {
  if (ctx.firm.makerChecker) return () => false;
  const others = (await peopleAtWork(ctx.db, ctx.today)).filter(({ id }) => id !== ctx.user.id);
  return (place) => !others.some(({ may }) => may(place));
}

/** Whether this caller decides without a second person; refused where there is one, or the firm wants one. Throws SELF_DECISION. §4. */
export async function assertSecondPerson(
  ctx: Asking,
  { hands, ...place }: Place & { hands: readonly number[] },
): Promise<{ waived: boolean }> {
  const own = hands.includes(ctx.user.id);
  return assertNotOwnWork(hands, { userId: ctx.user.id, alone: own && (await aloneAt(ctx))(place) });
}

/** Whether there is a kind of record and a branch in which one person at most could decide: what the switch is for. §4. */
export async function someoneIsAlone(db: Database, today: Day): Promise<boolean> {
  const people = await peopleAtWork(db, today);
  const { rows: branches } = await sql<{ id: number }>`select id from branches`.execute(db);
  return branches.some(({ id: branchId }) =>
    DECIDING.some((right) => people.filter(({ may }) => may({ right, branchId })).length < 2),
  );
}

const WORDS = {
  off: {
    subject: 'One person may decide their own records',
    text: 'Maker and checker was switched off: who makes a record may decide it where nobody else could. Each such decision is in the history.',
  },
  on: {
    subject: 'A second person decides again',
    text: 'Maker and checker is on again: nobody decides what they made, edited or submitted.',
  },
} as const;

/** Mails those who answer for the firm and those who watch it that the switch was turned, by whom or by itself. §4. */
export async function mailMakerChecker(db: Database, now: keyof typeof WORDS, why: string): Promise<void> {
  const { rows } = await sql<{ email: string; firm: string }>`
    select distinct u.email, f.name as firm from users u join user_roles r on r.user_id = u.id cross join firm f
    where u.status = 'ACTIVE' and r.role in ('ROLE_ROOT', 'ROLE_MANAGER', 'ROLE_AUDITOR') order by 1`.execute(db);
  const { subject, text } = WORDS[now];
  for (const { email, firm } of rows) await queueMail(db, { to: email, subject, text: `${firm}: ${text} ${why}\n` });
}

/**
 * Ends the switch for one person once two can decide every kind of record in every branch, where it has no effect left: a
 * second person who leaves later does not bring it back. §4 Maker and checker.
 */
export async function endWorkingAlone(db: Database, at: Date): Promise<void> {
  const { rows } = await sql<{ today: Day }>`
    select (${at}::timestamptz at time zone time_zone)::date as today from firm where not maker_checker for update`.execute(
    db,
  );
  const [firm] = rows;
  if (!firm || (await someoneIsAlone(db, firm.today))) return;
  const { version } = await db
    .updateTable('firm')
    .set((e) => ({ maker_checker: true, version: e('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  const because = 'Two people can now decide every kind of record in every branch.';
  const facts = { version, maker_checker: true, because };
  await writeAudit(
    db,
    { userId: null, sessionId: null, at },
    { entity: 'firm', entityId: 1, action: 'books_edited', facts },
  );
  await mailMakerChecker(db, 'on', because);
}
