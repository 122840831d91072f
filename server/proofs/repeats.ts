import type * as z from 'zod/mini';
import { queryOf } from '../../domain/call-query.ts';
import type { Endpoint } from '../../domain/endpoint.ts';
import type { Pool } from '../platform/db/pool.ts';
import { openRig } from '../testing/rig.ts';
import { askAs, mayCall, sameAnswer, type Answer } from './authorisation/calls.ts';
import { openStage } from './authorisation/open-stage.ts';
import type { Person } from './authorisation/people.ts';
import { nameOf, sampleOf, type Input, type Sample } from './authorisation/samples.ts';
import { inputFor, mayBeRefused, unique, type Stage } from './authorisation/stage.ts';
import { type Proof, tally } from './proof.ts';
import { unsound } from './sound.ts';

/** How many rows of each table were written so far. */
type State = ReadonlyMap<string, number>;

/** Writes down of each row that is written of which table it is, with what writes it: what is rolled back leaves nothing. */
const WATCH = `
  create schema watched;
  create table watched.writes (relation text not null);
  create function watched.note_write() returns trigger language plpgsql security definer as $$
  begin insert into watched.writes values (tg_table_name); return null; end $$;
  do $$ declare relation text; begin
    for relation in select quote_ident(relname) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('create trigger watched after insert or update or delete on %s for each row execute function watched.note_write()', relation);
    end loop;
  end $$`;

/** Says from now on what was written. */
async function stateReader(pool: Pool): Promise<() => Promise<State>> {
  await pool.query(WATCH);
  const text = 'select relation, count(*)::int as rows from watched.writes group by 1 order by 1';
  return async () => {
    const { rows } = await pool.query<{ relation: string; rows: number }>({ name: 'state', text });
    return new Map(rows.map(({ relation, rows: written }) => [relation, written]));
  };
}

/** Which tables were written since, and how many rows of each; nothing where none was. */
const changesSince = (before: State, after: State): string =>
  [...after]
    .filter(([name, written]) => written !== before.get(name))
    .map(([name, written]) => `${written - (before.get(name) ?? 0)} of ${name}`)
    .join(', ');

const withKey = (input: Input, key: string): Input => ({
  ...input,
  headers: { ...input.headers, 'idempotency-key': key },
});
const newKey = () => `repeats-${unique()}-key`;

/** The fields that a body may have, whether or not it may be left out. */
function fieldsOf(schema: z.ZodMiniType | undefined): readonly string[] {
  const definition = schema?._zod.def;
  if (definition === undefined) return [];
  if ('shape' in definition) return Object.keys(definition.shape as object);
  return 'innerType' in definition ? fieldsOf(definition.innerType as z.ZodMiniType) : [];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** No record of the proof has been changed so often. */
const FAR = 99;

/** What a call is sent with where the version that it names is another one: an older and a later one; none where it names none. */
function staleOf(endpoint: Endpoint, { query = {}, body, ...rest }: Input): Input[] {
  const fields = isFields(body) ? body : {};
  const inQuery = typeof query['version'] === 'number';
  const known = [query['version'], fields['version']].find((one) => typeof one === 'number');
  const others = known === undefined ? [FAR] : [known - 1, known + 1].filter((one) => one > 0);
  if (inQuery || (queryOf(endpoint)?.shape['version'] !== undefined && !fieldsOf(endpoint.body).includes('version')))
    return others.map((version) => ({ ...rest, query: { ...query, version }, body }));
  if (fieldsOf(endpoint.body).includes('version'))
    return others.map((version) => ({ ...rest, query, body: { ...fields, version } }));
  const [list, rows] = Object.entries(fields).find(
    ([, value]) => Array.isArray(value) && value.some((one) => isFields(one) && typeof one['version'] === 'number'),
  ) ?? [null, []];
  if (list === null || !Array.isArray(rows)) return [];
  return [{ ...rest, query, body: { ...fields, [list]: rows.map((one: Fields) => ({ ...one, version: FAR })) } }];
}

type Trial = { stage: Stage; stateNow: () => Promise<State>; endpoint: Endpoint; sample: Sample; who: Person };

const show = ({ status, text }: Answer) => `${status} ${text.slice(0, 200)}`;
const codeIn = ({ text }: Answer): unknown => (text.startsWith('{') ? (JSON.parse(text) as Fields)['code'] : null);

/** What is done in the background waits: a record of another version is refused there by its own call. */
const waits = ({ status, text }: Answer) => status === 200 && (JSON.parse(text) as Fields)['status'] === 'WAITING';

/** A version that is not the record's is refused and changes nothing. Gives an input that was not carried out, and a key that was refused. */
async function refusesStale({ stage, stateNow, endpoint, sample, who }: Trial): Promise<{ input: Input; key: string }> {
  const { rig, tally: counted, worlds } = stage;
  const input = await inputFor(sample, { world: worlds.NBO, who, own: true });
  const key = newKey();
  const others = staleOf(endpoint, input);
  // In the short form one of them, by turns.
  const turn = stage.endpoints.indexOf(endpoint) % Math.max(others.length, 1);
  for (const stale of stage.run.short ? others.slice(turn, turn + 1) : others) {
    const before = await stateNow();
    const answer = await askAs(rig, who, { endpoint, input: withKey(stale, key) });
    if (waits(answer)) return { input, key: newKey() };
    counted.check(
      answer.status === 409 && codeIn(answer) === 'STALE',
      () => `${who.name} ${nameOf(endpoint)} of another version: ${show(answer)}`,
    );
    const wrote = changesSince(before, await stateNow());
    counted.check(wrote === '', () => `${nameOf(endpoint)} of another version wrote ${wrote}`);
  }
  return { input, key };
}

/** Who may call it, those first who are held to nothing finer. */
function callersOf({ everyone }: Stage, endpoint: Endpoint, sample: Sample): Person[] {
  const able = everyone.filter((who) => mayCall(who, endpoint) && (who.branch === 'NBO' || who.role === 'ROLE_ROOT'));
  return able.toSorted((a, b) => Number(mayBeRefused(sample, a)) - Number(mayBeRefused(sample, b)));
}

type Answered = { input: Input; key: string; answer: Answer };

/** The same key again gives the same answer and changes nothing; with another request it is refused. */
async function answersOnce({ stage, stateNow, endpoint, who }: Trial, { input, key, answer }: Answered): Promise<void> {
  const { rig, tally: counted } = stage;
  const name = `${who.name} ${nameOf(endpoint)}`;
  const before = await stateNow();
  const again = await askAs(rig, who, { endpoint, input: withKey(input, key) });
  const wrote = changesSince(before, await stateNow());
  counted.check(sameAnswer(again, answer), () => `${name} again with its key: ${show(again)}, before ${show(answer)}`);
  counted.check(wrote === '', () => `${name} again with its key wrote ${wrote}`);
  const elsewhere = { ...input, headers: { ...input.headers, 'slipway-branch': 'NBO' } };
  const other = await askAs(rig, who, { endpoint, input: withKey(elsewhere, key) });
  counted.check(other.status === 422, () => `${name} with the key of another request: ${show(other)}`);
}

/** The key of one person is another's own: they are not given what was answered, nor told that it was used. */
async function belongsToItsUser({ stage, endpoint, sample, who }: Trial, key: string): Promise<void> {
  const other = callersOf(stage, endpoint, sample).find(({ id }) => id !== who.id);
  if (other === undefined || (stage.run.short && endpoint.path.endsWith('}'))) return;
  const input = await inputFor(sample, { world: stage.worlds.NBO, who: other, own: true });
  const answer = await askAs(stage.rig, other, { endpoint, input: withKey(input, key) });
  stage.tally.check(
    answer.status !== 422 && answer.status < 500,
    () => `${other.name} ${nameOf(endpoint)} with another's key: ${show(answer)}`,
  );
}

/** A call as the first of those who may succeeds with it, twice at once; a key that a refusal was sent with is as good as new. */
async function tried({ stage, stateNow, endpoint, sample }: Omit<Trial, 'who'>): Promise<void> {
  const refusals: string[] = [];
  for (const who of callersOf(stage, endpoint, sample)) {
    const trial = { stage, stateNow, endpoint, sample, who };
    const { input, key } = await refusesStale(trial);
    const once = endpoint.keyless || sample.endsSession;
    const sent = Array.from({ length: once ? 1 : 2 }, () =>
      askAs(stage.rig, who, { endpoint, input: withKey(input, key) }),
    );
    const [answer, twin] = await Promise.all(sent);
    if (answer === undefined) throw new Error('Nothing was sent.');
    stage.tally.check(
      twin === undefined || sameAnswer(answer, twin),
      () => `${who.name} ${nameOf(endpoint)} twice at once with one key: ${show(answer)}, ${twin && show(twin)}`,
    );
    if (answer.status >= 300) {
      refusals.push(`${who.name} ${show(answer)}`);
      continue;
    }
    if (once) stage.rig.forget(who.name);
    else {
      await answersOnce(trial, { input, key, answer });
      await belongsToItsUser(trial, key);
    }
    return;
  }
  stage.tally.check(false, () => `nobody succeeded with ${nameOf(endpoint)}: ${refusals.join(' | ')}`);
}

/** Every call that writes: repeated with its key it answers the same and has one effect, and a version that is not the record's is refused. */
export const proveRepeats: Proof = async (run) => {
  const counted = tally();
  const rig = await openRig(run.server);
  try {
    const stage = await openStage(run, rig, counted);
    const stateNow = await stateReader(rig.ownerPool);
    const last = (endpoint: Endpoint) => (sampleOf(endpoint)?.endsSession ? 1 : 0);
    const writes = stage.endpoints.filter(({ effect, access }) => effect !== 'read' && access !== 'public');
    for (const endpoint of writes.toSorted((a, b) => last(a) - last(b))) {
      const sample = sampleOf(endpoint);
      if (sample === undefined || sample.neverSucceeds) continue;
      await tried({ stage, stateNow, endpoint, sample });
    }
    for (const finding of await unsound(rig.ownerPool)) counted.check(false, `${finding.id}: ${finding.detail}`);
    run.log(`${writes.length} calls that write`);
    return counted.result();
  } finally {
    await rig.close();
  }
};
