/** Exports under way in this process, by who waits for them and the name that their screen gave them: how many rows are written. */
const running = new Map<string, { rows: number }>();

const keyOf = (userId: number, name: string) => `${userId} ${name}`;

type Tracked = { tracked?: string | undefined; gone?: AbortSignal | undefined };

/** Counts the rows of an export as they are written, until it is released; it fails once nobody waits for it. */
export function trackExport(userId: number, { tracked: name, gone }: Tracked) {
  const own = { rows: 0 };
  if (name !== undefined) running.set(keyOf(userId, name), own);
  return {
    async *counted<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
      for await (const row of rows) {
        gone?.throwIfAborted();
        own.rows += 1;
        yield row;
      }
    },
    release: () => {
      if (name !== undefined) running.delete(keyOf(userId, name));
    },
  };
}

/** How many rows are written so far; null where no such export of theirs is under way here. */
export const rowsWritten = (userId: number, name: string): number | null =>
  running.get(keyOf(userId, name))?.rows ?? null;
