import { setImmediate } from 'node:timers/promises';

/** So long one work goes on before others have their turn. */
const TURN_MS = 8;

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
