import { proveAudit } from './audit.ts';
import { proveAuthorisation } from './authorisation.ts';
import { proveContention } from './contention.ts';
import { proveCrashDatabase, proveCrashServer } from './crash.ts';
import { proveMutants } from './mutants.ts';
import type { Proof } from './proof.ts';
import { proveRestore } from './restore.ts';

/** `full` and `short` are rounds. */
export type ProofEntry = { proof: Proof; full: number; short: number };

export const PROOFS: Readonly<Record<string, ProofEntry>> = {
  authorisation: { proof: proveAuthorisation, full: 1, short: 1 },
  audit: { proof: proveAudit, full: 500, short: 120 },
  contention: { proof: proveContention, full: 100, short: 3 },
  mutants: { proof: proveMutants, full: 1, short: 1 },
  'crash-server': { proof: proveCrashServer, full: 100, short: 3 },
  'crash-database': { proof: proveCrashDatabase, full: 100, short: 3 },
  restore: { proof: proveRestore, full: 25, short: 1 },
};
