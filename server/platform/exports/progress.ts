/** Exports under way in this process, by who waits for them and the name that their screen gave them: how many rows are written, and whether they wait for their turn. */
const running = new Map<string, { rows: number; waits: boolean }>();

const keyOf = (userId: number, name: string) => `${userId} ${name}`;

type Tracked = { tracked?: string | undefined; gone?: AbortSignal | undefined };

/** Counts the rows of an export as they are written, until it is released; it fails once nobody waits for it. */
export function trackExport(userId: number, { tracked: name, gone }: Tracked) {
  const own = { rows: 0, waits: true };
  if (name !== undefined) running.set(keyOf(userId, name), own);
  return {
    begin: () => {
      own.waits = false;
    },
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

/** How far it is; no rows where no such export of theirs is under way here. */
export const exportOf = (userId: number, name: string): { rows: number | null; waits: boolean } =>
  running.get(keyOf(userId, name)) ?? { rows: null, waits: false };
