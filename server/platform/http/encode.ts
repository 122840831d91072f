import * as z from 'zod/mini';
import { inTurns } from '../turns.ts';

/** So few rows are encoded with the rest. */
const FEW = 200;

const hasRows = (answer: unknown): answer is { data: unknown[] } =>
  typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data);
const hasMany = (answer: unknown): answer is { data: unknown[] } => hasRows(answer) && answer.data.length > FEW;

/** The shape of each row where a reply has rows, as `data`. */
function rowOf(reply: z.ZodMiniObject): z.ZodMiniType | undefined {
  const data: unknown = reply.shape['data'];
  const element: unknown = data instanceof z.ZodMiniArray ? data._zod.def.element : undefined;
  return element instanceof z.ZodMiniType ? element : undefined;
}

/** An answer as its reply travels; many rows are encoded in turns with other calls. */
export async function encodeReply(reply: z.ZodMiniType, answer: unknown): Promise<unknown> {
  const row = reply instanceof z.ZodMiniObject ? rowOf(reply) : undefined;
  if (row === undefined || !hasMany(answer)) return z.encode(reply, answer);
  const rest = z.encode(reply, { ...answer, data: [] });
  const data = await inTurns(answer.data, (one) => z.encode(row, one));
  return hasRows(rest) ? { ...rest, data } : rest;
}

/** An encoded answer as JSON; the text of many rows is written in turns with other calls. */
export async function textOf(answer: unknown): Promise<string> {
  if (!hasMany(answer)) return JSON.stringify(answer);
  const rows = await inTurns(answer.data, (row) => JSON.stringify(row));
  const members = Object.entries(answer).flatMap(([name, value]) => {
    const text: string | undefined = name === 'data' ? `[${rows.join(',')}]` : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
