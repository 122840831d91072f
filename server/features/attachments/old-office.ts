/**
 * The names of the streams in a compound file, in which Office kept its documents until 2003 and Outlook keeps mails. Only
 * the directory is read; nothing of a damaged or hostile one can make it run on.
 */
type OldOffice = ReadonlySet<string>;

const FREE = 0xff_ff_ff_fa;
const ENTRY = 128;

type Reader = { bytes: Buffer; sectorSize: number; fat: number[] };

const sectorAt = ({ bytes, sectorSize }: Reader, sector: number): Buffer | null => {
  const from = (sector + 1) * sectorSize;
  return from + sectorSize > bytes.length ? null : bytes.subarray(from, from + sectorSize);
};

function numbersOf(sector: Buffer): number[] {
  return Array.from({ length: sector.length / 4 }, (_, index) => sector.readUInt32LE(index * 4));
}

const sectorsOf = ({ bytes, sectorSize }: Reader) => Math.ceil(bytes.length / sectorSize);

/**
 * The sectors that say which sector follows which: 109 places in the head, the others in a chain of their own. There are
 * never more of them than the file has sectors to tell about, whatever a chain that bites its tail says.
 */
function fatSectors(reader: Reader): number[] {
  const { bytes, sectorSize } = reader;
  const most = Math.ceil(sectorsOf(reader) / (sectorSize / 4));
  const places = Array.from({ length: 109 }, (_, index) => bytes.readUInt32LE(76 + index * 4));
  let next = bytes.readUInt32LE(68);
  while (next < FREE && places.length < most) {
    const sector = sectorAt(reader, next);
    if (!sector) break;
    const listed = numbersOf(sector);
    places.push(...listed.slice(0, sectorSize / 4 - 1));
    next = listed.at(-1) ?? FREE;
  }
  return places.filter((place) => place < FREE).slice(0, most);
}

function openReader(bytes: Buffer): Reader | null {
  if (bytes.length < 1024) return null;
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const reader: Reader = { bytes, sectorSize: 2 ** shift, fat: [] };
  for (const place of fatSectors(reader)) {
    const sector = sectorAt(reader, place);
    if (sector) for (const next of numbersOf(sector)) reader.fat.push(next);
  }
  return reader;
}

function namesIn(sector: Buffer): string[] {
  return Array.from({ length: sector.length / ENTRY }, (_, index) => {
    const entry = sector.subarray(index * ENTRY, (index + 1) * ENTRY);
    const length = entry.readUInt16LE(64);
    return length < 2 || length > 64 || entry[66] === 0 ? '' : entry.toString('utf16le', 0, length - 2);
  }).filter((name) => name !== '');
}

/** The names of all streams and folders of a compound file; null when it is none. */
export function oldOfficeNames(bytes: Buffer): OldOffice | null {
  const reader = openReader(bytes);
  if (!reader) return null;
  const names = new Set<string>();
  let sector = bytes.readUInt32LE(48);
  for (let seen = 0; sector < FREE && seen < sectorsOf(reader); seen += 1) {
    const directory = sectorAt(reader, sector);
    if (!directory) break;
    for (const name of namesIn(directory)) names.add(name);
    sector = reader.fat[sector] ?? FREE;
  }
  return names.size === 0 ? null : names;
}
