import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Pool } from '../db/pool.ts';
import type { SigningKeys } from './tokens.ts';

// Twice within the 30 seconds after which a new key signs, so that every instance knows it by then.
const LOOK_EVERY = 12_000;

async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Secrets = ReadonlyMap<string, Uint8Array>;

async function readSecrets(client: pg.Client): Promise<Secrets> {
  const { rows } = await client.query<{ kid: string; secret: Buffer }>('select kid, secret from private.signing_keys');
  return new Map(rows.map((row) => [row.kid, new Uint8Array(row.secret)]));
}

const firstKey = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into private.signing_keys (kid, secret)
      select $1, $2 where not exists (select 1 from private.signing_keys)`,
      [randomUUID(), randomBytes(48)],
    );
    return readSecrets(client);
  });

export type KeyRing = { keys: SigningKeys; look: () => Promise<void>; stop: () => void };

/**
 * The signing keys: `SLIPWAY_SECRET` when set, else those of the owner's private schema, made once and the same for all
 * instances. Which of them count is asked of the database every few seconds; their secrets are read by the owner, at the start
 * and when there is a new one.
 */
export async function openKeyRing(source: { ownerUrl: string; pool: Pool; secret: string | null }): Promise<KeyRing> {
  const { ownerUrl, pool, secret } = source;
  if (secret !== null) {
    const keys = {
      current: 'env',
      secrets: new Map([['env', new TextEncoder().encode(secret)]]),
      retired: new Set(''),
    };
    return { keys, look: async () => undefined, stop: () => undefined };
  }
  let secrets = await firstKey(ownerUrl);
  let current = '';
  let retired: ReadonlySet<string> = new Set();
  const look = async () => {
    const { rows } = await pool.query<{ kid: string; signs: boolean }>('select kid, signs from signing_kids()');
    if (rows.some(({ kid }) => !secrets.has(kid))) secrets = await asOwner(ownerUrl, readSecrets);
    const valid = new Set(rows.map(({ kid }) => kid));
    retired = new Set([...secrets.keys()].filter((kid) => !valid.has(kid)));
    current = rows.find(({ signs }) => signs)?.kid ?? current;
  };
  await look();
  if (current === '') throw new Error('No signing key could be made.');
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  timer.unref();
  const keys: SigningKeys = {
    get current() {
      return current;
    },
    get secrets() {
      return secrets;
    },
    get retired() {
      return retired;
    },
  };
  return { keys, look, stop: () => clearInterval(timer) };
}
