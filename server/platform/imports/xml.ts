import { refusal, SENTENCES } from './refusal.ts';

/** How a document is reported: tags by their names without a prefix, text with its entities resolved. */
export type XmlEvents = {
  open: (name: string, attributes: string, empty: boolean) => void;
  text: (text: string) => void;
  close: (name: string) => void;
};

/** A tag or a text that goes on for longer is no spreadsheet's. */
const LONGEST = 4 * 1024 * 1024;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi;

function resolvedReference(reference: string): string {
  const name = reference.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return NAMED[name] ?? reference;
  const code = BigInt(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
  // oxlint-disable-next-line no-restricted-globals -- a code point, bounded just before
  return code > 0n && code <= 0x10ffffn ? String.fromCodePoint(Number(code)) : '';
}

/** Resolves the five named entities and character references; others can only come from a DOCTYPE, which is refused. */
export function plainText(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, resolvedReference) : text;
}

/** The value of an attribute in the text of a tag's attributes, by its name without a prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let from = 0;
  for (;;) {
    const at = attributes.indexOf(`${name}=`, from);
    if (at < 0) return undefined;
    const before = at === 0 ? ' ' : attributes[at - 1];
    const quote = attributes[at + name.length + 1];
    if ((before === ' ' || before === ':' || before === '\n' || before === '\t' || before === '\r') && quote) {
      const end = attributes.indexOf(quote, at + name.length + 2);
      if (end >= 0) return plainText(attributes.slice(at + name.length + 2, end));
    }
    from = at + 1;
  }
}

const local = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

function tellTag(tag: string, events: XmlEvents): void {
  if (tag.startsWith('/')) return events.close(local(tag.slice(1).trimEnd()));
  const empty = tag.endsWith('/');
  const body = empty ? tag.slice(0, -1) : tag;
  const space = body.search(/\s/);
  const name = local(space < 0 ? body : body.slice(0, space));
  events.open(name, space < 0 ? '' : body.slice(space), empty);
  if (empty) events.close(name);
}

const SPANS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** Reads a document as it comes. `push` takes the next piece of it; what is left at the end must be nothing. */
export function xmlReader(events: XmlEvents): { push: (piece: string) => void; end: () => void } {
  let rest = '';
  /** Says what is at `at`, and where it ends; -1 when its end is not read yet. */
  const step = (at: number): number => {
    if (rest[at] !== '<') {
      const next = rest.indexOf('<', at);
      if (next < 0) return -1;
      events.text(plainText(rest.slice(at, next)));
      return next;
    }
    if (rest[at + 1] === '!' || rest[at + 1] === '?') {
      const span = SPANS.find(([start]) => rest.startsWith(start, at));
      if (!span) {
        if (rest.length - at < 9) return -1;
        throw refusal(SENTENCES.declaration);
      }
      const end = rest.indexOf(span[1], at + span[0].length);
      if (end < 0) return -1;
      if (span[0] === '<![CDATA[') events.text(rest.slice(at + 9, end));
      return end + span[1].length;
    }
    const end = rest.indexOf('>', at);
    if (end < 0) return -1;
    tellTag(rest.slice(at + 1, end), events);
    return end + 1;
  };
  return {
    push: (piece) => {
      rest += piece;
      let at = 0;
      while (at < rest.length) {
        const next = step(at);
        if (next < 0) break;
        at = next;
      }
      rest = rest.slice(at);
      if (rest.length > LONGEST) throw refusal(SENTENCES.broken);
    },
    end: () => {
      if (rest.trim() !== '') throw refusal(SENTENCES.broken);
    },
  };
}
