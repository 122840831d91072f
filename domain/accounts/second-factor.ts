/** The second factor: codes of an authenticator app, passkeys, and recovery codes for when both are lost. §5, quality "Security". */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, instant, lengths, recordId, text } from '../wire.ts';

export const SECOND_FACTORS = ['TOTP', 'PASSKEY', 'RECOVERY'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** How many recovery codes a user gets together. */
export const RECOVERY_CODES = 10;

const CODE = 'Enter the six digits that the app shows.';
export const typedCode = z.string(CODE).check(z.maxLength(20, CODE));
const PASSWORD = 'Enter your password.';
const ownPassword = z.string(PASSWORD).check(z.maxLength(1000, PASSWORD));
/** The password again, for a change of how one signs in; a call may waive it within ten minutes of signing in. */
const freshPassword = z.optional(ownPassword);

const PASSKEY = 'Not the answer of a passkey.';
const base64url = (most: number) =>
  z.string(PASSKEY).check(z.regex(/^[\w-]+={0,2}$/, PASSKEY), z.maxLength(most, PASSKEY));
const transport = z.string(PASSKEY).check(z.regex(/^[a-z-]{1,20}$/, PASSKEY));
const attachment = z.optional(z.nullable(z.string().check(z.maxLength(40, PASSKEY))));
/** What a browser adds and nobody here reads. */
const extensions = z.optional(z.record(z.string().check(z.maxLength(40, PASSKEY)), z.unknown()));

/** A passkey's answer at the sign-in, as the browser's own JSON of it. */
export const passkeyAnswer = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key', PASSKEY),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(10_000),
    signature: base64url(10_000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200, PASSKEY)))),
  }),
});

/** A new passkey, as the browser's own JSON of it. */
const newPasskey = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key', PASSKEY),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(10_000),
    attestationObject: base64url(100_000),
    authenticatorData: z.optional(base64url(10_000)),
    publicKey: z.optional(base64url(10_000)),
    publicKeyAlgorithm: z.optional(z.int(PASSKEY)),
    transports: z.optional(z.array(transport).check(z.maxLength(10, PASSKEY))),
  }),
});

/** The browser's own options for making or using a passkey: made by the server, read by the browser alone. */
const browserOptions = z.record(z.string(), z.unknown());

/** The second factor requested after the right password, with a token that proves the password, valid five minutes. */
export const secondFactorAsked = z.object({
  token: z.string(),
  methods: z.array(z.enum(SECOND_FACTORS)),
  /** For the browser, when there is a passkey. */
  passkey: z.optional(browserOptions),
});

const passkeyName = text(lengths('Name', 1, 60));
const passkeyShape = z.object({
  id: recordId,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});

/** The second factors of a user. */
export const factors = z.object({
  totp: z.nullable(instant),
  passkeys: z.array(passkeyShape),
  recoveryLeft: z.int(),
});

const done = z.object({ done: z.literal(true) });
/** Shown once: only digests are kept. Given with the first factor. */
const recoveryCodes = z.array(z.string());

export const ownFactors = endpoint({
  method: 'GET',
  path: `${SCA}/user/secondfactor`,
  access: 'signed_in',
  beforeSecondFactor: true,
  effect: 'read',
  summary: 'The second factors of one’s own account, and whether a change asks for the password.',
  reply: z.object({ ...factors.shape, required: z.boolean(), asksPassword: z.boolean() }),
});

/** A change of the caller’s own factors: its body is secret, and not even a digest of it is kept. */
const ownChange = { access: 'signed_in', effect: 'write', keyless: true } as const;
/** A change that is open to somebody who must add a factor before anything else. */
const enrolment = { ...ownChange, beforeSecondFactor: true } as const;

export const beginTotp = endpoint({
  method: 'POST',
  path: `${SCA}/user/totp/begin`,
  ...enrolment,
  summary: 'Makes the secret of an authenticator app; it counts once a code of it was entered.',
  body: z.object({ password: freshPassword }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: `${SCA}/user/totp/confirm`,
  ...enrolment,
  summary: 'Confirms the authenticator app with a code. The first factor brings the recovery codes, shown once.',
  body: z.object({ code: typedCode }),
  reply: z.object({ recovery: recoveryCodes }),
});

export const removeTotp = endpoint({
  method: 'PUT',
  path: `${SCA}/user/totp/remove`,
  ...ownChange,
  summary: 'Removes one’s own authenticator app; asks for the password.',
  body: z.object({ password: ownPassword }),
  reply: done,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${SCA}/user/recoverycodes`,
  ...ownChange,
  summary: 'Makes new recovery codes, shown once; the former ones are worthless. Asks for the password.',
  body: z.object({ password: ownPassword }),
  reply: z.object({ recovery: recoveryCodes }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: `${SCA}/user/passkey/begin`,
  ...enrolment,
  summary: 'What the browser needs to make a passkey, valid five minutes in this session.',
  body: z.object({ password: freshPassword }),
  reply: z.object({ options: browserOptions }),
});

export const savePasskey = endpoint({
  method: 'POST',
  path: `${SCA}/user/passkey/save`,
  ...enrolment,
  summary: 'Adds the passkey that the browser made. The first factor brings the recovery codes, shown once.',
  body: z.object({ name: passkeyName, passkey: newPasskey }),
  reply: z.object({ id: recordId, recovery: recoveryCodes }),
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: `${SCA}/user/passkey/edit`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Gives one’s own passkey another name.',
  body: z.object({ id: recordId, name: passkeyName }),
  reply: done,
});

export const removePasskey = endpoint({
  method: 'PUT',
  path: `${SCA}/user/passkey/remove`,
  ...ownChange,
  summary: 'Removes one’s own passkey; asks for the password.',
  body: z.object({ id: recordId, password: ownPassword }),
  reply: done,
});

export const removeFactors = endpoint({
  method: 'PUT',
  path: `${SCA}/user/secondfactor/remove`,
  access: 'roles.manage',
  effect: 'write',
  summary: 'Removes every second factor of a user who lost theirs, ends their sessions and tells them by mail.',
  query: byId,
  reply: done,
});
