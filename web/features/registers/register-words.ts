import { REGISTER_STATES, type RegisterStatus } from '../../../domain/registers/states.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
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

/** The way to make an entry of a register inactive, or active again, for those who may. */
export function statusEntry(may: boolean, { status }: { status: RegisterStatus }, onSelect: () => void): MenuEntry[] {
  return may ? [{ label: status === 'ACTIVE' ? 'Make inactive…' : 'Make active…', onSelect }] : [];
}

export const MARKETS = [
  { value: 'LOCAL', label: 'Local' },
  { value: 'LONDON', label: 'London' },
] as const;

export function marketName(market: 'LOCAL' | 'LONDON' | null): string {
  return MARKETS.find((one) => one.value === market)?.label ?? 'Both';
}
