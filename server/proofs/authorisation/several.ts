import type { Endpoint } from '../../../domain/endpoint.ts';
import { MATRIX, permissionsIn, rightOf } from '../../../domain/permissions.ts';
import { askAs, leak, mayCall, otherBranch, sameAnswer, takes } from './calls.ts';
import type { BranchCode } from './canaries.ts';
import { DIRECTOR, type Person, type Twofold } from './people.ts';
import { nameOf, type Sample } from './samples.ts';
import { nowhere } from './scene.ts';
import { fileOf, inputFor, mayBeRefused, unique, type Stage } from './stage.ts';

/** Who holds several branches narrows a read to one of them, and sees nothing of the others. */
export async function narrowed(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (endpoint.access === 'public' || endpoint.effect !== 'read' || !takes(endpoint, 'branch')) return;
  const root = stage.everyone.find((person) => person.role === 'ROLE_ROOT');
  const { auditor, worlds, run } = stage;
  const codes = ['NBO', 'LON'] as const;
  const turn = stage.endpoints.indexOf(endpoint) % codes.length;
  for (const who of root ? [root, auditor] : [auditor])
    // In the short form root narrows to one of them by turns.
    for (const code of run.short && who === root ? codes.slice(turn, turn + 1) : codes) {
      const byId = { branch: worlds[code].branch.id, ...fileOf(stage, endpoint, 'narrowed') };
      // In the short form the auditor names one branch by its code and the other by its id, with a file.
      const queries = run.short
        ? [who === auditor && code === 'LON' ? byId : { branch: code }]
        : [{ branch: code }, byId];
      for (const query of queries) await readNarrowed(stage, endpoint, { sample, who, code, query });
    }
  // Who audits two branches reads the one they work in, even if they name all.
  const unnamed: Narrowed['query'][] = run.short ? [{ branch: 'ALL' }] : [{}, { branch: 'ALL' }];
  for (const query of unnamed)
    await readNarrowed(stage, endpoint, { sample, who: auditor, code: auditor.branch, query });
}

/**
 * Who holds other rights in each branch reads both together as far as the call's right goes in each, and no branch where
 * it is not held; who audits may not read several, and a foreign branch among several answers as a missing one.
 */
export async function together(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (!takes(endpoint, 'branches')) return;
  const { auditor, director: who, worlds, run, tally: counted } = stage;
  const input = await inputFor(sample, { world: worlds.NBO, who, own: true });
  const read = (reader: Person, query: Record<string, string>) =>
    askAs(stage.rig, reader, { endpoint, input: { ...input, query: { ...input.query, ...query } } });
  const may = (code: BranchCode) => mayCall({ ...who, role: DIRECTOR[code], rights: MATRIX[DIRECTOR[code]] }, endpoint);
  const answer = await read(who, { branches: 'ALL', ...fileOf(stage, endpoint, 'together') });
  const name = `${who.name} ${nameOf(endpoint)} in all branches: ${answer.status} ${answer.text.slice(0, 160)}`;
  counted.check(answer.status < 500, name);
  for (const code of ['NBO', 'LON'] as const)
    if (!may(code)) counted.check(leak(answer, code) === null, () => `shows ${leak(answer, code)}, ${name}`);
  if (!may('NBO') && !may('LON')) counted.check([403, 404].includes(answer.status), name);
  else if (may('NBO') && may('LON') && !mayBeRefused(sample, who)) counted.check(answer.status !== 403, name);
  const audited = await read(auditor, { branches: 'ALL' });
  counted.check(audited.status === 403, `${auditor.name} ${nameOf(endpoint)} in all branches: ${audited.status}`);
  const own = stage.everyone.find((person) => person.branch === 'LON' && mayCall(person, endpoint));
  if (own === undefined || own.role === 'ROLE_AUDITOR' || run.short) return;
  const [foreign, missing] = [await read(own, { branches: 'LON,NBO' }), await read(own, { branches: 'LON,NOWHERE' })];
  counted.check(
    foreign.status === 403 && sameAnswer(foreign, missing),
    `${own.name} ${nameOf(endpoint)}: foreign ${foreign.status}, missing ${missing.status}`,
  );
}

/** Registers and rates are the firm's: a right to them that is held in any branch is enough. */
function isOfFirm({ access }: Endpoint): boolean {
  const right = rightOf(access);
  return right !== null && permissionsIn(right).every((one) => /^(registers|rates)\./.test(one));
}

type Elsewhere = { twofold: Twofold; home: BranchCode };

/** What is asked for in a branch by who holds the right to it in another: about a record from there, else named as the place of what is made. */
async function askedElsewhere(
  stage: Stage,
  endpoint: Endpoint,
  { sample, twofold: { who }, home }: Elsewhere & { sample: Sample },
) {
  const there = stage.refused[otherBranch(home)];
  const setting = { who, own: false, unique: unique() };
  const input = await inputFor(sample, { world: there, ...setting });
  const absent = await inputFor(sample, { world: nowhere(there, there), ...setting });
  const ofRecord = JSON.stringify(input) !== JSON.stringify(absent);
  const headers = { 'slipway-branch': ofRecord ? home : there.branch.code };
  return askAs(stage.rig, who, { endpoint, input: { ...input, headers } });
}

/**
 * Who holds a right in one branch does nothing by it in another, where they hold other ones: neither with a record there, which they may
 * see by those, nor by making one.
 */
export async function elsewhere(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (endpoint.access === 'public' || sample.firmWide || isOfFirm(endpoint)) return;
  const turn = stage.endpoints.indexOf(endpoint) % stage.twofold.length;
  for (const one of stage.run.short ? stage.twofold.slice(turn, turn + 1) : stage.twofold) {
    const { who, roles } = one;
    const may = (code: BranchCode) => mayCall({ ...who, role: roles[code], rights: MATRIX[roles[code]] }, endpoint);
    for (const home of ['NBO', 'LON'] as const) {
      const away = otherBranch(home);
      if (!may(home) || may(away)) continue;
      const answer = await askedElsewhere(stage, endpoint, { sample, twofold: one, home });
      const name = () =>
        `${roles[home]} in ${home} and ${roles[away]} in ${away}, ${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 160)}`;
      stage.tally.check(leak(answer, away) === null, () => `shows ${leak(answer, away)}, ${name()}`);
      // What is read is of the branch of the right: at most that nothing of the other is there.
      const refused = [400, 403, 404].includes(answer.status);
      stage.tally.check(refused || (endpoint.effect === 'read' && answer.status === 200), name);
    }
  }
}

type Narrowed = { sample: Sample; who: Person; code: BranchCode; query: Record<string, string | number> };

async function readNarrowed(stage: Stage, endpoint: Endpoint, { sample, who, code, query }: Narrowed): Promise<void> {
  const input = await inputFor(sample, { world: stage.worlds[code], who, own: true });
  const answer = await askAs(stage.rig, who, { endpoint, input: { ...input, query: { ...input.query, ...query } } });
  const name = `${who.name} ${nameOf(endpoint)} ${JSON.stringify(query)}`;
  const shown = leak(answer, otherBranch(code));
  stage.tally.check(shown === null, () => `${name} shows ${shown}`);
  stage.tally.check(answer.status < 500, () => `${name}: ${answer.status}`);
}
