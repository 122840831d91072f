import { proveAudit } from './audit.ts';
import { proveAuthorisation } from './authorisation.ts';
import type { Proof } from './proof.ts';

/** `full` and `short` are rounds; one that starts servers of its own needs no database to clone. */
export type ProofEntry = { proof: Proof; full: number; short: number; ownDatabase?: boolean };

export const PROOFS: Readonly<Record<string, ProofEntry>> = {
  authorisation: { proof: proveAuthorisation, full: 1, short: 1 },
  audit: { proof: proveAudit, full: 500, short: 120 },
};
