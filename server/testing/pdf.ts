import { inflateSync } from 'node:zlib';

/**
 * Reads the PDFs that our renderer writes: plain objects, one classic table, text by fonts with a map to Unicode. It is
 * no reader of any PDF; it lets tests look at ours without a tool that a machine may lack.
 */
export type PdfValue = string | PdfValue[] | { [key: string]: PdfValue };
type PdfObject = { value: PdfValue; stream: Buffer | null };

export type Pdf = {
  objects: ReadonlyMap<string, PdfObject>;
  /** The value behind a reference `"12 0 R"`, or the value itself. */
  follow: (value: PdfValue | undefined) => PdfValue;
  catalog: Record<string, PdfValue>;
  pages: Record<string, PdfValue>[];
};

const TOKEN =
  /<<|>>|\[|\]|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[0-9A-Fa-f\s]*>|\/[^\s<>[\]()/%]*|\d+ \d+ R|[^\s<>[\]()/%]+/g;

const asDict = (value: PdfValue): Record<string, PdfValue> =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};
export const asList = (value: PdfValue): PdfValue[] => (Array.isArray(value) ? value : []);

function parseValue(tokens: string[]): PdfValue {
  const token = tokens.shift() ?? '';
  if (token === '[') {
    const list: PdfValue[] = [];
    while (tokens.length > 0 && tokens[0] !== ']') list.push(parseValue(tokens));
    tokens.shift();
    return list;
  }
  if (token !== '<<') return token;
  const dict: Record<string, PdfValue> = {};
  while (tokens.length > 0 && tokens[0] !== '>>') {
    const key = (tokens.shift() ?? '').slice(1);
    dict[key] = parseValue(tokens);
  }
  tokens.shift();
  return dict;
}

export function readPdf(bytes: Uint8Array): Pdf {
  const source = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, PdfObject>();
  // The table at the end says where each object begins, so that nothing within a stream is taken for one.
  const table = source.slice(source.lastIndexOf('\nxref\n'));
  for (const [, offset = ''] of table.matchAll(/^(\d{10}) \d{5} n/gm)) {
    const from = Number.parseInt(offset, 10);
    const [head = '', number = ''] = /^(\d+) 0 obj\s/.exec(source.slice(from, from + 24)) ?? [];
    const end = source.indexOf('endobj', from);
    const streamAt = source.indexOf('\nstream\n', from);
    const hasStream = streamAt !== -1 && streamAt < end;
    const value = parseValue(source.slice(from + head.length, hasStream ? streamAt : end).match(TOKEN) ?? []);
    const { Length, Filter } = asDict(value);
    const raw = hasStream
      ? Buffer.from(source.slice(streamAt + 8, streamAt + 8 + Number.parseInt(String(Length), 10)), 'latin1')
      : null;
    objects.set(number, { value, stream: raw && Filter === '/FlateDecode' ? inflateSync(raw) : raw });
  }
  const follow = (value: PdfValue | undefined): PdfValue => {
    const [, number] = typeof value === 'string' ? (/^(\d+) \d+ R$/.exec(value) ?? []) : [];
    return number === undefined ? (value ?? '') : (objects.get(number)?.value ?? '');
  };
  const all = [...objects.values()].map((object) => asDict(object.value));
  const catalog = all.find((dict) => dict['Type'] === '/Catalog') ?? {};
  const pages = asList(asDict(follow(catalog['Pages']))['Kids'] ?? []).map((kid) => asDict(follow(kid)));
  return { objects, follow, catalog, pages };
}

const streamOf = (pdf: Pdf, value: PdfValue | undefined): string =>
  pdf.objects.get(String(value).split(' ')[0] ?? '')?.stream?.toString('latin1') ?? '';

/** The drawing operators of a page, as written. */
export const pageContent = (pdf: Pdf, page: Record<string, PdfValue>): string => streamOf(pdf, page['Contents']);

/** Character codes of two bytes to Unicode. */
function unicodeMap(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', to = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g))
      map.set(code.toUpperCase(), text(to));
  return map;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unescape = (text: string): string =>
  text
    .slice(1, -1)
    .replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, sign: string) =>
      /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (ESCAPES[sign] ?? sign),
    );

/** A string object as text: UTF-16 where it says so. */
export function pdfText(value: PdfValue | undefined): string {
  if (typeof value !== 'string') return '';
  const bytes = value.startsWith('<')
    ? Buffer.from(value.slice(1, -1).replaceAll(/\s/g, ''), 'hex')
    : Buffer.from(unescape(value), 'latin1');
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

type Matrix = readonly [number, number, number, number, number, number];
const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];
const matrixOf = (tokens: readonly string[]): Matrix => tokens.slice(-6).map(Number.parseFloat) as unknown as Matrix;
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** Widths of glyphs in thousandths of the size, by character code: `first last width` or `first [widths]`. */
function widthsOf(list: PdfValue[]): Map<number, number> {
  const widths = new Map<number, number>();
  const rest = [...list];
  while (rest.length > 0) {
    const first = Number.parseInt(String(rest.shift()), 10);
    const next = rest.shift() ?? '';
    if (Array.isArray(next))
      for (const [at, one] of next.entries()) widths.set(first + at, Number.parseFloat(String(one)));
    else {
      const width = Number.parseFloat(String(rest.shift()));
      for (let code = first; code <= Number.parseInt(String(next), 10); code += 1) widths.set(code, width);
    }
  }
  return widths;
}

type Font = { unicode: Map<string, string>; widths: Map<number, number> };
const NO_FONT: Font = { unicode: new Map(), widths: new Map() };

function fontOf(pdf: Pdf, value: PdfValue): Font {
  const font = asDict(pdf.follow(value));
  const [descendant = ''] = asList(pdf.follow(font['DescendantFonts']));
  return {
    unicode: unicodeMap(streamOf(pdf, font['ToUnicode'])),
    widths: widthsOf(asList(pdf.follow(asDict(pdf.follow(descendant))['W']))),
  };
}

/** A piece of text with its position; `end` is where its last glyph ends. */
type TextRun = { x: number; y: number; end: number; text: string };

/** The pieces of text of one page with their positions, in points from the lower left corner. */
export function textRuns(pdf: Pdf, page: Record<string, PdfValue>): TextRun[] {
  const fonts = new Map(
    Object.entries(asDict(pdf.follow(asDict(pdf.follow(page['Resources']))['Font']))).map(([name, font]) => [
      name,
      fontOf(pdf, font),
    ]),
  );
  const runs: TextRun[] = [];
  const kept: Matrix[] = [];
  let at = SAME;
  let line = SAME;
  let font = NO_FONT;
  let size = 0;
  let operands: string[] = [];
  const codesOf = (token: string): string[] =>
    token.startsWith('(')
      ? (Buffer.from(unescape(token), 'latin1').toString('hex').toUpperCase().match(/.{4}/g) ?? [])
      : [];
  // Marked content with replacement text is read by that text, once for all its glyphs.
  const spoken: (string | null)[] = [];
  const act: Record<string, () => void> = {
    BDC: () =>
      spoken.push(operands.includes('/ActualText') ? pdfText(operands[operands.indexOf('/ActualText') + 1]) : null),
    BMC: () => spoken.push(null),
    EMC: () => spoken.pop(),
    q: () => kept.push(at),
    Q: () => (at = kept.pop() ?? SAME),
    cm: () => (at = times(matrixOf(operands), at)),
    BT: () => (line = SAME),
    Tm: () => (line = matrixOf(operands)),
    Tf: () => {
      font = fonts.get((operands.at(-2) ?? '').slice(1)) ?? NO_FONT;
      size = Number.parseFloat(operands.at(-1) ?? '');
    },
  };
  const show = () => {
    const [, , , , x, y] = times(line, at);
    const codes = operands.flatMap(codesOf);
    const moved = operands.filter((token) => /^-?[\d.]+$/.test(token)).map(Number.parseFloat);
    const widths = codes.map((code) => font.widths.get(Number.parseInt(code, 16)) ?? 0);
    const wide = widths.reduce((sum, width) => sum + width, 0) - moved.reduce((sum, width) => sum + width, 0);
    const place = spoken.findLastIndex((words) => words !== null);
    const text = spoken[place] ?? codes.map((code) => font.unicode.get(code) ?? '\ufffd').join('');
    if (place !== -1) spoken[place] = '';
    if (text !== '') runs.push({ x, y, text, end: x + (size * wide) / 1000 });
  };
  for (const [token] of pageContent(pdf, page).matchAll(TOKEN)) {
    if (token === 'TJ' || token === 'Tj') show();
    else act[token]?.();
    if (/^[A-Za-z*'"]+$/.test(token)) operands = [];
    else operands.push(token);
  }
  return runs;
}

const GAP = '   ';
/** Points: less than the space between two words of the smallest print. */
const CLOSE = 2.5;

/** A page as lines from top to bottom, the text of a line from left to right. */
function pageLines(runs: readonly TextRun[]): string[] {
  const rows: TextRun[][] = [];
  for (const run of runs.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row?.[0] && row[0].y - run.y < 1.2) row.push(run);
    else rows.push([run]);
  }
  return rows.map(lineOf).filter((text) => text.trim() !== '');
}

/** Neighbouring pieces are one text, whichever fonts they use. */
function lineOf(row: readonly TextRun[]): string {
  let text = '';
  let end = 0;
  for (const run of row.toSorted((a, b) => a.x - b.x)) {
    text += text === '' || run.x - end < CLOSE ? run.text : GAP + run.text;
    end = run.end;
  }
  return text.replaceAll('\u200b', '').replaceAll('\u00a0', ' ').replaceAll(/ {4,}/g, GAP).trimEnd();
}

/** All that a document says, page by page, in a form whose differences can be read. */
export function readPdfText(bytes: Uint8Array): string {
  const pdf = readPdf(bytes);
  return pdf.pages
    .map((page, index) =>
      [`=== page ${index + 1} of ${pdf.pages.length}`, ...pageLines(textRuns(pdf, page))].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
}
