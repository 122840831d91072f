/** That something changed, as it happens: what a screen asks anew then is read with the rights of who sees it. */
import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { branchParam } from '../wire.ts';

/** The reply never ends by itself for some minutes: a line for each time that records changed, an empty one while nothing does. */
export const watchChanges = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/changes`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'A stream of lines, one each time that records of the caller’s branches changed; it is opened again when it ends.',
  query: z.object({ branch: branchParam }),
  reply: fileReply,
});
/** The line that says so. */
export const CHANGED = 'changed';
