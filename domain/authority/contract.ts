/** Limits of authority, and rights to decide that are lent. G8. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { amount, branchListQuery, byId, day, listReply, recordId, saved, text, versionField } from '../wire.ts';
import { DECIDING, LENDING_STATUSES } from './rules.ts';
import { lendingTable, limitTable } from './table.ts';

const limitAmount = amount('Enter an amount of more than 0.');

export const limitItems = endpoint({
  method: 'GET',
  path: `${SCA}/authority/items`,
  access: 'users.view',
  effect: 'read',
  summary: 'Up to what each role approves each kind of record, in the base currency. What is not listed has no limit.',
  reply: z.object({ currency: z.string(), data: z.array(limitTable.row) }),
});
export const saveLimit = endpoint({
  method: 'POST',
  path: `${SCA}/authority/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Sets a limit up to which a role approves a kind of record. Root has none.',
  body: z.object({
    role: z.string('Choose a role.').check(z.regex(/^ROLE_[A-Z0-9_]{1,35}$/, 'Choose a role.')),
    kind: z.enum(KIND_NAMES, 'Choose a kind of record.'),
    amount: limitAmount,
  }),
  reply: saved,
});
export const editLimit = endpoint({
  method: 'PUT',
  path: `${SCA}/authority/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Changes the amount of a limit.',
  body: z.object({ id: recordId, amount: limitAmount, version: versionField }),
  reply: saved,
});
export const removeLimit = endpoint({
  method: 'DELETE',
  path: `${SCA}/authority/{id}`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Takes a limit away: the role approves that kind of record without one.',
  params: byId,
  reply: saved,
});

export const lendingItems = endpoint({
  method: 'GET',
  path: `${SCA}/lending/items`,
  access: 'users.view',
  effect: 'read',
  summary: 'The rights to decide that are and were lent in the branch.',
  query: z.object({
    ...branchListQuery,
    status: z.optional(z.enum(LENDING_STATUSES, 'Status must be TO_COME, ACTIVE or ENDED.')),
  }),
  reply: listReply(lendingTable.row),
});
export const ownLendings = endpoint({
  method: 'GET',
  path: `${SCA}/lending/own`,
  access: 'signed_in',
  effect: 'read',
  summary: 'What one lends and is lent, now or later.',
  reply: z.object({ data: z.array(lendingTable.row) }),
});
export const saveLending = endpoint({
  method: 'POST',
  path: `${SCA}/lending/save`,
  access: 'users.lend',
  effect: 'write',
  summary: 'Lends a right to decide, held by oneself in the active branch, to a user of that branch for some days.',
  body: z.object({
    borrower: recordId,
    permission: z.enum(DECIDING, 'Choose a right.'),
    from: day('Enter the first day.'),
    to: day('Enter the last day.'),
    reason: text({ min: 5, max: 500, message: 'Give a reason of 5 to 500 characters.' }),
  }),
  reply: saved,
});
export const endLending = endpoint({
  method: 'PUT',
  path: `${SCA}/lending/end/{id}`,
  access: 'users.lend',
  effect: 'write',
  summary: 'Ends a loan at once: by its lender, or by root.',
  params: byId,
  body: z.object({ version: versionField }),
  reply: saved,
});
