import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { FileKind } from '../../../domain/attachments/kinds.ts';

const MOST_ENTRIES = 20_000;
const MOST_BYTES = 1_048_576;

const PARTS: readonly [RegExp, FileKind][] = [
  [/wordprocessingml\.document\.main\+xml/, 'docx'],
  [/spreadsheetml\.sheet\.main\+xml/, 'xlsx'],
  [/presentationml\.presentation\.main\+xml/, 'pptx'],
];
const OPEN_DOCUMENT: Readonly<Record<string, FileKind>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

type ZipContent = FileKind | 'macros' | 'zip' | 'encrypted';

/** The text of a small entry; what claims to be small and is not is cut off, never held. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) {
      stream.destroy();
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

type Parts = { types?: Entry; mimetype?: Entry; macros: boolean; manifest: boolean };

async function look(zip: ZipFile): Promise<Parts | null> {
  const parts: Parts = { macros: false, manifest: false };
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > MOST_ENTRIES) return null;
    const name = entry.fileName;
    if (/vbaProject\.bin$|vbaData\.xml$|^(Basic|Scripts)\//i.test(name)) parts.macros = true;
    if (name === '[Content_Types].xml') parts.types = entry;
    if (name === 'mimetype') parts.mimetype = entry;
    if (name === 'META-INF/manifest.xml') parts.manifest = true;
  }
  return parts;
}

async function contentOf(zip: ZipFile): Promise<ZipContent> {
  const parts = await look(zip);
  if (!parts) return 'zip';
  const { types, mimetype } = parts;
  if (types?.isEncrypted() || mimetype?.isEncrypted()) return 'encrypted';
  if (types) {
    const text = await textOf(zip, types);
    if (parts.macros || /macroEnabled|vbaProject/i.test(text)) return 'macros';
    return PARTS.find(([part]) => part.test(text))?.[1] ?? 'zip';
  }
  if (!mimetype || !parts.manifest) return 'zip';
  const kind = OPEN_DOCUMENT[(await textOf(zip, mimetype)).trim()];
  return kind && parts.macros ? 'macros' : (kind ?? 'zip');
}

/** What a zip archive is, by its central directory and the part that names its contents; null when it cannot be read. */
export async function zipContent(bytes: Buffer): Promise<ZipContent | null> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false });
  } catch {
    return null;
  }
  try {
    return await contentOf(zip);
  } catch {
    return null;
  } finally {
    zip.close();
  }
}
