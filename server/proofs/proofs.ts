import { proveAudit } from './audit.ts';
import { proveAuthorisation } from './authorisation.ts';
import { proveBank } from './bank.ts';
import { proveClock } from './clock.ts';
import { proveContention } from './contention.ts';
import { proveCrashBatch } from './crash-batch.ts';
import { proveCrashDatabase, proveCrashServer } from './crash.ts';
import { proveDatabaseAway } from './database-away.ts';
import { proveDiskFull } from './disk-full.ts';
import { proveExplained } from './explained.ts';
import { proveFuzz } from './fuzz.ts';
import { proveLostAnswers } from './lost-answers.ts';
import { proveMutants } from './mutants.ts';
import type { Proof } from './proof.ts';
import { proveRepeats } from './repeats.ts';
import { proveReports } from './reports.ts';
import { proveRestore } from './restore.ts';
import { proveSampleDays } from './sample-days.ts';
import { proveShutdown } from './shutdown.ts';
import { proveWorkflow } from './workflow.ts';

/** `full` and `short` are rounds. */
type ProofEntry = { proof: Proof; full: number; short: number };

export const PROOFS: Readonly<Record<string, ProofEntry>> = {
  authorisation: { proof: proveAuthorisation, full: 1, short: 1 },
  audit: { proof: proveAudit, full: 500, short: 60 },
  bank: { proof: proveBank, full: 100_000, short: 240 },
  contention: { proof: proveContention, full: 100, short: 2 },
  mutants: { proof: proveMutants, full: 1, short: 1 },
  'crash-server': { proof: proveCrashServer, full: 100, short: 2 },
  'crash-batch': { proof: proveCrashBatch, full: 4, short: 1 },
  'crash-database': { proof: proveCrashDatabase, full: 100, short: 2 },
  'database-away': { proof: proveDatabaseAway, full: 20, short: 2 },
  /** Days on which the sample firm ends. */
  'sample-days': { proof: proveSampleDays, full: 24, short: 1 },
  shutdown: { proof: proveShutdown, full: 50, short: 1 },
  'disk-full': { proof: proveDiskFull, full: 20, short: 1 },
  fuzz: { proof: proveFuzz, full: 100_000, short: 1_200 },
  explained: { proof: proveExplained, full: 1_000, short: 780 },
  repeats: { proof: proveRepeats, full: 1, short: 1 },
  /** Documents of the history. */
  reports: { proof: proveReports, full: 100_000, short: 300 },
  'lost-answers': { proof: proveLostAnswers, full: 1_000, short: 24 },
  clock: { proof: proveClock, full: 20, short: 1 },
  workflow: { proof: proveWorkflow, full: 170, short: 2 },
  restore: { proof: proveRestore, full: 25, short: 1 },
};
