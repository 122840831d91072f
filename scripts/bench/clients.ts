import { quantile, timed } from './figure.ts';

/** Milliseconds at one client, and how many a second sixteen get through. */
export type Measured = { median: number; p95: number; perSecond: number };
type Amount = { runs: number; seconds: number };

const CLIENTS = 16;
/** Shorter calls are asked for by all clients before they are measured, for so many seconds unless said. */
const SHORT_MS = 50;
const WARMING = 0.5;

/** How often sixteen clients do `work` within so many seconds, and how long that took. */
async function together(work: () => Promise<boolean>, seconds: number): Promise<{ done: number; spent: number }> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const spent = await timed(() =>
    Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < until && (await work())) done += 1;
      }),
    ),
  );
  return { done, spent };
}

/** Measures `work` after it ran three times for nothing; it answers false once there is no more to do. */
export async function measured(work: () => Promise<boolean>, { runs, seconds }: Amount): Promise<Measured> {
  for (let run = 0; run < 3; run += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timed(work));
  const { done, spent } = await together(work, seconds);
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), perSecond: done / (spent / 1_000) };
}

/** Measures as of a server that has been up for a while: each of its connections has planned what the call asks. */
export async function measuredWarm(work: () => Promise<boolean>, amount: Amount, warming = WARMING): Promise<Measured> {
  if ((await timed(work)) < SHORT_MS) await together(work, warming);
  return measured(work, amount);
}
