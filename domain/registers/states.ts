/** Registers are active or not; an inactive entry is hidden from pickers and still shown on old records. §4 States. */
export const REGISTER_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type RegisterStatus = (typeof REGISTER_STATUSES)[number];

export const REGISTER_STATES = {
  ACTIVE: { label: 'Active', tone: 'good' },
  INACTIVE: { label: 'Inactive', tone: 'muted' },
} as const satisfies Record<RegisterStatus, { label: string; tone: 'good' | 'muted' }>;

export const CURRENCY_STATUSES = ['ACTIVE', 'DISABLED'] as const;
export const CURRENCY_STATES = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const;

/** An account to which a party is paid: one person proposes it, another confirms it. §8. */
export const BANK_ACCOUNT_STATE_LABELS = {
  PROPOSED: 'Waits for confirmation',
  ACTIVE: 'In use',
  REPLACED: 'Replaced',
  REFUSED: 'Refused',
  WITHDRAWN: 'Withdrawn',
} as const;
