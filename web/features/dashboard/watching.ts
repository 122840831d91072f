import { CHANGED } from '../../../domain/reports/changes-watch.ts';

const AGAIN_MS = 15_000;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Opens a stream of lines. */
type Open = (signal: AbortSignal) => Promise<Response>;
type Watching = { open: Open; signal: AbortSignal; onChange: () => void };

/** Reads one stream to its end, and calls for each line that says that something changed; of one after another also as it is open. */
async function readStream({ open, signal, onChange }: Watching, isFirst: boolean): Promise<void> {
  const response = await open(signal);
  if (!isFirst) onChange();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    if (part.value.includes(CHANGED)) onChange();
  }
}

/** One stream after the other, until it is stopped; what happened while there was none is asked for. */
export async function watch(watching: Watching): Promise<void> {
  const { signal, onChange } = watching;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await readStream(watching, isFirst);
    } catch {
      await wait(AGAIN_MS, signal);
      if (!signal.aborted) onChange();
    }
  }
}
