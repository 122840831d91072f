import { parseSync, Visitor, type Plugin } from 'vite';

/** Where contracts lie, and what makes an endpoint of one. */
const CONTRACTS = /[\\/]domain[\\/].+\.ts$/;
const MAKER = 'endpoint';
/** What of an endpoint the server and its description alone read. */
const UNREAD: ReadonlySet<string> = new Set(['reply', 'summary']);

/** The source with the reply and the summary of each endpoint taken out: every other sign stays at its place. */
export function withoutReplies(code: string): string {
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== MAKER || definition?.type !== 'ObjectExpression') return;
      for (const part of definition.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && UNREAD.has(part.key.name) && !part.shorthand)
          spans.push(part.value);
    },
  }).visit(parseSync('contract.js', code).program);
  return spans.reduce(
    (text, { start, end }) => `${text.slice(0, start)}0${' '.repeat(end - start - 1)}${text.slice(end)}`,
    code,
  );
}

/**
 * The browser takes a reply by its type and reads nothing of its shape, nor of what a call does in words: what makes them is not
 * sent, and what only that needs goes with it.
 */
export function leaveOutReplies(): Plugin {
  return {
    name: 'without-replies',
    apply: 'build',
    transform: {
      filter: { id: CONTRACTS, code: `${MAKER}(` },
      handler: (code) => ({ code: withoutReplies(code), map: null }),
    },
  };
}
