import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { asList, pdfText, readPdf, readPdfText, type Pdf, type PdfValue } from '../../testing/pdf.ts';
import { everyKind } from './every-kind.ts';
import type { PageModel } from './page-model.ts';
import { createRenderer } from './renderer.ts';
import * as samples from './samples.ts';
import { receiptModel } from './kinds/money-papers.ts';

const log = { warn: () => undefined };
const [here, elsewhere] = [createRenderer({ log }), createRenderer({ log })];
afterAll(() => Promise.all([here.close(), elsewhere.close()]));

const hash = (pdf: Uint8Array): string => createHash('sha256').update(pdf).digest('hex');
const dict = (value: PdfValue | undefined) => (value ?? {}) as Record<string, PdfValue>;

/** The elements of the structure tree, by kind. */
function tagged(pdf: Pdf, kind: string): Record<string, PdfValue>[] {
  return [...pdf.objects.values()]
    .map(({ value }) => dict(value))
    .filter((one) => one['Type'] === '/StructElem' && one['S'] === `/${kind}`);
}

const attribute = (element: Record<string, PdfValue>, name: string): PdfValue | undefined =>
  [element['A'] ?? []]
    .flatMap(asList)
    .map((one) => dict(one)[name])
    .find((one) => one !== undefined);

const children = (pdf: Pdf, element: Record<string, PdfValue>) =>
  [pdf.follow(element['K'])].flat().map((kid) => dict(pdf.follow(kid)));
const partsOf = (pdf: Pdf, element: Record<string, PdfValue>) =>
  children(pdf, element).map((kid) => String(kid['S']).slice(1));
/** The heads of a table: cells of the rows of its first part. */
const heads = (pdf: Pdf, table: Record<string, PdfValue>) =>
  children(pdf, table)
    .filter((part) => part['S'] === '/THead')
    .flatMap((part) => children(pdf, part))
    .flatMap((row) => children(pdf, row))
    .filter((cell) => cell['S'] === '/TH');

// Each is something that a reader of the archive, or of the page aloud, goes by.
function faultsOf(bytes: Uint8Array, model: PageModel): string[] {
  const pdf = readPdf(bytes);
  const { catalog, follow } = pdf;
  const all = [...pdf.objects.values()].map(({ value }) => dict(value));
  const metadata = pdf.objects.get(String(catalog['Metadata']).split(' ')[0] ?? '')?.stream?.toString('utf8') ?? '';
  const descriptors = all.filter((one) => one['Type'] === '/FontDescriptor');
  const figures = tagged(pdf, 'Figure');
  const tables = tagged(pdf, 'Table');
  const expected = model.sections.filter(({ kind }) => ['table', 'lines', 'money', 'strip'].includes(kind)).length;
  const checks: [string, boolean][] = [
    ['PDF/A-2a in its metadata', /pdfaid:part>2<.*pdfaid:conformance>A</s.test(metadata)],
    ['title', metadata.includes(`>${model.title} ${model.number}<`)],
    ['marked', dict(catalog['MarkInfo'])['Marked'] === 'true'],
    ['language', pdfText(catalog['Lang']) === 'en-GB'],
    ['structure tree', dict(follow(catalog['StructTreeRoot']))['Type'] === '/StructTreeRoot'],
    ['output intent', asList(follow(catalog['OutputIntents'])).length === 1],
    [
      'every font embedded',
      descriptors.length > 0 && descriptors.every((one) => 'FontFile2' in one || 'FontFile3' in one),
    ],
    ['no fonts by name', all.every((one) => one['Type'] !== '/Font' || /\+/.test(String(one['BaseFont'])))],
    ['text is text', all.every((one) => one['Subtype'] !== '/Type0' || 'ToUnicode' in one)],
    [
      'nothing from outside',
      !/\/(Launch|GoToR|ImportData|SubmitForm|JavaScript|EmbeddedFile|F) /.test(JSON.stringify(all)),
    ],
    [
      'every address is its own',
      all.every((one) => one['S'] !== '/URI' || pdfText(one['URI']) === model.verification?.url),
    ],
    ['figures say what they show', figures.length > 0 && figures.every((one) => pdfText(one['Alt']) !== '')],
    ['one first heading', tagged(pdf, 'H1').length === 1],
    [
      'a heading for each that it prints',
      tagged(pdf, 'H2').length >= model.sections.filter((one) => 'heading' in one).length,
    ],
    ['tables are tables', tables.length === expected],
    ['heads of tables', tables.every((one) => partsOf(pdf, one).includes('THead') && heads(pdf, one).length > 0)],
    ['heads know their column', tagged(pdf, 'TH').every((one) => attribute(one, 'Scope') === '/Column')],
  ];
  return checks.filter(([, holds]) => !holds).map(([name]) => name);
}

describe.each(Object.entries(everyKind))('%s', (name, model) => {
  it('says what the committed sample says', async () => {
    // `npm run samples` writes these anew; what changed is read in the difference.
    await expect(readPdfText(await here.render(model))).toMatchFileSnapshot(`samples/${name}.txt`);
  });

  it('is a tagged PDF/A with its fonts and nothing from outside', async () => {
    expect(faultsOf(await here.render(model), model)).toEqual([]);
  });

  it('has the same bytes in two workers', async () => {
    const [one, two] = await Promise.all([here.render(model), elsewhere.render(structuredClone(model))]);
    expect(hash(two)).toBe(hash(one));
  });
});

describe('the proof can fail', () => {
  const changed = (pdf: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(pdf).toString('latin1').replaceAll(from, to.padEnd(from.length)), 'latin1');

  it.each([
    ['marked', '/Marked true', '/Marked false'],
    ['language', '/Lang (en-GB)', '/Lang ()'],
    ['figures say what they show', '/Alt (', '/Xlt ('],
    ['heads of tables', '/S /TH', '/S /TD'],
    ['every font embedded', '/FontFile2 ', '/FontFileX '],
    ['text is text', '/ToUnicode', '/ToUnicodX'],
  ])('%s', async (fault, from, to) => {
    const model = everyKind['debit-note']!;
    expect(faultsOf(changed(await here.render(model), from, to), model)).toContain(fault);
  });

  it('another figure, another day or another code is another file', async () => {
    const base = await here.render(receiptModel(samples.receipt));
    for (const change of [{ receiptAmount: 300_000_01n }, { dateOfIssue: '2027-02-13' }, { issuedBy: 'Amina Wanjiro' }])
      expect(hash(await here.render(receiptModel({ ...samples.receipt, ...change })))).not.toBe(hash(base));
  });

  it('a logo has its words too', async () => {
    const logoSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><rect width="90" height="20"/></svg>';
    const model = { ...everyKind['receipt']!, firm: { ...everyKind['receipt']!.firm, logoSvg } };
    const bytes = await here.render(model);
    expect(faultsOf(bytes, model)).toEqual([]);
    expect(tagged(readPdf(bytes), 'Figure').map((one) => pdfText(one['Alt']))).toContain(model.firm.name);
  });
});
