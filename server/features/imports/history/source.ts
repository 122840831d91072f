import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { fromBufferPromise, type Entry } from 'yauzl';
import { isHistoryFile, type HistoryFile } from '../../../../domain/imports/history/files.ts';
import { csvRows, separatorOf } from '../../../platform/imports/csv.ts';
import { isRefusal, refusal } from '../../../platform/imports/refusal.ts';
import type { FileRow } from '../../../platform/imports/table.ts';

/** The files of a history, each as its bytes from the start; null where one is missing. */
export type HistorySource = (file: HistoryFile) => Promise<AsyncIterable<Uint8Array> | null>;

/** The files as they lie in a folder. */
export const folderSource =
  (folder: string): HistorySource =>
  async (file) => {
    const place = path.join(folder, file);
    const there = await access(place).then(
      () => true,
      () => false,
    );
    return there ? createReadStream(place) : null;
  };

const UNPACKED = 1024 * 1024 * 1024;
const MOST_ENTRIES = 200;
const SENTENCES = {
  notArchive: 'Put accounts.csv, parties.csv, documents.csv and lines.csv into one ZIP file and choose that.',
  broken: 'This ZIP file is damaged or was cut short. Make it again.',
  locked: 'This ZIP file is protected by a password. Make it without one.',
  bomb: 'This ZIP file unpacks to more than 1 GB, or holds too many files.',
  twice: (name: string) => `This ZIP file holds ${name} twice.`,
  wide: 'A line is longer than 1 MB.',
  notText: 'A file is not text in UTF-8. Save it as CSV UTF-8.',
};

async function entriesOf(bytes: Uint8Array) {
  if (Buffer.from(bytes.subarray(0, 2)).toString('latin1') !== 'PK') throw refusal(SENTENCES.notArchive);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const archive = await fromBufferPromise(buffer, { autoClose: false }).catch(() => {
    throw refusal(SENTENCES.broken);
  });
  if (archive.entryCount > MOST_ENTRIES) throw refusal(SENTENCES.bomb);
  const entries = new Map<HistoryFile, Entry>();
  try {
    for await (const entry of archive.eachEntry()) {
      const name = path.posix.basename(entry.fileName).toLowerCase();
      if (!isHistoryFile(name)) continue;
      if (entries.has(name)) throw refusal(SENTENCES.twice(name));
      entries.set(name, entry);
    }
  } catch (error) {
    throw isRefusal(error) ? error : refusal(SENTENCES.broken);
  }
  return { archive, entries };
}

/** The files of a ZIP archive, in whatever folder of it. Refuses what is none, is locked, cut short or far too large. */
export async function archiveSource(bytes: Uint8Array): Promise<HistorySource> {
  const { archive, entries } = await entriesOf(bytes);
  const all = [...entries.values()];
  if (all.some((entry) => entry.isEncrypted())) throw refusal(SENTENCES.locked);
  if (all.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > UNPACKED) throw refusal(SENTENCES.bomb);
  if (all.length === 0) throw refusal(SENTENCES.notArchive);
  return async (file) => {
    const entry = entries.get(file);
    if (!entry) return null;
    return archive.openReadStreamPromise(entry).catch(() => {
      throw refusal(SENTENCES.broken);
    });
  };
}

const LONGEST = 1024 * 1024;

/** Where the last line ends that is whole: a line break within quotes is part of its cell. */
function wholeLines(text: string): number {
  let [within, end] = [false, 0];
  for (const { 0: sign, index } of text.matchAll(/["\n]/g)) {
    if (sign === '"') within = !within;
    else if (!within) end = index + 1;
  }
  return end;
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (part?: Uint8Array) => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
    } catch {
      throw refusal(SENTENCES.notText);
    }
  };
  try {
    for await (const part of bytes) yield read(part);
  } catch (error) {
    throw isRefusal(error) ? error : refusal(SENTENCES.broken);
  }
  yield `${read()}\n`;
}

/** The rows of a CSV file as its bytes come in, numbered from 1; memory does not grow with it. */
export async function* streamedRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly FileRow[]> {
  let [rest, before] = ['', 0];
  let separator: string | undefined;
  for await (const text of textOf(bytes)) {
    rest += text;
    const end = wholeLines(rest);
    if (end === 0 && rest.length > LONGEST) throw refusal(SENTENCES.wide);
    if (end === 0) continue;
    const piece = rest.slice(0, end);
    separator ??= separatorOf(piece);
    const rows: FileRow[] = [];
    const reading = csvRows(piece, separator);
    for (;;) {
      const next = reading.next();
      if (next.done) {
        before += next.value;
        break;
      }
      rows.push({ ...next.value, row: next.value.row + before });
    }
    yield rows;
    rest = rest.slice(end);
  }
  // What is left began a quotation mark that never closed.
  if (rest.trim() !== '')
    yield [{ row: before + 1, cells: [], faults: [{ column: null, message: 'A quotation mark is never closed.' }] }];
}
