import type { SessionUserReply } from '../../domain/accounts/session.ts';
import type { Permission } from '../../domain/permissions.ts';
import { useSyncExternalStore } from 'react';
import { noteCall } from './activity.ts';
import { usePlace } from './place.ts';

/** The signed-in user and the bearer token, in local storage by the specification (§3). */

export type SessionUser = SessionUserReply;

export type Session = { access_token: string; expires_at: string; user: SessionUser };

const KEY = 'slipway.session';
const listeners = new Set<() => void>();
let cached: { text: string | null; session: Session | null } = { text: null, session: null };

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): Session | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'access_token' in value ? (value as Session) : null;
  } catch {
    return null;
  }
}

/** The instant at which a token ends: its own `exp`, or the stored instant when it is not readable. */
export function endOf(session: Session): number {
  try {
    const payload = session.access_token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims === 'object' && claims !== null && 'exp' in claims && typeof claims.exp === 'number') {
      return claims.exp * 1000;
    }
  } catch {
    // Not a readable token: the server will judge it; until then the stored end counts.
  }
  return Date.parse(session.expires_at);
}

/** The session, or null when there is none or it has ended: zero leeway (specification §9). */
export function currentSession(): Session | null {
  const text = storedText();
  if (text !== cached.text) cached = { text, session: parse(text) };
  const { session } = cached;
  return session !== null && Date.now() < endOf(session) ? session : null;
}

function changed(): void {
  for (const listener of listeners) listener();
}

export function storeSession(session: Session): void {
  localStorage.setItem(KEY, JSON.stringify(session));
  noteCall();
  changed();
}

export function clearSession(): void {
  localStorage.removeItem(KEY);
  changed();
}

/** A role that is held requires a second factor from now on: the screen for adding one takes the place of all others. */
export function needSecondFactor(): void {
  const session = currentSession();
  if (session === null || session.user.secondFactorNeeded) return;
  localStorage.setItem(KEY, JSON.stringify({ ...session, user: { ...session.user, secondFactorNeeded: true } }));
  changed();
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  // Signing out in one tab signs out in all.
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** The session as it was opened, whatever branch the page works in. */
export function useOpenSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession);
}

/** What an address says that is of all branches: a view, the rows behind a figure; and the branch switch. */
export const BRANCHES_PARAMETER = 'branches';

const ALL_KEY = 'slipway.allbranches';

/** Who reads several branches together: rights in two or more, and in none as an auditor, who reads one at a time. */
export function mayReadAll({ branches, roles, permissionsByBranch }: SessionUser): boolean {
  const isRoot = roles.some(({ role }) => role === 'ROLE_ROOT');
  const withRights = branches.filter(({ id }) => (permissionsByBranch[String(id)] ?? []).length > 0);
  return withRights.length > 1 && (isRoot || roles.every(({ role }) => role !== 'ROLE_AUDITOR'));
}

function keptChoice(user: SessionUser): boolean | undefined {
  try {
    const kept = localStorage.getItem(`${ALL_KEY}.${user.id}`);
    return kept === null ? undefined : kept === 'true';
  } catch {
    return undefined;
  }
}

/** Whether this person reads all branches together in this browser. Root does until a branch is chosen, as its calls do. */
export function readsAll({ user }: Session): boolean {
  return mayReadAll(user) && (keptChoice(user) ?? user.roles.some(({ role }) => role === 'ROLE_ROOT'));
}

/** Keeps the state of the branch switch for this person in this browser. */
export function chooseAll({ user }: Session, all: boolean): void {
  try {
    localStorage.setItem(`${ALL_KEY}.${user.id}`, String(all));
  } catch {
    // A full or forbidden storage: it stays as it is.
  }
  changed();
}

export function useReadsAll(): boolean {
  return useSyncExternalStore(subscribeSession, () => {
    const session = currentSession();
    return session !== null && readsAll(session);
  });
}

type Within = { branch: SessionUser['branch']; permissions: readonly Permission[] };
const placed = new WeakMap<Session, Map<string, Session>>();

function withinOf({ user }: Session, place: string | null): Within {
  const branch = user.branches.find(({ code }) => code === place);
  if (branch !== undefined) return { branch, permissions: user.permissionsByBranch[String(branch.id)] ?? [] };
  return { branch: user.branch, permissions: [...new Set(Object.values(user.permissionsByBranch).flat())] };
}

/**
 * The session as a page has it: in the branch that it works in, with the rights that are held there; where all branches are
 * read together, with those that are held in any. One session and place give one value, so that nothing is drawn anew.
 */
function sessionAt(session: Session, place: string | null, all: boolean): Session {
  if (place === null && !all) return session;
  const known = placed.get(session) ?? new Map<string, Session>();
  placed.set(session, known);
  const key = place ?? '';
  const found = known.get(key);
  if (found !== undefined) return found;
  const { branch, permissions } = withinOf(session, place);
  const made = { ...session, user: { ...session.user, branch, permissions: [...permissions] } };
  known.set(key, made);
  return made;
}

/** Whether the page that this is on reads all branches together: not where it works in one. */
export function useTogether(): boolean {
  const place = usePlace();
  return useReadsAll() && place === null;
}

export function useSession(): Session | null {
  const session = useOpenSession();
  const all = useReadsAll();
  const place = usePlace();
  return session === null ? null : sessionAt(session, place, all);
}

/** The session as it is for a row of a branch, where several are read together. */
export const inBranchOf = (session: Session | null, code: string | undefined): Session | null =>
  session?.user.branches.some((branch) => branch.code === code) === true
    ? sessionAt(session, code ?? null, false)
    : session;

/** Whether the signed-in user may do something; the server decides again. */
export function can(session: Session | null, permission: Permission): boolean {
  return session?.user.permissions.includes(permission) ?? false;
}
