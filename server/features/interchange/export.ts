import { contractPart } from './contract-part.ts';
import {
  PLACEMENT_SCHEMA,
  PLACEMENT_STANDARD,
  PLACEMENT_VERSION,
  placementText,
  type PlacementFile,
} from '../../../domain/interchange/placement.ts';
import type { ClaimTerms } from '../../../domain/placements/claim-terms.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { NO_STAGES } from '../../../domain/placements/line-stages.ts';
import type { PlacedLine, Placement } from '../../../domain/placements/placement.ts';
import { laterOf, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply } from '../../platform/http/mount.ts';
import { countingOf } from '../papers/amended.ts';
import { wordingsOf } from '../placements/clauses.ts';
import { claimTermsOf } from '../placements/claim-terms.ts';
import { placementAt } from '../placements/placement.ts';
import { shownFigures } from '../placements/totals.ts';
import { lastEffective, partiesOf, senderOf, type PartyRow } from './queries.ts';

function partyOf(parties: ReadonlyMap<number, PartyRow>, id: number): PlacementFile['insured'] {
  const row = parties.get(id);
  if (!row) throw new Error(`Party ${id} is not there.`);
  const { id: _id, ...party } = row;
  return party;
}

type Participation = PlacementFile['participations'][number];

/** Whether an endorsement changed the lines: then what is in force is what was written, of the whole. */
const isChanged = ({ stack }: Placement) => stack.placements.length > 1;

/** What a security wrote, and how its line came about. */
function writtenOf(placement: Placement, { share, offer, stages }: PlacedLine) {
  const changed = isChanged(placement);
  if (placement.slip === null)
    return { ...NO_STAGES, written_line: formatRate(changed ? share : offer), line_to_stand: false };
  if (changed) return { ...stages, written_line: formatRate(share), line_to_stand: false };
  const { written, to_stand } = stages;
  return { ...stages, written_line: written === null ? null : formatRate(written), line_to_stand: to_stand };
}

function lineFigures({ figures }: PlacedLine, currency: string): Participation['figures'] {
  const money = (amount: bigint) => formatAmount(amount, currency);
  return {
    premium: money(figures.sharePremium),
    ceding_commission: money(figures.commission),
    brokerage: money(figures.brokerage),
    taxes: figures.taxes.map(({ code, name, rate, charge, borneBy, amount }) => ({
      code,
      name,
      rate: formatRate(rate),
      ...(charge != null && { charge }),
      borne_by: borneBy,
      amount: money(amount),
    })),
    deductions: money(figures.deductions),
    net_payable: money(figures.netPayable),
  };
}

function participationsOf(placement: Placement, parties: ReadonlyMap<number, PartyRow>): Participation[] {
  const { leader = null, second_lead: second = null } = placement.slip?.sections.subscription ?? {};
  const own = (rate: Rate | null) => (rate === null ? null : formatRate(rate));
  return placement.current.lines.map((line) => {
    const written = writtenOf(placement, line);
    return {
      insurer: partyOf(parties, line.securityId),
      lead: line.securityId === leader,
      ...(line.securityId === second && { second_lead: true }),
      written_line: written.written_line,
      signed_line: formatRate(line.share),
      line_to_stand: written.line_to_stand,
      stamp: written.stamp,
      quoted_on: written.quoted_on,
      quote_reference: written.quote_reference,
      written_on: written.written_on,
      reference: written.reference,
      signed_on: written.signed_on,
      signing_reference: written.signing_reference,
      ceding_commission: own(line.commission),
      brokerage: own(line.brokerage),
      figures: lineFigures(line, placement.currency),
    };
  });
}

/** What it says of its claims. */
function claimsOf(terms: ClaimTerms, currency: string): PlacementFile['claims'] {
  const { cover_trigger, retroactive_on, cash_loss_limit: cash, reinstatement_percent: percent, ...same } = terms;
  return {
    ...same,
    trigger: cover_trigger,
    retroactive_date: retroactive_on,
    cash_loss_limit: cash === null ? null : formatAmount(cash, currency),
    reinstatement_percent: percent === null ? null : formatRate(percent),
  };
}

/** What both markets have in common, on the day. */
function termsOf({ current, original, currency, ...placement }: Placement) {
  const { cover } = placement;
  const figures = shownFigures(current.figures, currency);
  // Of several layers there is no one rate.
  const byRate = current.premium === original.premium && current.sumInsured === original.sumInsured;
  return {
    class_of_business:
      cover.class === null ? { class: cover.name, subclass: null } : { class: cover.class, subclass: cover.name },
    ...(placement.riskCountry !== null && { country_of_risk: placement.riskCountry }),
    date_offered: placement.dateOffered,
    currency,
    sum_insured: formatAmount(current.sumInsured, currency),
    premium: {
      amount: formatAmount(current.premium, currency),
      rate: original.rate === null || !byRate ? null : formatRate(original.rate),
    },
    order: formatRate(current.fac),
    ceding_commission: formatRate(current.commission),
    brokerage: formatRate(current.brokerage),
    cedant_policy_number: placement.texts.cedant_policy_number,
    payment: {
      terms: placement.paymentTerms,
      ...(placement.instalments.length > 0 && {
        instalments: placement.instalments.map(({ dueOn, amount }) => ({
          due_on: dueOn,
          amount: formatAmount(amount, currency),
        })),
      }),
      remittance_days: placement.remittanceDays,
      warranty: placement.warranty,
    },
    figures: {
      fac_premium: figures.fac_premium,
      ceding_commission: figures.commission,
      brokerage: figures.brokerage,
      tax: figures.tax,
      net_payable: figures.netpayable,
      debit_note: figures.debit_note,
    },
  };
}

/** A placement on a day, with the approved endorsements that count by then. */
async function placementFileOf(ctx: Ctx, request: { id: number; market: Market }, asAt: Day): Promise<PlacementFile> {
  const placement = await placementAt(ctx, request, asAt);
  const { reinsured, insured, currency, current, slip } = placement;
  const securities = current.lines.map((line) => line.securityId);
  const parties = await partiesOf(ctx, [reinsured.id, insured.id, ...securities]);
  const terms = termsOf(placement);
  const risk = slip?.sections.risk;
  const clauses = await wordingsOf(ctx, placement);
  return {
    schema: PLACEMENT_SCHEMA,
    version: PLACEMENT_VERSION,
    standard: PLACEMENT_STANDARD,
    as_at: asAt,
    sender: await senderOf(ctx, placement.branch.name),
    record: {
      number: placement.reference,
      status: placement.status,
      version: placement.version,
      cancelled_from: placement.cancelledFrom,
      endorsements: countingOf(placement).map(({ number, type, date, description }) => ({
        number,
        type,
        description,
        effective_date: date,
      })),
    },
    market: placement.market,
    unique_market_reference: slip === null || slip.umr === '' ? null : slip.umr,
    reinsured: partyOf(parties, reinsured.id),
    insured: partyOf(parties, insured.id),
    class_of_business: terms.class_of_business,
    date_offered: terms.date_offered,
    period: {
      start_date: current.period.start,
      start_time: risk?.start_time || null,
      end_date: current.period.end,
      end_time: risk?.end_time || null,
      time_zone: risk?.time_zone ?? '',
    },
    interest: placement.texts.interest,
    situation: placement.texts.territory,
    currency,
    sum_insured: terms.sum_insured,
    excess: {
      description: placement.texts.excess,
      amount: placement.excessAmount === null ? null : formatAmount(placement.excessAmount, currency),
    },
    premium: terms.premium,
    order: terms.order,
    ceding_commission: terms.ceding_commission,
    brokerage: terms.brokerage,
    cedant_policy_number: terms.cedant_policy_number,
    payment: terms.payment,
    claims: claimsOf(await claimTermsOf(ctx, placement.id), currency),
    clauses: clauses.map(({ code, title, version, wording }) => ({
      reference: code,
      title,
      wording_version: version,
      wording,
    })),
    participations: participationsOf(placement, parties),
    figures: terms.figures,
    contract: slip === null ? null : contractPart(slip, { currency, changed: isChanged(placement) }),
  };
}

/** The same as a file to keep or to send: as at a day, or with all its approved endorsements. */
export async function placementDownload(
  ctx: Ctx,
  { id, as_at }: { id: number; as_at?: string | undefined },
  market: Market,
): Promise<FileReply> {
  const asAt = as_at ?? laterOf(ctx.today, (await lastEffective(ctx, id)) ?? ctx.today);
  const file = await placementFileOf(ctx, { id, market }, asAt);
  const name = `${file.record.number.replaceAll('/', '-')}.json`;
  const facts = { record: id, as_at: asAt, format: 'json' };
  const delivery = { action: 'exported', entity: 'export', entityId: id, branchId: ctx.branch.id, facts } as const;
  return { file: { name, type: 'application/json; charset=utf-8', bytes: Buffer.from(placementText(file)), delivery } };
}
