/** Branches: root alone makes them. §5, §6. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { NUMBERED } from '../numbers.ts';
import { status as state } from '../registers/tables.ts';
import * as columns from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import {
  byId,
  countryCode,
  idText,
  lengths,
  listQuery,
  listReply,
  recordId,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { address, shortText } from './shapes.ts';

const CODE = 'Code must be 2 to 5 capital letters.';
const status = z.enum(['ACTIVE', 'INACTIVE'], 'Status must be ACTIVE or INACTIVE.');

const branchFields = {
  name: text(lengths('Name', 2, 100)),
  address,
  phone: shortText(60),
  /** Where its risks are, unless a policy says otherwise. */
  country: z.optional(countryCode),
};
export const branchForm = z.object({
  code: z.string(CODE).check(
    z.trim(),
    z.regex(/^[A-Z]{2,5}$/, CODE),
    // Else its numbers could be mistaken for another kind's. §4 Numbers.
    z.refine((code) => !NUMBERED.some((kind) => kind === code), 'This code names a kind of number. Choose another.'),
  ),
  ...branchFields,
});
export const branchEdit = z.object({ id: recordId, ...branchFields, version: versionField });

export const branchTable = table(
  {
    id: columns.sorted(columns.id()),
    code: columns.sorted(columns.text('Code')),
    name: columns.sorted(columns.text('Name')),
    address: columns.text('Address'),
    phone: columns.text('Phone'),
    /** A code; in no file. */
    country: columns.optional(columns.text('')),
    status: columns.sorted(state),
    /** Active users who work in it. */
    users: columns.sorted(columns.titled('Active users', columns.count(''))),
    version: columns.version(),
  },
  { screen: ['code', 'name', 'address', 'phone', 'users', 'status'] },
);

export const branchItems = endpoint({
  method: 'GET',
  path: `${SCA}/branch/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'Branches, page by page.',
  query: z.object({ ...listQuery, status: z.optional(status) }),
  reply: listReply(branchTable.row),
});
export const saveBranch = endpoint({
  method: 'POST',
  path: `${SCA}/branch/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds a branch; its code is part of every number.',
  body: branchForm,
  reply: saved,
});
export const editBranch = endpoint({
  method: 'PUT',
  path: `${SCA}/branch/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Edits name, address, phone and country of a branch. Its code stays.',
  body: branchEdit,
  reply: saved,
});
export const updateBranch = endpoint({
  method: 'PUT',
  path: `${SCA}/branch/update`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Disables a branch in which nobody works and nothing is undecided, or makes it active again.',
  query: z.object({ id: idText, status }),
  body: z.object({ version: versionField }),
  reply: saved,
});
export const branchHolds = endpoint({
  method: 'GET',
  path: `${SCA}/branch/holds/{id}`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'What keeps a branch from being disabled.',
  params: byId,
  reply: z.object({ holds: z.array(z.string()) }),
});
