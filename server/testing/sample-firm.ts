import pg from 'pg';
import type { Day } from '../../domain/values/day.ts';
import { loadSampleFirm } from '../features/sample/load.ts';
import { databaseUrl, onServer, type TestDatabaseServer } from './databases.ts';
import { layGround } from './ground.ts';
import { openRig, type Rig } from './rig.ts';

type Story = { policies: number; days: number; last: Day };

/** What tests tell of the sample firm: two years' ends, months that are closed, instalments that fall due. */
export const SHORT_STORY: Story = { policies: 12, days: 190, last: '2026-03-02' };

async function tell(server: TestDatabaseServer, { services, ownerUrl }: Rig, story: Story): Promise<void> {
  const appUrl = databaseUrl(server.appUrl, new URL(ownerUrl).pathname.slice(1));
  await loadSampleFirm(services, { ownerUrl, appUrl, ...story, log: () => undefined });
}

const inTheMorning = ({ clock }: Rig, { last }: Story) => clock.set(`${last}T08:00:00Z`);

/** The sample firm, told anew on a database of its own, in the morning of its last day. Close it when done. */
export async function tellSampleFirm(server: TestDatabaseServer, story: Story): Promise<Rig> {
  const t = await openRig(server, { empty: true });
  try {
    await tell(server, t, story);
    inTheMorning(t, story);
    return t;
  } catch (error) {
    await t.close();
    throw error;
  }
}

/** Does work while nobody else on the server does work of the same name. */
async function alone<T>(server: TestDatabaseServer, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A template in which the short story is told: by the first that asks on a server, for all. It goes with the server's template. */
function told(server: TestDatabaseServer): Promise<TestDatabaseServer> {
  const template = `${server.template}_told`;
  return alone(server, template, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const ground = await layGround(server, (t) => tell(server, t, SHORT_STORY), { empty: true });
      // By its name it is known to be told to its end.
      await onServer(server.ownerUrl, `alter database ${ground.server.template} rename to ${template}`);
    }
    return { ...server, template };
  });
}

/**
 * The sample firm of the short story, on a database of its own, in the morning of its last day; what is attached to its records is
 * not there. Telling it takes half a minute, a copy of it less than a second. Close it when done.
 */
export async function openSampleFirm(server: TestDatabaseServer): Promise<Rig> {
  const t = await openRig(await told(server));
  inTheMorning(t, SHORT_STORY);
  return t;
}
