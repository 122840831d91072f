import type { TrustedProxies } from '../../platform/http/proxies.ts';
import type { Mutation } from './app-of.ts';
import type { Probe } from './probes.ts';

/** What takes a control away. */
export type Off = {
  /** Routes that differ. */
  routes?: Mutation;
  /** Statements of the owner. */
  sql?: string;
  /** The owner as the application's role. */
  as?: 'owner';
  proxies?: TrustedProxies;
  /** What is made of an error before it is looked at. */
  failing?: (error: unknown) => unknown;
  /** Changes a library for the time of the probe; gives how it is undone. */
  library?: () => () => void;
};

/**
 * A control, the probe that says whether it holds, what must not take it away (the other wall holds alone), and the
 * mutants under which the probe must turn red.
 */
export type Control = {
  name: string;
  probe: Probe;
  alone?: Record<string, Off>;
  mutants: Record<string, Off>;
  /** Its probe begins with books in which nothing was posted. */
  empty?: boolean;
  /** Its probe measures the time of this process, so nothing runs beside it. */
  measures?: boolean;
};

/** A function of the schema with other words in the place of some of its own. */
export const REWORDED = (name: string, words: string, others: string) =>
  `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), $w$${words}$w$, $w$${others}$w$); end $do$`;
