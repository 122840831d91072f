/**
 * npm run bench:exports -- [--keep FOLDER]: 200,000 policies as XLSX and as CSV and 5,000 as PDF over HTTP, on what `npm run seed` made: how long each takes,
 * what the server holds over idle, and how long the first page of the list takes meanwhile. For a quiet machine.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os, { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile, timed } from './bench/figure.ts';
import { openOffice } from './bench/office.ts';

const ROUNDS = 3;
const ITEMS = '/api/sca/v1/underwriting/items';
const { values } = parseArgs({ options: { keep: { type: 'string' } } });

await using ending = new AsyncDisposableStack();
const { instance, one, call, token } = await openOffice(ending, ['--expose-gc']);
const folder = values.keep ?? (await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-')));
if (values.keep === undefined) ending.defer(() => rm(folder, { recursive: true, force: true }));

const resident = async (): Promise<number> => {
  const status = await readFile(`/proc/${instance.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};
/** After what nobody needs was given up. */
const idle = async (): Promise<number> => {
  await new Promise((resolve) => {
    instance.child.once('message', resolve);
    instance.child.send('memory');
  });
  return resident();
};
const page = async () => {
  const { status } = await call({ method: 'GET', path: `${ITEMS}?length=20`, token });
  if (status !== 200) throw new Error(`A list answered ${status}`);
};

/** The days in a row on which policies begin that are nearest to so many, not fewer; and how many they are. */
async function daysOf(many: number): Promise<{ from: string; to: string; count: number }> {
  const { days } = await one<{ days: { day: string; count: number }[] }>(
    `select json_agg(d order by d.day) as days from (
      select insurance_start_date::text as day, count(*) from policies where market = 'LOCAL' group by 1) d`,
  );
  let best = { from: '', to: '', count: Infinity };
  let [first, count] = [0, 0];
  for (const last of days) {
    count += last.count;
    for (let gone = days[first]; gone && count - gone.count >= many; gone = days[(first += 1)]) count -= gone.count;
    if (count >= many && count < best.count) best = { from: days[first]?.day ?? '', to: last.day, count };
  }
  return best;
}

for (let run = 0; run < 20; run += 1) await page();
const alone: number[] = [];
for (let run = 0; run < 50; run += 1) alone.push(await timed(page));
console.log(
  `Load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors. A first page takes ${quantile(alone, 0.5).toFixed(1)} ms, ${Math.max(...alone).toFixed(1)} at most.`,
);
for (const [format, many] of [
  ['xlsx', 200_000],
  ['csv', 200_000],
  ['pdf', 5_000],
] as const) {
  const { from, to, count } = await daysOf(many);
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = path.join(folder, `policies.${format}`);
    const before = await idle();
    let most = before;
    let made = false;
    const pages: number[] = [];
    const watching = async () => {
      while (!made) {
        pages.push(await timed(page));
        most = Math.max(most, await resident());
        await sleep(20);
      }
    };
    const watched = watching();
    const took = await timed(async () => {
      const reply = await fetch(`${instance.url}${ITEMS}?format=${format}&from=${from}&to=${to}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!reply.ok || !reply.body) throw new Error(`${format}: ${reply.status} ${await reply.text()}`);
      await pipeline(Readable.fromWeb(reply.body), createWriteStream(file));
    });
    made = true;
    await watched;
    const { size } = await stat(file);
    console.log(
      `${format.padEnd(5)}${String(count).padStart(8)} policies ${(took / 1_000).toFixed(1).padStart(6)} s, ${(size / 1_048_576).toFixed(1).padStart(6)} MB; ${(most - before).toFixed(0).padStart(4)} MB over ${before.toFixed(0)}; first pages meanwhile ${quantile(pages, 0.5).toFixed(1)} ms, p95 ${quantile(pages, 0.95).toFixed(1)}, most ${Math.max(...pages).toFixed(1)} of ${pages.length}`,
    );
  }
}
