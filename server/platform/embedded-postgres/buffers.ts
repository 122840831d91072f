import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
const LEAST = 128;
const MOST = 2_048;

/** What the process may use: the machine's memory, or less where a limit is set. Without a limit Node says 0, or more than there is. */
const allowed = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/**
 * The database's own cache, as its setting has it: an eighth of the memory, so that a firm of a million policies is read from
 * it and a small machine keeps room for the rest. The system's cache holds what does not fit.
 */
export const sharedBuffers = (memory = allowed()): string =>
  `${Math.max(LEAST, Math.min(MOST, Math.floor(memory / 8 / MEGABYTE)))}MB`;
