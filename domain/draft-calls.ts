/** The calls by which a record of any kind is read, made and changed until it is submitted. §4, §6. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { Kind } from './records/kinds.ts';
import { byId, identified } from './wire.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Draft<F extends Shape, R extends z.ZodMiniType, S extends z.ZodMiniType> = {
  /** What is sent of a new one; a change is sent with its id and the version that was read. */
  body: z.ZodMiniObject<F>;
  record: R;
  /** What saving answers. */
  saved: S;
  /** What the call that reads one says of itself, the one that saves a new one, and the one that changes it. */
  words: { one: string; save: string; edit?: string };
};

/** Read one, save a new one as a draft, change a draft: what a kind has besides is written over it. */
export function draftCalls<F extends Shape, R extends z.ZodMiniType, S extends z.ZodMiniType>(
  { path, noun, view, create, rights }: Kind,
  { body, record, saved, words }: Draft<F, R, S>,
) {
  const writes = { access: rights?.create ?? create, effect: 'write', reply: saved } as const;
  return {
    get: endpoint({
      method: 'GET',
      path: `${path}/{id}`,
      access: view,
      effect: 'read',
      summary: words.one,
      params: byId,
      reply: record,
    }),
    save: endpoint({ ...writes, method: 'POST', path: `${path}/save`, summary: words.save, body }),
    edit: endpoint({
      ...writes,
      method: 'PUT',
      path: `${path}/edit`,
      summary: words.edit ?? `Changes a draft or rejected ${noun}.`,
      body: z.object({ ...body.shape, ...identified }),
    }),
  };
}
