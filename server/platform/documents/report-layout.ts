import { emWidth, figureWidth, MM_PER_PT, widestLine, wrapText } from './fit-text.ts';
import type { ReportSection } from './page-model.ts';

const LARGEST_PT = 7.4;
/** In smaller letters a row is not read: columns that belong together stand below one another instead. */
const READABLE_PT = 6.4;
const SMALLER = 0.94;
const LONGEST_NUMBER_EM = 18;
const GUTTER_MM = 4;
const PAGE_MM = { portrait: 174, landscape: 261 };
/**
 * The share of its width that a text keeps at the largest letters; smaller letters leave it less, so that figures fit.
 */
const LEAST_TEXT_MM = 42;

/**
 * Headings are in one line while the letters are the largest; else in up to so many, by which narrow figures gain room. Where
 * one stands below another, both are broken only as far as the letters need it to be read.
 */
const MOST_HEAD_LINES = 3;
/** So short a heading is not broken. */
const SHORT_HEAD_EM = 6;

/** The headings of a column: its own, and those of the ones below it. */
type Heads = readonly string[];
type Layout = { landscape: boolean; sizePt: number; widths: number[]; heads: Heads[] };
/** A column that is not cut has figures, days, or numbers of records. */
type Width = { em: number; uncut: boolean };

const linesOf = (text: string): string[] => text.split('\n');

/** A text in lines of a width at most, but for words that are longer. */
function brokenAt(text: string, em: number): string {
  let [line = '', ...words] = text.split(' ');
  const lines: string[] = [];
  for (const word of words) {
    if (emWidth(`${line} ${word}`) <= em) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join('\n');
}

/** A heading no wider than its column's rows, or else as narrow as so many lines make it. */
function headOf(label: string, { em, most }: { em: number; most: number }): string {
  const words = label.split(' ');
  const runs = words.flatMap((_, from) => words.map((_word, to) => emWidth(words.slice(from, to + 1).join(' '))));
  const widths = [em, ...runs.filter((run) => run > em).toSorted((a, b) => a - b)];
  return widths.map((width) => brokenAt(label, width)).find((head) => linesOf(head).length <= most) ?? label;
}

/** How wide the widest text of each column is. */
function widthsOf({ columns, rows, totals }: ReportSection): Width[] {
  return columns.map(({ kind }, place) => {
    const own = kind === 'amount' || kind === 'rate' ? figureWidth : emWidth;
    let em = 0;
    for (const row of rows) em = Math.max(em, widestLine(row[place] ?? '', own));
    for (const row of totals) em = Math.max(em, widestLine(row[place] ?? '', own) * 1.06);
    const isNumber = em < LONGEST_NUMBER_EM && rows.every((row) => !/[^\S\n]/.test(row[place] ?? ''));
    return { em, uncut: kind !== 'text' || isNumber };
  });
}

/** Widths in which what is not cut has all the room it needs and texts share the rest; undefined where it is too little. */
function fitted(widths: readonly Width[], sizePt: number, pageMm: number): number[] | undefined {
  const natural = widths.map(({ em }) => em * sizePt * MM_PER_PT);
  let open = widths.flatMap(({ uncut }, place) => (uncut ? [] : [place]));
  let room = pageMm - GUTTER_MM * (widths.length - 1);
  for (const [place, { uncut }] of widths.entries()) if (uncut) room -= natural[place] ?? 0;
  const leastMm = LEAST_TEXT_MM * (sizePt / LARGEST_PT) ** 2;
  const least = open.reduce((sum, place) => sum + Math.min(natural[place] ?? 0, leastMm), 0);
  if (room < least) return undefined;
  // A column that needs less than its share leaves the rest of it to the others.
  while (open.length > 0) {
    const share = room / open.length;
    const small = open.filter((place) => (natural[place] ?? 0) <= share);
    if (small.length === 0) return natural.map((mm, place) => (open.includes(place) ? share : mm));
    for (const place of small) room -= natural[place] ?? 0;
    open = open.filter((place) => !small.includes(place));
  }
  // What is left over spreads the texts, so that the table is as wide as the page.
  const texts = widths.filter(({ uncut }) => !uncut).length;
  return natural.map((mm, place) => (widths[place]?.uncut ? mm : mm + room / texts));
}

/** The next size, that in which letters are just read among them. */
const smaller = (sizePt: number): number =>
  sizePt > READABLE_PT ? Math.max(sizePt * SMALLER, READABLE_PT) : sizePt * SMALLER;

/** With headings of so many lines: upright paper where everything has room on it, else across; the largest letters that fit. */
function laidOutWith({ columns }: ReportSection, inRows: readonly Width[], most: number): Layout {
  const heads = columns.map(({ label }, place) =>
    linesOf(label).map((line) =>
      headOf(line, {
        em: Math.max(SHORT_HEAD_EM, inRows[place]?.em ?? 0),
        most: Math.max(1, Math.floor(most / linesOf(label).length)),
      }),
    ),
  );
  const widths = inRows.map(({ em, uncut }, place) => ({
    em: Math.max(em, widestLine((heads[place] ?? []).join('\n'))),
    uncut,
  }));
  const whole = widths.reduce((sum, { em }) => sum + em * LARGEST_PT * MM_PER_PT, GUTTER_MM * (widths.length - 1));
  const upright = whole <= PAGE_MM.portrait ? fitted(widths, LARGEST_PT, PAGE_MM.portrait) : undefined;
  if (upright) return { landscape: false, sizePt: LARGEST_PT, widths: upright, heads };
  for (let sizePt = LARGEST_PT; ; sizePt = smaller(sizePt)) {
    const across = fitted(widths, sizePt, PAGE_MM.landscape);
    if (across) return { landscape: true, sizePt, widths: across, heads };
  }
}

/** The fewest lines of headings with which the letters are as large as they can be. */
function layoutOf(section: ReportSection): Layout {
  const inRows = widthsOf(section);
  const fewest = Math.max(...section.columns.map(({ label }) => linesOf(label).length));
  let best = laidOutWith(section, inRows, fewest);
  const isEnough = (most: number) => best.sizePt >= (most > MOST_HEAD_LINES ? READABLE_PT : LARGEST_PT);
  for (let most = fewest + 1; most <= MOST_HEAD_LINES * fewest && !isEnough(most); most += 1) {
    const next = laidOutWith(section, inRows, most);
    if (next.sizePt > best.sizePt) best = next;
  }
  return best;
}

/** What no row has a value in is not printed. */
function withoutEmpty({ columns, rows, totals, kind }: ReportSection): ReportSection {
  const kept = columns.map((_, place) => rows.some((row) => row[place] !== '' && row[place] !== undefined));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, place) => kept[place]);
  const alone = columns.map(({ below, ...column }, place) =>
    below && kept[place - 1] ? { ...column, below } : column,
  );
  return { kind, columns: keep(alone), rows: rows.map(keep), totals: totals.map(keep) };
}

/** On which line of a row each column stands, where so many lines are the most: the next that belongs to them begins again at the top. */
function levelsOf(columns: ReportSection['columns'], most: number): number[] {
  let level = 0;
  return columns.map(({ below }) => (level = below && level + 1 < most ? level + 1 : 0));
}

/** The same with columns below the one before it, which they belong to, in so many lines at the most. */
function stacked({ columns, rows, totals, kind }: ReportSection, most: number): ReportSection {
  const tops = levelsOf(columns, most).flatMap((level, place) => (level === 0 ? [place] : []));
  const merged = (cells: readonly string[]) =>
    tops.map((place, index) =>
      cells
        .slice(place, tops[index + 1])
        .join('\n')
        .replace(/\n+$/, ''),
    );
  const labels = merged(columns.map(({ label }) => label));
  const heads = tops.flatMap((place, index) => {
    const column = columns[place];
    return column === undefined ? [] : [{ ...column, label: labels[index] ?? '' }];
  });
  return { kind, columns: heads, rows: rows.map(merged), totals: totals.map(merged) };
}

/** A report as wide as its letters can be read, in as few lines to a row as that takes, and as its columns allow. */
function readable(whole: ReportSection) {
  const deepest = 1 + Math.max(...levelsOf(whole.columns, whole.columns.length));
  for (let deep = 1; ; deep += 1) {
    const section = deep === 1 ? whole : stacked(whole, deep);
    const layout = layoutOf(section);
    if (layout.sizePt >= READABLE_PT || deep >= deepest) return { section, layout, deep };
  }
}

/** More lines than a page has room for beside the totals are not printed: a file has the whole of such a text. */
const MOST_LINES = 28;

/** A row in the lines that its columns make of its texts, how many they are, and from which on what stands below begins. */
type Wrapped = { cells: string[]; lines: number; upper: number };

function wrappedRow(row: readonly string[], { section, layout, deep }: ReturnType<typeof readable>): Wrapped {
  const { sizePt, widths } = layout;
  const most = Math.floor(MOST_LINES / deep);
  const inLines = (text: string, place: number): string[] => {
    if (section.columns[place]?.kind !== 'text') return [text];
    const lines = linesOf(wrapText(text, ((widths[place] ?? 0) + 0.01) / (sizePt * MM_PER_PT)));
    return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]}…`] : lines;
  };
  const parts = row.map((cell, place) => linesOf(cell).map((part) => inLines(part, place)));
  const heightAt = (level: number): number => Math.max(...parts.map((own) => own[level]?.length ?? 1));
  const cells = parts.map((own) =>
    own.flatMap((lines, level) => {
      // What stands below another begins on one line in all columns.
      const isLast = deep === 1 || level + 1 === own.length;
      return isLast ? lines : [...lines, ...Array.from({ length: heightAt(level) - lines.length }, () => '')];
    }),
  );
  return {
    cells: cells.map((one) => one.join('\n')),
    lines: Math.max(...cells.map(({ length }) => length)),
    upper: heightAt(0),
  };
}

/** The layout of a report: the way of the paper, the size of its letters, widths, and texts in lines of them. */
export function laidOutReport(whole: ReportSection) {
  const read = readable(withoutEmpty(whole));
  const { section, layout, deep } = read;
  const { landscape, sizePt, widths, heads } = layout;
  const rows = section.rows.map((row) => wrappedRow(row, read));
  return {
    kind: section.kind,
    landscape,
    sizePt,
    deep,
    headLines: Math.max(...heads.map((head) => linesOf(head.join('\n')).length)),
    columns: section.columns.map(({ kind, right }, place) => ({
      label: heads[place]?.[0] ?? '',
      ...(deep > 1 && { under: heads[place]?.slice(1) ?? [] }),
      ...((kind === 'amount' || kind === 'rate' || right) && { align: 'right' }),
      mm: widths[place] ?? 0,
    })),
    rows: rows.map(({ cells }) => cells),
    // Rows of one height are laid out as such.
    ...(rows.some(({ lines }) => lines > deep) && {
      lines: rows.map(({ lines }) => lines),
      ...(deep > 1 && { upper: rows.map(({ upper }) => upper) }),
    }),
    totals: section.totals.map((row) => wrappedRow(row, read).cells),
  };
}
