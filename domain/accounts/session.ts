/** The session: who is signed in, in which branch, and signing out. §5 Accounts. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { PERMISSIONS } from '../permissions.ts';
import { branchRef, instant, recordId } from '../wire.ts';

const permission = z.enum(PERMISSIONS);

/** Who is signed in and what they may do, in the active branch and in each of their own. */
export const sessionUser = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  roles: z.array(
    z.object({
      branch: recordId,
      branchCode: z.string(),
      branchName: z.string(),
      role: z.string(),
      roleName: z.string(),
    }),
  ),
  branch: branchRef,
  branches: z.array(branchRef),
  permissions: z.array(permission),
  /** By branch id. */
  permissionsByBranch: z.record(z.string(), z.array(permission)),
  /** A role of the user requires a second factor and there is none yet: only the calls that add one are open. */
  secondFactorNeeded: z.boolean(),
  firm: z.object({
    name: z.string(),
    baseCurrency: z.string(),
    timeZone: z.string(),
    makerChecker: z.boolean(),
    /** The month that its financial year begins with, 1 to 12. */
    yearStart: z.int(),
    /** After so many minutes without a call the session ends. */
    idleMinutes: z.int(),
  }),
});
export type SessionUserReply = z.output<typeof sessionUser>;

/** The answer of an act that has no more to say. */
export const done = z.object({ done: z.literal(true) });

export const signOut = endpoint({
  method: 'POST',
  path: `${SCA}/auth/signout`,
  access: 'signed_in',
  beforeSecondFactor: true,
  effect: 'write',
  summary: 'Ends the session.',
  reply: done,
});

export const currentSession = endpoint({
  method: 'GET',
  path: `${SCA}/auth/session`,
  access: 'signed_in',
  beforeSecondFactor: true,
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
