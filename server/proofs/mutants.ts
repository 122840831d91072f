import type { Probe } from './mutants/probes.ts';
import { appOf } from './mutants/app-of.ts';
import type { Off } from './mutants/control.ts';
import { CONTROLS } from './mutants/controls.ts';
import { tally, type Proof, type ProofRun } from './proof.ts';
import { openRig, type Rig, type RigOptions } from '../testing/rig.ts';

function optionsOf(off: Off): RigOptions {
  return { build: appOf(off), ...(off.as && { as: off.as }) };
}

async function holds(run: ProofRun, probe: Probe, off: Off): Promise<boolean | string> {
  const rig: Rig = await openRig(run.server, optionsOf(off));
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

/** Each control switched off on a clone of its own: its probe must turn red there and stay green everywhere else. */
export const proveMutants: Proof = async (run) => {
  const counted = tally();
  let killed = 0;
  for (const { name, probe, alone = {}, mutants } of CONTROLS) {
    const sound = await holds(run, probe, {});
    counted.check(sound === true, `${name}: does not hold with everything on (${sound})`);
    for (const [what, off] of Object.entries(alone)) {
      const stands = await holds(run, probe, off);
      counted.check(stands === true, `${name}: does not stand alone when ${what} (${stands})`);
    }
    for (const [what, off] of Object.entries(mutants)) {
      const red = await holds(run, probe, off);
      if (counted.check(red === false, `${name}: the mutant survives when ${what} (${red})`)) killed += 1;
    }
  }
  run.log(
    `${CONTROLS.length} controls, ${killed} of ${CONTROLS.flatMap(({ mutants }) => Object.keys(mutants)).length} mutants killed`,
  );
  return counted.result();
};
