import { USER_STATES, USER_STATUSES, type userItems, type UserStatus } from '../../../domain/accounts/users.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { BuiltInRole } from '../../../domain/permissions.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import type { roleItems } from '../../../domain/accounts/roles.ts';

export type Role = WireReply<typeof roleItems>['data'][number];

export type User = WireReply<typeof userItems>['data'][number];

const TONES: Record<(typeof USER_STATES)[UserStatus]['tone'], Tone> = {
  waiting: 'warn',
  good: 'good',
  muted: 'neutral',
};

export function userBadge(status: UserStatus): { label: string; tone: Tone } {
  return { label: USER_STATES[status].label, tone: TONES[USER_STATES[status].tone] };
}

/** What a built-in role is for, in a line. */
const DUTIES: Record<BuiltInRole, string> = {
  ROLE_ROOT: 'Everything, in every branch',
  ROLE_MANAGER: 'Approves, disables, sees all of the branch',
  ROLE_UNDERWRITER: 'Enters policies and makes their documents',
  ROLE_CLAIMS: 'Handles claims and claim invoices',
  ROLE_ACCOUNTANT: 'Books, allocates, pays, enters rates',
  ROLE_CASHIER: 'Takes money in, pays approved vouchers',
  ROLE_AUDITOR: 'Reads, changes nothing',
};

/** The line under a role: a built-in one's duty, of an own one how many rights it holds. */
export function dutyOf(role: { role: string; permissions: readonly unknown[] }): string {
  const known: Readonly<Record<string, string>> = DUTIES;
  const { length } = role.permissions;
  return known[role.role] ?? (length === 1 ? 'Own role, 1 right' : `Own role, ${length} rights`);
}

export const FACTOR_WORDS: Record<User['secondFactor'], string> = {
  NONE: 'None',
  TOTP: 'App',
  PASSKEY: 'Passkey',
  BOTH: 'App, passkey',
};

type Named = { value: string; label: string };

/** The filters of the list: the roles and branches are the firm's. */
export function userFilters(roles: readonly Named[], branches: readonly Named[]): readonly Filter[] {
  return [
    {
      key: 'status',
      label: 'Status',
      kind: 'option',
      options: USER_STATUSES.map((status) => ({ value: status, label: USER_STATES[status].label })),
    },
    { key: 'role', label: 'Role', kind: 'option', options: roles },
    ...(branches.length > 1
      ? [{ key: 'branch', label: 'Branch', kind: 'option', options: branches } satisfies Filter]
      : []),
  ];
}

/** "Manager, Underwriter · NBO; Auditor · NBO, LON". */
export function rolesText(roles: User['roles']): string {
  const rolesOf = (branch: string | null) =>
    roles.filter((held) => held.branchCode === branch).map((held) => held.roleName);
  const branchesBy = new Map<string, string[]>();
  for (const branch of new Set(roles.map((held) => held.branchCode))) {
    const names = rolesOf(branch).join(', ');
    branchesBy.set(names, [...(branchesBy.get(names) ?? []), branch ?? 'all branches']);
  }
  return [...branchesBy].map(([names, branches]) => `${names} · ${branches.join(', ')}`).join('; ');
}
