import { expect, test } from 'vitest';
import { withoutReplies } from './replies.ts';

test('the reply and the summary of an endpoint are taken out, on however many lines, and nothing else moves', () => {
  const code = `export const one = endpoint({
  path: '/one',
  summary:
    'One of them.',
  reply: z.object({
    reply: z.string(),
  }),
  body: z.object({ reply: z.string() }),
});
const made = { two: endpoint({ reply: saved, path: '/two' }) };
`;
  const left = withoutReplies(code);
  expect(left).toHaveLength(code.length);
  expect(left.replaceAll(/ +/g, ' ')).toBe(`export const one = endpoint({
 path: '/one',
 summary:
 0 ,
 reply: 0 ,
 body: z.object({ reply: z.string() }),
});
const made = { two: endpoint({ reply: 0 , path: '/two' }) };
`);
});

test('what is no endpoint, and a reply that comes from elsewhere, stay', () => {
  const code = `const cell = column({ reply: formatAmount });
const find = (reply) => endpoint({ path, reply });
`;
  expect(withoutReplies(code)).toBe(code);
});
