import * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { isBuiltIn } from '../../../domain/permissions.ts';
import type { Rig } from '../../testing/rig.ts';
import type { ProofRun, Tally } from '../proof.ts';
import type { BranchCode } from './canaries.ts';
import type { Person, Twofold } from './people.ts';
import type { Input, Sample } from './samples.ts';
import type { World } from './scene.ts';

export type Stage = {
  rig: Rig;
  everyone: Person[];
  /** Who audits both branches, and works in the first. */
  auditor: Person;
  /** Who has other rights in each of two branches. */
  director: Person;
  /** Others who have another role in each of them. */
  twofold: readonly Twofold[];
  worlds: Record<BranchCode, World>;
  /** The same with records that only those see who are refused. */
  refused: Record<BranchCode, World>;
  endpoints: Endpoint[];
  tally: Tally;
  run: ProofRun;
  /** Which endpoints answered somebody with success: a sample that never does proves nothing. */
  reached: Set<string>;
};

let serial = 0;
export const unique = () => `${process.pid.toString(36)}${(serial += 1).toString(36)}`;

export const inputFor = (
  sample: Sample,
  setting: { world: World; who: Person; own: boolean; unique?: string },
): Promise<Input> => Promise.resolve(sample.of({ unique: unique(), ...setting }));

/** Where a finer rule than the permission decides, it may stop a role of the firm's own as well. */
export function mayBeRefused(sample: Sample | undefined, who: Person): boolean {
  const named = sample?.mayRefuse;
  return named !== undefined && (named.includes(who.role) || !isBuiltIn(who.role));
}

export const FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export const formatsOf = ({ query }: Endpoint) =>
  FORMATS.filter(
    (format) => query !== undefined && 'format' in query.shape && z.safeDecode(query.shape['format'], format).success,
  );

/** Who reads a file of several branches: one who narrows to one of them, and one who reads them together. */
const READ_AS_FILES = ['narrowed', 'together'] as const;

/** By turns, the file of a read where it has one; in the short form of one of the two ways to read several branches, which take turns as well. */
export function fileOf(
  { endpoints, run }: Stage,
  endpoint: Endpoint,
  way: (typeof READ_AS_FILES)[number],
): { format?: string } {
  const formats = formatsOf(endpoint);
  const turn = endpoints.indexOf(endpoint);
  const format = formats[turn % formats.length];
  const isItsTurn = !run.short || READ_AS_FILES[turn % READ_AS_FILES.length] === way;
  return format === undefined || !isItsTurn ? {} : { format };
}
