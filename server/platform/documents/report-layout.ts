import { emWidth, fitText, MM_PER_PT } from './fit-text.ts';
import type { ReportSection } from './page-model.ts';

const LARGEST_PT = 7.4;
const SMALLER = 0.94;
const LONGEST_NUMBER_EM = 18;
const GUTTER_MM = 4;
const PAGE_MM = { portrait: 174, landscape: 261 };
/**
 * The share of its width that a text keeps at the largest letters; smaller letters leave it less, so that figures fit.
 */
const LEAST_TEXT_MM = 42;

type Layout = { landscape: boolean; sizePt: number; widths: number[] };
/** A column that is not cut has figures, days, or numbers of records. */
type Width = { em: number; uncut: boolean };

/** Figures are set with digits of one width, and are never cut. */
const figureWidth = (text: string): number => text.length * 0.64 - text.replace(/[^.,]/g, '').length * 0.3;

/** How wide the widest text of each column is. */
function widthsOf({ columns, rows, totals }: ReportSection): Width[] {
  return columns.map(({ label, kind }, place) => {
    const own = kind === 'amount' || kind === 'rate' ? figureWidth : emWidth;
    let em = emWidth(label);
    for (const row of rows) em = Math.max(em, own(row[place] ?? ''));
    for (const row of totals) em = Math.max(em, own(row[place] ?? '') * 1.06);
    const isNumber = em < LONGEST_NUMBER_EM && rows.every((row) => !/\s/.test(row[place] ?? ''));
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

/** Upright paper where everything has room on it, else across; the largest letters with which the figures fit. */
function layoutOf(section: ReportSection): Layout {
  const widths = widthsOf(section);
  const whole = widths.reduce((sum, { em }) => sum + em * LARGEST_PT * MM_PER_PT, GUTTER_MM * (widths.length - 1));
  const upright = whole <= PAGE_MM.portrait ? fitted(widths, LARGEST_PT, PAGE_MM.portrait) : undefined;
  if (upright) return { landscape: false, sizePt: LARGEST_PT, widths: upright };
  for (let sizePt = LARGEST_PT; ; sizePt *= SMALLER) {
    const across = fitted(widths, sizePt, PAGE_MM.landscape);
    if (across) return { landscape: true, sizePt, widths: across };
  }
}

/** What no row has a value in is not printed. */
function withoutEmpty({ columns, rows, totals, kind }: ReportSection): ReportSection {
  const kept = columns.map((_, place) => rows.some((row) => row[place] !== '' && row[place] !== undefined));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, place) => kept[place]);
  return { kind, columns: keep(columns), rows: rows.map(keep), totals: totals.map(keep) };
}

/** The layout of a report: the way of the paper, the size of its letters, widths, and texts cut to them. */
export function laidOutReport(whole: ReportSection) {
  const section = withoutEmpty(whole);
  const { landscape, sizePt, widths } = layoutOf(section);
  const cut = (row: readonly string[]) =>
    row.map((cell, place) =>
      section.columns[place]?.kind === 'text' ? fitText(cell, (widths[place] ?? 0) + 0.01, sizePt) : cell,
    );
  return {
    kind: section.kind,
    landscape,
    sizePt,
    columns: section.columns.map(({ label, kind }, place) => ({
      label,
      ...((kind === 'amount' || kind === 'rate') && { align: 'right' }),
      mm: widths[place] ?? 0,
    })),
    rows: section.rows.map(cut),
    totals: section.totals.map(cut),
  };
}
