/** Terms that a new placement starts from, kept by class: never parties, days, sums or references of the placement they are of. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { MARKET_LABELS, markets } from '../registers/shapes.ts';
import { status as inState } from '../registers/tables.ts';
import * as columns from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchListQuery, byId, idText, listReply, rateOut, recordId, saved, text, versionField } from '../wire.ts';

const { sorted } = columns;
const base = `${SCA}/underwriting/templates`;
const NAME = 'Name must be 2 to 100 characters.';
const name = text({ min: 2, max: 100, message: NAME });
const market = z.enum(['LOCAL', 'LONDON'], 'market must be LOCAL or LONDON.');
const status = z.enum(['ACTIVE', 'INACTIVE'], 'status must be ACTIVE or INACTIVE.');

/** Who may change a template: underwriters those of their branch, root alone those of the firm. */
export const templateTable = table(
  {
    id: sorted(columns.id()),
    version: columns.version(),
    name: sorted(columns.text('Name')),
    market: sorted(columns.choice('Market', markets, (code) => MARKET_LABELS[code])),
    status: sorted(inState),
    class: sorted(columns.text('Class')),
    cover_type: columns.hidden(columns.titled('Subclass', columns.record('Cover type'))),
    /** Null where it is the firm's, for every branch. */
    branch: columns.titled('For', columns.optional(columns.text('Branch'))),
    made_by: columns.text('Made by'),
    made_at: sorted(columns.titled('Made', columns.instant(''))),
    /** The caller may rename, disable and delete it. */
    may_change: columns.flag(''),
  },
  {
    file: ['name', 'market', 'class', 'cover_type', 'branch', 'status', 'made_by'],
    screen: ['name', 'market', 'class', 'cover_type', 'branch', 'status', 'made_by', 'made_at'],
  },
);
export const listTemplates = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'policies.view',
  effect: 'read',
  summary: 'Templates of the branch and of the firm, paged.',
  query: z.object({
    ...branchListQuery,
    market: z.optional(market),
    status: z.optional(status),
    /** A class takes the templates of its subclasses with it. */
    cover_type: z.optional(idText),
  }),
  reply: listReply(templateTable.row),
});

/** A security as a form's grid needs it. */
const templateSecurity = z.object({
  id: recordId,
  name: z.string(),
  resident: z.boolean(),
  bureau: z.boolean(),
  line_limit: z.nullable(rateOut),
  rated_on: z.nullable(z.string()),
});
export const getTemplate = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'policies.view',
  effect: 'read',
  summary: 'A template’s terms as they can be used today, and what of them is left out because it is inactive.',
  params: byId,
  reply: z.object({
    id: recordId,
    name: z.string(),
    market,
    /** Part of the body of the market's save, in the form in which it travels. */
    terms: z.record(z.string(), z.unknown()),
    securities: z.array(templateSecurity),
    left_out: z.array(z.string()),
  }),
});
export const saveTemplate = endpoint({
  method: 'POST',
  path: `${base}/save`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Keeps the terms of a policy or slip, as they stand, as a template of its class.',
  body: z.object({
    policy: recordId,
    name,
    /** Of the firm, for every branch: root alone. */
    firm: z.optional(z.boolean()),
  }),
  reply: saved,
});
export const renameTemplate = endpoint({
  method: 'PUT',
  path: `${base}/rename/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Gives a template another name.',
  params: byId,
  body: z.object({ version: versionField, name }),
  reply: saved,
});
export const templateStatus = endpoint({
  method: 'PUT',
  path: `${base}/status/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Offers a template to new placements, or no longer.',
  params: byId,
  body: z.object({ version: versionField, status }),
  reply: saved,
});
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: `${base}/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Deletes a template; what was made from it stays.',
  params: byId,
  body: z.object({ version: versionField }),
  reply: saved,
});
