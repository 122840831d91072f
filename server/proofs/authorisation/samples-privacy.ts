import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

/** Personal data is the firm's: root alone, and no branch's. */
export const PRIVACY_SAMPLES: Record<string, Sample> = {
  'GET /privacy/find': { firmWide: true, of: () => ({ query: { searchValue: 'nobody at all' } }) },
  'POST /privacy/export': { firmWide: true, of: () => ({ body: { kind: 'user', id: fixtures.spareUser } }) },
  'GET /privacy/erasure': { firmWide: true, of: () => ({ query: { kind: 'user', id: fixtures.spareUser } }) },
  'PUT /privacy/erase': {
    firmWide: true,
    // A version that nobody has: the refusal is the action's, and the proof's own user stays.
    neverSucceeds: true,
    of: () => ({ body: { kind: 'user', id: fixtures.spareUser, version: 999_999, reason: 'proof' } }),
  },
};
