import { paths } from './paths.ts';

/** Where an address leads before and after the sign-in, and which one is kept while somebody signs in. */

/** Who is at the page: somebody signed in, a visitor, or the first visitor of an installation without a firm. */
export type Who = 'SIGNED_IN' | 'VISITOR' | 'FIRST';

/** An address as `location` has it. */
type Place = { pathname: string; search: string; hash: string };

/** Where an ended session leads (specification §8). */
export const LAPSED = '/login';
const DOORS: readonly string[] = ['/', LAPSED, paths.signIn, paths.signUp];

/** What a mailed link or a printed code brings to the sign-in: the token of a new password, the code of a document. */
export function linkOf(hash: string): { token: string | undefined; code: string | undefined } {
  return {
    token: /(?:^|[#&])(?:token|reset)=([^&]+)/.exec(hash)?.[1],
    code: /(?:^|[#&])verify=([^&]*)/.exec(hash)?.[1],
  };
}

/**
 * Where somebody at this address is led instead; null where it is theirs to see. A visitor signs in first, but for the
 * open dashboard (specification §2), and the first of an empty installation sets up the firm; who is signed in has passed the doors, unless a link brought something to them.
 */
export function leadFrom({ pathname, hash }: Place, who: Who): string | null {
  if (who === 'FIRST') return pathname === paths.signUp ? null : paths.signUp;
  if (who === 'VISITOR')
    return [paths.signIn, paths.signUp, paths.dashboard].some((one) => one === pathname) ? null : paths.signIn;
  const { token, code } = linkOf(hash);
  if (pathname === paths.signIn && (token !== undefined || code !== undefined)) return null;
  return DOORS.includes(pathname) ? paths.dashboard : null;
}

/** The address to return to after the sign-in; null at a door, which is no place to return to. */
export function returnTo({ pathname, search, hash }: Place): string | null {
  // "//host" would be an address of another host.
  return DOORS.includes(pathname) || !/^\/(?![/\\])/.test(pathname) ? null : pathname + search + hash;
}
