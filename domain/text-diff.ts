/** What changed between two texts, word by word: for people to read. Pure. */

export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string };

// Beyond so many cells the table of a comparison is too large to fill while someone waits; a block is then replaced whole.
const MOST_CELLS = 4_000_000;

function commonStart(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** Lengths of the longest common subsequences of what is left of both, row by row from the end. */
function lengthsOf(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint16Array;
      const below = rows[i + 1] as Uint16Array;
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function middleParts(a: readonly string[], b: readonly string[]): TextPart[] {
  const replaced: TextPart[] = [
    ...a.map((text) => ({ kind: 'removed' as const, text })),
    ...b.map((text) => ({ kind: 'added' as const, text })),
  ];
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return replaced;
  const lengths = lengthsOf(a, b);
  const parts: TextPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      parts.push({ kind: 'removed', text: left });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: right ?? '' });
      j += 1;
    }
  }
  return parts;
}

/** One run after another: in each place what was removed, then what was added. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = [];
  let gone = '';
  let come = '';
  const keep = (text: string) => {
    const last = runs.at(-1);
    if (last?.kind === 'same') last.text += text;
    else if (text !== '') runs.push({ kind: 'same', text });
  };
  const close = () => {
    // The space after both stays where it was.
    const [space = ''] = /\s*$/.exec(gone) ?? [];
    const tail = space !== '' && come.endsWith(space) ? space : '';
    const [left, right] = [gone, come].map((text) => text.slice(0, text.length - tail.length));
    if (left !== undefined && left !== '') runs.push({ kind: 'removed', text: left });
    if (right !== undefined && right !== '') runs.push({ kind: 'added', text: right });
    keep(tail);
    gone = '';
    come = '';
  };
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const within = gone !== '' || come !== '';
    // A space between two changed words is read with them.
    const isBridge = within && next !== undefined && next.kind !== 'same' && /^[^\S\n]+$/.test(part.text);
    if (part.kind === 'removed' || (part.kind === 'same' && isBridge)) gone += part.text;
    if (part.kind === 'added' || (part.kind === 'same' && isBridge)) come += part.text;
    if (part.kind !== 'same' || isBridge) continue;
    close();
    keep(part.text);
  }
  close();
  return runs;
}

const tokensOf = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/**
 * What was removed from and added to a text, by longest common subsequence of its words, marks and spaces, in reading
 * order. Without the removed parts it is the new text, without the added ones the old.
 */
export function textDiff(before: string, after: string): TextPart[] {
  const a = tokensOf(before);
  const b = tokensOf(after);
  const start = commonStart(a, b);
  const end = commonEnd(a.slice(start), b.slice(start));
  return joined([
    ...a.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...middleParts(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]);
}
