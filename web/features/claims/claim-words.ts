import type { CoverRule } from '../../../domain/claims/cover.ts';
import { AGREEMENT_LABELS, type Agreement } from '../../../domain/claims/states.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';

const AGREEMENT_TONES: Record<Agreement, Tone> = { ASKED: 'warn', AGREED: 'good', DENIED: 'bad', DISPUTED: 'bad' };
/** What a security says of what it is asked to pay, as its badge. */
export const agreementBadge = (one: Agreement) => ({ label: AGREEMENT_LABELS[one], tone: AGREEMENT_TONES[one] });

export const DISPUTED_BADGE = { label: 'Disputed', tone: 'bad' } as const;
export const LARGE_BADGE = { label: 'Large loss', tone: 'warn' } as const;

/** What a date of loss is checked against, as a heading of the warning. */
export const COVER_RULE_LABELS: Record<CoverRule, string> = {
  PERIOD: 'Period of insurance',
  RETROACTIVE: 'Retroactive date',
  CANCELLED: 'Cancelled',
  WARRANTY: 'Premium warranty',
  CONDITION: 'Premium condition',
  NOTIFICATION: 'Late notice',
};
