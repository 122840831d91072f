import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { kindOfFormat, type NumberKind } from './cell-text.ts';
import { LIMITS } from './limits.ts';
import { refusal, SENTENCES } from './refusal.ts';
import { attributeOf, xmlReader, type XmlEvents } from './xml.ts';

/** An opened XLSX: its sheets by name and part, and what the cells refer to. */
export type Workbook = {
  archive: ZipFile;
  entries: ReadonlyMap<string, Entry>;
  sheets: readonly { name: string; part: string }[];
  strings: readonly string[];
  formats: readonly NumberKind[];
  system: 1900 | 1904;
};

const QUIET: XmlEvents = { open: () => undefined, text: () => undefined, close: () => undefined };

/** A part of an archive as text, a piece at a time; what unpacks to more than it claims is stopped by the reader. */
export async function* piecesOf(book: Pick<Workbook, 'archive' | 'entries'>, part: string): AsyncGenerator<string> {
  const entry = book.entries.get(part);
  if (!entry) throw refusal(SENTENCES.broken);
  const decoder = new TextDecoder();
  const stream = await book.archive.openReadStreamPromise(entry).catch(() => {
    throw refusal(SENTENCES.broken);
  });
  try {
    for await (const bytes of stream) yield decoder.decode(bytes as Uint8Array, { stream: true });
  } catch {
    throw refusal(SENTENCES.broken);
  }
}

async function readPart(book: Pick<Workbook, 'archive' | 'entries'>, part: string, events: Partial<XmlEvents>) {
  const reader = xmlReader({ ...QUIET, ...events });
  for await (const piece of piecesOf(book, part)) reader.push(piece);
  reader.end();
}

const folderOf = (part: string) => part.slice(0, part.lastIndexOf('/') + 1);

function resolved(base: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts: string[] = folderOf(base).split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}

type Relation = { id: string; type: string; target: string };

async function relationsOf(book: Pick<Workbook, 'archive' | 'entries'>, part: string): Promise<Relation[]> {
  const own = `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`;
  const relations: Relation[] = [];
  if (!book.entries.has(own)) return relations;
  await readPart(book, own, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const of = (attribute: string) => attributeOf(attributes, attribute) ?? '';
      relations.push({ id: of('Id'), type: of('Type').split('/').at(-1) ?? '', target: resolved(part, of('Target')) });
    },
  });
  return relations;
}

async function assertNoMacros(book: Pick<Workbook, 'archive' | 'entries'>): Promise<void> {
  await readPart(book, '[Content_Types].xml', {
    open: (_name, attributes) => {
      if (/macroEnabled|vbaProject/i.test(attributeOf(attributes, 'ContentType') ?? '')) throw refusal(SENTENCES.macro);
    },
  });
}

async function stringsOf(book: Pick<Workbook, 'archive' | 'entries'>, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !book.entries.has(part)) return strings;
  let [text, total, inText, phonetic] = ['', 0, false, false];
  await readPart(book, part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      inText = name === 't' && !phonetic;
    },
    text: (piece) => {
      if (inText && text.length <= LIMITS.cell) text += piece;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
      if (name !== 'si') return;
      total += text.length + 8;
      if (total > LIMITS.text) throw refusal(SENTENCES.text);
      strings.push(text);
    },
  });
  return strings;
}

async function formatsOf(book: Pick<Workbook, 'archive' | 'entries'>, part: string | undefined): Promise<NumberKind[]> {
  const kinds: NumberKind[] = [];
  if (part === undefined || !book.entries.has(part)) return kinds;
  if ((book.entries.get(part)?.uncompressedSize ?? 0) > LIMITS.partBytes) throw refusal(SENTENCES.bomb);
  const codes = new Map<string, string>();
  let inCells = false;
  await readPart(book, part, {
    open: (name, attributes) => {
      if (name === 'numFmt')
        codes.set(attributeOf(attributes, 'numFmtId') ?? '', attributeOf(attributes, 'formatCode') ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const id = attributeOf(attributes, 'numFmtId') ?? '0';
      kinds.push(kindOfFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

/** Opens a workbook: its sheets in their order without the hidden ones, shared texts, what numbers are shown as. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    autoClose: false,
  });
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  const book = { archive, entries };
  await assertNoMacros(book);
  const main = (await relationsOf(book, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if ((entries.get(main)?.uncompressedSize ?? 0) > LIMITS.partBytes) throw refusal(SENTENCES.bomb);
  const relations = await relationsOf(book, main);
  const sheets: { name: string; part: string }[] = [];
  let system: 1900 | 1904 = 1900;
  await readPart(book, main, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')) system = 1904;
      if (name !== 'sheet' || /hidden/i.test(attributeOf(attributes, 'state') ?? '')) return;
      const id = attributeOf(attributes, 'id') ?? '';
      const part = relations.find((one) => one.id === id && one.type === 'worksheet')?.target;
      if (part !== undefined) sheets.push({ name: attributeOf(attributes, 'name') ?? '', part });
    },
  });
  if (sheets.length === 0) throw refusal(SENTENCES.broken);
  const partOf = (type: string) => relations.find((one) => one.type === type)?.target;
  return {
    ...book,
    sheets,
    system,
    strings: await stringsOf(book, partOf('sharedStrings')),
    formats: await formatsOf(book, partOf('styles')),
  };
}
