import type { Ctx } from '../../platform/http/context.ts';

/** One on whom something is held, as the erasure works with them. */
export type Held = { id: number; name: string; version: number };

/** What a kind of person has in common: how to look them up, what prevents erasing them, what goes and what stays. */
export type Subject = {
  read: (ctx: Ctx, id: number) => Promise<Held>;
  lock: (ctx: Ctx, id: number) => Promise<Held>;
  obstacles: (ctx: Ctx, id: number) => Promise<string[]>;
  erase: (ctx: Ctx, id: number) => Promise<void>;
  erased: readonly string[];
  kept: readonly string[];
};
