import type { SessionUserReply } from '../../domain/accounts/contract.ts';
import type { Permission } from '../../domain/permissions.ts';
import { useSyncExternalStore } from 'react';
import { noteCall } from './activity.ts';

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

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, currentSession);
}

/** Whether the signed-in user may do something; the server decides again. */
export function can(session: Session | null, permission: Permission): boolean {
  return session?.user.permissions.includes(permission) ?? false;
}
