import { sql } from 'kysely';
import type { askAgreement } from '../../../domain/claims/movement-contract.ts';
import type { reminderEffect, sendReminders } from '../../../domain/claims/report-contract.ts';
import { MOVEMENT_LABELS } from '../../../domain/claims/states.ts';
import { filledText, type MailText } from '../../../domain/documents/mail-texts.ts';
import { MOST_ADDRESSES } from '../../../domain/documents/sending.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { type Day, showDay } from '../../../domain/values/day.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { addressesOf } from '../documents/addresses.ts';
import { assertMayHere } from '../decisions.ts';
import { keptMailJob } from '../documents/mail-job.ts';
import { assertWithinMailLimits } from '../documents/mail-limits.ts';
import { wordsFor } from '../documents/sending.ts';
import { agreementsOf, assertToBeAgreed } from './agreements.ts';
import { effectNow } from './movements.ts';
import { lockMovement, readClaim } from './queries.ts';

type Named = { id: number; name: string };
/** A mail to one security, before anybody sends it. */
type Draft = MailText & { security: Named; to: string[]; movement: number | null };

async function addressed(ctx: Ctx, securities: readonly number[]): Promise<Map<number, string[]>> {
  const known = await addressesOf(ctx, 'claim-invoice', sql`select unnest(${[...securities]}::int[])`);
  const byParty = Map.groupBy(known, (one) => one.id);
  return new Map([...byParty].map(([id, own]) => [id, own.map((one) => one.email).slice(0, MOST_ADDRESSES)]));
}

/** Queues the mails that have an address; they leave after the commit. Throws TOO_MANY_MAILS. */
async function queue(ctx: Ctx, branchId: number, drafts: readonly Draft[]) {
  const sent = drafts.filter((one) => one.to.length > 0);
  const addresses = sent.reduce((sum, { to }) => sum + to.length, 0);
  if (sent.length > 0) await assertWithinMailLimits(ctx, { addresses, strangers: 0 });
  for (const { security, to, subject, text, movement } of sent) {
    const { id } = await ctx.db
      .insertInto('claim_mails')
      .values({
        branch_id: branchId,
        security_id: security.id,
        movement_id: movement,
        recipients: to,
        // A subject that grew past what a mail's head should hold.
        subject: subject.slice(0, 200),
        text,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(ctx.db, { kind: 'claim_mail', payload: { sending: id, branch: branchId }, userId: ctx.user.id });
    const facts = { security: security.id, movement, recipients: to.length };
    const personal = { to: to.join(', ') };
    await ctx.audit({ entity: 'claim_mail', entityId: id, branchId, action: 'sent', facts, personal });
  }
  const without = drafts.filter((one) => one.to.length === 0).map((one) => one.security);
  return { sent: sent.map((one) => one.security), without };
}

const wordsOf = (ctx: Ctx, { name }: Named) => ({ party: name, firm: ctx.firm.name, sender: ctx.user.name });

/** Asks the securities that have not agreed a movement yet, those that are named or all of them. Throws FORBIDDEN, WRONG_STATE. C13. */
export async function askToAgree(
  ctx: Ctx,
  { body }: Decoded<typeof askAgreement>,
): Promise<Reply<typeof askAgreement>> {
  const movement = await lockMovement(ctx, body.movement);
  if (!ctx.can('claims.create', movement.branch_id)) throw new AppError('FORBIDDEN');
  assertToBeAgreed(movement, 'asking to agree it');
  const claim = await readClaim(ctx, movement.claim_id);
  const open = (await agreementsOf(ctx, movement.id)).filter(
    (one) => one.answer !== 'AGREED' && (body.securities?.includes(one.security.id) ?? true),
  );
  const { effect } = await effectNow(ctx, claim, { movement });
  const kept = await partsOf(ctx, movement.id);
  const partOf = (id: number) => kept.get(id) ?? effect.moved?.parts.find((one) => one.securityId === id)?.now ?? 0n;
  const known = await addressed(
    ctx,
    open.map((one) => one.security.id),
  );
  const words = await wordsFor(ctx, 'claim-agreement');
  const drafts = open.map(({ security }) => ({
    security,
    movement: movement.id,
    to: known.get(security.id) ?? [],
    ...filledText(words, {
      ...wordsOf(ctx, security),
      number: claim.number,
      document: MOVEMENT_LABELS[movement.movement_type].toLowerCase(),
      total: showMoney({ amount: partOf(security.id), currency: claim.currency }),
      policies: movement.reason,
    }),
  }));
  const { sent, without } = await queue(ctx, movement.branch_id, drafts);
  if (sent.length > 0)
    await ctx.db
      .updateTable('claim_agreements')
      .set((e) => ({ asked_at: ctx.now, times_asked: e('times_asked', '+', 1) }))
      .where('movement_id', '=', movement.id)
      .where(
        'security_id',
        'in',
        sent.map((one) => one.id),
      )
      .execute();
  return { asked: sent, without_address: without };
}

async function partsOf(ctx: Ctx, movementId: number): Promise<Map<number, bigint>> {
  const rows = await ctx.db
    .selectFrom('movement_parts')
    .select(['security_id', 'amount'])
    .where('movement_id', '=', movementId)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  return new Map(rows.map((row) => [row.security_id, row.amount]));
}

type Overdue = Named & { item: number; number: string; currency: string; open: bigint; due_on: Day };

/** The overdue claim invoices of some securities in the active branch, oldest first; what is disputed is not asked for. */
async function overdueOf(ctx: Ctx, securities: readonly number[]): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select s.id, s.name, n.id as item, n.number, n.currency, n.amount - n.settled as open, n.due_on
    from notes n join parties s on s.id = n.party_id
    left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
    where n.party_id = any(${[...securities]}::int[]) and n.branch_id = ${ctx.branch.id} and n.branch_id = any(${[...ctx.scope]}::int[])
      and n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.settled < n.amount and n.due_on < ${ctx.today}
      and (a.answer in ('DENIED', 'DISPUTED')) is not true
    order by s.name, s.id, n.due_on, n.id`.execute(ctx.db);
  return rows;
}

type Reminder = Draft & { items: Overdue[] };

async function remindersFor(ctx: Ctx, securities: readonly number[]): Promise<Reminder[]> {
  const overdue = await overdueOf(ctx, [...new Set(securities)]);
  const known = await addressed(ctx, securities);
  const words = await wordsFor(ctx, 'claim-reminder');
  return [...Map.groupBy(overdue, (one) => one.id)].map(([id, items]) => {
    const security = { id, name: items[0]?.name ?? '' };
    const lines = items.map(
      ({ number, open, currency, due_on: due }) =>
        `${number} · ${showMoney({ amount: open, currency })} · due ${showDay(due)}`,
    );
    const number = items.length === 1 ? (items[0]?.number ?? '') : `${items.length} claim invoices`;
    const filled = { ...wordsOf(ctx, security), number, document: 'reminder', total: '', policies: lines.join('\n') };
    return { security, movement: null, to: known.get(id) ?? [], items, ...filledText(words, filled) };
  });
}

/** The reminders that would go to these securities. */
export async function remindersOf(
  ctx: Ctx,
  { body }: Decoded<typeof reminderEffect>,
): Promise<Reply<typeof reminderEffect>> {
  return (await remindersFor(ctx, body.securities)).map(({ security, to, subject, text, items }) => ({
    security,
    to,
    subject,
    text,
    items: items.map(({ item: id, number, currency, open }) => ({
      id,
      number,
      currency,
      outstanding: formatAmount(open, currency),
    })),
  }));
}

/** Mails each of these securities a reminder of its overdue claim invoices. Throws FORBIDDEN, NOBODY_TO_TELL. */
export async function remind(ctx: Ctx, { body }: Decoded<typeof sendReminders>): Promise<Reply<typeof sendReminders>> {
  assertMayHere(ctx, 'claims.create');
  const drafts = await remindersFor(ctx, body.securities);
  if (drafts.every((one) => one.to.length === 0)) throw new AppError('NOBODY_TO_TELL');
  const { sent, without } = await queue(ctx, ctx.branch.id, drafts);
  return { sent, without_address: without };
}

/** Sends one mail about a claim. */
export const claimMailJob = (parts: Parameters<typeof keptMailJob>[0]) => keptMailJob(parts, 'claim_mail');
