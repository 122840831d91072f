import type { Endpoint } from '../../domain/endpoint.ts';
import { ask, askAs, leak, mayCall, otherBranch, sameAnswer, type Answer } from './authorisation/calls.ts';
import { forgeriesOf } from './authorisation/forgeries.ts';
import { openStage } from './authorisation/open-stage.ts';
import { ALWAYS_TRIED, badTokens, type BadToken, type Person } from './authorisation/people.ts';
import { nameOf, sampleOf, type Input, type Sample } from './authorisation/samples.ts';
import { nowhere, type World } from './authorisation/scene.ts';
import { elsewhere, narrowed, together } from './authorisation/several.ts';
import { formatsOf, inputFor, mayBeRefused, unique, type FORMATS, type Stage } from './authorisation/stage.ts';
import { steady } from './authorisation/steady.ts';
import { tally, type Proof } from './proof.ts';
import { openRig } from '../testing/rig.ts';
import { unsound } from './sound.ts';

function judgeOwn(stage: Stage, endpoint: Endpoint, { who, answer }: { who: Person; answer: Answer }): void {
  const { check } = stage.tally;
  const name = () => `${who.name} ${nameOf(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`;
  const sample = sampleOf(endpoint);
  if (mayCall(who, endpoint)) {
    const refusable = mayBeRefused(sample, who);
    check(
      answer.status < 500 &&
        (refusable || (answer.status !== 403 && answer.status !== 401) || endpoint.access === 'public'),
      () => `permitted and refused, ${name()}`,
    );
  } else check(answer.status === 403 || answer.status === 404, () => `not permitted, ${name()}`);
  if (answer.status < 300) stage.reached.add(nameOf(endpoint));
  if (who.role !== 'ROLE_ROOT' && endpoint.access !== 'public')
    check(
      leak(answer, otherBranch(who.branch)) === null,
      () => `shows ${leak(answer, otherBranch(who.branch))}, ${name()}`,
    );
}

/** Who tries an endpoint in their own branch: everyone, or in the short form one of each role, from the branches by turns. */
function callersOf({ everyone, endpoints, run }: Stage, endpoint: Endpoint): Person[] {
  if (!run.short) return everyone;
  const turn = endpoints.indexOf(endpoint);
  const byRole = [...Map.groupBy(everyone, ({ role }) => role).values()];
  const callers = byRole.flatMap((alike, nth) => alike.filter((_, place) => place === (turn + nth) % alike.length));
  // Another role begins with each endpoint: of those that may, the first are the ones that do.
  const first = turn % callers.length;
  return [...callers.slice(first), ...callers.slice(0, first)];
}

/** So many of those who may call it do in the short form: for a write each needs records of its own. */
const enoughFor = (endpoint: Endpoint) => (endpoint.effect === 'read' ? 2 : 1);

/** Who may call it acts on what nobody has touched; who may not leaves it as it is for the next. */
const worldOf = (stage: Stage, endpoint: Endpoint, who: Person): World =>
  (mayCall(who, endpoint) ? stage.worlds : stage.refused)[who.branch];

async function inOwnBranch(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  let permitted = 0;
  for (const who of callersOf(stage, endpoint)) {
    // The short form has seen enough when so many have called it and one succeeded; those that may not all try.
    if (mayCall(who, endpoint)) {
      if (stage.run.short && permitted >= enoughFor(endpoint) && stage.reached.has(nameOf(endpoint))) continue;
      permitted += 1;
    }
    const input = await inputFor(sample, { world: worldOf(stage, endpoint, who), who, own: true });
    judgeOwn(stage, endpoint, { who, answer: await askAs(stage.rig, who, { endpoint, input }) });
    if (sample.endsSession) stage.rig.forget(who.name);
    await inEveryFormat(stage, endpoint, { who, input });
  }
}

/**
 * The files that somebody tries: all of them, or in the short form, since a file takes ten times as long to make, one of
 * them by turns, read by somebody whose branch it must keep to, and tried by one of those who may not.
 */
function filesFor(stage: Stage, endpoint: Endpoint, who: Person): readonly (typeof FORMATS)[number][] {
  const formats = formatsOf(endpoint);
  if (!stage.run.short) return formats;
  const may = mayCall(who, endpoint);
  const alike = callersOf(stage, endpoint).filter((one) => mayCall(one, endpoint) === may);
  const bound = alike.slice(0, enoughFor(endpoint)).find(({ role }) => role !== 'ROLE_ROOT');
  if (who !== (bound ?? alike[0])) return [];
  return formats.filter((_, nth) => nth === stage.endpoints.indexOf(endpoint) % formats.length);
}

/** Who may read it as a file is who may read it. */
async function inEveryFormat(stage: Stage, endpoint: Endpoint, { who, input }: { who: Person; input: Input }) {
  for (const format of filesFor(stage, endpoint, who)) {
    const answer = await askAs(stage.rig, who, { endpoint, input: { ...input, query: { ...input.query, format } } });
    judgeOwn(stage, endpoint, { who, answer });
  }
}

/**
 * The people who try an endpoint, root aside: all of them, or in the short form every n-th, beginning with another
 * one for each endpoint so that all roles have their turn.
 */
function chosen(stage: Stage, endpoint: Endpoint, nth: number): Person[] {
  const callers = stage.everyone.filter((person) => person.role !== 'ROLE_ROOT');
  const first = stage.endpoints.indexOf(endpoint) % nth;
  return stage.run.short ? callers.filter((_, index) => index % nth === first) : callers;
}

/** A record of another branch answers exactly as one that is not there. */
async function inOtherBranch(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (endpoint.access === 'public' || sample.firmWide) return;
  for (const who of chosen(stage, endpoint, 5)) {
    const foreign = stage.refused[otherBranch(who.branch)];
    const word = unique();
    const input = await inputFor(sample, { world: foreign, who, own: false, unique: word });
    const absent = await inputFor(sample, { world: nowhere(foreign, foreign), who, own: false, unique: word });
    if (JSON.stringify(input) === JSON.stringify(absent)) continue;
    const [theirs, missing] = [
      await askAs(stage.rig, who, { endpoint, input }),
      await askAs(stage.rig, who, { endpoint, input: absent }),
    ];
    const name = `${who.name} ${nameOf(endpoint)} of ${foreign.branch.code}`;
    stage.tally.check(
      sameAnswer(theirs, missing),
      () =>
        `${name}: foreign ${theirs.status} ${theirs.text.slice(0, 160)}, missing ${missing.status} ${missing.text.slice(0, 160)}`,
    );
    stage.tally.check(
      leak(theirs, foreign.branch.code) === null,
      () => `${name} shows ${leak(theirs, foreign.branch.code)}`,
    );
    stage.tally.check(
      theirs.status < 500 && missing.status < 500,
      () => `${name}: ${theirs.status}, ${missing.status}`,
    );
  }
}

/** All of them, or in the short form those that are always tried and one of the others by turns. */
function tokensFor({ run, endpoints }: Stage, endpoint: Endpoint, bad: readonly BadToken[]): readonly BadToken[] {
  if (!run.short) return bad;
  const { always = [], others = [] } = Object.groupBy(bad, ([kind]) => (ALWAYS_TRIED.has(kind) ? 'always' : 'others'));
  return [...always, ...others.filter((_, nth) => nth === endpoints.indexOf(endpoint) % others.length)];
}

async function withBadTokens(stage: Stage, endpoint: Endpoint, tokens: Map<string, BadToken[]>): Promise<void> {
  if (endpoint.access === 'public') return;
  // Without a caller no sample is needed: nothing of the request may be looked at before who asks is known.
  for (const [who, bad] of tokens) {
    for (const [kind, authorization] of tokensFor(stage, endpoint, bad)) {
      const answer = await ask(stage.rig, endpoint, { input: {}, authorization });
      stage.tally.check(
        answer.status === 401,
        () => `${nameOf(endpoint)} with the token of ${who}, ${kind}: ${answer.status}`,
      );
    }
  }
}

async function withForgeries(stage: Stage, endpoint: Endpoint, sample: Sample): Promise<void> {
  if (endpoint.access === 'public') return;
  for (const who of chosen(stage, endpoint, 14)) {
    const input = await inputFor(sample, { world: worldOf(stage, endpoint, who), who, own: true });
    const foreign = stage.worlds[otherBranch(who.branch)].branch.id;
    const other = stage.everyone.find((person) => person.id !== who.id)?.id ?? 0;
    const forging = { who, input, foreign, other };
    const turn = stage.run.short ? stage.endpoints.indexOf(endpoint) : null;
    for (const { name, input: forged, expected } of forgeriesOf(endpoint, forging, turn)) {
      const answer = await askAs(stage.rig, who, { endpoint, input: forged });
      const description = () =>
        `${who.name} ${nameOf(endpoint)} ${name}: ${answer.status} ${answer.text.slice(0, 160)}`;
      // A person without the right is refused first, whatever was forged.
      const allowed = mayCall(who, endpoint)
        ? [...expected, ...(mayBeRefused(sample, who) ? [403, 404] : [])]
        : [403, 404, 400];
      stage.tally.check(allowed.includes(answer.status), description);
      stage.tally.check(leak(answer, otherBranch(who.branch)) === null, () => `leak, ${description()}`);
    }
  }
}

/** What happens in one branch changes no answer, count or total in the other. */
async function undisturbed(stage: Stage): Promise<void> {
  const reads = stage.endpoints.filter(
    (endpoint) => endpoint.effect === 'read' && endpoint.access !== 'public' && endpoint.method === 'GET',
  );
  const londoners = stage.everyone.filter((person) => person.branch === 'LON');
  const look = async ({ ask }: { ask: boolean }) => {
    const seen = new Map<string, string>();
    for (const endpoint of reads) {
      const sample = sampleOf(endpoint);
      if (!sample || sample.showsReaders) continue;
      const readers = londoners.filter((person) => mayCall(person, endpoint));
      // In the short form one of those who may, by turns.
      const turn = stage.endpoints.indexOf(endpoint) % Math.max(readers.length, 1);
      for (const who of stage.run.short ? readers.slice(turn, turn + 1) : readers) {
        const input = await inputFor(sample, {
          world: steady(stage.worlds.LON),
          who,
          own: false,
          unique: 'same',
        });
        if (ask) seen.set(`${who.name} ${nameOf(endpoint)}`, (await askAs(stage.rig, who, { endpoint, input })).text);
      }
    }
    return seen;
  };
  // What some samples need is made when they are first asked for, and shows in the lists of others.
  await look({ ask: false });
  const before = await look({ ask: true });
  const { NBO } = stage.worlds;
  await NBO.freshlyApproved();
  await NBO.pending();
  await NBO.slip('APPROVED');
  await NBO.endorsement('APPROVED');
  await NBO.movement('APPROVED');
  if (stage.endpoints.some((endpoint) => endpoint.path.endsWith('/receivable/save'))) await NBO.receipt('APPROVED');
  if (stage.endpoints.some((endpoint) => endpoint.path.endsWith('/paymentvoucher/save2'))) await NBO.voucher('PENDING');
  const after = await look({ ask: true });
  for (const [name, text] of before)
    stage.tally.check(
      after.get(name) === text,
      () => `${name} changed with what Nairobi did: ${text.slice(0, 300)} … ${after.get(name)?.slice(0, 300)}`,
    );
}

/** Every endpoint × 7 roles and one of the firm's own × own and other branch × bad tokens × forged fields, from the list that the server mounts. */
export const proveAuthorisation: Proof = async (run) => {
  const counted = tally();
  const rig = await openRig(run.server);
  try {
    const stage = await openStage(run, rig, counted);
    const tokens = new Map<string, BadToken[]>();
    const holders = run.short ? stage.everyone.slice(1, 2) : stage.everyone;
    for (const who of holders) tokens.set(who.name, await badTokens(rig, who));
    const last = (endpoint: Endpoint) => (sampleOf(endpoint)?.endsSession ? 1 : 0);
    for (const endpoint of stage.endpoints.toSorted((a, b) => last(a) - last(b))) {
      const sample = sampleOf(endpoint);
      if (
        !counted.check(
          sample !== undefined,
          `${nameOf(endpoint)} has no sample: add one to server/proofs/authorisation`,
        ) ||
        !sample
      )
        continue;
      await withBadTokens(stage, endpoint, tokens);
      await inOtherBranch(stage, endpoint, sample);
      await withForgeries(stage, endpoint, sample);
      await narrowed(stage, endpoint, sample);
      await together(stage, endpoint, sample);
      await elsewhere(stage, endpoint, sample);
      await inOwnBranch(stage, endpoint, sample);
      counted.check(
        sample.neverSucceeds === true || stage.reached.has(nameOf(endpoint)),
        `${nameOf(endpoint)}: its sample never succeeded`,
      );
    }
    await undisturbed(stage);
    for (const finding of await unsound(rig.ownerPool)) counted.check(false, `${finding.id}: ${finding.detail}`);
    run.log(
      `${stage.endpoints.length} endpoints, ${stage.everyone.length} people, ${[...tokens.values()].flat().length} bad tokens`,
    );
    return counted.result();
  } finally {
    await rig.close();
  }
};
