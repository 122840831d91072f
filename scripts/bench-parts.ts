import { startTestDatabases } from '../server/testing/databases.ts';
import { benchDocuments } from './bench/documents.ts';
import type { Figure } from './bench/figure.ts';
import { benchFiles } from './bench/files.ts';
import { benchParties } from './bench/parties.ts';
import { benchStarts } from './bench/starts.ts';

/**
 * How long things take, in one table, and 1 as the exit code when a figure is over its bound. For a quiet machine: the
 * tests promise nothing of the clock. Documents of every kind and imports have benches of their own beside this file.
 */
await using server = await startTestDatabases();
const figures: Figure[] = [];
for (const bench of [benchFiles, benchStarts, benchDocuments, () => benchParties(server)])
  figures.push(...(await bench()));

const shown = (value: number, unit: Figure['unit']) => `${value.toFixed(unit === 'ms' ? 0 : 1)} ${unit}`;
for (const { name, figure, bound, unit, data } of figures)
  console.log(
    `${figure <= bound ? 'ok  ' : 'OVER'} ${name.padEnd(48)} ${shown(figure, unit).padStart(9)} of ${shown(bound, unit).padEnd(8)} ${data}`,
  );
const over = figures.filter(({ figure, bound }) => figure > bound).length;
console.log(`${figures.length} figures, ${over} over their bound`);
process.exitCode = over === 0 ? 0 : 1;
