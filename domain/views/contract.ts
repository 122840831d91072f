/** Views of lists: search, filters and order kept under a name, one's own or shared with the branch. */
import * as z from 'zod/mini';
import { person } from '../decision-calls.ts';
import { endpoint, SCA } from '../endpoint.ts';
import { atMost, byId, identified, lengths, recordId, text } from '../wire.ts';

/** Of one list, of one person in one branch. */
export const MOST_VIEWS = 50;

/** The list or report that a view is of, by its call: `listKey`. */
export const NO_SUCH_LIST = 'Not a list that has views.';
const list = z.string(NO_SUCH_LIST).check(z.regex(/^[a-z][a-z0-9/-]{2,79}$/i, NO_SUCH_LIST));
const LONGEST_NAME = 60;
/** How long a name may be, as its field says it. */
export const VIEW_NAME_HINT = atMost(LONGEST_NAME).message;
const fields = {
  name: text(lengths('Name', 2, LONGEST_NAME)),
  /** The part of the address after "?", without the page: what the list is searched, filtered and sorted by. */
  query: text({ max: 2000, message: 'A view has at most 2,000 characters.' }),
  /** Seen by all who see the list in the branch. */
  shared: z.boolean(),
};

export const savedView = z.object({
  id: recordId,
  version: z.int(),
  list,
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  made_by: person,
  may_edit: z.boolean(),
  /** Of what is shared, root as well as its maker. */
  may_delete: z.boolean(),
  /** The caller’s list opens with it. */
  opens: z.boolean(),
});

export const viewItems = endpoint({
  method: 'GET',
  path: `${SCA}/view/items`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'Views of a list: one’s own, and those that others share in the active branch; without a list those that the caller’s lists open with.',
  query: z.object({ list: z.optional(list) }),
  reply: z.object({ data: z.array(savedView) }),
});
export const saveView = endpoint({
  method: 'POST',
  path: `${SCA}/view/save`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Keeps what a list shows under a name.',
  body: z.object({ list, ...fields }),
  reply: savedView,
});
export const editView = endpoint({
  method: 'PUT',
  path: `${SCA}/view/edit`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Changes the name of one’s own view, what it shows, or whether it is shared.',
  body: z.object({ ...identified, ...fields }),
  reply: savedView,
});
export const openWithView = endpoint({
  method: 'PUT',
  path: `${SCA}/view/opens`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Opens a list with a view of it, or without it again: for the caller alone, in the active branch.',
  body: z.object({ id: recordId, opens: z.boolean() }),
  reply: savedView,
});
export const deleteView = endpoint({
  method: 'DELETE',
  path: `${SCA}/view/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Deletes a view: who made it, or root.',
  params: byId,
  reply: z.object({ id: recordId }),
});
