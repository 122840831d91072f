import { mediaHook } from './media.ts';

/**
 * Whether the screen is a telephone's (or a large one magnified). An open list covers part of the fields behind it
 * there, so it is the only one shown until it is closed.
 */
export const useNarrow = mediaHook('(max-width: 40rem)');
