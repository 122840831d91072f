/** What comes close together is shown together. */
const GATHER_MS = 400;
/** A busy office does not have its figures read more often than that. */
const LEAST_MS = 3_000;
/** Nor for more than a fifth of the time: where reading takes long, it comes less often. */
const REST = 4;

type Paced = { changed: () => void; stop: () => void };

/** Reads anew after a change, soon or once the time since the reading before is long enough: however many changes come, and none is left out. */
export function paced(read: () => Promise<void>): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reads = false;
  let waits = false;
  let stopped = false;
  let rested = 0;
  const run = async () => {
    timer = undefined;
    waits = false;
    reads = true;
    const began = Date.now();
    try {
      await read();
    } finally {
      const ended = Date.now();
      rested = Math.max(began + LEAST_MS, ended + REST * (ended - began));
      reads = false;
      if (waits) changed();
    }
  };
  const changed = () => {
    if (stopped) return;
    waits = true;
    if (!reads) timer ??= setTimeout(() => void run(), Math.max(GATHER_MS, rested - Date.now()));
  };
  return {
    changed,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
