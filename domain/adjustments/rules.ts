import { AppError, invalid, type FieldError } from '../errors.ts';
import { oldestFirst, releasesOf, type ReleasePart } from '../ledger/releases.ts';
import { allocate } from '../values/decimal.ts';
import { showMoney, sum } from '../values/money.ts';
import { adjustmentRules, type AdjustmentKind } from './kinds.ts';

/** A note's part as an adjustment looks at it: what M0 knows of it, and what it is for. */
export type AdjustablePart = ReleasePart & { id: number; kind: string; taxId: number | null };
export type PartTaken = { part: number; amount: bigint };

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const aboveNothing = (amount: bigint) => (amount > 0n ? amount : 0n);

/** What a certificate can still pay of a part, in minor units: it, less certificates and vouchers paid or pending. M0. */
export const certifiable = (part: ReleasePart): bigint =>
  aboveNothing(part.effective - part.certified - (part.committed - part.cameBack));

/**
 * What a certificate of a tax that is no part of the note can pay out of our brokerage: what the tax comes to on the placement, or
 * of one that the placement does not have, what the others leave; at most what is open of the brokerage. In minor units. M1.
 */
export function offeredOfBrokerage(withheld: ReadonlyMap<number, bigint>, taxId: number, open: bigint): bigint {
  const own = withheld.get(taxId);
  if (own !== undefined) return least(own, open);
  return aboveNothing(open - sum([...withheld.values()]));
}

/**
 * The parts that a certificate of a tax pays, oldest first: the note's parts of that tax, else our brokerage, of which the
 * reinsured withheld it. Amounts in minor units; what no part can take is the `rest`. M1.
 */
export function certificateParts(
  parts: readonly AdjustablePart[],
  certificate: { taxId: number; amount: bigint },
): { taken: PartTaken[]; rest: bigint; ofBrokerage: boolean } {
  const ofTax = parts.filter((part) => part.kind === 'TAX' && part.taxId === certificate.taxId);
  const own = ofTax.length > 0 ? ofTax : parts.filter((part) => part.kind === 'BROKERAGE');
  const claimants = own.map((part) => ({ key: part.id, open: certifiable(part) }));
  const { parts: taken, rest } = oldestFirst(certificate.amount, claimants);
  return { taken: taken.map(({ key, amount }) => ({ part: key, amount })), rest, ofBrokerage: ofTax.length === 0 };
}

/**
 * What premium that cannot be collected takes off each part, in minor units: in proportion to the parts net of certificates
 * by largest remainder, and never what is released to a part or held by a voucher; what no part can take is the `rest`. M3.
 */
export function uncollectableParts(
  parts: readonly AdjustablePart[],
  note: { cash: bigint; amount: bigint },
): { taken: PartTaken[]; rest: bigint } {
  // A refund is the reinsured's own money: nothing of it can be lost.
  const own = parts.map((part) => (part.refund === true ? 0n : aboveNothing(part.effective - part.certified)));
  const releases = releasesOf(parts, note.cash);
  const room = parts.map((part, index) => {
    const released = releases[index]?.released ?? 0n;
    const held = part.committed - part.cameBack;
    return aboveNothing((own[index] ?? 0n) - (held > released ? held : released));
  });
  const amount = least(note.amount, sum(room));
  const fair = allocate(amount, own).map((share, index) => least(share, room[index] ?? 0n));
  const left = room.map((one, index) => one - (fair[index] ?? 0n));
  const more = allocate(amount - sum(fair), left);
  const taken = parts.map((part, index) => ({ part: part.id, amount: (fair[index] ?? 0n) + (more[index] ?? 0n) }));
  return { taken: taken.filter((one) => one.amount > 0n), rest: note.amount - amount };
}

/** The note that is adjusted, in minor units; `borne` is what the firm bore of it before. */
export type AdjustedNote = { number: string; currency: string; outstanding: bigint; borne: bigint; limit: bigint };

/** Refuses more than is outstanding of the note. Throws OVER_ALLOCATED. M1–M3. */
export function assertOutstanding(note: AdjustedNote, amount: bigint): void {
  if (amount > note.outstanding) throw new AppError('OVER_ALLOCATED', { note: note.number });
}

/** What of the limit of its currency the firm can still bear on a note. M2. */
export const bearable = ({ borne, limit }: Pick<AdjustedNote, 'borne' | 'limit'>): bigint =>
  aboveNothing(limit - borne);

/** Why the firm cannot bear so much of a note; null where it can, and of kinds that it does not bear. M2, M4. */
export function limitNotice(kind: AdjustmentKind, note: AdjustedNote, amount: bigint): string | null {
  if (adjustmentRules(kind).borneBy === null || amount <= bearable(note)) return null;
  const left = showMoney({ amount: bearable(note), currency: note.currency });
  return note.limit === 0n
    ? `No limit for ${note.currency} is set under Settings, so nothing is written off in it. Root sets it under Currencies and rates.`
    : `The firm bears at most ${left} more of this note.`;
}

/** Refuses what is above the firm's limit. Throws bad fields. M2, M4. */
export function assertWithinLimit(kind: AdjustmentKind, note: AdjustedNote, amount: bigint): void {
  const message = limitNotice(kind, note, amount);
  if (message !== null) throw invalid({ field: 'amount', message });
}

/** Refuses a certificate or a loss that the parts of the note cannot take. Throws bad fields. M0, M1, M3. */
export function assertTaken(kind: AdjustmentKind, rest: bigint, amount: { amount: bigint; currency: string }): void {
  if (rest <= 0n) return;
  const open = showMoney({ amount: amount.amount - rest, currency: amount.currency });
  const why =
    kind === 'CERTIFICATE'
      ? `Only ${open} of this tax is open on the note: the rest is on vouchers, or certified already.`
      : `Only ${open} of the note is not released yet.`;
  throw invalid({ field: 'amount', message: why });
}

type Typed = { kind: AdjustmentKind; tax: number | null; certificate: string; reason: string; day: string };

/** Faults of an adjustment as typed that need no other record. §8. */
export function adjustmentFaults({ kind, tax, certificate, reason, day }: Typed, today: string): FieldError[] {
  const faults: FieldError[] = [];
  if (day > today) faults.push({ field: 'day', message: 'The day cannot be in the future.' });
  if (kind === 'CERTIFICATE' && tax === null) faults.push({ field: 'tax', message: 'Choose the tax.' });
  if (kind === 'CERTIFICATE' && certificate === '')
    faults.push({ field: 'certificate', message: 'Enter the number of the certificate.' });
  if (adjustmentRules(kind).reasoned && reason === '')
    faults.push({ field: 'reason', message: 'Say why it is not collected.' });
  return faults;
}
