import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** So long one work goes on before others have their turn. */
const TURN_MS = 4;

/** Works rows out one after the other, and lets other calls have their turn in between: thousands of rows would hold them up for a tenth of a second. */
export async function inTurns<Row, Made>(rows: Iterable<Row>, make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  let until = performance.now() + TURN_MS;
  for (const row of rows) {
    made.push(make(row));
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + TURN_MS;
  }
  return made;
}

/** When the turn ends in which something is being read; null between turns. */
let readingUntil: number | null = null;

async function endTurn(): Promise<void> {
  await setImmediate();
  readingUntil = null;
}

/** Lets others have their turn while a long answer comes in: what lies ready of it, up to two megabytes, is read in one go otherwise. All that are read so share a turn. */
export function readInTurns(stream: Readable): void {
  stream.prependListener('data', () => {
    const now = performance.now();
    if (readingUntil === null) {
      readingUntil = now + TURN_MS;
      void endTurn();
    } else if (now > readingUntil) {
      stream.pause();
      void setImmediate().then(() => stream.resume());
    }
  });
}
