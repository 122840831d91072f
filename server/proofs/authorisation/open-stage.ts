import { MATRIX } from '../../../domain/permissions.ts';
import { allRoutes } from '../../app.ts';
import type { Rig } from '../../testing/rig.ts';
import type { ProofRun, Tally } from '../proof.ts';
import { plantCanaries } from './canaries.ts';
import { layFixtures } from './fixtures.ts';
import { kept } from './kept.ts';
import { DIRECTOR, director, people, type Person, twofold } from './people.ts';
import { openBook, openWorld } from './scene.ts';
import type { Stage } from './stage.ts';

/** All calls, people of every role in two branches, and records of each branch that hold its canary. */
export async function openStage(run: ProofRun, rig: Rig, counted: Tally): Promise<Stage> {
  await layFixtures(rig);
  const everyone = await people(rig);
  const book = await openBook(rig);
  const worlds = { NBO: await openWorld(rig, 'NBO', book), LON: await openWorld(rig, 'LON', book) };
  const refused = { NBO: kept(worlds.NBO), LON: kept(worlds.LON) };
  const endpoints = allRoutes(rig.services).map((route) => route.endpoint);
  const has = (path: string) => endpoints.some((endpoint) => endpoint.path.endsWith(path));
  for (const world of Object.values(worlds)) {
    await world.draft();
    await world.pending();
    await world.document();
    await world.attachment();
    await world.recordNote(undefined, false);
    await world.slip('DRAFT');
    await world.standingSlip();
    await world.standingEndorsement();
    await world.standingClaim();
    await world.diary();
    if (has('/receivable/save')) await world.receipt('PENDING');
    if (has('/paymentvoucher/save2')) await world.voucher('PENDING');
    const planted = await plantCanaries(rig.ownerPool, world.branch);
    counted.check(planted > 0, `no canary was planted in ${world.branch.code}`);
  }
  const { rows } = await rig.ownerPool.query<{ id: number }>(`select id from users where name = 'auditor'`);
  const auditor: Person = {
    name: 'auditor',
    role: 'ROLE_AUDITOR',
    rights: MATRIX.ROLE_AUDITOR,
    branch: 'NBO',
    id: rows[0]?.id ?? 0,
  };
  const who = await director(rig);
  return {
    rig,
    everyone,
    auditor,
    director: who,
    twofold: [{ who, roles: DIRECTOR }, ...(await twofold(rig))],
    worlds,
    refused,
    endpoints,
    tally: counted,
    run,
    reached: new Set(),
  };
}
