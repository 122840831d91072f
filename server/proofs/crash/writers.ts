import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientWrite } from '../../features/ledger/audit/client-log.ts';
import { examplePolicy } from '../../testing/factories.ts';
import { httpClient, type Got } from '../http-client.ts';
import type { Site } from './site.ts';

const SCA = '/api/sca/v1';
const PAUSE = 100;
// Of what never ends: a busy machine may take minutes.
const PATIENCE = 900_000;
/** Of one call: on a busy machine approvals of one branch queue for long, and slowness is no failure. */
const ANSWER = 120_000;

/** A call that had to be sent again with its key: no answer, 503, or one that was still being worked on. */
export type Repeat = {
  what: string;
  why: string;
  /** It was told when to ask again, since the call that it repeats was still being worked on. */
  busy: boolean;
  sentAt: number;
  failedAt: number;
};

/** Clients that write without pause and keep their own log of the replies. */
export type Writers = {
  writes: ClientWrite[];
  repeats: readonly Repeat[];
  /** Answers that should not have been. */
  faults: string[];
  /** Nothing new is begun until they go on. */
  pause: () => void;
  goOn: () => void;
  stop: () => Promise<void>;
};

type Request = { who: string; endpoint: string; path: string; entity: ClientWrite['entity']; body?: unknown };
type Office = {
  site: Site;
  call: ReturnType<typeof httpClient>['call'];
  writes: ClientWrite[];
  faults: string[];
  ids: Map<string, number>;
  repeats: Repeat[];
  counts: { keys: number };
  prefix: string;
};

/** Why an answer is none; null of one that is. */
function whyAgain(got: Got | Error): string | null {
  if (got instanceof Error) return `no answer (${'code' in got ? `${String(got.code)}: ` : ''}${got.message})`;
  if (got.status >= 500 || got.body?.code === 'BUSY')
    return `${got.status}, Retry-After ${got.retryAfter ?? 'missing'}: ${JSON.stringify(got.body).slice(0, 200)}`;
  return null;
}

/** Asks until there is an answer; the key makes that safe. */
async function untilAnswered(office: Office, ask: () => Promise<Got>, what: string): Promise<Got> {
  const deadline = performance.now() + PATIENCE;
  while (performance.now() < deadline) {
    const sentAt = performance.now();
    const got = await ask().catch((error: Error) => error);
    const why = whyAgain(got);
    if (!(got instanceof Error)) {
      if (got.status === 503 && got.retryAfter === undefined) office.faults.push(`${what}: 503 without Retry-After`);
      if (got.status >= 500 && got.status !== 503)
        office.faults.push(`${what}: ${got.status} ${JSON.stringify(got.body)}`);
      if (why === null) return got;
    }
    const busy = !(got instanceof Error) && got.status === 409 && got.retryAfter !== undefined;
    office.repeats.push({ what, why: why ?? '', busy, sentAt, failedAt: performance.now() });
    await sleep(PAUSE);
  }
  throw new Error(`${what} was never answered.`);
}

async function write(office: Office, request: Request): Promise<{ id: number; version: number } | null> {
  office.counts.keys += 1;
  const key = `${office.prefix}-${office.counts.keys}`;
  const token = await office.site.tokenOf(request.who);
  const method = request.endpoint.split(' ')[0] ?? 'PUT';
  const ask = () =>
    office.call({ method, path: request.path, token, body: request.body, headers: { 'idempotency-key': key } }, ANSWER);
  const got = await untilAnswered(office, ask, request.endpoint);
  const acknowledged = got.status === 200 ? { id: got.body.id as number, version: got.body.version as number } : null;
  if (!acknowledged) office.faults.push(`${request.endpoint} was refused: ${got.status} ${JSON.stringify(got.body)}`);
  const userId = office.ids.get(request.who) ?? 0;
  office.writes.push({
    userId,
    endpoint: request.endpoint,
    key,
    entity: request.entity,
    creates: method === 'POST',
    acknowledged,
  });
  return acknowledged;
}

async function placePolicy(office: Office): Promise<number | null> {
  const at = `${SCA}/underwriting`;
  const common = { entity: 'policy' } as const;
  const saved = await write(office, {
    ...common,
    who: 'underwriter.nbo',
    endpoint: `POST ${at}/save`,
    path: `${at}/save`,
    body: examplePolicy(office.site.book),
  });
  if (!saved) return null;
  const submitted = await write(office, {
    ...common,
    who: 'underwriter.nbo',
    endpoint: `PUT ${at}/submit/{id}`,
    path: `${at}/submit/${saved.id}`,
  });
  if (!submitted) return saved.id;
  const manager = office.ids.get('manager.nbo') ?? 0;
  await write(office, {
    ...common,
    who: 'manager.nbo',
    endpoint: `PUT ${at}/approve/{id}/{a}/{b}`,
    path: `${at}/approve/${saved.id}/APPROVED/${manager}`,
    body: { version: submitted.version },
  });
  return saved.id;
}

async function receiveFor(office: Office, policy: number): Promise<void> {
  const token = await office.site.tokenOf('underwriter.nbo');
  const read = () => office.call({ method: 'GET', path: `${SCA}/underwriting/${policy}`, token }, ANSWER);
  const { body } = await untilAnswered(office, read, 'reading a policy');
  const note = (body.notes as { id: number; kind: string }[] | undefined)?.find(({ kind }) => kind === 'DN')?.id;
  if (note === undefined)
    return void office.faults.push(`policy ${policy} has no debit note: ${JSON.stringify(body).slice(0, 200)}`);
  const at = `${SCA}/receivable`;
  const common = { entity: 'receipt' } as const;
  const receipt = {
    dateOfIssue: new Date().toISOString().slice(0, 10),
    receiptType: 'PREMIUM',
    receiptAmount: '1000.00',
    currency: 'KES',
    reinsured: office.site.book.reinsured,
    allocations: [{ note, amount: '600.00' }],
  };
  const saved = await write(office, {
    ...common,
    who: 'cashier.nbo',
    endpoint: `POST ${at}/save`,
    path: `${at}/save`,
    body: receipt,
  });
  if (!saved) return;
  const submitted = await write(office, {
    ...common,
    who: 'cashier.nbo',
    endpoint: `PUT ${at}/submit/{id}`,
    path: `${at}/submit/${saved.id}`,
  });
  if (!submitted) return;
  await write(office, {
    ...common,
    who: 'manager.nbo',
    endpoint: `PUT ${at}/approve/{id}/{a}`,
    path: `${at}/approve/${saved.id}/APPROVED`,
    body: { version: submitted.version },
  });
}

export async function startWriters(site: Site, options: { clients: number; prefix: string }): Promise<Writers> {
  const client = httpClient(site.url, options.clients);
  const { rows } = await site.ownerPool.query<{ id: number; name: string }>('select id, name from users');
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const office: Office = {
    site,
    call: client.call,
    writes: [],
    faults: [],
    ids,
    repeats: [],
    counts: { keys: 0 },
    prefix: options.prefix,
  };
  for (const who of ['underwriter.nbo', 'manager.nbo', 'cashier.nbo']) await site.tokenOf(who);
  let stopping = false;
  let paused: PromiseWithResolvers<void> | null = null;
  const goOn = () => {
    paused?.resolve();
    paused = null;
  };
  const workOf = async (index: number) => {
    for (let turn = index; !stopping; turn += 1) {
      await paused?.promise;
      const policy = await placePolicy(office);
      if (policy !== null && turn % 2 === 0) await receiveFor(office, policy);
    }
  };
  const work = Array.from({ length: options.clients }, (_, index) =>
    workOf(index).catch((error: Error) => void office.faults.push(error.message)),
  );
  return {
    writes: office.writes,
    faults: office.faults,
    repeats: office.repeats,
    pause: () => {
      paused ??= Promise.withResolvers();
    },
    goOn,
    stop: async () => {
      stopping = true;
      goOn();
      await Promise.all(work);
      client.close();
    },
  };
}
