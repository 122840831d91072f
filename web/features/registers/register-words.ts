import { POLICY_STATES, type PolicyStatus } from '../../../domain/placements/states.ts';
import { MARKET_LABELS, markets } from '../../../domain/registers/shapes.ts';
import { REGISTER_STATES, type RegisterStatus } from '../../../domain/registers/states.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import type { Tone } from '../../ui/marks/Badge.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';

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

/** The way to make an entry of a register inactive, or active again, for those who may. */
export function statusEntry(may: boolean, { status }: { status: RegisterStatus }, onSelect: () => void): MenuEntry[] {
  return may ? [{ label: status === 'ACTIVE' ? 'Make inactive…' : 'Make active…', onSelect }] : [];
}

export function policyBadge(status: PolicyStatus): { label: string; tone: Tone } {
  const { label, tone } = POLICY_STATES[status];
  return { label, tone: POLICY_TONES[tone] };
}

export const MARKETS = markets.map((value) => ({ value, label: MARKET_LABELS[value] }));

export const marketName = (market: 'LOCAL' | 'LONDON' | null): string => (market ? MARKET_LABELS[market] : 'Both');
