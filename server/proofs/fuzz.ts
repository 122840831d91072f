import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import type { Endpoint } from '../../domain/endpoint.ts';
import { allRoutes, buildApp } from '../app.ts';
import type { DB } from '../platform/db/types.ts';
import { addressOf, openRig, type Rig, type RigOptions } from '../testing/rig.ts';
import { mayCall } from './authorisation/calls.ts';
import { layFixtures } from './authorisation/fixtures.ts';
import { people, type Person } from './authorisation/people.ts';
import { nameOf } from './authorisation/samples.ts';
import { openBook, openWorld } from './authorisation/scene.ts';
import { requestOf, type FuzzRequest } from './fuzz/requests.ts';
import type { Known } from './fuzz/values.ts';
import { chanceOf, tally, type Chance, type Proof } from './proof.ts';
import { unsound } from './sound.ts';

const AT_ONCE = 8;
const SLOWEST = 5_000;
const LEAST_REACHED = 30n;
/** After so many requests the people are let in again who some request disabled or demoted. */
const LET_IN_EVERY = 200;

type Tried = { reached: boolean };
const tried = new AsyncLocalStorage<Tried>();

/**
 * The product as it is served, behind one proxy. A request has reached its handler when it opened a transaction: decoding,
 * rights and scope are over by then.
 */
const watched: NonNullable<RigOptions['build']> = ({ platform, services }): FastifyInstance => {
  const database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: platform.pool }),
    log: ({ query }) => {
      const request = tried.getStore();
      if (request && query.sql.startsWith('begin')) request.reached = true;
    },
  });
  return buildApp({ ...platform, database }, services, { trustProxy: 1 });
};

/** Records of every kind in both branches, and their ids by the names of fields. */
async function scene(rig: Rig): Promise<Known> {
  await layFixtures(rig);
  const book = await openBook(rig);
  for (const code of ['NBO', 'LON'] as const) {
    const world = await openWorld(rig, code, book);
    await world.draft();
    await world.pending();
    await world.document();
    await world.attachment();
    await world.standingSlip();
    await world.endorsement('PENDING');
    for (const state of ['DRAFT', 'PENDING', 'APPROVED'] as const) {
      await world.receipt(state);
      await world.voucher(state);
    }
  }
  const ids = async (from: string) =>
    (await rig.ownerPool.query<{ id: number }>(`select id from ${from} order by id desc limit 40`)).rows.map(
      ({ id }) => id,
    );
  return {
    id: [...Array.from({ length: 30 }, (_, n) => n + 1), ...(await ids('policies')), ...(await ids('notes'))],
    reinsured: [book.reinsured, ...(await ids(`parties where kind = 'REINSURED'`))],
    insured: [book.insured],
    security: [book.a, book.b, book.c],
    leader: [book.a],
    cover_type: [book.coverType],
    policy: await ids('policies'),
    note: await ids('notes'),
  };
}

/** Whoever was disabled, deleted, renamed, demoted or asked for a second factor by some request is let in again. */
async function letIn(rig: Rig, everyone: readonly Person[]): Promise<void> {
  await rig.ownerPool.query(`update roles set second_factor_required = false where second_factor_required`);
  for (const { name, role, branch, id } of everyone) {
    const email = addressOf(name);
    await rig.ownerPool.query(
      `update users set email = email || ' (taken)', email_key = id::text where email = $1 and id <> $2`,
      [email, id],
    );
    await rig.ownerPool.query(
      `update users set status = 'ACTIVE', anonymised_at = null, email = $2, email_key = $2 where id = $1`,
      [id, email],
    );
    await rig.ownerPool.query(
      `insert into user_roles (user_id, branch_id, role)
         select $1, case when $2 <> 'ROLE_ROOT' then b.id end, $2 from branches b
         where b.code = $3 and not exists (select 1 from user_roles where user_id = $1 and role = $2)`,
      [id, role, branch],
    );
    rig.forget(name);
  }
}

type Stage = { rig: Rig; everyone: Person[]; endpoints: Endpoint[]; known: Known; chance: Chance };

/** Mostly somebody who may, at times anybody or nobody, and now and then a token that is none. */
async function authorisation({ rig, everyone, chance }: Stage, endpoint: Endpoint): Promise<string | null> {
  const dice = chance.below(20);
  if (dice === 0) return null;
  if (dice === 1) return 'Bearer e30.e30.e30';
  const may = everyone.filter((who) => mayCall(who, endpoint));
  const who = chance.pick(dice < 5 || may.length === 0 ? everyone : may);
  // Who was deleted or renamed a moment ago is nobody until they are let in again.
  const token = await rig.signIn(who.name).catch(() => null);
  return token === null ? null : `Bearer ${token}`;
}

type Answer = { status: number; text: string; reached: boolean; took: number };

async function send({ app }: Rig, { method, path, headers, payload }: FuzzRequest): Promise<Answer> {
  const request: Tried = { reached: false };
  const began = performance.now();
  // Awaited inside: an injected request begins when it is waited for.
  const reply = await tried.run(
    request,
    async () => await app.inject({ method: method as 'GET', url: path, headers, ...(payload && { payload }) }),
  );
  return { status: reply.statusCode, text: reply.body, reached: request.reached, took: performance.now() - began };
}

/** Requests made from every endpoint's shapes, half of them spoiled, by people of all roles: none is answered with 5xx. */
export const proveFuzz: Proof = async (run) => {
  const counted = tally();
  const rig = await openRig(run.server, { build: watched });
  try {
    const known = await scene(rig);
    const everyone = await people(rig);
    const endpoints = allRoutes(rig.services).map((route) => route.endpoint);
    const stage: Stage = { rig, everyone, endpoints, known, chance: chanceOf(run.seed) };
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    const totals = { reached: 0, slowest: 0, sent: 0 };
    const one = async (n: number) => {
      const endpoint = endpoints[n % endpoints.length];
      if (!endpoint) return;
      const request = requestOf(endpoint, stage, stage.chance.below(2) === 0);
      const bearer = await authorisation(stage, endpoint);
      const headers = { ...(bearer !== null && { authorization: bearer }), ...request.headers };
      const answer = await send(rig, { ...request, headers });
      const description = () =>
        `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers)} ${request.payload?.toString().slice(0, 600) ?? ''}: ${answer.status} ${answer.text.slice(0, 200)}`;
      counted.check(answer.status < 500, description);
      counted.check(!run.timed || answer.took < SLOWEST, () => `${Math.round(answer.took)} ms, ${description()}`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      totals.slowest = Math.max(totals.slowest, answer.took);
      if (answer.reached) {
        totals.reached += 1;
        reached.add(nameOf(endpoint));
      }
    };
    for (; totals.sent < run.rounds; totals.sent += AT_ONCE) {
      if (totals.sent % LET_IN_EVERY === 0) await letIn(rig, everyone);
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(totals.sent + n)));
    }
    const share = (BigInt(totals.reached) * 100n) / BigInt(totals.sent);
    counted.check(share >= LEAST_REACHED, `${share} % of the requests reached a handler`);
    for (const finding of await unsound(rig.ownerPool)) counted.check(false, `${finding.id}: ${finding.detail}`);
    run.log(
      `${totals.sent} requests of ${endpoints.length} endpoints; ${share} % reached a handler, of ${reached.size} endpoints; slowest ${Math.round(totals.slowest)} ms; ${[
        ...statuses,
      ]
        .toSorted(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ')}`,
    );
    return counted.result();
  } finally {
    await rig.close();
  }
};
