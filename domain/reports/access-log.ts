/** What left the house, and who tried to come in: the rows of the trail that change nothing. §5. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { GIVEN_OUT, type AuditAction } from '../records/audit-actions.ts';
import * as columns from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchListQuery, listReply } from '../wire.ts';

/** Files and papers that were given out or mailed, and what was tried in vain or too often. */
export const ACCESS_ACTIONS = {
  OUT: [...GIVEN_OUT, 'sent'],
  TRIED: ['sign_in_failed', 'second_factor_refused', 'limit_reached'],
} as const satisfies Record<string, readonly AuditAction[]>;
type AccessKind = keyof typeof ACCESS_ACTIONS;
const KINDS = ['OUT', 'TRIED'] as const satisfies readonly AccessKind[];
const ALL = [...ACCESS_ACTIONS.OUT, ...ACCESS_ACTIONS.TRIED] as const;
export type AccessAction = (typeof ALL)[number];

/** Of which kind an act is. */
export const accessKindOf = (action: AccessAction): AccessKind =>
  ACCESS_ACTIONS.OUT.some((one) => one === action) ? 'OUT' : 'TRIED';

export const ACCESS_WORDS: Readonly<Record<AccessAction, string>> = {
  exported: 'List exported',
  downloaded: 'File downloaded',
  opened: 'Paper opened',
  sent: 'Paper or view mailed',
  sign_in_failed: 'Sign-in failed',
  second_factor_refused: 'Second factor failed',
  limit_reached: 'Tried too often',
};
export const ACCESS_KIND_WORDS: Readonly<Record<AccessKind, string>> = { OUT: 'Given out', TRIED: 'Tried in vain' };

export const accessTable = table(
  {
    id: columns.sorted(columns.text('')),
    at: columns.instant('When'),
    action: columns.choice('What', ALL, (action) => ACCESS_WORDS[action]),
    kind: columns.hidden(columns.choice('Kind', KINDS, (kind) => ACCESS_KIND_WORDS[kind])),
    /** Who did it; of a try, whose account it was. Empty where the address was nobody's, and of what the calendar did. */
    user: columns.text('User'),
    /** The file, of a mailed view with who got it, the number of the paper, or what was tried. */
    subject: columns.text('Of what'),
    /** From where; of tries alone, and gone with the days for which the firm keeps it. */
    address: columns.text('Address'),
    branch: columns.text('Branch'),
  },
  {
    file: ['at', 'kind', 'action', 'user', 'subject', 'address', 'branch'],
    screen: ['at', 'action', 'user', 'subject', 'address', 'branch', 'kind'],
  },
);

export const accessLog = endpoint({
  method: 'GET',
  path: `${SCA}/audit/access`,
  access: 'audit.view_branch',
  effect: 'read',
  summary: 'Files and papers that were given out, and sign-ins that failed, newest first.',
  query: z.object({ ...branchListQuery, kind: z.optional(z.enum(KINDS, 'kind must be OUT or TRIED.')) }),
  reply: listReply(accessTable.row),
});
