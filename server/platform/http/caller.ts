import type { LentRight } from '../../../domain/authority/rules.ts';
import { allows, permissionsOf, type HeldRole, type Permission, type Role } from '../../../domain/permissions.ts';
import type { BranchRef, Firm, SessionUser } from './context.ts';

type RoleRow = {
  role: Role;
  branch: number | null;
  name: string;
  rights: string[];
  factor: boolean;
  limits: { kind: string; amount: string }[];
};

/** What a caller may do, as the database has it. */
export type CallerRow = {
  roles: RoleRow[];
  lent: { right: Permission; branch: number; lender: LentRight['lender']; roles: RoleRow[] }[];
  branches: BranchRef[];
  firm: Firm;
  has_factor: boolean;
};

/** The columns of it for a user `u` of the firm `f`; what is lent to them is `lent_rights` on the firm's day. */
export const CALLER_COLUMNS = `
  exists (select 1 from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
    or exists (select 1 from passkeys k where k.user_id = u.id) as has_factor,
  held_roles(u.id) as roles,
  (select json_agg(json_build_object('id', b.id, 'code', b.code, 'name', b.name) order by b.id) from branches b) as branches,
  json_build_object('name', f.name, 'baseCurrency', f.base_currency, 'timeZone', f.time_zone,
    'brokerageRecognition', f.brokerage_recognition, 'claimDays', f.claim_days, 'makerChecker', f.maker_checker, 'yearStart', f.year_start_month, 'idleMinutes', f.idle_minutes) as firm`;

/** The roles that count in a branch: those held there, and root's. */
function rolesAt(rows: readonly RoleRow[], branchId: number): HeldRole[] {
  return rows
    .filter(({ branch }) => branch === null || branch === branchId)
    .map(({ role, name, rights, limits }) => ({
      role,
      name,
      permissions: permissionsOf(role, rights),
      limits: new Map(limits.map(({ kind, amount }) => [kind, BigInt(amount)])),
    }));
}

type Rights = Pick<SessionUser, 'isRoot' | 'roles' | 'lent' | 'secondFactorNeeded'>;

/**
 * Roles and lent rights by branch, and whether a role asks for a second factor that is not there. A loan counts while its lender holds the right and its
 * borrower works in the branch.
 */
export function rightsOf({ roles, lent, branches, has_factor: hasFactor }: CallerRow): Rights {
  const held = branches.flatMap(({ id }): [number, HeldRole[]][] => {
    const own = rolesAt(roles, id);
    return own.length > 0 ? [[id, own]] : [];
  });
  const loans = held.map(([id]): [number, LentRight[]] => [
    id,
    lent
      .filter(({ branch }) => branch === id)
      .map(({ right, lender, roles: theirs }) => ({ right, lender, roles: rolesAt(theirs, id) }))
      .filter((loan) => allows(loan.roles, loan.right)),
  ]);
  return {
    isRoot: roles.some(({ role }) => role === 'ROLE_ROOT'),
    roles: new Map(held),
    lent: new Map(loans),
    secondFactorNeeded: !hasFactor && roles.some(({ factor }) => factor),
  };
}

/** Whether somebody may do something in a branch: by the roles that count there, or because it is lent to them. */
export function mayDo(
  { lent }: Pick<SessionUser, 'lent'>,
  { roles, branchId }: { roles: readonly HeldRole[]; branchId: number },
  permission: Permission,
): boolean {
  return allows(roles, permission) || (lent.get(branchId) ?? []).some(({ right }) => right === permission);
}
