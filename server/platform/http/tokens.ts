import { randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import pg from 'pg';

/** Keys by their id; the newest signs, all verify. */
export type SigningKeys = { current: string; secrets: ReadonlyMap<string, Uint8Array> };

const ISSUER = 'slipway';
const AUDIENCE = 'slipway-web';
const TYPE = 'slipway-session+jwt';
const ALGORITHM = 'HS256';

/**
 * The signing keys: `SLIPWAY_SECRET` when set, else made once in the owner's private schema, the same for all instances.
 */
export async function loadSigningKeys(ownerUrl: string, secret: string | null): Promise<SigningKeys> {
  if (secret) return { current: 'env', secrets: new Map([['env', new TextEncoder().encode(secret)]]) };
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `insert into private.signing_keys (kid, secret)
      select $1, $2 where not exists (select 1 from private.signing_keys)`,
      [randomUUID(), randomBytes(48)],
    );
    const { rows } = await client.query<{ kid: string; secret: Buffer }>(
      'select kid, secret from private.signing_keys order by created_at desc',
    );
    const current = rows[0];
    if (!current) throw new Error('No signing key could be made.');
    return { current: current.kid, secrets: new Map(rows.map((row) => [row.kid, new Uint8Array(row.secret)])) };
  } finally {
    await client.end();
  }
}

/** Signs a session token; `jti` points to the session row that is read at each request. */
export async function signToken(
  keys: SigningKeys,
  session: { id: string; kid: string; userId: number; issuedAt: Date; expiresAt: Date },
): Promise<string> {
  const secret = keys.secrets.get(session.kid);
  if (!secret) throw new Error('The current signing key is missing.');
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: session.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(session.userId))
    .setJti(session.id)
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(secret);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The session id and user of a valid token, or null: one algorithm, issuer, audience, type, expiry with zero leeway. */
export async function verifyToken(
  keys: SigningKeys,
  token: string,
  now: Date,
): Promise<{ sessionId: string; userId: string } | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const secret = keys.secrets.get(header.kid ?? '');
        if (!secret) throw new errors.JWSSignatureVerificationFailed();
        return secret;
      },
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        clockTolerance: 0,
        requiredClaims: ['exp', 'jti', 'sub'],
        currentDate: now,
      },
    );
    return payload.jti && UUID.test(payload.jti) && payload.sub
      ? { sessionId: payload.jti, userId: payload.sub }
      : null;
  } catch {
    return null;
  }
}
