/** C0 and C1 controls but the line feed, which is a line break that the user typed. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** Marks that turn or hide text without being seen: "KES 100" must not be made to read "KES 001". */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffd}\p{Noncharacter_Code_Point}]/gu;
/** The two that Persian and the Indian scripts are written with, which turn nothing. */
const JOINERS = new Set(['\u200c', '\u200d']);
/** A run of this length without a break would leave its column; CJK text may break anywhere. */
const LONG_WORD = /[^\s\u200b\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{28,}/g;
const BREAK_EVERY = /(\P{M}\p{M}*){14}(?=\P{M})/gu;

/** Text as a document may show it: one Unicode form, no control or direction-turning characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, (mark) => (JOINERS.has(mark) ? mark : ''))
    .trim();
}

/** Places to break a very long word, so that no name can push a column off the paper. */
export const breakLongWords = (text: string): string =>
  text.replace(LONG_WORD, (word) => word.replace(BREAK_EVERY, '$&\u200b'));

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A text that begins right to left is set so to its end, full stop and figures included, whatever surrounds it. */
export const setApart = (text: string): string =>
  text
    .split('\n')
    .map((line) => (RIGHT_TO_LEFT.test(line) ? `\u2067${line}\u2069` : line))
    .join('\n');

/** Every string within a plain value, changed by `change`; keys and other values stay. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
  return value;
}

/** The name of the first field whose text holds `piece`, as the paper names it. */
export function findField(value: unknown, piece: string): { field: string; text: string } | undefined {
  return search(value, piece, 'text');
}

function search(value: unknown, piece: string, field: string): { field: string; text: string } | undefined {
  if (typeof value === 'string') return value.includes(piece) ? { field, text: value } : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const own = ownName(value);
  for (const [key, item] of Object.entries(value)) {
    const match = search(item, piece, Array.isArray(value) ? field : (own ?? key));
    if (match) return match;
  }
  return undefined;
}

/** A field is known by its label, a section by its heading, a clause by its title; the page's title names no field. */
function ownName(value: object): string | undefined {
  const names: Partial<Record<string, unknown>> = { ...value };
  const name = names['label'] ?? names['heading'] ?? ('template' in value ? undefined : names['title']);
  return typeof name === 'string' ? name : undefined;
}
