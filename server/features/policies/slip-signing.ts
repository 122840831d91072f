import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import { AppError } from '../../../domain/errors.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { recordSigning as signingEndpoint } from '../../../domain/policies/london.ts';
import { POLICY_STATES } from '../../../domain/policies/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { moveRecord, type RecordKind } from '../decisions.ts';
import type { PolicyStatus } from '../../../domain/policies/states.ts';
import { lockPolicy, type Policy } from './queries.ts';
import { slipRecord } from './slip-record.ts';

const SLIP: RecordKind<PolicyStatus> = { table: 'policies', entity: 'policy', states: POLICY_STATES };

/**
 * What the approval asks of a slip: a clean check, or a reason. Its lines are signed on this day where no other was kept.
 * Gives what the audit trail keeps of it. §7 underwriting.
 */
export async function signSlip(ctx: Ctx, policy: Policy, reason: string | undefined) {
  const { findings } = await slipRecord(ctx, policy.id);
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
  return { gaps: refused.map((finding) => finding.message) };
}

type Given = Decoded<typeof signingEndpoint>['body'];

function faultsOf(ctx: Ctx, given: Given, securities: readonly { security: { id: number } }[]): FieldError[] {
  const future = (day: string | null) => day !== null && day > ctx.today;
  return [
    ...(future(given.notified_on)
      ? [{ field: 'notified_on', message: 'Day of the notification cannot be in the future.' }]
      : []),
    ...(given.lines ?? []).flatMap((line, index) => [
      ...(securities.some((one) => one.security.id === line.security)
        ? []
        : [{ field: `lines.${index}.security`, message: 'This security has no line on the slip.' }]),
      ...(future(line.signed_on)
        ? [{ field: `lines.${index}.signed_on`, message: 'Day on which it was signed cannot be in the future.' }]
        : []),
    ]),
  ];
}

/**
 * Keeps the stamps, references and days of the signed lines of an approved slip, and that they were notified: within 30
 * days of inception. Moves no money and changes no line's size.
 */
export async function recordSigning(ctx: Ctx, { params, body }: Decoded<typeof signingEndpoint>) {
  const policy = await lockPolicy(ctx, params.id, 'LONDON');
  assertVersion(policy.version, body.version);
  if (policy.status !== 'APPROVED') throw new AppError('NOT_APPROVED');
  const record = await slipRecord(ctx, policy.id);
  const faults = faultsOf(ctx, body, record.securities);
  if (faults.length > 0) throw invalid(...faults);
  for (const line of body.lines ?? []) {
    const known = record.securities.find((one) => one.security.id === line.security);
    await ctx.db
      .updateTable('policy_lines')
      .set({
        stamp: line.stamp ?? known?.stamp ?? '',
        reference: line.reference ?? known?.reference ?? '',
        signing_reference: line.signing_reference ?? known?.signing_reference ?? '',
        signed_on: line.signed_on ?? known?.signed_on ?? ctx.today,
      })
      .where('policy_id', '=', policy.id)
      .where('security_id', '=', line.security)
      .execute();
  }
  if (body.notified_on !== null)
    await ctx.db
      .updateTable('slips')
      .set({ signed_lines_notified_on: body.notified_on })
      .where('policy_id', '=', policy.id)
      .execute();
  const moved = await moveRecord(
    ctx,
    { kind: SLIP, record: policy },
    { status: policy.status, action: 'signed', set: { updated_at: ctx.now }, facts: { after: body } },
  );
  return { ...moved, number: policy.broker_reference };
}
