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
  'OnInstantiate',
]);
const FILES = new Set(['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment']);
const OBJECTS = 'ObjStm';
const ENCRYPTED = 'Encrypt';
/** What every stream of objects has, also one that does not say that it is one. */
const COUNT = 'N';
const BEGIN = 'First';

type PdfContent = 'plain' | 'active' | 'files' | 'closed';
/** A name that says something of the stream after it, and its place. */
type Mark = { name: string; at: number };
type Found = { active: boolean; files: boolean; marks: Mark[] };

// A name may write any of its signs as # and two digits.
// oxlint-disable-next-line no-control-regex -- a name ends at them
const NAME = /\/((?:[^\u0000\t\n\f\r ()<>[\]{}/%#]|#[0-9a-fA-F]{2}){1,64})/g;
const LONGEST_NAME = 200;
const PIECE = 262_144;
const LONGEST_PEEK = 512;
const LONGEST_OBJECTS = 33_554_432;
/** Of all of a file's packed objects together. */
const MOST_UNPACKED = 134_217_728;
const MOST_STREAMS = 100_000;
const STREAM = Buffer.from('stream');

/** That the bytes of a stream are packed otherwise than by deflation alone. */
const isOddPacking = (name: string) =>
  name === 'Crypt' || name === 'Predictor' || (name.endsWith('Decode') && name !== 'FlateDecode');
const isMark = (name: string) =>
  name === OBJECTS || name === ENCRYPTED || name === COUNT || name === BEGIN || isOddPacking(name);

/** A piece at a time, so that others are served between: a name may reach into the next piece. */
async function lookAt(bytes: Buffer): Promise<Found> {
  const found: Found = { active: false, files: false, marks: [] };
  for (let from = 0; from < bytes.length; from += PIECE) {
    const piece = bytes.toString('latin1', from, from + PIECE + LONGEST_NAME);
    for (const { 1: written = '', index } of piece.matchAll(NAME)) {
      if (index >= PIECE) break;
      const name = written.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) =>
        Buffer.from(code, 'hex').toString('latin1'),
      );
      if (ACTS.has(name)) found.active = true;
      if (FILES.has(name)) found.files = true;
      if (isMark(name)) found.marks.push({ name, at: from + index });
    }
    await nextTurn();
  }
  return found;
}

/** Every stream: its word, and where its data begin. */
function* streamsOf(bytes: Buffer): Generator<{ word: number; data: number }, void, undefined> {
  for (let word = bytes.indexOf(STREAM); word !== -1; word = bytes.indexOf(STREAM, word + STREAM.length)) {
    if (bytes.toString('latin1', word - 3, word) === 'end') continue;
    let data = word + STREAM.length;
    while (bytes[data] === 32 || bytes[data] === 9) data += 1;
    if (bytes[data] === 13) data += 1;
    if (bytes[data] === 10) data += 1;
    yield { word, data };
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
async function objectsAt(bytes: Buffer, at: number, room: number): Promise<'none' | 'closed' | Buffer> {
  if (!isDeflated(bytes, at)) return 'none';
  const peek = await unpacked(bytes.subarray(at, at + LONGEST_PEEK), LONGEST_OBJECTS);
  if (peek === null || !/^\s*\d+\s+\d+\s/.test(peek.toString('latin1', 0, 64))) return 'none';
  return (await unpacked(bytes.subarray(at), Math.max(1, Math.min(LONGEST_OBJECTS, room)))) ?? 'closed';
}

/**
 * What the names between the stream before and this one say of it: that it holds objects, and whether they can be read. A
 * type that comes before its own dictionary may be the type of any stream.
 */
function promiseOf(marks: readonly Mark[], own: number): 'nothing' | 'objects' | 'closed' {
  const has = (name: string) => marks.some((mark) => mark.name === name && mark.at > own);
  if (marks.some((mark) => mark.name === OBJECTS && mark.at < own)) return 'closed';
  if (!has(OBJECTS) && !(has(COUNT) && has(BEGIN))) return 'nothing';
  return marks.some(({ name }) => isOddPacking(name)) ? 'closed' : 'objects';
}

/**
 * Whether a PDF runs scripts or starts something, or holds other files: by the names in it, those of objects that are packed
 * as well. One that is encrypted, or whose packed objects cannot be read, is closed. What a page shows is not looked at.
 */
export async function pdfContent(bytes: Buffer): Promise<PdfContent> {
  const { active, files, marks } = await lookAt(bytes);
  const contents: PdfContent[] = [active ? 'active' : 'plain', files ? 'files' : 'plain'];
  if (marks.some(({ name }) => name === ENCRYPTED)) contents.push('closed');
  let streams = 0;
  let next = 0;
  let before = 0;
  let room = MOST_UNPACKED;
  for (const { word, data } of streamsOf(bytes)) {
    streams += 1;
    if (streams > MOST_STREAMS) return 'closed';
    const first = next;
    while ((marks[next]?.at ?? Infinity) < word) next += 1;
    const own = before + bytes.subarray(before, word).lastIndexOf('obj');
    before = word;
    const promise = promiseOf(marks.slice(first, next), own);
    const objects = await objectsAt(bytes, data, room);
    if (promise === 'closed' || objects === 'closed' || (promise === 'objects' && objects === 'none')) return 'closed';
    if (objects === 'none') continue;
    room -= objects.length;
    const packed = await lookAt(objects);
    // A type that is itself packed may be the type of any stream.
    if (packed.marks.some(({ name }) => name === OBJECTS)) contents.push('closed');
    contents.push(packed.active ? 'active' : 'plain', packed.files ? 'files' : 'plain');
  }
  if (marks.slice(next).some(({ name }) => name === OBJECTS)) contents.push('closed');
  return (['active', 'files', 'closed'] as const).find((content) => contents.includes(content)) ?? 'plain';
}
