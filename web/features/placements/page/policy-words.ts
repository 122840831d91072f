import type { WireReply } from '../../../../domain/endpoint.ts';
import type { listPolicies } from '../../../../domain/placements/lists.ts';
import { COVER_LABELS, PAYMENT_LABELS, type Cover, type Payment } from '../../../../domain/placements/states.ts';
import { parseAmount, formatAmount } from '../../../../domain/values/money.ts';
import type { Tone } from '../../../ui/marks/Badge.tsx';

export type PolicyRow = WireReply<typeof listPolicies>['data'][number];

const PAYMENT_TONES: Record<Payment, Tone> = { UNPAID: 'neutral', PART: 'info', PAID: 'good' };

export function paymentBadge(payment: Payment): { label: string; tone: Tone } {
  return { label: PAYMENT_LABELS[payment], tone: PAYMENT_TONES[payment] };
}

const COVER_TONES: Record<Cover, Tone> = {
  NOT_INCEPTED: 'info',
  IN_FORCE: 'good',
  EXPIRED: 'neutral',
  CANCELLED: 'bad',
};

export function coverBadge(cover: Cover): { label: string; tone: Tone } {
  return { label: COVER_LABELS[cover], tone: COVER_TONES[cover] };
}

/** Whole less part, both as they travel. */
export function lessOf(whole: string, part: string, currency: string): string {
  const [a, b] = [parseAmount(whole, currency), parseAmount(part, currency)];
  return typeof a === 'bigint' && typeof b === 'bigint' ? formatAmount(a - b, currency) : whole;
}
