import * as z from 'zod/mini';

const count = z.int().check(z.nonnegative());
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const migration = z.strictObject({ name: z.string(), digest });

/** What a backup begins with: when it was made, of which migrations, with which tables and columns. */
export const headShape = z.strictObject({
  made_at: z.string(),
  migrations: z.array(migration).check(z.minLength(1)),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.strictObject({ name: z.string(), type: z.string(), key: z.boolean() })),
    }),
  ),
});

/** What a backup ends with: what every table and file in it must come to. */
export const endShape = z.strictObject({
  tables: z.array(z.strictObject({ table: z.string(), rows: count, sha256: digest })),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.nullable(z.string()) })),
  files: z.strictObject({ count, bytes: count }),
  /** Files whose bytes no longer were what their name says when the backup was made. */
  damaged: z.array(digest),
});

export type Head = z.infer<typeof headShape>;
export type End = z.infer<typeof endShape>;
export type TableHash = End['tables'][number];
