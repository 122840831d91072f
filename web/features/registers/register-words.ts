import { REGISTER_STATES, type RegisterStatus } from '../../../domain/registers/states.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';
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

export const MARKETS = [
  { value: 'LOCAL', label: 'Local' },
  { value: 'LONDON', label: 'London' },
] as const;

export function marketName(market: 'LOCAL' | 'LONDON' | null): string {
  return MARKETS.find((one) => one.value === market)?.label ?? 'Both';
}
