import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';

/**
 * The file of a backup: a line that names the format, a line that names the cipher, then frames. A frame is one piece,
 * compressed and sealed with its place in the file, so that none can be changed, moved, left out or cut off.
 */
const FORMAT = 'SLIPWAY BACKUP 1\n';
const KINDS = ['head', 'table', 'rows', 'file', 'bytes', 'done', 'end'] as const;
export type Piece = { kind: (typeof KINDS)[number]; bytes: Uint8Array };

const CIPHER = 'aes-256-gcm';
const TAG = 16;
const KEY = 32;
const LONGEST_LINE = 512;
/** A frame's sealed bytes; a longer one is a damaged length, and would only waste memory. */
const LONGEST_FRAME = 8_388_608;
const LONGEST_PIECE = 16_777_216;
export const SHORTEST_KEY = 16;

const zipped = promisify(gzip);
const unzipped = promisify(gunzip);
const derived = promisify<string, Uint8Array, number, Buffer>(scrypt);

/** A reason that the reader of the message can act on. */
export function refusal(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: 'BACKUP_REFUSED' });
}

const cipherLine = z.union([
  z.strictObject({ cipher: z.literal('none') }),
  z.strictObject({ cipher: z.literal(CIPHER), salt: z.string(), check: z.string() }),
]);
type CipherLine = z.infer<typeof cipherLine>;

type Sealing = {
  seal: (bytes: Uint8Array, place: number) => Buffer;
  open: (sealed: Uint8Array, place: number) => Buffer;
};

/** What binds a frame to its file and its place in it. */
function binding(line: string, place: number): Buffer {
  const bound = Buffer.alloc(40);
  createHash('sha256').update(FORMAT).update(line).digest().copy(bound);
  bound.writeBigUInt64BE(BigInt(place), 32);
  return bound;
}

const ALTERED = 'The backup is damaged: a part of it was changed, moved or left out.';
const TRUNCATED = 'The backup is not whole: it ends before its last part.';
const FOREIGN = 'This file is no backup of Slipway.';
const WRONG_KEY = 'The key is not the one that this backup was made with.';

/** Against damage, not against a forger: an unencrypted backup has no secret to sign with. */
function plainSealing(line: string): Sealing {
  const digest = (bytes: Uint8Array, place: number) =>
    createHash('sha256').update(binding(line, place)).update(bytes).digest().subarray(0, TAG);
  return {
    seal: (bytes, place) => Buffer.concat([bytes, digest(bytes, place)]),
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed.subarray(0, -TAG));
      if (!digest(bytes, place).equals(sealed.subarray(-TAG))) throw refusal(ALTERED);
      return bytes;
    },
  };
}

/** Each file gets a new key, so its frames' numbers are nonces that never come twice. */
function encryptedSealing(key: Uint8Array, line: string): Sealing {
  const nonce = (place: number) => {
    const made = Buffer.alloc(12);
    made.writeBigUInt64BE(BigInt(place), 4);
    return made;
  };
  return {
    seal: (bytes, place) => {
      const cipher = createCipheriv(CIPHER, key, nonce(place)).setAAD(binding(line, place));
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, place) => {
      const decipher = createDecipheriv(CIPHER, key, nonce(place), { authTagLength: TAG });
      decipher.setAAD(binding(line, place)).setAuthTag(sealed.subarray(-TAG));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
      } catch {
        throw refusal(ALTERED);
      }
    },
  };
}

async function newSealing(key: string | null): Promise<{ line: string; sealing: Sealing }> {
  const lineOf = (values: CipherLine) => `${JSON.stringify(values)}\n`;
  if (key === null) {
    const line = lineOf({ cipher: 'none' });
    return { line, sealing: plainSealing(line) };
  }
  const salt = randomBytes(16);
  const made = await derived(key, salt, KEY * 2);
  const line = lineOf({
    cipher: CIPHER,
    salt: salt.toString('base64'),
    check: made.subarray(KEY).toString('base64'),
  });
  return { line, sealing: encryptedSealing(made.subarray(0, KEY), line) };
}

function readCipherLine(line: string): CipherLine {
  try {
    return cipherLine.parse(JSON.parse(line));
  } catch {
    throw refusal(ALTERED);
  }
}

async function sealingOf(line: string, key: string | null): Promise<Sealing> {
  const values = readCipherLine(line);
  if (values.cipher === 'none') return plainSealing(line);
  if (key === null) throw refusal('The backup is encrypted: SLIPWAY_BACKUP_KEY must hold its key.');
  const made = await derived(key, Buffer.from(values.salt, 'base64'), KEY * 2);
  const check = Buffer.from(values.check, 'base64');
  if (check.length !== KEY || !timingSafeEqual(made.subarray(KEY), check)) throw refusal(WRONG_KEY);
  return encryptedSealing(made.subarray(0, KEY), line);
}

/**
 * Writes the pieces into a new file, encrypted unless the key is null. The file has its name only once it is whole and
 * on the disk; one that is there already is not overwritten.
 */
export async function writeFrames(file: string, key: string | null, pieces: AsyncIterable<Piece>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const present = await open(file, 'r').catch(() => null);
  await present?.close();
  if (present) throw refusal(`${file} is there already: a backup does not overwrite a file.`);
  const handle = await open(unfinished, 'w', 0o600);
  try {
    const { line, sealing } = await newSealing(key);
    await handle.writeFile(FORMAT + line);
    let place = 0;
    for await (const { kind, bytes } of pieces) {
      const packed = await zipped(Buffer.concat([Uint8Array.of(KINDS.indexOf(kind)), bytes]));
      const sealed = sealing.seal(packed, place);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(sealed.length);
      await handle.writeFile(Buffer.concat([length, sealed]));
      place += 1;
    }
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function readLine(handle: FileHandle): Promise<string> {
  let line = '';
  while (!line.endsWith('\n')) {
    const next = await readBytes(handle, 1);
    if (next.length === 0) throw refusal(TRUNCATED);
    line += next.toString('latin1');
    if (line.length > LONGEST_LINE) throw refusal(ALTERED);
  }
  return line;
}

function unpacked(bytes: Buffer): Piece {
  const kind = KINDS[bytes[0] ?? KINDS.length];
  if (!kind) throw refusal(ALTERED);
  return { kind, bytes: bytes.subarray(1) };
}

/** The pieces of a backup in their order; refuses a file that is foreign, altered, cut short or longer than it was. */
export async function* readFrames(file: string, key: string | null): AsyncGenerator<Piece, void, undefined> {
  const handle = await open(file, 'r').catch(() => {
    throw refusal(`${file} cannot be opened: check its name and whether you may read it.`);
  });
  try {
    const format = await readBytes(handle, FORMAT.length);
    if (format.toString('latin1') !== FORMAT) throw refusal(FOREIGN);
    const sealing = await sealingOf(await readLine(handle), key);
    for (let place = 0; ; place += 1) {
      const length = await readBytes(handle, 4);
      if (length.length < 4) throw refusal(TRUNCATED);
      const size = length.readUInt32BE();
      if (size <= TAG || size > LONGEST_FRAME) throw refusal(ALTERED);
      const sealed = await readBytes(handle, size);
      if (sealed.length < size) throw refusal(TRUNCATED);
      const piece = unpacked(await unzipped(sealing.open(sealed, place), { maxOutputLength: LONGEST_PIECE }));
      if (piece.kind === 'end' && (await readBytes(handle, 1)).length > 0) throw refusal(ALTERED);
      yield piece;
      if (piece.kind === 'end') return;
    }
  } finally {
    await handle.close();
  }
}
