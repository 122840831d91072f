import { contractPart } from './contract-part.ts';
import {
  PLACEMENT_SCHEMA,
  PLACEMENT_STANDARD,
  PLACEMENT_VERSION,
  placementText,
  type PlacementFile,
} from '../../../domain/interchange/placement.ts';
import type { Market } from '../../../domain/policies/figures.ts';
import { notedOn, premiumOn } from '../../../domain/policies/layers.ts';
import { laterOf, type Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply } from '../../platform/http/mount.ts';
import { stackOf } from '../endorsements/stack.ts';
import { readPolicy } from '../policies/queries.ts';
import { policyRecord } from '../policies/record.ts';
import { slipRecord, type SlipRecord } from '../policies/slip-record.ts';
import { clausesOf, endorsementsUntil, lastEffective, partiesOf, senderOf, type PartyRow } from './queries.ts';

type Record = Awaited<ReturnType<typeof policyRecord>>;
type Stack = Awaited<ReturnType<typeof stackOf>>;

const NOT_DATED = {
  stamp: '',
  quoted_on: null,
  quote_reference: '',
  written_on: null,
  reference: '',
  signed_on: null,
  signing_reference: '',
};

function partyOf(parties: ReadonlyMap<number, PartyRow>, id: number): PlacementFile['insured'] {
  const row = parties.get(id);
  if (!row) throw new Error(`Party ${id} is not there.`);
  const { id: _id, ...party } = row;
  return party;
}

type Written = Pick<PlacementFile['participations'][number], 'written_line' | 'line_to_stand' | keyof typeof NOT_DATED>;

/** What a security wrote; once the lines were changed by endorsement, what was written is what stands, of the whole. */
function writtenOf(record: Record, line: { securityId: number; share: Rate }, changed: boolean): Written {
  const kept = record.securities.find((one) => one.security.id === line.securityId);
  const stands = { written_line: formatRate(line.share), line_to_stand: false };
  if (kept === undefined) return { ...NOT_DATED, ...stands };
  if (record.market === 'LOCAL')
    return { ...NOT_DATED, ...stands, ...(changed ? {} : { written_line: formatRate(kept.offer) }) };
  const own = kept as SlipRecord['securities'][number];
  const written = { written_line: own.written === null ? null : formatRate(own.written), line_to_stand: own.to_stand };
  return { ...own, ...(changed ? stands : written) };
}

type Read = { record: Record; stack: Stack; parties: ReadonlyMap<number, PartyRow>; changed: boolean };

function participationsOf({ record, stack, parties, changed }: Read): PlacementFile['participations'] {
  const { currency } = record;
  const money = (amount: bigint) => formatAmount(amount, currency);
  const noted = notedOn(stack).lines;
  const leader = 'slip' in record ? (record as SlipRecord).slip.subscription.leader : null;
  const own = (rate: Rate | null | undefined) => (rate === null || rate === undefined ? null : formatRate(rate));
  return stack.terms.lines.map((line) => {
    const figures = noted.find((one) => one.securityId === line.securityId);
    const written = writtenOf(record, line, changed);
    return {
      insurer: partyOf(parties, line.securityId),
      lead: line.securityId === leader,
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
      figures: {
        premium: money(figures?.sharePremium ?? 0n),
        ceding_commission: money(figures?.commission ?? 0n),
        brokerage: money(figures?.brokerage ?? 0n),
        taxes: (figures?.taxes ?? []).map((tax) => ({
          code: tax.code,
          name: tax.name,
          rate: formatRate(tax.rate),
          borne_by: tax.borneBy,
          amount: money(tax.amount),
        })),
        deductions: money(figures?.deductions ?? 0n),
        net_payable: money(figures?.netPayable ?? 0n),
      },
    };
  });
}

/** What is the same in both markets, as it stands. */
function termsOf({ record, stack }: Read) {
  const { current, currency } = record;
  const premium = formatAmount(premiumOn(stack), currency);
  const { terms, period } = stack;
  return {
    class_of_business:
      record.cover_type.class === null
        ? { class: record.cover_type.name, subclass: null }
        : { class: record.cover_type.class, subclass: record.cover_type.name },
    date_offered: record.dateoffered,
    currency,
    sum_insured: current.sum_insured,
    // Of several layers there is no one rate.
    premium: {
      amount: premium,
      rate:
        record.rate === null || premium !== record.premium || current.sum_insured !== record.sum_insured
          ? null
          : formatRate(record.rate),
    },
    order: formatRate(terms.fac),
    ceding_commission: formatRate(terms.commission),
    brokerage: formatRate(terms.brokerage),
    cedant_policy_number: record.cedant_policy_number,
    payment: { terms: record.payment_terms, remittance_days: record.remittance_days, warranty: record.warranty },
    period: { start_date: period.start, end_date: period.end },
    figures: {
      fac_premium: current.fac_premium,
      ceding_commission: current.commission,
      brokerage: current.brokerage,
      tax: current.tax,
      net_payable: current.netpayable,
      debit_note: current.debit_note,
    },
  };
}

async function recordOf(ctx: Ctx, id: number, { market, asAt }: { market: Market; asAt: Day }) {
  const record = await policyRecord(ctx, id, { market, asat: asAt });
  if (market === 'LOCAL') return record;
  const { current } = record;
  return { ...(await slipRecord(ctx, id)), current };
}

/** A placement as it stands on a day, with the approved endorsements that are in effect by then. */
export async function placementOf(ctx: Ctx, id: number, at: { market: Market; asAt: Day }): Promise<PlacementFile> {
  const record = await recordOf(ctx, id, at);
  const stack = await stackOf(ctx, await readPolicy(ctx, id), at.asAt);
  const ids = [record.reinsured.id, record.insured.id, ...stack.terms.lines.map((line) => line.securityId)];
  const parties = await partiesOf(ctx, ids);
  const read: Read = { record, stack, parties, changed: stack.placements.length > 1 };
  const slip = 'slip' in record ? (record as SlipRecord) : null;
  const terms = termsOf(read);
  return {
    schema: PLACEMENT_SCHEMA,
    version: PLACEMENT_VERSION,
    standard: PLACEMENT_STANDARD,
    as_at: at.asAt,
    sender: await senderOf(ctx, record.branch.name),
    record: {
      number: record.broker_reference,
      status: record.status,
      version: record.version,
      cancelled_from: record.current.cancelled_from,
      endorsements: await endorsementsUntil(ctx, id, at.asAt),
    },
    market: at.market,
    unique_market_reference: slip === null || slip.umr === '' ? null : slip.umr,
    reinsured: partyOf(parties, record.reinsured.id),
    insured: partyOf(parties, record.insured.id),
    class_of_business: terms.class_of_business,
    date_offered: terms.date_offered,
    period: {
      start_date: terms.period.start_date,
      start_time: slip?.slip.risk.start_time || null,
      end_date: terms.period.end_date,
      end_time: slip?.slip.risk.end_time || null,
      time_zone: slip?.slip.risk.time_zone ?? '',
    },
    interest: record.interest,
    situation: record.territory,
    currency: terms.currency,
    sum_insured: terms.sum_insured,
    excess: { description: record.excess, amount: record.excess_amount },
    premium: terms.premium,
    order: terms.order,
    ceding_commission: terms.ceding_commission,
    brokerage: terms.brokerage,
    cedant_policy_number: terms.cedant_policy_number,
    payment: terms.payment,
    clauses: await clausesOf(ctx, id),
    participations: participationsOf(read),
    figures: terms.figures,
    contract: slip === null ? null : contractPart(slip, read.changed),
  };
}

/** The same as a file to keep or to send: as at a day, or with all its approved endorsements. */
export async function placementDownload(
  ctx: Ctx,
  { id, as_at }: { id: number; as_at?: string | undefined },
  market: Market,
): Promise<FileReply> {
  const asAt = as_at ?? laterOf(ctx.today, (await lastEffective(ctx, id)) ?? ctx.today);
  const file = await placementOf(ctx, id, { market, asAt });
  const name = `${file.record.number.replaceAll('/', '-')}.json`;
  return { file: { name, type: 'application/json; charset=utf-8', bytes: Buffer.from(placementText(file)) } };
}
