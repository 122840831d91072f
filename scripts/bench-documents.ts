import { monitorEventLoopDelay } from 'node:perf_hooks';
import { everyKind } from '../server/platform/documents/every-kind.ts';
import { warmingPage } from '../server/platform/documents/warming-page.ts';
import type { PageModel } from '../server/platform/documents/page-model.ts';
import { createRenderer } from '../server/platform/documents/renderer.ts';
import * as samples from '../server/platform/documents/samples.ts';
import { reinsuranceSlipModel } from '../server/platform/documents/kinds/slip.ts';

// `node scripts/run.mjs scripts/bench-documents.ts [renders]`: how long a document of each kind takes when warm, beside a
// page with next to nothing on it in the same run, and what rendering leaves of the event loop.
const renders = Number.parseInt(process.argv[2] ?? '60', 10);
const BOUND_MS = 30;
const print = (line: string) => process.stdout.write(`${line}\n`);
const renderer = createRenderer({
  log: { warn: (details, message) => print(`${message} ${JSON.stringify(details)}`) },
});

const timed = async (model: PageModel, number: string): Promise<number> => {
  const start = performance.now();
  // Another number each time, so that nothing is answered from what was laid out before.
  await renderer.render({ ...model, number });
  return performance.now() - start;
};
const at = (sorted: readonly number[], part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

print(`${renders} renders of each kind, each beside the bare page`);
const bare: PageModel = { ...warmingPage, sections: [] };
for (let index = 0; index < 10; index += 1) await timed(bare, `warm ${index}`);
let slow = 0;
for (const [name, model] of Object.entries(everyKind)) {
  const [own, beside]: [number[], number[]] = [[], []];
  for (let index = 0; index < renders; index += 1) {
    beside.push(await timed(bare, `bare ${index}`));
    own.push(await timed(model, `${name} ${index}`));
  }
  const [times, base] = [own.toSorted((a, b) => a - b), beside.toSorted((a, b) => a - b)];
  const median = at(times, 0.5);
  if (median > BOUND_MS) slow += 1;
  const ratio = (median / at(base, 0.5)).toFixed(1);
  print(
    `${name.padEnd(40)} median ${median.toFixed(1).padStart(6)} ms   p95 ${at(times, 0.95).toFixed(1).padStart(6)} ms   ${ratio} × the bare page (${at(base, 0.5).toFixed(1)} ms)`,
  );
}

const loop = monitorEventLoopDelay({ resolution: 1 });
const long = reinsuranceSlipModel({
  ...samples.reinsuranceSlip,
  clauses: samples.clausesOf(16, 4000),
  securities: samples.manyLines(40),
});
loop.enable();
const start = performance.now();
await Promise.all(Array.from({ length: 20 }, (_, index) => timed(long, `long ${index}`)));
const took = performance.now() - start;
loop.disable();
print(
  `20 slips of 16 pages at once: ${(took / 20).toFixed(0)} ms each; the event loop was late by ${(loop.percentile(50) / 1e6).toFixed(1)} ms at the median, ` +
    `${(loop.percentile(99) / 1e6).toFixed(1)} ms at 99 %, ${(loop.max / 1e6).toFixed(1)} ms at most`,
);
await renderer.close();
print(slow === 0 ? `every kind ≤ ${BOUND_MS} ms` : `${slow} kinds over ${BOUND_MS} ms`);
