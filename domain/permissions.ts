/** The built-in roles and what each may do: §5's matrix as data, read by the server, by the buttons and by the tests alike. */

export const ROLES = [
  'ROLE_ROOT',
  'ROLE_MANAGER',
  'ROLE_UNDERWRITER',
  'ROLE_CLAIMS',
  'ROLE_ACCOUNTANT',
  'ROLE_CASHIER',
  'ROLE_AUDITOR',
] as const;
export type BuiltInRole = (typeof ROLES)[number];
/** The code of a role: a built-in one's, or one that the firm made. */
export type Role = string;

export const PERMISSIONS = [
  'policies.view',
  'policies.create',
  'policies.decide',
  'policies.disable',
  'policy_documents.view',
  'policy_documents.generate',
  'claims.view',
  'claims.create',
  'claims.decide',
  'claims.disable',
  'claims.generate',
  'receipts.view',
  'receipts.create',
  'receipts.decide',
  'receipts.pass_on',
  'allocations.view',
  'allocations.create',
  'vouchers.view',
  'vouchers.create',
  'vouchers.decide',
  'vouchers.pay',
  'invoices.view',
  'invoices.create',
  'invoices.decide',
  'journals.view',
  'journals.create',
  'journals.decide',
  'drawings.create',
  'drawings.decide',
  'reversals.ask',
  'reversals.decide',
  'registers.view',
  'registers.create',
  'registers.edit',
  'registers.status',
  'registers.merge',
  'rates.view',
  'rates.create',
  'bank_statements.view',
  'bank_statements.create',
  'users.view',
  'users.lend',
  'users.manage',
  'roles.manage',
  'reports.production',
  'reports.money',
  'reports.receivables_ageing',
  'budgets.edit',
  'ledger.view',
  'dashboard.view',
  'audit.view',
  'audit.view_branch',
  'firm.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A permission, or several of which one is enough: whose records need different ones, its calls let in who holds any of them. */
export type Right = Permission | readonly Permission[];

/** The permissions of which one is enough. */
export const permissionsIn = (right: Right): readonly Permission[] => (typeof right === 'string' ? [right] : right);

/** What an endpoint asks of its caller: nothing, a session, or a permission in the branch that it touches. */
export type Access = 'public' | 'signed_in' | Right;

/** What a call asks for, of permissions alone; null where it is open, or for everybody signed in. */
export const rightOf = (access: Access): Right | null =>
  access === 'public' || access === 'signed_in' ? null : access;

/** Whether a call lets in who holds some permissions; whether its caller is signed in is not asked. */
export function letsIn(access: Access, holds: (permission: Permission) => boolean): boolean {
  const right = rightOf(access);
  return right === null || permissionsIn(right).some(holds);
}

/** As a description of the calls writes it. */
export const accessText = (access: Access): string => (typeof access === 'string' ? access : access.join(' or '));

/** Root's alone, which no role of the firm's own may hold: configuration, what roles may do, cash between branches. §5, M16. */
export const RESERVED_PERMISSIONS: readonly Permission[] = [
  'firm.manage',
  'roles.manage',
  'registers.merge',
  'receipts.pass_on',
];

const EVERYONE: readonly Permission[] = ['registers.view', 'rates.view', 'dashboard.view', 'audit.view'];
const LOOKING: readonly Permission[] = ['policies.view', 'policy_documents.view'];

export const MATRIX: Record<BuiltInRole, readonly Permission[]> = {
  ROLE_ROOT: PERMISSIONS,
  ROLE_MANAGER: [
    ...EVERYONE,
    ...LOOKING,
    'policies.decide',
    'policies.disable',
    'policy_documents.generate',
    'claims.view',
    'claims.decide',
    'claims.disable',
    'receipts.view',
    'receipts.decide',
    'allocations.view',
    'vouchers.view',
    'vouchers.decide',
    'invoices.view',
    'invoices.decide',
    'journals.view',
    'journals.decide',
    'drawings.decide',
    'reversals.decide',
    'registers.create',
    'registers.edit',
    'registers.status',
    'bank_statements.view',
    'users.view',
    'users.lend',
    'reports.production',
    'reports.money',
    'reports.receivables_ageing',
    'budgets.edit',
    'ledger.view',
    'audit.view_branch',
  ],
  ROLE_UNDERWRITER: [
    ...EVERYONE,
    ...LOOKING,
    'policies.create',
    'policy_documents.generate',
    'claims.view',
    'registers.create',
    'reports.production',
  ],
  ROLE_CLAIMS: [
    ...EVERYONE,
    ...LOOKING,
    'claims.view',
    'claims.create',
    'claims.generate',
    'receipts.view',
    'vouchers.view',
    'invoices.view',
    'registers.create',
    'reports.production',
  ],
  ROLE_ACCOUNTANT: [
    ...EVERYONE,
    ...LOOKING,
    'policy_documents.generate',
    'claims.view',
    'claims.generate',
    'receipts.view',
    'receipts.create',
    'receipts.decide',
    'allocations.view',
    'allocations.create',
    'vouchers.view',
    'vouchers.create',
    'vouchers.pay',
    'invoices.view',
    'invoices.create',
    'journals.view',
    'journals.create',
    'drawings.create',
    'reversals.ask',
    'registers.create',
    'rates.create',
    'bank_statements.view',
    'bank_statements.create',
    'reports.production',
    'reports.money',
    'reports.receivables_ageing',
    'budgets.edit',
    'ledger.view',
  ],
  ROLE_CASHIER: [
    ...EVERYONE,
    ...LOOKING,
    'receipts.view',
    'receipts.create',
    'vouchers.view',
    'vouchers.pay',
    'invoices.view',
    'reports.receivables_ageing',
  ],
  ROLE_AUDITOR: [
    ...EVERYONE,
    ...LOOKING,
    'claims.view',
    'receipts.view',
    'allocations.view',
    'vouchers.view',
    'invoices.view',
    'journals.view',
    'bank_statements.view',
    'users.view',
    'reports.production',
    'reports.money',
    'reports.receivables_ageing',
    'ledger.view',
    'audit.view_branch',
  ],
};

export function isBuiltIn(role: Role): role is BuiltInRole {
  return Object.hasOwn(MATRIX, role);
}

/** A role as somebody holds it in a branch, with what it allows there. */
export type HeldRole = {
  role: Role;
  name: string;
  permissions: readonly Permission[];
  /** Up to what it approves, by kind of record, in minor units of the base currency; a kind that is not there has no limit. */
  limits: ReadonlyMap<string, bigint>;
};

/**
 * What a role allows: a built-in one what the matrix says, whatever is stored for it; an own one what was stored and is
 * still a right that may be given. §5.
 */
export function permissionsOf(role: Role, stored: readonly string[]): readonly Permission[] {
  if (isBuiltIn(role)) return MATRIX[role];
  return PERMISSIONS.filter((one) => stored.includes(one) && !RESERVED_PERMISSIONS.includes(one));
}

/** Whether roles held in one branch allow a permission there; rights of several roles add up. §5. */
export function allows(roles: readonly HeldRole[], permission: Permission): boolean {
  return roles.some((held) => held.permissions.includes(permission));
}
