import type { SigningKeys } from './platform/http/tokens.ts';
import type { Pool } from './platform/db/pool.ts';

/** What features need beyond their transaction: made once at the start and passed down. */
export type Services = {
  keys: SigningKeys;
  pool: Pool;
  publicUrl: string;
  /** The code that the first sign-up must bring; null where the server listens on loopback alone. */
  setupCode: string | null;
};
