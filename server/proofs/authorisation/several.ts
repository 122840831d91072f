import type { Endpoint } from '../../../domain/endpoint.ts';
import { MATRIX } from '../../../domain/permissions.ts';
import { askAs, leak, mayCall, otherBranch, sameAnswer, takes } from './calls.ts';
import type { BranchCode } from './canaries.ts';
import { DIRECTOR, type Person } from './people.ts';
import { nameOf, type Sample } from './samples.ts';
import { fileOf, inputFor, mayBeRefused, type Stage } from './stage.ts';

/** Who holds several branches narrows a read to one of them, and sees nothing of the others. */
export async function narrowed(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (endpoint.access === 'public' || endpoint.effect !== 'read' || !takes(endpoint, 'branch')) return;
  const root = stage.everyone.find((person) => person.role === 'ROLE_ROOT');
  const { auditor, worlds, run } = stage;
  for (const who of root ? [root, auditor] : [auditor])
    for (const code of ['NBO', 'LON'] as const) {
      const byId = { branch: worlds[code].branch.id, ...fileOf(stage, endpoint) };
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
  const answer = await read(who, { branches: 'ALL', ...fileOf(stage, endpoint) });
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

type Narrowed = { sample: Sample; who: Person; code: BranchCode; query: Record<string, string | number> };

async function readNarrowed(stage: Stage, endpoint: Endpoint, { sample, who, code, query }: Narrowed): Promise<void> {
  const input = await inputFor(sample, { world: stage.worlds[code], who, own: true });
  const answer = await askAs(stage.rig, who, { endpoint, input: { ...input, query: { ...input.query, ...query } } });
  const name = `${who.name} ${nameOf(endpoint)} ${JSON.stringify(query)}`;
  const shown = leak(answer, otherBranch(code));
  stage.tally.check(shown === null, () => `${name} shows ${shown}`);
  stage.tally.check(answer.status < 500, () => `${name}: ${answer.status}`);
}
