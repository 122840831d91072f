/** Roles: the seven built-in ones and the firm's own, made from permissions. §5. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { PERMISSION_WORDS } from '../permission-words.ts';
import { type Permission, PERMISSIONS } from '../permissions.ts';
import { status } from '../registers/tables.ts';
import { flag, id, count, plain, sorted, text as words, titled, version } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { identified, listQuery, listReply, saved, text } from '../wire.ts';

const NAME = 'Name must be 2 to 60 characters.';
const roleName = text({ min: 2, max: 60, message: NAME });
const permissions = z
  .array(z.enum(PERMISSIONS, 'Choose rights from the list.'), 'Choose at least one right.')
  .check(z.maxLength(PERMISSIONS.length, 'Choose rights from the list.'));
const required = z.boolean('Say whether a second factor is required.');

const ROLE_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

const rights = plain('Rights', {
  schema: z.array(z.enum(PERMISSIONS)),
  cell: (held: Permission[]) => held.map((one) => PERMISSION_WORDS[one].label).join(', '),
  shown: (held) => String(held.length),
});
const factor = plain('Second factor', { schema: z.boolean(), cell: (needed: boolean) => (needed ? 'Required' : '') });

export const roleTable = table(
  {
    id: sorted(id()),
    code: sorted(words('Code')),
    name: sorted(words('Name')),
    builtIn: flag(''),
    permissions: { ...rights, right: true },
    secondFactorRequired: factor,
    status: sorted(status),
    users: titled('Users', count('')),
    version: version(),
  },
  {
    file: ['name', 'code', 'permissions', 'secondFactorRequired', 'status'],
    screen: ['name', 'permissions', 'users', 'secondFactorRequired', 'status'],
  },
);

export const roleItems = endpoint({
  method: 'GET',
  path: `${SCA}/role/items`,
  access: 'users.view',
  effect: 'read',
  summary: 'The built-in roles and the firm’s own, with what each may do and how many users hold it.',
  query: z.object({ ...listQuery, status: z.optional(z.enum(ROLE_STATUSES, 'Status must be ACTIVE or INACTIVE.')) }),
  reply: listReply(roleTable.row),
});

export const saveRole = endpoint({
  method: 'POST',
  path: `${SCA}/role/save`,
  access: 'roles.manage',
  effect: 'write',
  summary: 'Makes a role of the firm’s own from permissions.',
  body: z.object({ name: roleName, permissions, secondFactorRequired: required }),
  reply: saved,
});

export const editRole = endpoint({
  method: 'PUT',
  path: `${SCA}/role/edit`,
  access: 'roles.manage',
  effect: 'write',
  summary:
    'Changes a role. Of a built-in one only the name and whether a second factor is required. Who holds it is signed out when its rights change.',
  body: z.object({ ...identified, name: roleName, permissions, secondFactorRequired: required }),
  reply: saved,
});

export const setRoleStatus = endpoint({
  method: 'PUT',
  path: `${SCA}/role/status`,
  access: 'roles.manage',
  effect: 'write',
  summary: 'Takes a role of the firm’s own out of use, refused while it is held, or back into it.',
  body: z.object({
    ...identified,
    status: z.enum(ROLE_STATUSES, 'Status must be ACTIVE or INACTIVE.'),
  }),
  reply: saved,
});
