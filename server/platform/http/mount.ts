import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BRANCH_HEADER } from '../../../domain/call-branches.ts';
import { type Decoded, type Endpoint, isOfOneRecord, type Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Columns, Table } from '../../../domain/tables/table.ts';
import { letsIn, PERMISSIONS, permissionsIn, rightOf } from '../../../domain/permissions.ts';
import type { GIVEN_OUT } from '../../../domain/records/audit-actions.ts';
import { dayIn } from '../../../domain/values/day.ts';
import { writeAudit, type AuditEntry } from '../audit/audit.ts';
import type { ExportTable } from '../exports/table.ts';
import type { Database, Pool } from '../db/pool.ts';
import type { Caller, Ctx, PublicCtx } from './context.ts';
import { type Decoder, decoderOf, type Raw } from './decode.ts';
import { encodeReply, textOf } from './encode.ts';
import { whoWaits, type Waiting } from './waiting.ts';
import { inLine, isLong } from './long-reads.ts';
import { inputHash, KEY_WAIT, keepReply, type KeyUse, takeKey } from './idempotency.ts';
import { addressIdOf, addressOf } from './proxies.ts';
import { branchesIn, resolveScope } from './scope.ts';
import { authenticateRequest } from './session.ts';
import { inTransaction } from './transaction.ts';
import type { SigningKeys } from './tokens.ts';
import { assertArrives, assertBodyType, bodyLimitOf, tooLong } from './bodies.ts';

/** What the platform needs to serve an endpoint. Tests give their own clock. */
export type Platform = {
  database: Database;
  pool: Pool;
  keys: SigningKeys;
  clock: () => Date;
  /** Milliseconds in which JSON must arrive, where a test does not want to wait for them. */
  arrivesWithin?: number;
};

/** A file instead of a reply: an export or a document. */
export type FileReply = {
  file: {
    /** The readable name: a second, encoded copy carries the signs that a header cannot hold. */
    name: string;
    type: string;
    bytes: Uint8Array | NodeJS.ReadableStream;
    inline?: boolean;
    /** Not ours: whatever opens it under our address may do nothing there. */
    foreign?: boolean;
    /** How many bytes a stream will give, where that is known. */
    size?: number;
    /** What the trail keeps of its being given out; null of what says nothing of anybody's business. */
    delivery: Delivery | null;
  };
};

/** That a file was given out: an export, an attachment, a paper. */
export type Delivery = Pick<AuditEntry, 'entity' | 'entityId' | 'branchId' | 'facts' | 'personal'> & {
  action: (typeof GIVEN_OUT)[number];
};

export type Handler<E extends Endpoint> = (
  ctx: Ctx,
  input: Decoded<E>,
  prepared: unknown,
) => Promise<Reply<E> | FileReply>;
type PublicHandler<E extends Endpoint> = (ctx: PublicCtx, input: Decoded<E>) => Promise<Reply<E> | FileReply>;
/** The context of work before a write's transaction: hashing and rendering hold none; `read` opens a READ ONLY one. */
export type PrepareCtx = Omit<Ctx, 'db' | 'audit'> &
  Partial<Waiting> & { read: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T> };
type Prepare<E extends Endpoint> = (ctx: PrepareCtx, input: Decoded<E>) => Promise<unknown>;

/** What is in the files of a list or a report, as who is served or mailed it has it. */
type Filed = {
  table: (ctx: Ctx, input: never) => Promise<ExportTable> | ExportTable;
  /** Absent: it does not come as PDF. */
  paper?: Paper;
};
type Paper = {
  print: (ctx: Ctx, input: never) => Promise<{ name: string; pdf: Uint8Array }>;
  /** What it is laid out from, before a request leaves columns out. */
  of: Table<Columns>;
};
/** The files of what comes as PDF as well. */
export type Printed = Filed & { paper: Paper };

export type Route = {
  endpoint: Endpoint;
  filed?: Filed;
  /** The names by which its rows can be ordered. */
  sorts?: readonly string[];
  handle?: (ctx: Ctx, input: never, prepared: unknown) => Promise<unknown>;
  handlePublic?: (ctx: PublicCtx, input: never) => Promise<unknown>;
  prepare?: (ctx: PrepareCtx, input: never) => Promise<unknown>;
};

/** Ties an endpoint to what answers it; the types of both must agree. */
export function serve<E extends Endpoint>(endpoint: E, handle: Handler<E>, prepare?: Prepare<E>): Route {
  return prepare ? { endpoint, handle, prepare } : { endpoint, handle };
}

/** The same for an endpoint that needs no session. */
export function servePublic<E extends Endpoint>(endpoint: E, handlePublic: PublicHandler<E>): Route {
  return { endpoint, handlePublic };
}

const IDENTITY_FIELDS = ['userId', 'issuedBy', 'issuedby', 'b'] as const;

/** A user named in a request must be the one signed in: identity is the session's. §6. */
function assertOwnIdentity(caller: Pick<Caller, 'user'>, input: { params: unknown; query: unknown }): void {
  const named = { ...(input.query as Record<string, unknown>), ...(input.params as Record<string, unknown>) };
  for (const field of IDENTITY_FIELDS) {
    const value = named[field];
    if (value !== undefined && value !== '' && String(value) !== String(caller.user.id))
      throw new AppError('NOT_YOURSELF');
  }
}

function contextFor(
  endpoint: Endpoint,
  request: FastifyRequest,
  { caller, now }: { caller: Caller; now: Date },
): Omit<Ctx, 'db' | 'audit'> {
  if (endpoint.access === 'public') throw new Error('A public endpoint has no session.');
  const worksIn = request.headers[BRANCH_HEADER];
  // What its call does not take is refused when it is decoded.
  const scope = resolveScope(caller, endpoint.access, {
    ...branchesIn(endpoint, request.query as object),
    ...(typeof worksIn === 'string' && { worksIn }),
  });
  return {
    ...caller,
    branch: scope.active,
    scope: scope.branches,
    can: scope.can,
    today: dayIn(caller.firm.timeZone, now),
    accepts: request.headers.accept === 'application/pdf' ? 'pdf' : 'json',
    now,
  };
}

function withDatabase(base: Omit<Ctx, 'db' | 'audit'>, db: Database): Ctx {
  const actor = { userId: base.user.id, sessionId: base.sessionId, at: base.now };
  return { ...base, db, audit: (entry) => writeAudit(db, actor, entry) };
}

function keyOf(request: FastifyRequest, caller: Caller, endpoint: Endpoint): Omit<KeyUse, 'inputHash'> | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.effect !== 'write' || endpoint.keyless) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key)) {
    throw new AppError('MALFORMED', { reason: 'the idempotency key must have 8 to 100 printable characters.' });
  }
  return { userId: caller.user.id, endpoint: `${endpoint.method} ${endpoint.path}`, key };
}

function isFile(value: unknown): value is FileReply {
  return typeof value === 'object' && value !== null && 'file' in value;
}

/** The name in plain signs for every browser, and where that is not all of it, in full by RFC 5987. */
function dispositionOf({ name, inline }: FileReply['file']): string {
  const plain = name.replace(/[^\w.-]+/g, '-');
  const full = name.replaceAll(/[/\\]/g, '-');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"${plain === full ? '' : `; filename*=UTF-8''${encoded}`}`;
}

function sendFile(reply: FastifyReply, { file }: FileReply): FastifyReply {
  if (file.foreign) void reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return reply
    .type(file.type)
    .header('content-disposition', dispositionOf(file))
    .header('cache-control', 'private, no-store')
    .send(file.bytes instanceof Uint8Array ? Buffer.from(file.bytes) : file.bytes);
}

function assertComplete({ endpoint, handle, handlePublic }: Route): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  const right = rightOf(endpoint.access);
  const known = right === null || (right.length > 0 && permissionsIn(right).every((one) => PERMISSIONS.includes(one)));
  if (!known) throw new Error(`${name} has no permission: the server does not start.`);
  if ((endpoint.access === 'public') !== (handlePublic !== undefined))
    throw new Error(`${name}: public and its handler disagree.`);
  if (!handle && !handlePublic) throw new Error(`${name} has no handler.`);
}

async function callerOf(platform: Platform, { headers }: FastifyRequest, now: Date): Promise<Caller> {
  const background = headers['slipway-background'] === '1';
  const caller = await authenticateRequest(platform, { authorization: headers.authorization, background }, now);
  if (!caller) throw new AppError('SESSION_ENDED');
  return caller;
}

/** A GET that makes something is asked for by a person: not fetched in advance, nor from another site. Throws NOT_MEANT. §6. */
function assertMeant({ headers }: FastifyRequest, { method, effect }: Endpoint): void {
  if (method !== 'GET' || effect === 'read') return;
  const purposes = [headers['sec-purpose'], headers['purpose']].join(' ');
  if (headers['sec-fetch-site'] === 'cross-site' || purposes.includes('prefetch')) throw new AppError('NOT_MEANT');
}

const MOST_WAITING = 200;

type Callers = WeakMap<FastifyRequest, Caller>;

/**
 * What is decided before a body is read: who asks, unless anybody may, and whether this call takes such a body and so much
 * of it.
 */
function beforeBody(platform: Platform, endpoint: Endpoint, callers: Callers) {
  return {
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      // Who cannot have a connection within seconds is better off asking again.
      if (platform.pool.waitingCount >= MOST_WAITING) throw new AppError('UNAVAILABLE');
      assertMeant(request, endpoint);
      if (!endpoint.upload) assertArrives(request, reply, platform.arrivesWithin);
      if (endpoint.access !== 'public') {
        const caller = await callerOf(platform, request, platform.clock());
        callers.set(request, caller);
        request.log = request.log.child({ user: caller.user.id });
      }
      assertBodyType(request, endpoint);
    },
    // What is thrown here goes on to the one handler of errors.
    errorHandler: async (error: { statusCode?: number }) => {
      throw error.statusCode === 413 ? tooLong(endpoint) : error;
    },
  };
}

function publicContext(platform: Platform, request: FastifyRequest, now: Date): PublicCtx {
  const address = addressOf(request);
  const agent = request.headers['user-agent'] ?? '';
  return { db: platform.database, now, address, addressId: addressIdOf(platform.keys, address), agent };
}

/** Puts an endpoint on the server: decode, permission and scope, one transaction, encode. */
export function mount(app: FastifyInstance, platform: Platform, route: Route): void {
  assertComplete(route);
  const { endpoint } = route;
  const decoder = decoderOf(endpoint);
  const decode: Decoder = (raw) => decoder(raw, route.sorts);
  const callers: Callers = new WeakMap();
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...beforeBody(platform, endpoint, callers),
    handler: async (request, reply) => {
      const now = platform.clock();
      const answer = route.handlePublic
        ? await route.handlePublic(publicContext(platform, request, now), decode(request as Raw) as never)
        : await answerSignedIn({ platform, route, decode, request, reply, now, early: callers.get(request) });
      if (isFile(answer)) return sendFile(reply, answer);
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(await textOf(answer));
    },
  });
}

type Call = {
  platform: Platform;
  route: Route;
  decode: Decoder;
  request: FastifyRequest;
  reply: FastifyReply;
  now: Date;
  /** Who asked when the request began. */
  early: Caller | undefined;
};

/** What was made ready before a transaction, or why it was not. */
type Ready = { prepared: unknown } | { refusal: AppError };

/** A refusal waits for the key: a call that is repeated with it gets the answer of the first, whatever has changed since. */
async function readyFor(key: unknown, prepare: () => Promise<unknown> | undefined): Promise<Ready> {
  try {
    return { prepared: await prepare() };
  } catch (error) {
    if (key === null || !(error instanceof AppError)) throw error;
    return { refusal: error };
  }
}

/** Lets go of what an answer that does not go out would have used up: a spooled file, and the stream that reads a file. */
async function letGo(ready: Ready, made: FileReply | undefined): Promise<void> {
  if (made !== undefined && made.file.bytes instanceof Readable) made.file.bytes.destroy();
  if ('prepared' in ready && isDisposable(ready.prepared)) await ready.prepared[Symbol.asyncDispose]();
}

const isDisposable = (made: unknown): made is AsyncDisposable =>
  typeof made === 'object' && made !== null && Symbol.asyncDispose in made;

async function answerSignedIn({ platform, route, decode, request, reply, now, early }: Call): Promise<unknown> {
  const { endpoint } = route;
  // A file may take minutes to arrive, in which a session may end.
  const caller = early && !endpoint.upload ? early : await callerOf(platform, request, now);
  // The only place that checks this: a role may require a second factor at any time, and then nothing else is open.
  if (caller.user.secondFactorNeeded && endpoint.beforeSecondFactor !== true)
    throw new AppError('SECOND_FACTOR_NEEDED');
  const base = contextFor(endpoint, request, { caller, now });
  const input = decode(request as Raw);
  assertOwnIdentity(caller, input);
  const key = keyOf(request, caller, endpoint);
  const walls = { scope: base.scope, userId: base.user.id };
  const read: PrepareCtx['read'] = (work) =>
    inTransaction(platform.database, { ...walls, readOnly: true }, (db) => work(withDatabase(base, db)));
  const ready = await readyFor(key, () =>
    route.prepare?.({ ...base, read, ...whoWaits(request, reply) }, input as never),
  );
  const options = {
    ...walls,
    readOnly: endpoint.effect === 'read',
    oneRecord: isOfOneRecord(endpoint),
    ...(key && { lockTimeout: KEY_WAIT }),
  };
  let made: FileReply | undefined;
  const answering = (gone?: AbortSignal) =>
    inTransaction(platform.database, { ...options, ...(gone && { gone }) }, async (db) => {
      const worksIn = request.headers[BRANCH_HEADER];
      // Another branch is another request.
      const content = [
        request.params,
        request.query,
        request.body ?? null,
        ...(worksIn === undefined ? [] : [worksIn]),
      ];
      const use = key && { ...key, inputHash: inputHash(content) };
      const earlier = use && (await takeKey(db, use));
      // A file is not kept: the call that makes it is idempotent, and a retry simply repeats it.
      if (earlier && earlier.reply !== null) return earlier.reply;
      if ('refusal' in ready) throw ready.refusal;
      const result = await route.handle?.(withDatabase(base, db), input as never, ready.prepared);
      if (isFile(result)) return (made = result);
      const encoded = await encodeReply(endpoint.reply, result);
      if (use) await keepReply(db, use, encoded);
      return encoded;
    });
  try {
    const answer = await (isLong(endpoint, input) ? inLine(whoWaits(request, reply).gone, answering) : answering());
    if (isFile(answer)) await traceFile(platform, base, answer);
    return answer;
  } catch (error) {
    await letGo(ready, made);
    throw error;
  }
}

/** Keeps in the trail who was given a file, before its first byte leaves; a read has no transaction that could. */
async function traceFile(platform: Platform, base: Omit<Ctx, 'db' | 'audit'>, { file }: FileReply): Promise<void> {
  const { delivery } = file;
  if (delivery === null) return;
  const walls = { scope: base.scope, userId: base.user.id };
  await inTransaction(platform.database, { ...walls, readOnly: false }, (db) =>
    withDatabase(base, db).audit({ ...delivery, facts: { file: file.name, ...delivery.facts } }),
  );
}

/**
 * Answers a call within a transaction that is open already, as it answers a request: decoded by its schemas, in the branches
 * in which the caller holds its right. Throws FORBIDDEN.
 */
export async function answerWithin(ctx: Ctx, { endpoint, handle, prepare }: Route, raw: Raw): Promise<unknown> {
  const { access } = endpoint;
  if (!handle || prepare) throw new Error(`${endpoint.path} is not answered within another's transaction.`);
  const scope = ctx.scope.filter((branch) => letsIn(access, (one) => ctx.can(one, branch)));
  if (scope.length === 0) throw new AppError('FORBIDDEN');
  const input = decoderOf(endpoint)(raw);
  assertOwnIdentity(ctx, input);
  const result = await handle({ ...ctx, scope }, input as never, undefined);
  return encodeReply(endpoint.reply, result);
}
