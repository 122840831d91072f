import { MAX_PLACEMENT_BYTES, readPlacement } from '../../domain/interchange/read-file.ts';
import { WORST_PLACEMENTS } from '../../domain/testing/worst-placements.ts';
import { textDiff } from '../../domain/text-diff.ts';
import { judgeFile } from '../../server/features/attachments/file-kind.ts';
import { chainsWithoutEnd } from '../../server/testing/files.ts';
import { timed, type Figure } from './figure.ts';

const words = (word: string) => Array.from({ length: 9_000 }, (_, n) => `${word}${n}`).join(' ');

/** Texts and files at their worst: each is dealt with at once, so that nobody waits for another's upload. */
export async function benchFiles(): Promise<Figure[]> {
  const placements = WORST_PLACEMENTS.map((text) => new TextEncoder().encode(text));
  return [
    {
      name: 'two texts that share nothing, compared',
      figure: await timed(() => textDiff(words('a'), words('b'))),
      bound: 2_000,
      unit: 'ms',
      data: '9,000 words each',
    },
    {
      name: 'hostile files of a placement, read and refused',
      figure: await timed(() => placements.map((bytes) => readPlacement(bytes))),
      bound: 4_000,
      unit: 'ms',
      data: `${placements.length} files of up to ${MAX_PLACEMENT_BYTES} bytes`,
    },
    {
      name: 'an office file whose chains bite their tails',
      figure: await timed(() => judgeFile(chainsWithoutEnd(), 'x.doc')),
      bound: 2_000,
      unit: 'ms',
      data: '20 MB',
    },
  ];
}
