import type { Probe } from './mutants/probes.ts';
import { appOf } from './mutants/app-of.ts';
import type { Control, Off } from './mutants/control.ts';
import { CONTROLS } from './mutants/controls.ts';
import { atOnce, tally, type Proof, type ProofRun, type Tally } from './proof.ts';
import type { TestDatabaseServer } from '../testing/databases.ts';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { layGround } from '../testing/ground.ts';
import { openRig, type Rig, type RigOptions } from '../testing/rig.ts';

function optionsOf(off: Off): RigOptions {
  return { build: appOf(off), ...(off.as && { as: off.as }) };
}

async function holds(server: TestDatabaseServer, probe: Probe, off: Off): Promise<boolean | string> {
  const rig: Rig = await openRig(server, optionsOf(off));
  const undo = off.library?.();
  try {
    if (off.sql) await rig.ownerPool.query(off.sql);
    return await probe(rig);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    undo?.();
    await rig.close();
  }
}

const AT_ONCE = 3;
/** It measures this process, or changes what all of it uses. */
const isApart = ({ measures, mutants }: Control) =>
  measures === true || Object.values(mutants).some(({ library }) => library !== undefined);

/** Tries controls with everything on, then each of their mutants; says how many there are and how many mutants were killed. */
export async function tryControls(
  run: Pick<ProofRun, 'server'>,
  controls: readonly Control[],
  check: Tally['check'],
): Promise<string> {
  let killed = 0;
  // A policy was approved before any control was off.
  await using ground = await layGround(run.server, async (rig) => approvedPolicy(rig, await makeBook(rig, ' ground')));
  const trials = ({ name, probe, alone = {}, mutants, empty }: Control): (() => Promise<void>)[] => {
    const server = empty === true ? run.server : ground.server;
    return [
      async () => {
        const sound = await holds(server, probe, {});
        check(sound === true, `${name}: does not hold with everything on (${sound})`);
      },
      ...Object.entries(alone).map(([what, off]) => async () => {
        const stands = await holds(server, probe, off);
        check(stands === true, `${name}: does not stand alone when ${what} (${stands})`);
      }),
      ...Object.entries(mutants).map(([what, off]) => async () => {
        const red = await holds(server, probe, off);
        if (check(red === false, `${name}: the mutant survives when ${what} (${red})`)) killed += 1;
      }),
    ];
  };
  const tried = (some: readonly Control[]) => some.flatMap((control) => trials(control));
  const { together = [], apart = [] } = Object.groupBy(controls, (one) => (isApart(one) ? 'apart' : 'together'));
  await atOnce(AT_ONCE, tried(together));
  await atOnce(1, tried(apart));
  const mutants = controls.flatMap((control) => Object.keys(control.mutants));
  return `${controls.length} controls, ${killed} of ${mutants.length} mutants killed`;
}

/**
 * Each control switched off on a clone of its own: its probe must turn red there and stay green everywhere else. They mostly
 * wait for the database, so some run at once; what changes or measures this process runs by itself.
 */
export const proveMutants: Proof = async (run) => {
  const { check, result } = tally();
  run.log(await tryControls(run, CONTROLS, check));
  return result();
};
