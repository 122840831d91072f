import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Every cost that was ever stored, so that an old password still opens after the cost was raised. */
const COSTS = {
  'm=19456,t=2,p=1': { memory: 19_456, passes: 2, parallelism: 1 },
} as const;
type Cost = keyof typeof COSTS;
const TODAY: Cost = 'm=19456,t=2,p=1';
const KEY_LENGTH = 32;

const STORED = /^\$argon2id\$v=19\$([^$]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function keyFor(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // Two keyboards may compose one character differently; NFC makes it the same password.
  const message = password.normalize('NFC');
  return derive('argon2id', { ...COSTS[cost], message, nonce: salt, tagLength: KEY_LENGTH });
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Argon2id as a PHC string. It takes 50 ms and 19 MiB: never inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `$argon2id$v=19$${TODAY}$${plain(salt)}$${plain(await keyFor(password, salt, TODAY))}`;
}

// What an unknown user is compared with: it costs the same as a real one and nothing matches it.
const NOBODY = `$argon2id$v=19$${TODAY}$${plain(randomBytes(16))}$${plain(randomBytes(KEY_LENGTH))}`;

/** Whether a password is the stored one; with none stored it takes the same time and is not. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, cost = '', salt = '', key = ''] = STORED.exec(stored ?? NOBODY) ?? [];
  if (!Object.hasOwn(COSTS, cost)) return false;
  const expected = Buffer.from(key, 'base64');
  const actual = await keyFor(password, Buffer.from(salt, 'base64'), cost as Cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}
