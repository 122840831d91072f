import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { renderSVG } from 'uqr';
import { breakLongWords, cleanText, findField, mapStrings, setApart } from './clean-text.ts';
import { fitRows, tableSizePt } from './fit-text.ts';
import { fontFolders } from './fonts.ts';
import { renderError } from './render-error.ts';
import { isLongTable, isReport, LONG_TABLE_ROWS } from './page-model.ts';
import type { Firm, PageModel, Section, TableSection } from './page-model.ts';
import { laidOutReport } from './report-layout.ts';

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url));
/** Results unused for this many renders are dropped: the templates and fonts stay warm, old documents go. */
const CACHE_AGE = 3;
const MAX_DATA_LENGTH = 8_000_000;
const LARGE_DATA_LENGTH = 60_000;
// Half a megabyte of PNG as base64, carried by an SVG.
const MAX_LOGO_LENGTH = 720_000;

type RenderPages = (models: readonly PageModel[]) => Uint8Array;

/** One compiler with its fonts; the function it gives renders synchronously and belongs in a worker. */
export function createPageRenderer(): RenderPages {
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: fontFolders() }] });
  return (models) => {
    const pages = models.map(preparePage);
    const data = JSON.stringify(fileOf(pages));
    if (data.length > MAX_DATA_LENGTH)
      throw renderError('MODEL_TOO_LARGE', 'This document is too large to be made in one piece.');
    try {
      const compiled = compiler.compile({ mainFilePath: `${TEMPLATES}/document.typ`, inputs: { data } });
      if (!compiled.result) throw new Error(JSON.stringify(compiler.fetchDiagnostics(compiled.takeError()!)));
      const long = models.some((model) => model.sections.some(isLong));
      // Level A needs tags; a long untagged report keeps level U: archived, searchable, four times as fast.
      const pdf = compiler.pdf(compiled.result, { pdfStandard: long ? 'a-2u' : 'a-2a', pdfTags: !long });
      return new Uint8Array(pdf);
    } catch (error) {
      throw explain(error, pages);
    } finally {
      // What a large document leaves behind is hundreds of megabytes that nothing will ask for again.
      const own = data.length - (models[0]?.firm.logoSvg?.length ?? 0);
      compiler.evictCache(own > LARGE_DATA_LENGTH ? 0 : CACHE_AGE);
    }
  };
}

type Page = ReturnType<typeof preparePage>;

/** The file as the template reads it: its own title, and the documents in it, which share their logos. */
function fileOf(pages: readonly Page[]) {
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last) throw renderError('RENDER_FAILED', 'A file needs a document.');
  const logos = [...new Set(pages.flatMap((page) => page.firm.logoSvg ?? []))];
  const several = first === last ? '' : ` to ${last.number}`;
  return {
    title: `${first.title} ${first.number}${several}`,
    author: first.firm.name,
    day: first.at,
    logos,
    documents: pages.map((page) => ({
      ...mapTexts(page, (text) => setApart(breakLongWords(text))),
      logo: logos.indexOf(page.firm.logoSvg ?? ''),
    })),
  };
}

/** What the template reads: cleaned text, the QR code, and what depends on the size of the paper. */
function preparePage(model: PageModel) {
  const { firm, ...rest } = model;
  const { logoSvg, ...letterhead } = firm;
  const clean = mapStrings({ ...rest, firm: letterhead }, cleanText) as Omit<PageModel, 'firm'> & { firm: Firm };
  const sections = clean.sections.map((section) => (isReport(section) ? laidOutReport(section) : section));
  const landscape = model.landscape ?? sections.some((section) => 'landscape' in section && section.landscape);
  const { verification } = clean;
  return {
    ...clean,
    landscape,
    firm: { ...clean.firm, ...(logoSvg ? { logoSvg: checkedLogo(logoSvg) } : {}) },
    rowsPerPage: landscape ? 34 : 52,
    ...(verification && {
      verification: { ...verification, link: verification.url },
      qr: renderSVG(verification.url, { ecc: 'M', border: 0 }),
    }),
    sections: sections.map((section) => (section.kind === 'table' ? laidOut(section, landscape) : section)),
  };
}

const isLong = (section: Section): boolean =>
  isLongTable(section) || (isReport(section) && section.rows.length > LONG_TABLE_ROWS);

function laidOut(section: TableSection, landscape: boolean) {
  const pageMm = landscape ? 261 : 174;
  const sizePt = tableSizePt(section, pageMm);
  return { ...section, sizePt, ...(isLongTable(section) && { long: true, rows: fitRows(section, pageMm) }) };
}

/** Breaks for long words go into what is read, never into an address that is followed or a picture. */
function mapTexts({ qr, at: _at, firm, verification, ...texts }: Page, change: (text: string) => string) {
  const { logoSvg: _logo, ...letterhead } = firm;
  return {
    ...(mapStrings(texts, change) as object),
    firm: mapStrings(letterhead, change),
    ...(verification && { qr, verification: { ...verification, url: change(verification.url) } }),
  };
}

function checkedLogo(svg: string): string {
  const refused =
    /<!(?!--)|<script|<foreignObject|<text[\s>]|href\s*=\s*["'](?!#|data:image\/(png|jpeg))|url\(\s*["']?(?!["'#\s])/i;
  if (svg.length > MAX_LOGO_LENGTH || !/<svg[\s>]/.test(svg) || refused.test(svg))
    throw renderError('LOGO_REFUSED', 'The logo must be a plain SVG without text, scripts or links.');
  return svg;
}

function explain(error: unknown, page: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const escaped = /the text `\\?"(.*?)\\?"` could not be displayed/.exec(message)?.[1];
  if (escaped === undefined) return error;
  // Typst quotes the text as Rust does: \u{301} for what cannot be seen alone.
  const piece = escaped.replace(/\\+u\{([0-9a-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(Buffer.from(hex.padStart(8, '0'), 'hex').readUInt32BE()),
  );
  const { field, text } = findField(page, piece) ?? { field: 'text', text: piece };
  return renderError('GLYPH_MISSING', `The character “${piece}” in ${field} (“${shorten(text)}”) cannot be printed.`, {
    field,
    text,
  });
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
