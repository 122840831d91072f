import { ALL_BRANCHES, takesBranch, takesBranches } from '../../domain/call-branches.ts';
import type { Endpoint } from '../../domain/endpoint.ts';
import { letsIn } from '../../domain/permissions.ts';
import type { Parts } from './client.ts';
import { currentSession, readsAll, type Session } from './session.ts';

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const saysBranch = ({ query = {} }: Parts): boolean => isSaid(query['branch']) || isSaid(query['branches']);

/**
 * Whether the server answers this person at all, so that nothing is asked in vain: a list is of the branches of its page, and a
 * record of any of the person's own.
 */
export function mayAsk(session: Session | null, endpoint: Endpoint, parts: Parts): boolean {
  if (session === null) return true;
  const { permissions, permissionsByBranch } = session.user;
  const held = takesBranch(endpoint) && !saysBranch(parts) ? permissions : Object.values(permissionsByBranch).flat();
  return letsIn(endpoint.access, (one) => held.includes(one));
}

/**
 * The parts of a call with the branches that it is of, where nothing says so yet: all of one's own while they are read
 * together, and that of the session for root, who without it would read all.
 */
export function withBranches<P extends Parts>(endpoint: Endpoint, parts: P, place: string | null): P {
  const session = currentSession();
  const { query = {} } = parts;
  if (session === null || place !== null || !takesBranches(endpoint)) return parts;
  if (saysBranch(parts)) return parts;
  if (readsAll(session)) return { ...parts, query: { ...query, branches: ALL_BRANCHES } };
  const { branches, branch, roles } = session.user;
  const isRoot = branches.length > 1 && roles.some(({ role }) => role === 'ROLE_ROOT');
  return isRoot ? { ...parts, query: { ...query, branch: branch.code } } : parts;
}

/** Where a call is made, as far as that says anything to it: a record is read where it lies. */
export function placeOf(endpoint: Endpoint, place: string | null): string | null {
  const readsRecord = endpoint.effect === 'read' && !takesBranch(endpoint) && endpoint.path.includes('{');
  return endpoint.access === 'public' || readsRecord ? null : place;
}
