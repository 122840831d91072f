import { POLICY_STATES, type PolicyStatus } from '../../../domain/placements/states.ts';
import { MARKET_LABELS, markets } from '../../../domain/registers/shapes.ts';
import { REGISTER_STATES, type RegisterStatus } from '../../../domain/registers/states.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { Filter } from '../../ui/FilterChips.tsx';

export const STATUS_FILTER: Filter = {
  key: 'status',
  label: 'Status',
  kind: 'option',
  options: [
    { value: 'ACTIVE', label: REGISTER_STATES.ACTIVE.label },
    { value: 'INACTIVE', label: REGISTER_STATES.INACTIVE.label },
  ],
};

export function statusBadge(status: RegisterStatus): { label: string; tone: Tone } {
  return { label: REGISTER_STATES[status].label, tone: status === 'ACTIVE' ? 'good' : 'neutral' };
}

const POLICY_TONES = { waiting: 'warn', muted: 'neutral', neutral: 'neutral', good: 'good', bad: 'bad' } as const;

export function policyBadge(status: PolicyStatus): { label: string; tone: Tone } {
  const { label, tone } = POLICY_STATES[status];
  return { label, tone: POLICY_TONES[tone] };
}

export const MARKETS = markets.map((value) => ({ value, label: MARKET_LABELS[value] }));

export const marketName = (market: 'LOCAL' | 'LONDON' | null): string => (market ? MARKET_LABELS[market] : 'Both');
