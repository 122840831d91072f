import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, type FieldError, invalid } from '../../../domain/errors.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { recordSigning as signingEndpoint } from '../../../domain/slips/contract.ts';
import { submitFaults } from '../../../domain/slips/check.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord } from '../decisions.ts';
import { signLines } from '../../../domain/slips/signing.ts';
import type { PolicyBooking } from '../placements/booking.ts';
import { lockPolicy, type Policy } from '../placements/queries.ts';
import { slipAt } from '../placements/placement.ts';
import { findingsOfSlip } from './record.ts';
import type { PlacedLine } from '../../../domain/placements/placement.ts';

/** A slip that is short says so in the words of its written lines; one on which somebody is signed for nothing is not signed. */
export function assertWritten(policy: Policy, { lines }: PolicyBooking): void {
  const { summary } = signLines(
    lines.map((line) => ({ securityId: line.securityId, written: line.offer, toStand: false })),
    { basis: 'WHOLE', order: policy.fac },
  );
  if (summary.short > 0n) throw new AppError('UNDER_WRITTEN', { sentence: summary.sentence });
  const faults = lines.flatMap((line, index) =>
    line.share === 0n
      ? [{ field: `securities.${index}.written`, message: `${line.name} has no signed line: take it off the slip.` }]
      : [],
  );
  if (faults.length > 0) throw invalid(...faults);
}

/** A slip that says two things, or not what is covered, is not submitted: each at its field. §7 underwriting. */
export async function assertWhole(ctx: Ctx, policy: Policy): Promise<void> {
  const faults = submitFaults(await findingsOfSlip(ctx, policy.id));
  if (faults.length > 0) throw invalid(...faults);
}

/**
 * What the approval asks of a slip: a clean check, or a reason. Its lines are signed on this day where no other was kept.
 * Gives what the audit trail keeps of it. §7 underwriting.
 */
export async function signSlip(ctx: Ctx, policy: Policy, reason: string | undefined) {
  const findings = await findingsOfSlip(ctx, policy.id);
  const refused = findings.filter((finding) => finding.severity === 'refuse');
  if (refused.length > 0 && (reason ?? '').trim() === '') {
    const message = `The check finds ${refused.length === 1 ? 'a gap' : `${refused.length} gaps`}: say why the slip is approved as it is.`;
    throw invalid({ field: 'reason', message });
  }
  await ctx.db
    .updateTable('policy_lines')
    .set({ signed_on: ctx.today })
    .where('policy_id', '=', policy.id)
    .where('signed_on', 'is', null)
    .execute();
  await ctx.db.updateTable('slips').set({ stage: 'SIGNED' }).where('policy_id', '=', policy.id).execute();
  return { gaps: refused.map((finding) => finding.message) };
}

type Body = Decoded<typeof signingEndpoint>['body'];
type BodyLine = NonNullable<Body['lines']>[number];

/** A line after this call: what was sent, else what was kept; a day of the whole slip is that of each line. */
function lineAfter(
  ctx: Ctx,
  { stages: known }: PlacedLine,
  { line, notifiedOn }: { line: BodyLine | undefined; notifiedOn: Day | null },
) {
  const stamped = {
    stamp: line?.stamp ?? known.stamp,
    reference: line?.reference ?? known.reference,
    signing_reference: line?.signing_reference ?? known.signing_reference,
    signed_on: line?.signed_on ?? known.signed_on ?? ctx.today,
  };
  const notice = {
    notified_on: line?.notified_on ?? known.notified_on ?? notifiedOn,
    notified_to: line?.notified_to ?? known.notified_to,
  };
  const same = notice.notified_on === known.notified_on && notice.notified_to === known.notified_to;
  // Who recorded it and when changes with what was recorded alone.
  return { ...stamped, ...notice, ...(same ? {} : { notified_by: ctx.user.id, notified_at: ctx.now }) };
}

type After = ReturnType<typeof lineAfter>;

/** Days of a line that cannot be; `place` is that in what was sent, -1 of a line that the whole slip's day alone is about. */
function dayFaults(ctx: Ctx, after: After, place: number): FieldError[] {
  const { signed_on: signed, notified_on: notified } = after;
  const faultOf = (message: string) => [{ field: place < 0 ? 'notified_on' : `lines.${place}.notified_on`, message }];
  if (signed > ctx.today)
    return [{ field: `lines.${place}.signed_on`, message: 'Day on which it was signed cannot be in the future.' }];
  if (notified === null) return after.notified_to === '' ? [] : faultOf('Enter the day of the notification.');
  if (notified > ctx.today) return faultOf('Day of the notification cannot be in the future.');
  return notified < signed ? faultOf('Day of the notification is before the day on which it was signed.') : [];
}

function strangers(body: Body, lines: readonly PlacedLine[]): FieldError[] {
  return (body.lines ?? []).flatMap(({ security }, index) =>
    lines.some((one) => one.securityId === security)
      ? []
      : [{ field: `lines.${index}.security`, message: 'This security has no line on the slip.' }],
  );
}

/** The last day on which a line was notified, once all are. */
function notifiedOn(lines: readonly After[]): Day | null {
  const days = lines.map((line) => line.notified_on).filter((day) => day !== null);
  return days.length < lines.length ? null : (days.toSorted().at(-1) ?? null);
}

/**
 * Keeps the stamps, references and days of the signed lines of an approved slip, and when and to whom each was notified:
 * within 30 days of inception. Moves no money and changes no line's size.
 */
export async function recordSigning(ctx: Ctx, { params, body }: Decoded<typeof signingEndpoint>) {
  const policy = await lockPolicy(ctx, params.id, 'LONDON');
  assertVersion(policy.version, body.version);
  if (policy.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
  const { lines } = (await slipAt(ctx, policy.id, null)).original;
  const placeOf = (known: PlacedLine) => (body.lines ?? []).findIndex((line) => line.security === known.securityId);
  const after = lines.map((known) =>
    lineAfter(ctx, known, { line: body.lines?.[placeOf(known)], notifiedOn: body.notified_on }),
  );
  const faults = [
    ...(body.notified_on !== null && body.notified_on > ctx.today
      ? [{ field: 'notified_on', message: 'Day of the notification cannot be in the future.' }]
      : after.flatMap((line, index) => {
          const known = lines[index];
          const place = known === undefined ? -1 : placeOf(known);
          return dayFaults(ctx, line, place);
        })),
    ...strangers(body, lines),
  ];
  if (faults.length > 0) throw invalid(...faults);
  for (const [index, line] of after.entries()) {
    await ctx.db
      .updateTable('policy_lines')
      .set(line)
      .where('policy_id', '=', policy.id)
      .where('security_id', '=', lines[index]?.securityId ?? null)
      .execute();
  }
  await ctx.db
    .updateTable('slips')
    .set({ signed_lines_notified_on: notifiedOn(after) })
    .where('policy_id', '=', policy.id)
    .execute();
  return moveRecord(
    ctx,
    { kind: 'policy', record: policy },
    { status: policy.status, action: 'signed', ...trailOf(after, lines) },
  );
}

/** What the audit trail keeps: days and references as facts, the recipient as what can be erased. */
function trailOf(after: readonly After[], lines: readonly PlacedLine[]) {
  const named = after.flatMap(({ notified_to: to }, index) =>
    to === '' ? [] : [[`notified_to.${lines[index]?.securityId}`, to] as const],
  );
  const facts = after.map(({ notified_to: _to, notified_by: _by, notified_at: _at, ...line }, index) => ({
    security: lines[index]?.securityId,
    ...line,
  }));
  return { facts: { lines: facts }, ...(named.length > 0 && { personal: Object.fromEntries(named) }) };
}
