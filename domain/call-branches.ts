import type { Endpoint } from './endpoint.ts';

/** The header that says in which branch a caller works in one call, instead of the session's: its code or id. */
export const BRANCH_HEADER = 'slipway-branch';

/** What `branches` says of all of the caller's own. */
export const ALL_BRANCHES = 'ALL';

/** Whether a call is narrowed by `branch`. */
export const takesBranch = ({ query }: Endpoint): boolean => query !== undefined && 'branch' in query.shape;

/** Whether a call reads several of the caller's branches together by `branches`: ALL, or codes divided by commas. */
export const takesBranches = (endpoint: Endpoint): boolean => endpoint.effect === 'read' && takesBranch(endpoint);
