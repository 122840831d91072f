import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/**
 * Keys by their id: the current one signs and seals. Retired ones still open what they sealed, and verify no session any more.
 * They change while the server runs, so what they are is asked at each use.
 */
export type SigningKeys = {
  readonly current: string;
  readonly secrets: ReadonlyMap<string, Uint8Array>;
  readonly retired: ReadonlySet<string>;
};

const ISSUER = 'slipway';
const AUDIENCE = 'slipway-web';
const TYPE = 'slipway-session+jwt';
const ALGORITHM = 'HS256';

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

type Claims = { sessionId: string; userId: string };

/** Tokens whose signature was right, with what it was right by: a page asks a dozen calls with one token, and each verifies it. */
const verified = new LRUCache<string, { claims: Claims; kid: string; secret: Uint8Array; expiresAt: number }>({
  max: 10_000,
});

const secretOf = (keys: SigningKeys, kid: string) => (keys.retired.has(kid) ? undefined : keys.secrets.get(kid));

/** The session id and user of a valid token, or null: one algorithm, issuer, audience, type, expiry with zero leeway. */
export async function verifyToken(keys: SigningKeys, token: string, now: Date): Promise<Claims | null> {
  const known = verified.get(token);
  if (known && secretOf(keys, known.kid) === known.secret && now.getTime() < known.expiresAt) return known.claims;
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      (header) => {
        const secret = secretOf(keys, header.kid ?? '');
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
    const { jti, sub, exp = 0 } = payload;
    if (!jti || !UUID.test(jti) || !sub) return null;
    const claims = { sessionId: jti, userId: sub };
    const { kid = '' } = protectedHeader;
    const secret = secretOf(keys, kid);
    if (secret) verified.set(token, { claims, kid, secret, expiresAt: exp * 1000 });
    return claims;
  } catch {
    return null;
  }
}
