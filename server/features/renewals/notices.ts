import { sql } from 'kysely';
import { filledText } from '../../../domain/documents/mail-texts.ts';
import { MOST_ADDRESSES } from '../../../domain/documents/sending.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { noticeEffect, sendNotices } from '../../../domain/renewals/contract.ts';
import type { policyNotices } from '../../../domain/renewals/notices.ts';
import { showDay } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { addressesOf } from '../documents/addresses.ts';
import { keptMailJob } from '../documents/mail-job.ts';
import { assertWithinMailLimits } from '../documents/mail-limits.ts';
import { wordsFor } from '../documents/sending.ts';
import { readPolicy } from '../placements/queries.ts';

type Notice = Reply<typeof noticeEffect>[number];
type Row = {
  id: number;
  number: string;
  branch_id: number;
  status: string;
  cancelled: boolean;
  ends: string;
  renewed: boolean;
  reason: string | null;
  reinsured_id: number;
  reinsured: string;
  insured: string;
};

const KIND = 'renewal-notice';

async function chosen(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.broker_reference as number, p.branch_id, p.status, p.cancelled_from is not null as cancelled,
      p.cover_end_date as ends, p.not_renewed_reason as reason, p.reinsured_id, r.name as reinsured, i.name as insured,
      exists (select 1 from policies n where n.renewed_from_id = p.id and n.status = 'APPROVED') as renewed
    from policies p join parties r on r.id = p.reinsured_id join parties i on i.id = p.current_insured_id
    where p.id = any(${ids}::int[]) and p.branch_id = any(${ctx.scope}::int[])
    order by r.name, r.id, p.cover_end_date, p.id`.execute(ctx.db);
  if (rows.length < new Set(ids).size) throw new AppError('NOT_FOUND');
  return rows;
}

/** Why the notice leaves a policy out; null when it names it. */
function whyLeftOut(ctx: Ctx, row: Row): string | null {
  if (row.branch_id !== ctx.branch.id) return 'It belongs to another branch.';
  if (row.status !== 'APPROVED' || row.cancelled) return 'It is not in force.';
  if (row.renewed) return 'It is renewed already.';
  return row.reason === null ? null : 'It is not renewed.';
}

const lineOf = ({ number, insured, ends }: Row) => `${number} · ${insured} · expires on ${showDay(ends)}`;

/** Which reinsured would get which notice, at which address and in which words. §7 renewal: notices in a batch. */
export async function noticesFor(ctx: Ctx, ids: readonly number[]): Promise<Notice[]> {
  const rows = await chosen(ctx, ids);
  const reinsureds = [...new Set(rows.map((row) => row.reinsured_id))];
  const known = await addressesOf(ctx, KIND, sql`select unnest(${reinsureds}::int[])`);
  const words = await wordsFor(ctx, KIND);
  return reinsureds.map((id) => {
    const own = rows.filter((row) => row.reinsured_id === id);
    const included = own.filter((row) => whyLeftOut(ctx, row) === null);
    const [first] = own;
    const name = first?.reinsured ?? '';
    return {
      reinsured: { id, name },
      to: known
        .filter((one) => one.id === id)
        .map((one) => one.email)
        .slice(0, MOST_ADDRESSES),
      policies: included.map((row) => ({ id: row.id, number: row.number, insured: row.insured, ends: row.ends })),
      left_out: own.flatMap((row) => {
        const why = whyLeftOut(ctx, row);
        return why === null ? [] : [{ number: row.number, why }];
      }),
      ...filledText(words, {
        number: included.length === 1 ? (included[0]?.number ?? '') : `${included.length} reinsurances`,
        document: 'renewal notice',
        party: name,
        total: '',
        firm: ctx.firm.name,
        sender: ctx.user.name,
        policies: included.map(lineOf).join('\n'),
      }),
    };
  });
}

/**
 * Queues one mail to each reinsured; they leave after the commit. A reinsured without an address, or with nothing to be
 * notified of, is left out. Throws TOO_MANY_MAILS.
 */
export async function sendAll(ctx: Ctx, { body }: Decoded<typeof sendNotices>): Promise<Reply<typeof sendNotices>> {
  const notices = (await noticesFor(ctx, body.ids)).filter((one) => one.to.length > 0 && one.policies.length > 0);
  if (notices.length === 0) throw new AppError('NOBODY_TO_TELL');
  const addresses = notices.reduce((sum, { to }) => sum + to.length, 0);
  await assertWithinMailLimits(ctx, { addresses, strangers: 0 });
  const branchId = ctx.branch.id;
  for (const { reinsured, to, policies, subject, text } of notices) {
    const { id } = await ctx.db
      .insertInto('renewal_notices')
      .values({
        branch_id: branchId,
        reinsured_id: reinsured.id,
        recipients: to,
        // A subject that grew past what a mail's head should hold.
        subject: subject.slice(0, 200),
        text,
        made_by: ctx.user.id,
        made_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto('renewal_notice_policies')
      .values(policies.map((policy) => ({ branch_id: branchId, notice_id: id, policy_id: policy.id })))
      .execute();
    await enqueue(ctx.db, { kind: 'renewal_mail', payload: { sending: id, branch: branchId }, userId: ctx.user.id });
    await ctx.audit({
      entity: 'renewal_notice',
      entityId: id,
      branchId,
      action: 'renewal_notice',
      facts: { reinsured: reinsured.id, policies: policies.map((policy) => policy.number), recipients: to.length },
      personal: { to: to.join(', ') },
    });
  }
  return notices.map(({ reinsured, to, policies }) => ({ reinsured, to, policies: policies.length }));
}

/** The notices that named one policy, the latest first. */
export async function noticesOf(ctx: Ctx, id: number): Promise<Reply<typeof policyNotices>> {
  const policy = await readPolicy(ctx, id);
  const rows = await ctx.db
    .selectFrom('renewal_notice_policies as x')
    .innerJoin('renewal_notices as s', 's.id', 'x.notice_id')
    .innerJoin('users as u', 'u.id', 's.made_by')
    .select(['s.made_at as at', 'u.name as by', 's.recipients as to', 's.status'])
    .where('x.policy_id', '=', policy.id)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('s.id', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as 'QUEUED' | 'SENT' | 'FAILED' }));
}

/** Sends one renewal notice. */
export const renewalMailJob = (parts: Parameters<typeof keptMailJob>[0]) => keptMailJob(parts, 'renewal_mail');
