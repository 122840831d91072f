import { useEffect } from 'react';
import { currentSession } from '../../api/session.ts';

/** A page that was opened: where it is, what it is called, and in which list it is. */
type Recent = { href: string; label: string; of: string };

const MOST = 10;
const keyOf = (user: number) => `slipway.recent.${user}`;

/** The last ten records that this user opened in this browser, the latest first. */
export function recentPages(): Recent[] {
  const session = currentSession();
  if (session === null) return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session.user.id)) ?? '[]');
    const isRecent = (one: unknown): one is Recent =>
      typeof one === 'object' && one !== null && 'href' in one && 'label' in one && 'of' in one;
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps that the record of this page was opened. */
export function useRecent(label: string, of: string): void {
  useEffect(() => {
    const session = currentSession();
    const href = location.pathname;
    if (session === null || label === '') return;
    const others = recentPages().filter((one) => one.href !== href);
    try {
      localStorage.setItem(keyOf(session.user.id), JSON.stringify([{ href, label, of }, ...others].slice(0, MOST)));
    } catch {
      // A full or forbidden storage only means that it is not remembered.
    }
  }, [label, of]);
}
