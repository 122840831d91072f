import { AppError } from '../../../domain/errors.ts';
import type { Access, HeldRole, Permission } from '../../../domain/permissions.ts';
import { mayDo } from './caller.ts';
import type { BranchRef, Caller } from './context.ts';

function findBranch(caller: Caller, code: string): BranchRef {
  const branch = caller.branches.find((own) => own.code === code || String(own.id) === code);
  if (!branch) throw new AppError('FOREIGN_BRANCH');
  return branch;
}

/** Roles that count in a branch: an auditor reads one branch at a time, the one that is active in this request. */
function rolesIn(caller: Caller, branchId: number, active: number): readonly HeldRole[] {
  const roles = caller.user.roles.get(branchId) ?? [];
  return branchId === active ? roles : roles.filter(({ role }) => role !== 'ROLE_AUDITOR');
}

type Scope = {
  active: BranchRef;
  branches: readonly number[];
  can: (permission: Permission, branchId: number) => boolean;
};

/**
 * The one place where a request's branches are decided. `branch` absent or ALL means the session's branch (root: all);
 * another of the caller's branches narrows a read to it; any other branch is refused. A call that takes no `branch` is
 * about a record, and may touch every branch in which its permission is held. §5 Roles and branches.
 */
export function resolveScope(
  caller: Caller,
  access: Exclude<Access, 'public'>,
  request: { takesBranch: boolean; branch?: string | undefined },
): Scope {
  const code =
    request.branch === undefined || request.branch === '' || request.branch === 'ALL' ? null : request.branch;
  const active = code === null ? caller.branch : findBranch(caller, code);
  const can = (permission: Permission, branchId: number) =>
    mayDo(caller.user, { roles: rolesIn(caller, branchId, active.id), branchId }, permission);
  const held = caller.branches
    .map((branch) => branch.id)
    .filter((id) => (access === 'signed_in' ? rolesIn(caller, id, active.id).length > 0 : can(access, id)));
  if (held.length === 0) throw new AppError('FORBIDDEN');
  const narrowed =
    request.takesBranch && (code !== null || !caller.user.isRoot) ? held.filter((id) => id === active.id) : held;
  if (narrowed.length === 0) throw new AppError('FORBIDDEN');
  return { active, branches: narrowed, can };
}
