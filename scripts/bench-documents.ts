import { monitorEventLoopDelay } from 'node:perf_hooks';
import { everyKind } from '../server/platform/documents/every-kind.ts';
import { warmingPage } from '../server/platform/documents/warming-page.ts';
import type { PageModel } from '../server/platform/documents/page-model.ts';
import { createPageRenderer } from '../server/platform/documents/render-page.ts';
import { createRenderer } from '../server/platform/documents/renderer.ts';
import * as samples from '../server/platform/documents/samples.ts';
import { openNotes } from '../server/platform/documents/samples-reports.ts';
import { reinsuranceSlipModel } from '../server/platform/documents/kinds/slip.ts';

// `node scripts/run.mjs scripts/bench-documents.ts [renders]`: how long a document of each kind takes when warm, beside a
// page with next to nothing on it in the same run, and what rendering leaves of the event loop. The time is the
// processor's, which other work on the machine does not lengthen as it does the clock's; the queue is measured by the clock.
const renders = Number.parseInt(process.argv[2] ?? '60', 10);
const BOUND_MS = 30;
const print = (line: string) => process.stdout.write(`${line}\n`);
const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;

const render = createPageRenderer();
/** Milliseconds of the processor for one render, on whichever threads. */
function timed(model: PageModel, number: string): number {
  const before = process.cpuUsage();
  // Another number each time, so that nothing is answered from what was laid out before.
  render([{ ...model, number }]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

print(`${renders} renders of each kind, each beside the bare page`);
const bare: PageModel = { ...warmingPage, sections: [] };
for (let index = 0; index < 20; index += 1) timed(warmingPage, `warm ${index}`);
let slow = 0;
for (const [name, model] of Object.entries(everyKind)) {
  const [own, beside]: [number[], number[]] = [[], []];
  for (let index = 0; index < renders; index += 1) {
    beside.push(timed(bare, `bare ${index}`));
    own.push(timed(model, `${name} ${index}`));
  }
  const [median, base] = [at(own, 0.5), at(beside, 0.5)];
  if (median > BOUND_MS) slow += 1;
  const shown = [median, at(own, 0.95), base].map((ms) => `${ms.toFixed(1).padStart(5)} ms`);
  print(
    `${name.padEnd(38)} median ${shown[0]}   p95 ${shown[1]}   ${(median / base).toFixed(1)} × the bare page (${shown[2]})`,
  );
}

/** How late the event loop is while something goes on. */
async function lateness(work: () => Promise<unknown>): Promise<string> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await work();
  loop.disable();
  return [loop.percentile(50), loop.percentile(99), loop.max].map((ns) => (ns / 1e6).toFixed(1)).join(' / ');
}

const renderer = createRenderer({
  log: { warn: (details, message) => print(`${message} ${JSON.stringify(details)}`) },
});
const long = reinsuranceSlipModel({
  ...samples.reinsuranceSlip,
  clauses: samples.clausesOf(16, 4000),
  securities: samples.manyLines(40),
});
await renderer.render(long);
const start = performance.now();
const busy = await lateness(() =>
  Promise.all(Array.from({ length: 20 }, (_, index) => renderer.render({ ...long, number: `long ${index}` }))),
);
const took = performance.now() - start;
const idle = await lateness(() => new Promise((resolve) => setTimeout(resolve, took)));
await renderer.render(openNotes(1));
for (const rows of [1_000, 5_000, 10_000]) {
  const before = performance.now();
  const late = await lateness(() => renderer.render(openNotes(rows)));
  print(
    `a report of ${rows} rows took ${(performance.now() - before).toFixed(0)} ms; the event loop was late by ${late} ms`,
  );
}
await renderer.close();
print(`20 slips of 16 pages at once took ${(took / 20).toFixed(0)} ms each by the clock; the event loop was late by`);
print(`${busy} ms meanwhile (median / 99 % / most), and by ${idle} ms when nothing was done for as long`);
print(slow === 0 ? `every kind ≤ ${BOUND_MS} ms` : `${slow} kinds over ${BOUND_MS} ms`);
