import { MAX_PLACEMENT_BYTES } from '../interchange/read-file.ts';

/** Files of the largest size that cost a reader the most: one long text, and members and items without number. */
export const WORST_PLACEMENTS = [
  `{"a":"${String.raw`\"`.repeat(MAX_PLACEMENT_BYTES / 2 - 10)}"}`,
  `[${'"",'.repeat(MAX_PLACEMENT_BYTES / 3 - 10)}""]`,
  `{"a":[${'{"b":1},'.repeat(MAX_PLACEMENT_BYTES / 8 - 10)}1]}`,
  `{${[...Array(150_000).keys()].map((n) => `"k${n}":1`).join(',')}}`,
];
