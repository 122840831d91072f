/** Users as others see them: invitation, roles, what they sign in with, their sessions, leaving. §5. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import * as columns from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import {
  branchListQuery,
  byId,
  identified,
  idText,
  instant,
  listReply,
  recordId,
  ref,
  saved,
  searchValue,
} from '../wire.ts';
import { email, personName } from './contract.ts';
import { factors, SECOND_FACTORS } from './second-factor.ts';

export const USER_STATUSES = ['INACTIVE', 'ACTIVE', 'DISABLED'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const USER_STATES = {
  INACTIVE: { label: 'Waiting for activation', tone: 'waiting' },
  ACTIVE: { label: 'Active', tone: 'good' },
  DISABLED: { label: 'Disabled', tone: 'muted' },
} as const satisfies Record<UserStatus, { label: string; tone: 'waiting' | 'good' | 'muted' }>;

const userStatus = z.enum(USER_STATUSES, 'Status must be INACTIVE, ACTIVE or DISABLED.');
const role = z.string('Choose a role.').check(z.regex(/^ROLE_[A-Z0-9_]{1,35}$/, 'Choose a role.'));
const heldRole = z.object({
  branch: z.nullable(recordId),
  branchCode: z.nullable(z.string()),
  role: z.string(),
  roleName: z.string(),
});
type HeldRole = z.output<typeof heldRole>;
const FACTOR_STATES = ['NONE', 'TOTP', 'PASSKEY', 'BOTH'] as const;
const FACTOR_WORDS = { NONE: '', TOTP: 'Authenticator app', PASSKEY: 'Passkey', BOTH: 'App and passkey' } as const;

const roles = columns.plain('Roles', {
  schema: z.array(heldRole),
  cell: (all: HeldRole[]) => all.map((held) => `${held.roleName} ${held.branchCode ?? ''}`.trim()).join(', '),
});

export const userTable = table(
  {
    id: columns.sorted(columns.id()),
    name: columns.sorted(columns.text('Name')),
    email: columns.sorted(columns.text('Email')),
    status: columns.sorted(columns.coded('Status', USER_STATUSES, (status) => USER_STATES[status].label)),
    roles,
    /** Their second factors. */
    secondFactor: columns.choice('Second factor', FACTOR_STATES, (state) => FACTOR_WORDS[state]),
    lastSignIn: columns.sorted(columns.optional(columns.instant('Last signed in'))),
    createdAt: columns.sorted(columns.titled('Since', columns.instant(''))),
    version: columns.version(),
  },
  {
    file: ['name', 'email', 'roles', 'status', 'secondFactor', 'lastSignIn'],
    screen: ['name', 'email', 'roles', 'status', 'secondFactor', 'lastSignIn', 'createdAt'],
  },
);

export const userItems = endpoint({
  method: 'GET',
  path: `${SCA}/user/items`,
  access: 'users.view',
  effect: 'read',
  summary: 'Users of the branch with their roles; root sees every branch and those who wait for activation.',
  query: z.object({ ...branchListQuery, status: z.optional(userStatus) }),
  reply: listReply(userTable.row),
});

/** Colleagues that a picker shows at most: beyond them one types another letter. */
export const MOST_COLLEAGUES = 50;
export const colleagues = endpoint({
  method: 'GET',
  path: `${SCA}/user/findAll`,
  access: 'signed_in',
  effect: 'read',
  summary: `Who works in the active branch, by name, at most ${MOST_COLLEAGUES}.`,
  query: z.object({ searchValue }),
  reply: z.array(ref),
});

export const sessionShape = z.object({
  id: z.string(),
  startedAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  /** Browser and system in words; empty when the browser did not say. */
  agent: z.string(),
  address: z.string(),
  factor: z.enum(['PASSWORD', ...SECOND_FACTORS]),
  /** The one that asks. */
  current: z.boolean(),
});

export const user = endpoint({
  method: 'GET',
  path: `${SCA}/user/{id}`,
  access: 'users.view',
  effect: 'read',
  summary: 'A user: roles, what they sign in with, who made them and what was done to them.',
  params: byId,
  reply: z.object({
    id: recordId,
    name: z.string(),
    /** Empty once the user is deleted. */
    email: z.string(),
    status: userStatus,
    version: z.int(),
    deleted: z.boolean(),
    /** Whether they chose a password yet. */
    invited: z.boolean(),
    roles: z.array(heldRole),
    factors,
    secondFactorRequired: z.boolean(),
    lastSignIn: z.nullable(instant),
    createdAt: instant,
    createdBy: z.nullable(z.string()),
    /** Whether the caller may change this user: the user's rights are all among the caller's. */
    mayChange: z.boolean(),
    history: z.array(
      z.object({
        id: z.string(),
        at: instant,
        by: z.string(),
        /** None where nobody was signed in. */
        by_id: z.nullable(recordId),
        action: z.string(),
        facts: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

export const createUser = endpoint({
  method: 'POST',
  path: `${SCA}/user/create`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Makes an active user with a role in a branch and mails the link with which they choose their password.',
  body: z.object({ name: personName, email, role, branch: z.optional(z.nullable(recordId)) }),
  reply: saved,
});

export const activateUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/activate`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Makes a user active with one more role in a branch; root holds its role in every branch.',
  body: z.object({ id: recordId, role, branch: z.optional(z.nullable(recordId)) }),
  reply: saved,
});

export const removeRole = endpoint({
  method: 'PUT',
  path: `${SCA}/user/removerole`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Takes one role in one branch from a user and ends their sessions.',
  body: z.object({ id: recordId, role, branch: z.optional(z.nullable(recordId)) }),
  reply: saved,
});

export const editUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/edit`,
  access: 'users.manage',
  effect: 'write',
  summary:
    'Changes a user’s name or address. A changed address is root’s alone, ends the sessions and tells both addresses.',
  body: z.object({ ...identified, name: personName, email }),
  reply: saved,
});

export const inviteUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/invite`,
  access: 'users.manage',
  effect: 'write',
  summary:
    'Mails a user a link, valid 30 minutes, with which they choose a password: the invitation again, or a reset.',
  query: byId,
  reply: saved,
});

export const disableUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/disable`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Disables a user and ends their sessions at once.',
  query: byId,
  reply: saved,
});

export const enableUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/enable`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Lets a disabled user in again with the roles that they held.',
  query: byId,
  reply: saved,
});

/** The specification's own address for it. A user whose name may be on records is disabled and made nameless. */
export const deleteUser = endpoint({
  ...disableUser,
  method: 'DELETE',
  path: '/api/kilakitu/v1/user/delete',
  summary:
    'Disables a user for good and erases their name, address, password and second factors: what they did stays under a number.',
});

export const ownSessions = endpoint({
  method: 'GET',
  path: `${SCA}/session/items`,
  access: 'signed_in',
  effect: 'read',
  summary: 'One’s own open sessions, the latest first.',
  reply: z.object({ data: z.array(sessionShape) }),
});

const sessionId = z.string('Choose a session.').check(z.regex(/^[0-9a-f-]{36}$/, 'Choose a session.'));

export const endOwnSessions = endpoint({
  method: 'PUT',
  path: `${SCA}/session/end`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Signs out one of one’s own sessions, or, without an id, all others.',
  query: z.object({ session: z.optional(sessionId) }),
  reply: z.object({ ended: z.int() }),
});

export const userSessions = endpoint({
  method: 'GET',
  path: `${SCA}/user/sessions`,
  access: 'users.view',
  effect: 'read',
  summary: 'The open sessions of a user, the latest first.',
  query: byId,
  reply: z.object({ data: z.array(sessionShape) }),
});

export const endUserSessions = endpoint({
  method: 'PUT',
  path: `${SCA}/user/signout`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Signs a user out: of one session, or of all.',
  query: z.object({ id: idText, session: z.optional(sessionId) }),
  reply: z.object({ ended: z.int() }),
});
