/** The lists of local policies, and how those of either market are asked for. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  branchListQuery,
  branchParam,
  currencyCode,
  dayParam,
  idText,
  listReply,
  recordId,
  searchValue,
  selectedIds,
} from '../wire.ts';
import { COVERS, POLICY_STATUSES } from './states.ts';
import { policyTable } from './tables.ts';

export const policyListQuery = z.object({
  ...branchListQuery,
  ...selectedIds,
  status: z.optional(z.enum(POLICY_STATUSES)),
  reinsured: z.optional(idText),
  /** A class takes its subclasses with it. */
  cover_type: z.optional(idText),
  clause: z.optional(idText),
  producer: z.optional(idText),
  currency: z.optional(currencyCode),
  /** Of approved ones, as of today. */
  cover: z.optional(z.enum(COVERS)),
  from: dayParam,
  to: dayParam,
  /** Those that came of an import. */
  import: z.optional(idText),
});

const base = KINDS.policy.path;

export const listPolicies = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'policies.view',
  effect: 'read',
  summary: 'Local policies, paged.',
  query: policyListQuery,
  reply: listReply(policyTable.row),
});

const lookupRow = z.object({ id: recordId, name: z.string(), status: z.string(), currency: z.string() });
const lookupQuery = { searchValue };
const lookup = { access: 'policies.view', effect: 'read', method: 'GET', reply: z.array(lookupRow) } as const;
export const findAllPolicies = endpoint({
  ...lookup,
  path: `${base}/findAll`,
  summary: 'Policies by reference, newest first, at most 500.',
  query: z.object(lookupQuery),
});
export const findPoliciesByBranch = endpoint({
  ...lookup,
  path: `${base}/findAllByBranch`,
  summary: 'The same of one branch.',
  query: z.object({ ...lookupQuery, branch: branchParam }),
});
export const findPoliciesByReinsured = endpoint({
  ...lookup,
  path: `${base}/findAllByReinsured`,
  summary: 'Policies of one reinsured.',
  query: z.object({ ...lookupQuery, reinsured: idText }),
});
/** The policies of one reinsured with their specifics, in the columns of the list. */
export const findSpecificsByReinsured = endpoint({
  method: 'GET',
  path: `${base}/findUnderwritingSpecificsByReinsured`,
  access: 'policies.view',
  effect: 'read',
  summary: 'Local policies of one reinsured with period, sums, premium and state, paged.',
  query: z.object({ ...policyListQuery.shape, reinsured: idText }),
  reply: listReply(policyTable.row),
});
