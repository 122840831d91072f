import { httpClient } from './http-client.ts';
import { openSite, type Site } from './crash/site.ts';
import { endOf, startInstance, type Instance } from './instances.ts';
import { chanceOf, tally, type Proof, type Tally } from './proof.ts';
import { PASSWORD } from '../testing/test-firm.ts';

const SCA = '/api/sca/v1';
const HOUR = 3_600_000;
const MOST_WRONG = 26;
const MINUTE = 60_000;

type Pair = { site: Site; instances: readonly Instance[]; counted: Tally; round: string };

const clientOf = ({ url }: Instance) => httpClient(() => url, 1);

async function signIn(instance: Instance, email: string, password: string) {
  const client = clientOf(instance);
  const got = await client.call({ method: 'POST', path: `${SCA}/auth/authenticate`, body: { email, password } });
  client.close();
  return got;
}

async function session(instance: Instance, token: string) {
  const client = clientOf(instance);
  const got = await client.call({ method: 'GET', path: `${SCA}/auth/session`, token });
  client.close();
  return got;
}

async function databaseNow(site: Site): Promise<number> {
  const { rows } = await site.ownerPool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now.getTime() ?? 0;
}

/** A session that one instance opened is the same at both: while it lives, when it is idle too long, when its row ends it. */
async function sessions({ site, instances, counted, round }: Pair): Promise<void> {
  for (const opener of instances) {
    const opened = await signIn(opener, 'manager.nbo@slipway.test', PASSWORD);
    const token = String(opened.body.access_token);
    counted.check(opened.status === 200, `${round}: the sign-in answered ${opened.status}`);
    const ends = (await databaseNow(site)) + 12 * HOUR;
    for (const at of instances) {
      const got = await session(at, token);
      counted.check(got.status === 200, `${round}: a fresh session answered ${got.status}`);
      const off = Math.abs(new Date(got.body.expires_at).getTime() - ends);
      counted.check(off < MINUTE, `${round}: the session ends ${off} ms beside its time`);
    }
    const change = async (what: string, set: string) => {
      await site.ownerPool.query(`update sessions set ${set} where ended_at is null`);
      for (const at of instances) {
        const { status } = await session(at, token);
        counted.check(status === 401, `${round}: a session that ${what} answered ${status}`);
      }
    };
    await change('was idle too long', `last_seen_at = now() - interval '61 minutes'`);
    await site.ownerPool.query('update sessions set last_seen_at = now() where ended_at is null');
    counted.check((await session(opener, token)).status === 200, `${round}: the session did not come back`);
    await change('is over', `expires_at = now() - interval '1 second'`);
  }
}

/** Guesses at both are counted together, and lapse after fifteen minutes of the database. */
async function limits({ site, instances, counted, round }: Pair, email: string): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    const at = instances[n % instances.length];
    if (at) await signIn(at, email, 'a guess');
  }
  for (const at of instances) {
    const { status } = await signIn(at, email, 'a guess');
    counted.check(status === 429, `${round}: the sixth guess answered ${status}`);
  }
  await site.ownerPool.query(`update attempts set at = at - interval '15 minutes'`);
  for (const at of instances) {
    const { status } = await signIn(at, email, 'a guess');
    counted.check(status === 401, `${round}: after fifteen minutes a guess answered ${status}`);
  }
}

/** Two instances on one database, each with a clock that is wrong by hours: nobody can tell. */
export const proveClock: Proof = async (run) => {
  const counted = tally();
  const chance = chanceOf(run.seed);
  const site = await openSite();
  try {
    const settings = { DATABASE_URL: site.ownerUrl, SLIPWAY_APP_DATABASE_URL: site.appUrl };
    for (let n = 1; n <= run.rounds; n += 1) {
      const wrong = [1, -1].map((sign) => sign * (1 + chance.below(MOST_WRONG)) * HOUR);
      const instances = await Promise.all(wrong.map((wrongBy) => startInstance(settings, { wrongBy })));
      const round = `round ${n}, clocks wrong by ${wrong.map((by) => `${by / HOUR} h`).join(' and ')}`;
      const pair = { site, instances, counted, round };
      await sessions(pair);
      await limits(pair, `nobody${n}@slipway.test`);
      const { rows } = await site.ownerPool.query<{ off: number }>(
        `select coalesce(max(abs(extract(epoch from now() - at))), 0)::float8 as off from audit_trail where action = 'sign_in' and at > now() - interval '2 days'
         union all select coalesce(max(abs(extract(epoch from now() - at))), 0)::float8 from attempts where at > now() + interval '1 minute'`,
      );
      for (const { off } of rows)
        counted.check(off < 3_600, `${round}: what was written lies ${off} s beside the database’s time`);
      for (const instance of instances) instance.child.kill('SIGTERM');
      await Promise.all(instances.map(endOf));
    }
    run.log(`${run.rounds} pairs of instances with clocks up to ${MOST_WRONG} hours wrong`);
    return counted.result();
  } finally {
    await site.close();
  }
};
