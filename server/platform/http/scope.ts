import { AppError, invalid } from '../../../domain/errors.ts';
import { type Access, type HeldRole, letsIn, type Permission } from '../../../domain/permissions.ts';
import { takesBranch, takesBranches } from '../../../domain/call-branches.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { mayDo } from './caller.ts';
import type { BranchRef, Caller } from './context.ts';

/** One of somebody's own branches by its code or id. Throws FOREIGN_BRANCH. */
export function findBranch(own: readonly BranchRef[], code: string): BranchRef {
  const branch = own.find((one) => one.code === code || String(one.id) === code);
  if (!branch) throw new AppError('FOREIGN_BRANCH', { branches: own.map((one) => one.code).join(', ') });
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

/** The parameters of a request that say which branches it is of. */
type BranchParams = {
  branch?: string | undefined;
  /** ALL, or codes of one's own branches divided by commas. */
  branches?: string | undefined;
  /** Where the caller works in this call, instead of the session's branch: of the header. */
  worksIn?: string | undefined;
};

/** The same, and whether its call is narrowed by `branch` at all. */
export type BranchesAsked = BranchParams & { takesBranch: boolean };

/** What a query says of its branches, as far as its call takes it. */
export function branchesIn(endpoint: Endpoint, { branch, branches }: { branch?: unknown; branches?: unknown }) {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    takesBranch: takesBranch(endpoint),
    branch: textOf(branch),
    branches: takesBranches(endpoint) ? textOf(branches) : undefined,
  } satisfies BranchesAsked;
}

const isAll = (text: string | undefined): boolean => text === undefined || text === '' || text === 'ALL';

/** The branches that a request reads together; null where it does not. Throws FOREIGN_BRANCH, ONE_BRANCH_ALONE. */
function together(caller: Caller, branches: string | undefined): readonly BranchRef[] | null {
  if (branches === undefined || branches === '') return null;
  const { isRoot, roles } = caller.user;
  const named =
    branches === 'ALL' ? caller.branches : branches.split(',').map((code) => findBranch(caller.branches, code));
  const audits = [...roles.values()].flat().some(({ role }) => role === 'ROLE_AUDITOR');
  if (audits && !isRoot) throw new AppError('ONE_BRANCH_ALONE');
  return named;
}

/**
 * The one place where a request's branches are decided. `branch` absent or ALL means the session's branch (root: all);
 * another of the caller's branches narrows a read to it; any other branch is refused. `branches` reads several of one's own
 * together, each as far as the call's permission is held there. A call that takes no `branch` is about a record, and may touch
 * every branch in which its permission is held. The branch of the header takes the place of the session's for one call: what
 * it makes belongs there. §5 Roles and branches.
 */
export function resolveScope(caller: Caller, access: Exclude<Access, 'public'>, request: BranchesAsked): Scope {
  const several = together(caller, request.branches);
  const named = isAll(request.branch) ? request.worksIn : request.branch;
  const code = named === undefined || isAll(named) ? null : named;
  const active =
    code === null
      ? (several?.find(({ id }) => id === caller.branch.id) ?? several?.[0] ?? caller.branch)
      : findBranch(caller.branches, code);
  const can = (permission: Permission, branchId: number) =>
    mayDo(caller.user, { roles: rolesIn(caller, branchId, active.id), branchId }, permission);
  const held = caller.branches
    .map((branch) => branch.id)
    .filter((id) =>
      access === 'signed_in' ? rolesIn(caller, id, active.id).length > 0 : letsIn(access, (one) => can(one, id)),
    );
  if (held.length === 0) throw new AppError('FORBIDDEN');
  const within = held.filter((id) => several === null || several.some((branch) => branch.id === id));
  const narrows = request.takesBranch && (code !== null || (several === null && !caller.user.isRoot));
  const narrowed = narrows ? within.filter((id) => id === active.id) : within;
  if (narrowed.length === 0 && within.length > 0 && several !== null)
    throw invalid({ field: 'branch', message: 'This branch is none of the branches that are read together.' });
  if (narrowed.length === 0) throw new AppError('FORBIDDEN');
  return { active, branches: narrowed, can };
}
