import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  data?: Uint8Array | string;
  /** Already deflated, with the size that it claims to unpack to. */
  deflated?: { bytes: Buffer; size: number; crc: number };
};

function headerOf(entry: ZipEntry): { local: Buffer; central: Buffer; bytes: Buffer } {
  const plain = Buffer.from((entry.data ?? '') as string);
  const { bytes, size, crc } = entry.deflated ?? {
    bytes: deflateRawSync(plain),
    size: plain.length,
    crc: crc32(plain),
  };
  const name = Buffer.from(entry.name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x800, 2);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc, 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name]);
  const central = Buffer.concat([Buffer.from('504b01021400', 'hex'), common, Buffer.alloc(14), name]);
  return { local, central, bytes };
}

/** An archive of these entries, whatever they claim and whatever they are called. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, central, bytes } = headerOf(entry);
    central.writeUInt32LE(at, 42);
    parts.push(local, bytes);
    directory.push(central);
    at += local.length + bytes.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The parts of a workbook with one sheet; `others` come on top of them or replace them. */
export function bookParts(
  sheet: ZipEntry['data'] | ZipEntry['deflated'],
  others: readonly ZipEntry[] = [],
): ZipEntry[] {
  const raw = typeof sheet === 'object' && 'crc' in sheet;
  const parts: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      data: `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', ...(raw ? { deflated: sheet } : { data: (sheet ?? '') as string }) },
  ];
  const replaced = new Set(others.map((one) => one.name));
  return [...parts.filter((one) => !replaced.has(one.name)), ...others];
}

export const sheetXml = (rows: string) =>
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
export const textCell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Every part of an archive, unpacked, as its directory lists them. */
export function unzip(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, offset] = [at + 10, at + 20, at + 42].map((place, nth) =>
      nth === 0 ? bytes.readUInt16LE(place) : bytes.readUInt32LE(place),
    );
    const local = offset ?? 0;
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + (size ?? 0));
    parts.push(method === 0 ? packed : inflateRawSync(packed));
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
