import { PassThrough } from 'node:stream';
import { CHANGED, watchChanges } from '../../../domain/reports/changes-watch.ts';
import { AppError } from '../../../domain/errors.ts';
import { KIND_NAMES } from '../../../domain/records/kinds.ts';
import type { Pool } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { serve, type FileReply, type Route } from '../../platform/http/mount.ts';

/** How often the trail is looked at. */
const EVERY_MS = 1_000;
/** After so long a stream ends, and who wants goes on with a new one. */
const LASTS_MS = 4 * 60_000;
/** A connection on which nothing is sent for longer may be dropped on its way. */
const BEAT_MS = 20_000;
const MOST_STREAMS = 1_000;
const MOST_OF_ONE = 20;
/** Rows of the trail become visible out of their order: so many before the newest are looked at again. */
const REACH = 1_000n;

type Stream = {
  out: PassThrough;
  branches: ReadonlySet<number>;
  userId: number;
  sessionId: string;
  wrote: number;
  ends: number;
};

/** Whose session goes on at an instant. */
const LIVE = `select s.id from sessions s join users u on u.id = s.user_id cross join firm f
  where s.id = any($1::uuid[]) and s.ended_at is null and u.status = 'ACTIVE' and s.expires_at > $2::timestamptz
    and s.last_seen_at > $2::timestamptz - f.idle_minutes * interval '1 minute'`;

/**
 * Tells those who watch that records of their branches changed. One look at the trail a second for all of them together, and none while
 * nobody watches: who writes does nothing for it.
 */
class Watch {
  readonly #streams = new Set<Stream>();
  readonly #pool: Pool;
  #timer: NodeJS.Timeout | undefined;
  #seen = new Set<bigint>();
  #newest: bigint | undefined;
  #every = EVERY_MS;
  /** What the server's clock is ahead of this machine's. */
  #ahead = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  add(stream: Stream, { every, ahead }: { every: number; ahead: number }): void {
    const own = [...this.#streams].filter(({ userId }) => userId === stream.userId);
    if (this.#streams.size >= MOST_STREAMS || own.length >= MOST_OF_ONE) throw new AppError('UNAVAILABLE');
    this.#streams.add(stream);
    this.#every = every;
    this.#ahead = ahead;
    const leave = () => {
      this.#streams.delete(stream);
      if (this.#streams.size === 0) this.#rest();
    };
    stream.out.once('close', leave);
    // Whoever reads too slowly to take a word has left.
    stream.out.once('error', leave);
    this.#timer ??= this.#next(0);
  }

  end(): void {
    for (const { out } of this.#streams) out.end();
    this.#rest();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#newest = undefined;
    this.#seen.clear();
  }

  #next(after: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      // A database that is away for a moment is looked at again.
      void this.#look()
        .catch(() => undefined)
        .finally(() => {
          if (this.#timer === timer) this.#timer = this.#next(this.#every);
        });
    }, after);
    // It keeps no process alive.
    return timer.unref();
  }

  /** Branches in which a record changed since the last look; the first one only notes where the trail is. */
  async #changed(): Promise<Set<number>> {
    const first = this.#newest === undefined;
    if (this.#newest === undefined) {
      const { rows } = await this.#pool.query<{ newest: bigint }>('select newest_change() as newest');
      this.#newest = rows[0]?.newest ?? 0n;
    }
    const since = this.#newest - REACH;
    const { rows } = await this.#pool.query<{ id: bigint; branch_id: number | null }>(
      'select id, branch_id from changed_since($1, $2)',
      [since, KIND_NAMES],
    );
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    this.#seen = new Set(rows.map(({ id }) => id));
    // Never back to before where it looked: what else is in the trail may be newer than the newest record.
    const newest = rows.at(-1)?.id;
    if (newest !== undefined && newest > this.#newest) this.#newest = newest;
    return new Set(first ? [] : fresh.flatMap(({ branch_id: branch }) => branch ?? []));
  }

  async #look(): Promise<void> {
    const changed = await this.#changed();
    const now = Date.now();
    // One that is opened meanwhile is looked at the next time: nothing is known of its session yet.
    const streams = [...this.#streams];
    const sessions = [...new Set(streams.map(({ sessionId }) => sessionId))];
    const { rows } = await this.#pool.query<{ id: string }>(LIVE, [sessions, new Date(now + this.#ahead)]);
    const live = new Set(rows.map(({ id }) => id));
    for (const stream of streams) {
      const { out, branches, sessionId, ends } = stream;
      const goesOn = live.has(sessionId);
      // What its last look found is told before it ends: the next one begins after it.
      if (goesOn && !branches.isDisjointFrom(changed)) this.#write(stream, CHANGED);
      if (!goesOn || ends <= now) out.end();
      else if (now - stream.wrote >= BEAT_MS) this.#write(stream, '');
    }
  }

  #write(stream: Stream, line: string): void {
    stream.wrote = Date.now();
    if (!stream.out.write(`${line}\n`)) stream.out.end();
  }
}

const watches = new WeakMap<Pool, Watch>();

function watchOf(pool: Pool): Watch {
  const watch = watches.get(pool) ?? new Watch(pool);
  watches.set(pool, watch);
  return watch;
}

/** Ends all streams: the server stops. */
export const endWatching = (pool: Pool): void => watches.get(pool)?.end();

type Watching = { pool: Pool; watchesFor?: number };

/** Serves the stream of changes. `watchesFor`: milliseconds for which one lasts, where a test does not want to wait for its end. */
export const serveChanges = ({ pool, watchesFor = LASTS_MS }: Watching): Route =>
  serve(watchChanges, async ({ scope, user, sessionId, now: instant }: Ctx): Promise<FileReply> => {
    const out = new PassThrough();
    const now = Date.now();
    watchOf(pool).add(
      { out, branches: new Set(scope), userId: user.id, sessionId, wrote: now, ends: now + watchesFor },
      { every: Math.min(EVERY_MS, watchesFor), ahead: instant.getTime() - now },
    );
    // The head of the answer leaves with its first line.
    out.write('\n');
    return { file: { name: 'changes', type: 'text/plain; charset=utf-8', bytes: out, inline: true, delivery: null } };
  });
