import * as z from 'zod/mini';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { stageOf } from '../../../domain/policies/line-stages.ts';
import { slipSections, type getSlip, type SlipSections } from '../../../domain/policies/london.ts';
import { notificationOf } from '../../../domain/policies/notification.ts';
import { ofOrder, signLines, type WrittenBasis } from '../../../domain/policies/signing.ts';
import { findingsOf, fourDigits } from '../../../domain/policies/slip-reading.ts';
import type { SlipFinding } from '../../../domain/policies/slip-terms.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import type { Market } from '../../../domain/policies/figures.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { asItStands, type Amending } from './as-it-stands.ts';
import { policyRecord } from './record.ts';

export type SlipRecord = Reply<typeof getSlip>;

/** Lloyd's number of the firm as a broker, in the four digits of a UMR; "" while it is not entered. */
export async function brokerNumber(ctx: Ctx): Promise<string> {
  const firm = await ctx.db.selectFrom('firm').select('lloyds_broker_number').executeTakeFirst();
  return fourDigits(firm?.lloyds_broker_number ?? '');
}

async function slipRow(ctx: Ctx, policyId: number) {
  const row = await ctx.db
    .selectFrom('slips')
    .select(['umr', 'basis', 'sections', 'signed_lines_notified_on'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return {
    umr: row.umr ?? '',
    basis: row.basis as WrittenBasis,
    notifiedOn: row.signed_lines_notified_on,
    sections: readSections(row.sections),
  };
}

/** Sections as they were kept. */
function readSections(kept: unknown): SlipSections {
  return z.decode(slipSections, kept as z.input<typeof slipSections>);
}

async function stagesOf(ctx: Ctx, policyId: number) {
  return ctx.db
    .selectFrom('policy_lines as l')
    .innerJoin('parties as p', 'p.id', 'l.security_id')
    .leftJoin('users as u', 'u.id', 'l.notified_by')
    .select([
      'l.security_id',
      'p.market',
      'l.written',
      'l.to_stand',
      'l.stamp',
      'l.quoted_on',
      'l.quote_reference',
      'l.written_on',
      'l.reference',
      'l.signed_on',
      'l.signing_reference',
      'l.notified_on',
      'l.notified_to',
      'l.notified_at',
      'u.name as notified_by',
    ])
    .where('l.policy_id', '=', policyId)
    .where('l.branch_id', 'in', ctx.scope)
    .orderBy('l.position')
    .execute();
}

type Stages = Awaited<ReturnType<typeof stagesOf>>;

async function countryCodes(ctx: Ctx): Promise<Set<string>> {
  const rows = await ctx.db.selectFrom('countries').select('code').execute();
  return new Set(rows.map((row) => row.code));
}

function lineOf(record: Awaited<ReturnType<typeof policyRecord>>, stages: Stages, index: number) {
  const line = record.securities[index];
  const stage = stages[index];
  if (!line || !stage) throw new Error('A line has no stages.');
  const { security_id: _id, market, ...dated } = stage;
  return {
    ...line,
    ...dated,
    bureau: market === 'LONDON',
    of_order: ofOrder(line.share, record.fac),
    stage: stageOf({
      written: line.offer,
      quotedOn: stage.quoted_on,
      writtenOn: stage.written_on,
      signedOn: stage.signed_on,
    }),
  };
}

const NO_STAGES = {
  written: null,
  to_stand: false,
  stamp: '',
  quoted_on: null,
  quote_reference: '',
  written_on: null,
  reference: '',
  signed_on: null,
  signing_reference: '',
} as const;

type Read = {
  record: Awaited<ReturnType<typeof policyRecord>>;
  slip: Awaited<ReturnType<typeof slipRow>>;
  stages: Stages;
};

async function checked(ctx: Ctx, { record, slip, stages }: Read): Promise<SlipFinding[]> {
  const minor = (amount: string) => {
    const read = parseAmount(amount, record.currency);
    return typeof read === 'bigint' ? read : 0n;
  };
  return findingsOf({
    sections: slip.sections,
    umr: slip.umr,
    warranty: record.warranty,
    lines: record.securities.map((line, index) => ({
      securityId: line.security.id,
      name: line.security.name,
      market: (stages[index]?.market ?? 'LONDON') as Market,
      written: line.offer,
      writtenOn: stages[index]?.written_on ?? null,
      signed: line.share,
      toStand: stages[index]?.to_stand ?? false,
      stamp: stages[index]?.stamp ?? '',
      reference: stages[index]?.reference ?? '',
    })),
    facts: {
      brokerNumber: await brokerNumber(ctx),
      reinsured: record.reinsured.name,
      insured: record.insured.name,
      start: record.insurance_start_date,
      end: record.insurance_end_date,
      currency: record.currency,
      sumInsured: minor(record.sum_insured),
      premium: minor(record.premium),
      order: record.fac,
      commission: record.cedant_commission,
      brokerage: record.brokerage,
      clauses: record.clauses,
      countries: await countryCodes(ctx),
    },
  });
}

/** One London slip as its page shows it: the policy, its sections, its lines and what a checker would say of it. */
export async function slipRecord(ctx: Ctx, id: number): Promise<SlipRecord> {
  const record = await policyRecord(ctx, id, { market: 'LONDON' });
  const slip = await slipRow(ctx, id);
  const stages = await stagesOf(ctx, id);
  const securities = record.securities.map((_, index) => lineOf(record, stages, index));
  const { outcome, summary } = signLines(
    securities.map((line) => ({ securityId: line.security.id, written: line.offer, toStand: line.to_stand })),
    { basis: 'WHOLE', order: record.fac },
  );
  const { order, written, standing, over, short, sentence } = summary;
  const told = notificationOf({ start: record.insurance_start_date, notifiedOn: slip.notifiedOn }, ctx.today);
  return {
    ...record,
    umr: slip.umr,
    securities,
    slip: slip.sections,
    placing: { outcome, order, written, standing, over, short, sentence },
    notification: {
      state: told.state,
      due_on: told.dueOn,
      notified_on: slip.notifiedOn,
      // Nothing is to be notified of what is not signed.
      sentence: record.status === 'APPROVED' ? told.sentence : null,
    },
    findings: await checked(ctx, { record, slip, stages }),
  };
}

/** A slip with the lines as its approved endorsements left them; one that an endorsement brought has no stages yet. */
export async function slipAsItStands(
  ctx: Ctx,
  slip: SlipRecord,
): Promise<{ record: SlipRecord; amending: readonly Amending[] }> {
  const { record, amending } = await asItStands(ctx, slip);
  if (amending.length === 0) return { record, amending };
  const staged = slip.securities[0];
  const securities = record.securities.map((line): SlipRecord['securities'][number] => {
    const first = slip.securities.find((one) => one.security.id === line.security.id);
    const blank = staged && { ...staged, ...NO_STAGES };
    const inOrder = slip.slip.security.written_basis === 'ORDER';
    // A line that an endorsement changed was agreed with it: what was stamped was another line.
    const changed = {
      ...NO_STAGES,
      stamp: first?.stamp ?? '',
      written: inOrder ? ofOrder(line.share, record.fac) : line.share,
    };
    const own = first?.share === line.share ? {} : changed;
    return {
      ...(first ?? blank),
      ...line,
      ...own,
      of_order: ofOrder(line.share, record.fac),
    } as SlipRecord['securities'][number];
  });
  return { record: { ...record, securities }, amending };
}
