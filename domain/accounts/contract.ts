/** Signing in and up, and passwords. §5 Accounts. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { currencyCode, lengths, text } from '../wire.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD, WEAK_PASSWORD } from './password.ts';
import { passkeyAnswer, secondFactorAsked, typedCode } from './second-factor.ts';
import { done, sessionUser } from './session.ts';

const EMAIL = 'Enter a valid email address.';

export const email = z.string(EMAIL).check(z.trim(), z.maxLength(254, EMAIL), z.regex(z.regexes.email, EMAIL));

/** A password that is being chosen; the server's dictionaries say whether it is a common one. §8. */
const newPassword = z
  .string(WEAK_PASSWORD)
  .check(z.minLength(SHORTEST_PASSWORD, WEAK_PASSWORD), z.maxLength(LONGEST_PASSWORD, WEAK_PASSWORD));

/** A password that is only compared: whatever was sent, a wrong one answers in one way. */
export const typedPassword = z.string('Enter your password.').check(z.maxLength(1000, 'Enter your password.'));

export const personName = text(lengths('Name', 2, 100));
const signedIn = z.object({ access_token: z.string(), expires_in: z.int(), user: sessionUser });
const sentence = z.object({ message: z.string() });

export const authenticate = endpoint({
  method: 'POST',
  path: `${SCA}/auth/authenticate`,
  access: 'public',
  effect: 'write',
  summary: 'Signs in by email and password. A user with a second factor has no session until that is checked too.',
  body: z.object({ email: z.string(EMAIL).check(z.maxLength(254, EMAIL)), password: typedPassword }),
  reply: z.union([signedIn, z.object({ second_factor: secondFactorAsked })]),
});

/** The second step of a sign-in: one of a code, a recovery code and a passkey's answer. */
export const authenticateSecond = endpoint({
  method: 'POST',
  path: `${SCA}/auth/secondfactor`,
  access: 'public',
  effect: 'write',
  summary: 'Ends a sign-in with the second factor: one of a code, a recovery code and the answer of a passkey.',
  body: z.object({
    token: z.string('Sign in again.').check(z.maxLength(100, 'Sign in again.')),
    code: z.optional(typedCode),
    recovery: z.optional(z.string('Enter a recovery code.').check(z.maxLength(40, 'Enter a recovery code.'))),
    passkey: z.optional(passkeyAnswer),
  }),
  reply: signedIn,
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
    firmName: z.optional(text(lengths('Name of the firm', 2, 150))),
    baseCurrency: z.optional(currencyCode),
    branchName: z.optional(text(lengths('Name of the branch', 2, 100))),
    branchCode: z.optional(
      z.string().check(z.regex(/^[A-Z]{2,5}$/, 'Code of the branch must be 2 to 5 capital letters.')),
    ),
    timeZone: z.optional(text({ min: 1, max: 60, message: 'Choose a time zone.' })),
    /** A firm of one person: what its user makes needs no second one. It can be changed in the settings. §4. */
    worksAlone: z.optional(z.boolean('Say whether you work alone.')),
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

const DIFFERENT = 'Passwords do not match.';
const CURRENT = 'Enter your current password.';
const passwordChange = z
  .object({
    oldPassword: typedPassword.check(z.minLength(1, CURRENT)),
    newPassword,
    confirmPassword: z.string(DIFFERENT),
  })
  .check(
    z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      message: DIFFERENT,
    }),
  );

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
