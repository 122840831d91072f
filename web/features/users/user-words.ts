import { USER_STATES, USER_STATUSES, type userItems, type UserStatus } from '../../../domain/accounts/contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { ROLE_LABELS, ROLES, type Role } from '../../../domain/permissions.ts';
import type { Tone } from '../../ui/Badge.tsx';
import type { Filter } from '../../ui/FilterChips.tsx';

export type User = WireReply<typeof userItems>['data'][number];

const TONES: Record<(typeof USER_STATES)[UserStatus]['tone'], Tone> = {
  waiting: 'warn',
  good: 'good',
  muted: 'neutral',
};

export function userBadge(status: UserStatus): { label: string; tone: Tone } {
  return { label: USER_STATES[status].label, tone: TONES[USER_STATES[status].tone] };
}

/** What a role is for, in a line. */
const DUTIES: Record<Role, string> = {
  ROLE_ROOT: 'Everything, in every branch',
  ROLE_MANAGER: 'Approves, disables, sees all of the branch',
  ROLE_UNDERWRITER: 'Enters policies and makes their documents',
  ROLE_CLAIMS: 'Handles claims and claim invoices',
  ROLE_ACCOUNTANT: 'Books, allocates, pays, enters rates',
  ROLE_CASHIER: 'Takes money in, pays approved vouchers',
  ROLE_AUDITOR: 'Reads, changes nothing',
};

export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role], detail: DUTIES[role] }));

export const USER_FILTERS: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'option',
    options: USER_STATUSES.map((status) => ({ value: status, label: USER_STATES[status].label })),
  },
  {
    key: 'role',
    label: 'Role',
    kind: 'option',
    options: ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
  },
];

/** "Manager, Underwriter · NBO; Auditor · NBO, LON". */
export function rolesText(roles: User['roles']): string {
  const rolesOf = (branch: string | null) =>
    roles.filter((held) => held.branchCode === branch).map((held) => ROLE_LABELS[held.role]);
  const branchesBy = new Map<string, string[]>();
  for (const branch of new Set(roles.map((held) => held.branchCode))) {
    const names = rolesOf(branch).join(', ');
    branchesBy.set(names, [...(branchesBy.get(names) ?? []), branch ?? 'all branches']);
  }
  return [...branchesBy].map(([names, branches]) => `${names} · ${branches.join(', ')}`).join('; ');
}
