import type { Pool } from '../../platform/db/pool.ts';

/** What opens a transaction and says whose it is asks nothing of the books. */
const ABOUT_ITSELF = /^(begin|commit)\b|set_config/;
const FIRST = /^begin\b/;

/** A read with something done in its middle; nothing was where it asks but one question. */
type Amid = <T>(read: () => Promise<T>, act: () => Promise<unknown>) => Promise<{ reply: T; acted: boolean }>;

/** Does something in the middle of a read of the application that works with a pool: once its first question is answered, and before it asks its second. */
export function amidReads(pool: Pool): Amid {
  let act: (() => Promise<unknown>) | null = null;
  let reader: unknown = null;
  let questions = 0;
  let answers: unknown[] = [];
  const watched = new WeakSet<object>();

  async function beforeStatement(client: object, text: string): Promise<void> {
    if (act === null) return;
    if (FIRST.test(text)) reader ??= client;
    if (client !== reader || ABOUT_ITSELF.test(text)) return;
    questions += 1;
    if (questions < 2) return;
    const once = act;
    act = null;
    await Promise.allSettled(answers);
    await once();
  }

  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const plain = client.query.bind(client);
    const query = async (statement: string | { text: string }, ...more: unknown[]): Promise<unknown> => {
      await beforeStatement(client, typeof statement === 'string' ? statement : statement.text);
      const answer: unknown = Reflect.apply(plain, undefined, [statement, ...more]);
      if (client === reader) answers.push(answer);
      return answer;
    };
    Object.assign(client, { query });
  });

  return async (read, something) => {
    [act, reader, questions, answers] = [something, null, 0, []];
    const reply = await read();
    const acted = act === null;
    act = null;
    return { reply, acted };
  };
}
