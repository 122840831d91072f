import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { failure } from './failure.ts';

const BLOCK = 512;

type Unpacked = { name: string; kind: 'file' | 'folder'; size: number; sha256: string };

const damaged = (archive: string) => failure('BASE_REFUSED', `${archive} is damaged: take another base backup.`);

const textAt = (head: Buffer, from: number, to: number): string => head.toString('utf8', from, to).split('\0')[0] ?? '';

/** PostgreSQL writes sizes in octal digits, and beyond 8 GiB, which no file of a cluster reaches, in another form. */
function octalAt(head: Buffer, from: number, to: number): number {
  const digits = textAt(head, from, to).trim();
  return /^[0-7]{1,12}$/.test(digits)
    ? digits.split('').reduce((sum, digit) => sum * 8 + '01234567'.indexOf(digit), 0)
    : -1;
}

function entryOf(head: Buffer, archive: string): Omit<Unpacked, 'sha256'> {
  const kept = octalAt(head, 148, 156);
  const sum = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  const [name, size, type] = [textAt(head, 0, 100), octalAt(head, 124, 136), textAt(head, 156, 157)];
  const outside = path.isAbsolute(name) || name.split('/').includes('..') || name === '';
  if (kept !== sum || size < 0 || outside || !['0', '5', ''].includes(type)) throw damaged(archive);
  return { name: name.replace(/\/$/, ''), kind: type === '5' ? 'folder' : 'file', size: type === '5' ? 0 : size };
}

/** Bytes of a stream by count; null where it ends before. */
function reader(source: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);
  const some = async (most: number): Promise<Buffer | null> => {
    if (rest.length === 0) {
      const next = await source.next();
      if (next.done === true) return null;
      rest = next.value;
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  };
  const exactly = async (count: number): Promise<Buffer | null> => {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0;) {
      const piece = await some(left);
      if (!piece) return null;
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  };
  return { some, exactly };
}

/** Lays the files of a tar of PostgreSQL's into a folder, readable by its owner alone, and says what each of them is. */
export async function unpack(archive: string, folder: string): Promise<Unpacked[]> {
  const source: AsyncIterable<Buffer> = createReadStream(archive);
  const { some, exactly } = reader(source[Symbol.asyncIterator]());
  const unpacked: Unpacked[] = [];
  for (;;) {
    const head = await exactly(BLOCK);
    if (!head) throw damaged(archive);
    if (head.every((byte) => byte === 0)) return unpacked;
    const entry = entryOf(head, archive);
    const target = path.join(folder, entry.name);
    const hash = createHash('sha256');
    if (entry.kind === 'folder') await mkdir(target, { recursive: true, mode: 0o700 });
    else {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Open before anything is read: where the archive ends early, the folder goes, and nothing may write into it later.
      await using file = await open(target, 'w', 0o600);
      for (let left = entry.size; left > 0;) {
        const piece = await some(left);
        if (!piece) throw damaged(archive);
        hash.update(piece);
        left -= piece.length;
        await file.appendFile(piece);
      }
      await file.sync();
      if (!(await exactly((BLOCK - (entry.size % BLOCK)) % BLOCK))) throw damaged(archive);
    }
    unpacked.push({ ...entry, sha256: hash.digest('hex') });
  }
}
