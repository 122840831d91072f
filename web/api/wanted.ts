import { returnTo } from '../entrance.ts';

/**
 * The address that somebody wanted who had to sign in first. A tab keeps its own; the last one of the browser is for
 * the tab that a mailed link opens.
 */

const KEY = 'slipway.wanted';
const KEPT_MS = 24 * 3_600_000;

type Kept = { address: string; until: number };

function lastOfBrowser(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    return typeof kept?.address === 'string' && Date.now() < (kept.until ?? 0) ? kept.address : null;
  } catch {
    return null;
  }
}

/** Keeps where the tab is now, unless that is a door. Without a storage the dashboard is what opens. */
export function keepWanted(): void {
  const address = returnTo(location);
  if (address === null) return;
  try {
    sessionStorage.setItem(KEY, address);
    localStorage.setItem(KEY, JSON.stringify({ address, until: Date.now() + KEPT_MS } satisfies Kept));
  } catch {
    // Storage is switched off or full.
  }
}

/** The root asks for nothing: who begins there, or has signed out, opens the dashboard. */
export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** A tab that a mailed link opened goes on to what was wanted in another one of this browser. */
export function inheritWanted(): void {
  try {
    const address = sessionStorage.getItem(KEY) ?? lastOfBrowser();
    if (address !== null) sessionStorage.setItem(KEY, address);
  } catch {
    // The dashboard opens.
  }
}

/** Where to go after the sign-in, once. */
export function takeWanted(): string | null {
  try {
    const address = sessionStorage.getItem(KEY);
    if (address === null) return null;
    forgetWanted();
    // What lies in the storage may be of an earlier version.
    const { pathname, search, hash } = new URL(address, location.origin);
    return returnTo({ pathname, search, hash });
  } catch {
    return null;
  }
}
