import { crc32, inflateSync } from 'node:zlib';
import type { Refusal } from './svg-check.ts';

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LARGEST_SIDE = 4000;
const SMALLEST_SIDE = 16;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const BROKEN: Refusal = { refused: 'The PNG is damaged. Save it again.' };

type Chunk = { type: string; data: Buffer };

function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = MAGIC.length;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const named = bytes.subarray(at + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return null;
    chunks.push({ type: named.subarray(0, 4).toString('latin1'), data: named.subarray(4) });
    at = end;
    if (chunks.at(-1)?.type === 'IEND') return at === bytes.length ? chunks : null;
  }
  return null;
}

const rowBytes = (width: number, bits: number) => 1 + Math.ceil((width * bits) / 8);

// Adam7: each pass has its own small picture.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function pixelBytes(size: { width: number; height: number; bits: number; interlaced: boolean }): number {
  if (!size.interlaced) return size.height * rowBytes(size.width, size.bits);
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    const width = Math.ceil((size.width - x) / dx);
    const height = Math.ceil((size.height - y) / dy);
    return width > 0 && height > 0 ? sum + height * rowBytes(width, size.bits) : sum;
  }, 0);
}

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Reads a PNG as a logo: whole, of a size that prints, and its pixels decode to exactly what its head promises. */
export function readPng(bytes: Buffer): { width: number; height: number } | Refusal {
  const chunks = chunksOf(bytes);
  const head = chunks?.[0];
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13) return BROKEN;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace = 0] = head.data.subarray(8);
  if (!DEPTHS[colour]?.includes(depth) || interlace > 1) return BROKEN;
  if (width < SMALLEST_SIDE || height < SMALLEST_SIDE || width > LARGEST_SIDE || height > LARGEST_SIDE)
    return {
      refused: `The logo is ${width} × ${height} pixels; each side must be from ${SMALLEST_SIDE} to ${LARGEST_SIDE}.`,
    };
  if (chunks.some((chunk) => chunk.type === 'acTL')) return { refused: 'The logo moves. Save it as a still picture.' };
  if (colour === 3 && !chunks.some((chunk) => chunk.type === 'PLTE')) return BROKEN;
  const expected = pixelBytes({ width, height, bits: depth * (CHANNELS[colour] ?? 1), interlaced: interlace === 1 });
  const data = Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data));
  try {
    return inflateSync(data, { maxOutputLength: expected + 1 }).length === expected ? { width, height } : BROKEN;
  } catch {
    return BROKEN;
  }
}
