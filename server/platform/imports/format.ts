import { fromBufferPromise, type Entry } from 'yauzl';
import { LIMITS } from './limits.ts';
import { refusal, SENTENCES } from './refusal.ts';

export type FileKind = 'xlsx' | 'csv';

const OLE = 'd0cf11e0a1b11ae1';
const KNOWN: readonly { magic: string; what: string }[] = [
  { magic: '25504446', what: 'a PDF' },
  { magic: '89504e47', what: 'a PNG picture' },
  { magic: 'ffd8ff', what: 'a JPEG picture' },
  { magic: '47494638', what: 'a GIF picture' },
  { magic: '1f8b', what: 'a gzip archive' },
  { magic: '526172211a', what: 'a RAR archive' },
  { magic: '377abcaf', what: 'a 7-Zip archive' },
  { magic: '4d5a', what: 'a program' },
  { magic: '7f454c46', what: 'a program' },
];

function extensionOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

const isText = (bytes: Uint8Array): boolean => {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return utf16 || !bytes.subarray(0, 8_192).includes(0);
};

/** What the bytes are, whatever the name says. */
function contentOf(bytes: Uint8Array): { kind: 'zip' | 'ole' | 'text' } | { what: string } {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (head.startsWith('504b0304') || head.startsWith('504b0506')) return { kind: 'zip' };
  if (head === OLE) return { kind: 'ole' };
  const known = KNOWN.find(({ magic }) => head.startsWith(magic));
  if (known) return { what: known.what };
  return isText(bytes) ? { kind: 'text' } : { what: 'not a spreadsheet' };
}

const renamed = (name: string, what: string) => {
  const extension = extensionOf(name);
  const named = extension === '' ? 'This file' : `This file is named .${extension} but`;
  return refusal(`${named} is ${what}. ${SENTENCES.kind}`);
};

/**
 * What a file is, from its bytes and its name, before anything of it is read. Refuses what is no CSV and no XLSX, what is
 * named as something else, and an archive that is not a plain workbook.
 */
export async function formatOf(name: string, bytes: Uint8Array): Promise<FileKind> {
  if (bytes.length === 0) throw refusal(SENTENCES.empty);
  if (bytes.length > LIMITS.fileBytes) throw refusal(SENTENCES.tooLarge);
  const extension = extensionOf(name);
  const content = contentOf(bytes);
  if ('what' in content) throw renamed(name, content.what);
  if (content.kind === 'ole') throw refusal(isEncrypted(bytes) ? SENTENCES.locked : SENTENCES.oldExcel);
  if (content.kind === 'text') {
    if (['csv', 'txt', 'tsv'].includes(extension)) return 'csv';
    throw ['xlsx', 'xlsm', 'xls'].includes(extension) ? renamed(name, 'text') : refusal(SENTENCES.kind);
  }
  if (extension === 'xlsm' || extension === 'xltm') throw refusal(SENTENCES.macro);
  await assertPlainWorkbook(bytes);
  if (extension !== 'xlsx') throw renamed(name, 'an Excel workbook');
  return 'xlsx';
}

/** A workbook with a password is an OLE container around an encrypted package. */
function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
}

const MACRO = /(^|\/)(vbaproject\.bin|vbadata\.xml|macrosheets\/)/i;

/** The central directory alone, which costs nothing to read: names, sizes as claimed, what kind of archive it is. */
async function assertPlainWorkbook(bytes: Uint8Array): Promise<void> {
  const entries = await entriesOf(bytes);
  const names = entries.map((entry) => entry.fileName);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > LIMITS.unpackedBytes) throw refusal(SENTENCES.bomb);
  if (names.some((name) => MACRO.test(name))) throw refusal(SENTENCES.macro);
  if (names.includes('mimetype') && names.includes('content.xml')) throw refusal(SENTENCES.openDocument);
  if (names.some((name) => /^xl\/workbook\.bin$/i.test(name))) throw refusal(SENTENCES.binary);
  if (!names.includes('[Content_Types].xml') || !names.some((name) => name.startsWith('xl/')))
    throw refusal(SENTENCES.notWorkbook);
}

/** The entries of an archive by its central directory. Refuses names that lead out of it and archives that are cut short. */
async function entriesOf(bytes: Uint8Array): Promise<Entry[]> {
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).catch(() => {
    throw refusal(SENTENCES.broken);
  });
  if (archive.entryCount > LIMITS.entries) throw refusal(SENTENCES.bomb);
  const entries: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry);
  } catch (error) {
    const unsafe = /absolute path|invalid relative path|invalid characters in fileName/.test(String(error));
    throw refusal(unsafe ? SENTENCES.unsafe : SENTENCES.broken);
  }
  if (entries.some((entry) => entry.isEncrypted())) throw refusal(SENTENCES.locked);
  return entries;
}
