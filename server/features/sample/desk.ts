import type { FastifyInstance } from 'fastify';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { openSession } from '../accounts/sessions.ts';

/** Where the sample firm's people work: the product's own calls, at a clock that the story turns. */
export type Desk = {
  today: () => Day;
  turnTo: (day: Day) => void;
  call: <Reply>(
    who: string,
    address: `${string} ${string}`,
    input?: { query?: Record<string, string>; body?: unknown; file?: Buffer },
  ) => Promise<Reply>;
  close: () => Promise<void>;
};

export const DEMO_DOMAIN = 'demo.slipway.test';

export function openDesk(services: Services, start: Day): Desk {
  let day = start;
  // Ten in the morning in Nairobi is the same day everywhere that the sample firm works.
  const clock = () => new Date(`${day}T07:00:00Z`);
  const database = openDatabase(services.pool);
  const app: FastifyInstance = buildApp({ database, pool: services.pool, keys: services.keys, clock }, services);
  const tokens = new Map<string, Promise<string>>();

  const open = async (who: string): Promise<string> => {
    const user = await database
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', `${who}@${DEMO_DOMAIN}`)
      .executeTakeFirstOrThrow();
    return (await openSession(database, { keys: services.keys, userId: user.id, now: clock() })).access_token;
  };
  const tokenOf = (who: string): Promise<string> => {
    const known = tokens.get(who) ?? open(who);
    tokens.set(who, known);
    return known;
  };
  return {
    today: () => day,
    turnTo: (next) => {
      if (next !== day) tokens.clear();
      day = next;
    },
    call: async (who, address, { query, body, file } = {}) => {
      const [method = 'GET', url = ''] = address.split(' ');
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          authorization: `Bearer ${await tokenOf(who)}`,
          ...(file && { 'content-type': 'application/octet-stream' }),
        },
        ...(query && { query }),
        ...(body !== undefined && { payload: body as object }),
        ...(file && { payload: file }),
      });
      if (reply.statusCode !== 200) throw new Error(`${who} ${address} on ${day}: ${reply.statusCode} ${reply.body}`);
      return JSON.parse(reply.body);
    },
    close: () => app.close(),
  };
}

/** The day that is `days` later, or null when the story ends before it. */
export function dayWithin(from: Day, days: number, last: Day): Day | null {
  const day = addDays(from, days);
  return day <= last ? day : null;
}
