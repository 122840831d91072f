import type { Reply } from '../../../domain/endpoint.ts';
import { stageOf } from '../../../domain/slips/line-stages.ts';
import type { getSlip } from '../../../domain/slips/contract.ts';
import { notificationOf } from '../../../domain/slips/notification.ts';
import type { PlacedLine, SlipPlacement } from '../../../domain/placements/placement.ts';
import { ofOrder, signLines } from '../../../domain/slips/signing.ts';
import { findingsOf, fourDigits } from '../../../domain/slips/reading.ts';
import { typedSections } from '../../../domain/slips/sections.ts';
import type { SlipFinding } from '../../../domain/slips/terms.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { slipAt } from '../placements/placement.ts';
import { recordOf, shownLine } from '../placements/record.ts';

type SlipRecord = Reply<typeof getSlip>;

/** Lloyd's number of the firm as a broker, in the four digits of a UMR; "" while it is not entered. */
export async function brokerNumber(ctx: Ctx): Promise<string> {
  const firm = await ctx.db.selectFrom('firm').select('lloyds_broker_number').executeTakeFirst();
  return fourDigits(firm?.lloyds_broker_number ?? '');
}

/** What a carrier's checker would say of a slip as it was entered. §7 underwriting. */
async function slipFindings(ctx: Ctx, slip: SlipPlacement): Promise<SlipFinding[]> {
  const countries = await ctx.db.selectFrom('countries').select('code').execute();
  const { original } = slip;
  return findingsOf({
    sections: slip.slip.sections,
    bySection: slip.entered.slip?.bySection ?? [],
    umr: slip.slip.umr,
    warranty: slip.warranty,
    paymentTerms: slip.paymentTerms,
    instalments: slip.instalments,
    figures: original.figures,
    lines: original.lines.map(({ securityId, name, market, offer, share, stages }) => ({
      securityId,
      name,
      market,
      written: offer,
      writtenOn: stages.written_on,
      signed: share,
      toStand: stages.to_stand,
      stamp: stages.stamp,
      reference: stages.reference,
    })),
    facts: {
      brokerNumber: await brokerNumber(ctx),
      reinsured: slip.reinsured.name,
      insured: slip.insured.name,
      start: original.period.start,
      end: original.period.end,
      currency: slip.currency,
      sumInsured: original.sumInsured,
      premium: original.premium,
      order: original.fac,
      commission: original.commission,
      brokerage: original.brokerage,
      clauses: slip.clauses,
      countries: new Set(countries.map((row) => row.code)),
    },
  });
}

function slipLine(line: PlacedLine, { currency, original }: SlipPlacement): SlipRecord['securities'][number] {
  const { offer, share, stages } = line;
  return {
    ...shownLine(line, currency),
    ...stages,
    bureau: line.market === 'LONDON',
    of_order: ofOrder(share, original.fac),
    stage: stageOf({
      written: offer,
      quotedOn: stages.quoted_on,
      writtenOn: stages.written_on,
      signedOn: stages.signed_on,
    }),
  };
}

/** One London slip as its page shows it: the policy, its sections, its lines and what a checker would say of it. */
export async function slipRecord(ctx: Ctx, id: number): Promise<SlipRecord> {
  const placement = await slipAt(ctx, id, null);
  const { slip, original, status, cancelledFrom } = placement;
  const { outcome, summary } = signLines(
    original.lines.map(({ securityId, offer, stages }) => ({ securityId, written: offer, toStand: stages.to_stand })),
    { basis: 'WHOLE', order: original.fac },
  );
  const { order, written, standing, over, short, sentence } = summary;
  const { start } = original.period;
  const notification = notificationOf({ start, notifiedOn: slip.notifiedOn, cancelledFrom }, ctx.today);
  return {
    ...(await recordOf(ctx, placement)),
    umr: slip.umr,
    securities: original.lines.map((line) => slipLine(line, placement)),
    slip: { ...slip.sections, sections: typedSections(slip.bySection, placement.currency) },
    placing: { outcome, order, written, standing, over, short, sentence },
    notification: {
      state: notification.state,
      due_on: notification.dueOn,
      notified_on: slip.notifiedOn,
      // Nothing is to be notified of what is not signed.
      sentence: status === 'APPROVED' ? notification.sentence : null,
    },
    findings: await slipFindings(ctx, placement),
  };
}

/** What a checker would say of one slip. */
export async function findingsOfSlip(ctx: Ctx, id: number): Promise<SlipFinding[]> {
  return slipFindings(ctx, await slipAt(ctx, id, null));
}
