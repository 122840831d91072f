/** Signing in and up, passwords, the session and its branch. §5 Accounts. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { PERMISSIONS, ROLES } from '../permissions.ts';
import { branchListQuery, currencyCode, idText, instant, listReply, recordId, saved, text } from '../wire.ts';

const EMAIL = 'Enter a valid email address.';
const PASSWORD = 'Choose a longer or less common password.';
export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 128;

export const email = z.string(EMAIL).check(z.trim(), z.maxLength(254, EMAIL), z.regex(z.regexes.email, EMAIL));

/** A password that is being chosen; whether it is a common one is asked of the server's dictionaries. §8. */
export const newPassword = z
  .string(PASSWORD)
  .check(z.minLength(SHORTEST_PASSWORD, PASSWORD), z.maxLength(LONGEST_PASSWORD, PASSWORD));

/** A password that is only compared: whatever was sent, a wrong one answers in one way. */
const typedPassword = z.string('Enter your password.').check(z.maxLength(1000, 'Enter your password.'));

const personName = text({ min: 2, max: 100, message: 'Name must be 2 to 100 characters.' });
const permission = z.enum(PERMISSIONS);
const role = z.enum(ROLES);
const branchRef = z.object({ id: recordId, code: z.string(), name: z.string() });

/** Who is signed in and what they may do, in the active branch and in each of their own. */
export const sessionUser = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.object({ branch: recordId, branchCode: z.string(), branchName: z.string(), role })),
  branch: branchRef,
  branches: z.array(branchRef),
  permissions: z.array(permission),
  /** By branch id. */
  permissionsByBranch: z.record(z.string(), z.array(permission)),
  firm: z.object({ name: z.string(), baseCurrency: z.string(), timeZone: z.string(), makerChecker: z.boolean() }),
});
export type SessionUserReply = z.output<typeof sessionUser>;

const sentence = z.object({ message: z.string() });
const done = z.object({ done: z.literal(true) });

export const authenticate = endpoint({
  method: 'POST',
  path: `${SCA}/auth/authenticate`,
  access: 'public',
  effect: 'write',
  summary: 'Signs in by email and password.',
  body: z.object({ email: z.string(EMAIL).check(z.maxLength(254, EMAIL)), password: typedPassword }),
  reply: z.object({ access_token: z.string(), expires_in: z.int(), user: sessionUser }),
});

export const register = endpoint({
  method: 'POST',
  path: `${SCA}/auth/register`,
  access: 'public',
  effect: 'write',
  summary: 'Signs up. The first one makes the firm and its root user; a later one waits for activation.',
  body: z.object({
    name: personName,
    email,
    password: newPassword,
    firmName: z.optional(text({ min: 2, max: 150, message: 'Name of the firm must be 2 to 150 characters.' })),
    baseCurrency: z.optional(currencyCode),
    branchName: z.optional(text({ min: 2, max: 100, message: 'Name of the branch must be 2 to 100 characters.' })),
    branchCode: z.optional(
      z.string().check(z.regex(/^[A-Z]{2,5}$/, 'Code of the branch must be 2 to 5 capital letters.')),
    ),
    timeZone: z.optional(text({ min: 1, max: 60, message: 'Choose a time zone.' })),
    setupCode: z.optional(z.string().check(z.maxLength(100, 'Not a setup code.'))),
  }),
  reply: sentence,
});

export const installation = endpoint({
  method: 'GET',
  path: `${SCA}/auth/installation`,
  access: 'public',
  effect: 'read',
  summary: 'Whether nobody has signed up yet, and whether the first sign-up needs the setup code.',
  reply: z.object({ empty: z.boolean(), needs_code: z.boolean() }),
});

export const recoverPassword = endpoint({
  method: 'POST',
  path: `${SCA}/auth/recoverpassword`,
  access: 'public',
  effect: 'write',
  summary: 'Mails a single-use link, valid 30 minutes, with which a password is chosen anew.',
  query: z.object({ email: z.string(EMAIL).check(z.maxLength(254, EMAIL)) }),
  reply: sentence,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: `${SCA}/auth/resetpassword`,
  access: 'public',
  effect: 'write',
  summary: 'Chooses a password with the token of a mailed link and ends every session of the user.',
  body: z.object({ token: z.string().check(z.maxLength(200, 'Not a link.')), password: newPassword }),
  reply: sentence,
});

export const signOut = endpoint({
  method: 'POST',
  path: `${SCA}/auth/signout`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Ends the session.',
  reply: done,
});

export const currentSession = endpoint({
  method: 'GET',
  path: `${SCA}/auth/session`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Who is signed in, their rights, and when the session ends at the latest.',
  reply: z.object({ user: sessionUser, expires_at: instant }),
});

export const switchBranch = endpoint({
  method: 'PUT',
  path: `${SCA}/auth/branch`,
  access: 'signed_in',
  effect: 'write',
  summary: "Makes another of the user's own branches the active one, by id or code.",
  body: z.object({
    branch: z.union([recordId, z.string().check(z.minLength(1), z.maxLength(20))], 'Choose a branch.'),
  }),
  reply: z.object({ user: sessionUser }),
});

const passwordChange = z.object({
  oldPassword: typedPassword,
  newPassword,
  confirmPassword: z.string('Passwords do not match.').check(z.maxLength(1000, 'Passwords do not match.')),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: `${SCA}/user/changepassword`,
  access: 'signed_in',
  effect: 'write',
  keyless: true,
  summary: "Changes one's own password and ends one's other sessions.",
  body: passwordChange,
  reply: done,
});

export const changePasswordTest = endpoint({
  method: 'PUT',
  path: `${SCA}/user/changepasswordtest`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Checks a change of password and changes nothing.',
  body: passwordChange,
  reply: done,
});

export const USER_STATUSES = ['INACTIVE', 'ACTIVE', 'DISABLED'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const USER_STATES = {
  INACTIVE: { label: 'Waiting for activation', tone: 'waiting' },
  ACTIVE: { label: 'Active', tone: 'good' },
  DISABLED: { label: 'Disabled', tone: 'muted' },
} as const satisfies Record<UserStatus, { label: string; tone: 'waiting' | 'good' | 'muted' }>;

const userStatus = z.enum(USER_STATUSES, 'Status must be INACTIVE, ACTIVE or DISABLED.');

export const userItems = endpoint({
  method: 'GET',
  path: `${SCA}/user/items`,
  access: 'users.view',
  effect: 'read',
  summary: 'Users of the branch with their roles; root sees every branch and those who wait for activation.',
  query: z.object({ ...branchListQuery, status: z.optional(userStatus) }),
  reply: listReply(
    z.object({
      id: recordId,
      name: z.string(),
      email: z.string(),
      status: userStatus,
      roles: z.array(z.object({ branch: z.nullable(recordId), branchCode: z.nullable(z.string()), role })),
      lastSignIn: z.nullable(instant),
      createdAt: instant,
      version: z.int(),
    }),
  ),
});

export const createUser = endpoint({
  method: 'POST',
  path: `${SCA}/user/create`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Makes an active user with a role in a branch and mails the link with which they choose their password.',
  body: z.object({
    name: personName,
    email,
    role: z.enum(ROLES, 'Choose a role.'),
    branch: z.optional(z.nullable(recordId)),
  }),
  reply: saved,
});

export const activateUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/activate`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Makes a user active with one more role in a branch; root holds its role in every branch.',
  body: z.object({
    id: recordId,
    role: z.enum(ROLES, 'Choose a role.'),
    branch: z.optional(z.nullable(recordId)),
  }),
  reply: saved,
});

export const disableUser = endpoint({
  method: 'PUT',
  path: `${SCA}/user/disable`,
  access: 'users.manage',
  effect: 'write',
  summary: 'Disables a user and ends their sessions at once.',
  query: z.object({ id: idText }),
  reply: saved,
});

/** The specification's own address for it. A user whose name stands on records is disabled, never erased. */
export const deleteUser = endpoint({
  ...disableUser,
  method: 'DELETE',
  path: '/api/kilakitu/v1/user/delete',
  summary: 'Disables a user and ends their sessions at once: what they did keeps their name.',
});
