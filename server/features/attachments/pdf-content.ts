import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';

const inflated = promisify<Buffer, { maxOutputLength: number; finishFlush: number }, Buffer>(inflate);

/** The types of actions and parts that run something, send something or fetch it from elsewhere. */
const ACTS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'XFA',
]);
const FILES = new Set(['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment']);
const OBJECTS = 'ObjStm';

type PdfContent = 'plain' | 'active' | 'files' | 'closed';
type Found = { active: boolean; files: boolean; objects: number };

// A name may write any of its signs as # and two digits.
// oxlint-disable-next-line no-control-regex -- a name ends at them
const NAME = /\/((?:[^\u0000\t\n\f\r ()<>[\]{}/%#]|#[0-9a-fA-F]{2}){3,64})/g;
const LONGEST_NAME = 200;
const PIECE = 262_144;
const LONGEST_PEEK = 512;
const LONGEST_OBJECTS = 33_554_432;
const MOST_STREAMS = 100_000;
const STREAM = Buffer.from('stream');

/** A piece at a time, so that others are served between: a name may reach into the next piece. */
async function lookAt(bytes: Buffer, found: Found): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    const piece = bytes.toString('latin1', from, from + PIECE + LONGEST_NAME);
    for (const { 1: written = '', index } of piece.matchAll(NAME)) {
      if (index >= PIECE) break;
      const name = written.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) =>
        Buffer.from(code, 'hex').toString('latin1'),
      );
      if (ACTS.has(name)) found.active = true;
      if (FILES.has(name)) found.files = true;
      if (name === OBJECTS) found.objects += 1;
    }
    await nextTurn();
  }
}

/** Where the data of each stream begin. */
function* streamsOf(bytes: Buffer): Generator<number, void, undefined> {
  for (let at = bytes.indexOf(STREAM); at !== -1; at = bytes.indexOf(STREAM, at + STREAM.length)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue;
    const after = at + STREAM.length;
    const end = bytes[after] === 13 ? after + 1 : after;
    if (bytes[end] === 10) yield end + 1;
  }
}

const isDeflated = (bytes: Buffer, at: number) =>
  at + 2 <= bytes.length && (bytes.readUInt8(at) & 15) === 8 && bytes.readUInt16BE(at) % 31 === 0;

/** As much of a stream as there is within the bounds; null of what cannot be unpacked. */
function unpacked(bytes: Buffer, maxOutputLength: number): Promise<Buffer | null> {
  // One that is cut off gives what it has.
  return inflated(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).catch(() => null);
}

/** A stream of objects begins with their numbers and places; pages and pictures do not. */
async function objectsAt(bytes: Buffer, at: number): Promise<'none' | 'closed' | Buffer> {
  const peek = await unpacked(bytes.subarray(at, at + LONGEST_PEEK), LONGEST_OBJECTS);
  if (peek === null || !/^\s*\d+\s+\d+\s/.test(peek.toString('latin1', 0, 64))) return 'none';
  return (await unpacked(bytes.subarray(at), LONGEST_OBJECTS)) ?? 'closed';
}

/**
 * Whether a PDF runs scripts or starts something, or holds other files: by the names in it, those of objects that are packed
 * as well. One whose packed objects cannot be read is closed. What a page shows is not looked at.
 */
export async function pdfContent(bytes: Buffer): Promise<PdfContent> {
  const found: Found = { active: false, files: false, objects: 0 };
  await lookAt(bytes, found);
  let streams = 0;
  let read = 0;
  for (const at of streamsOf(bytes)) {
    streams += 1;
    if (streams > MOST_STREAMS) return 'closed';
    if (!isDeflated(bytes, at)) continue;
    const objects = await objectsAt(bytes, at);
    if (objects === 'closed') return 'closed';
    if (objects === 'none') continue;
    read += 1;
    await lookAt(objects, found);
  }
  if (found.active) return 'active';
  if (found.files) return 'files';
  return found.objects > read ? 'closed' : 'plain';
}
