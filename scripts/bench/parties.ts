import { openRig, type Rig } from '../../server/testing/rig.ts';
import type { TestDatabaseServer } from '../../server/testing/databases.ts';
import { fillParties, PARTY_CALLS } from '../../server/testing/parties.ts';
import { quantile, timed, type Figure } from './figure.ts';

const PARTIES = 100_000;
const RUNS = 20;
/** What a list may take, 19 times of 20. */
const MOST_MS = 50;

async function p95(rig: Rig, address: string, queries: (typeof PARTY_CALLS)[number][2]): Promise<number> {
  const ask = async (query: (typeof queries)[number]) => {
    const reply = await rig.call('underwriter.nbo', `GET /api/sca/v1/${address}`, { query });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  };
  for (const query of queries) await ask(query);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timed(() => ask(queries[run % queries.length] ?? {})));
  return quantile(times, 0.95);
}

export async function benchParties(server: TestDatabaseServer): Promise<Figure[]> {
  const rig = await openRig(server);
  await using ending = new AsyncDisposableStack();
  ending.defer(rig.close);
  await fillParties(rig, PARTIES);
  const figures: Figure[] = [];
  for (const [name, address, queries] of PARTY_CALLS)
    figures.push({
      name: `${name} of parties, p95`,
      figure: await p95(rig, address, queries),
      bound: MOST_MS,
      unit: 'ms',
      data: `${PARTIES.toLocaleString('en')} parties`,
    });
  return figures;
}
