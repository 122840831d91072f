import * as z from 'zod/mini';
import { inTurns } from '../turns.ts';

/** So few rows are encoded with the rest. */
const FEW = 200;

/** The shape of each row where a reply has rows, as `data`. */
function rowOf(reply: z.ZodMiniType): z.ZodMiniType | undefined {
  const data: unknown = reply instanceof z.ZodMiniObject ? reply.shape['data'] : undefined;
  const element: unknown = data instanceof z.ZodMiniArray ? data._zod.def.element : undefined;
  return element instanceof z.ZodMiniType ? element : undefined;
}

const rowsOf = (answer: unknown): unknown[] | undefined =>
  typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data)
    ? answer.data
    : undefined;

/** An answer as its reply travels; many rows are encoded in turns with other calls. */
export async function encodeReply(reply: z.ZodMiniType, answer: unknown): Promise<unknown> {
  const [row, rows] = [rowOf(reply), rowsOf(answer)];
  if (row === undefined || rows === undefined || rows.length <= FEW) return z.encode(reply, answer);
  const rest = z.encode(reply, { ...(answer as object), data: [] });
  return { ...(rest as object), data: await inTurns(rows, (one) => z.encode(row, one)) };
}
