import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SigningKeys } from './http/tokens.ts';

/** What a secret is kept for, and whose it is: both are bound into it, so that it opens nowhere else. */
type Purpose = { purpose: string; owner: number };

const ALGORITHM = 'aes-256-gcm';

// Its own key for each purpose, so that nothing that signs sessions is also what opens secrets.
function keyFor(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'slipway', `slipway sealed ${purpose}`, 32));
}

const boundTo = ({ purpose, owner }: Purpose) => Buffer.from(`${purpose}:${owner}`);

/** Seals a secret that has to be read again, under a key derived from the newest signing key; its id comes first. */
export function seal(keys: SigningKeys, plain: Uint8Array, use: Purpose): string {
  const secret = keys.secrets.get(keys.current);
  if (!secret) throw new Error('The current signing key is missing.');
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, keyFor(secret, use.purpose), iv);
  cipher.setAAD(boundTo(use));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [keys.current, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** What was sealed, or null when its key is gone or it was tampered with. */
export function unseal(keys: SigningKeys, text: string, use: Purpose): Uint8Array | null {
  const [kid = '', ...parts] = text.split('.');
  const [iv, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
  const secret = keys.secrets.get(kid);
  if (!secret || !iv || !tag || !sealed || tag.length !== 16) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, keyFor(secret, use.purpose), iv);
    decipher.setAAD(boundTo(use));
    decipher.setAuthTag(tag);
    return new Uint8Array(Buffer.concat([decipher.update(sealed), decipher.final()]));
  } catch {
    return null;
  }
}
