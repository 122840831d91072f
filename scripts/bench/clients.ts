import { quantile, timed } from './figure.ts';

/** Milliseconds at one client, and how many a second sixteen get through; null where they were not asked. */
export type Measured = { median: number; p95: number; perSecond: number | null };
type Amount = { runs: number; seconds: number };

const CLIENTS = 16;
/** Shorter calls are asked for by all clients before they are measured, for so many seconds unless said. */
const SHORT_MS = 50;
const WARMING = 0.5;
/** What takes longer is as it was the first time, and one alone asks for it: long reports are answered two at a time. */
const LONG_MS = 1_000;

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

/** Measures `work` after it ran a few times for nothing; it answers false once there is no more to do. At one client alone where no seconds are given to sixteen. */
export async function measured(
  work: () => Promise<boolean>,
  { runs, seconds, warm = 3 }: Amount & { warm?: number },
): Promise<Measured> {
  for (let run = 0; run < warm; run += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timed(work));
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  if (seconds === 0 || median > LONG_MS) return { median, p95, perSecond: null };
  const { done, spent } = await together(work, seconds);
  return { median, p95, perSecond: done / (spent / 1_000) };
}

/** Measures as of a server that has been up for a while: each of its connections has planned what the call asks. */
export async function measuredWarm(work: () => Promise<boolean>, amount: Amount, warming = WARMING): Promise<Measured> {
  const first = await timed(work);
  if (first < SHORT_MS) await together(work, warming);
  return measured(work, { ...amount, warm: first < LONG_MS ? 3 : 0 });
}
