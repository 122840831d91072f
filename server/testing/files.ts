import { crc32 } from 'node:zlib';

/** Small true files of each kind, made by hand: what a test sends must be what it says. */

type Part = { name: string; content: string | Buffer; encrypted?: boolean };

/** A zip archive with its parts stored as they are. */
export function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false } of parts) {
    const data = Buffer.from(content as string);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, title, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    heads.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, tail, title]));
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const MAIN = {
  docx: `${OOXML}.wordprocessingml.document.main+xml`,
  xlsx: `${OOXML}.spreadsheetml.sheet.main+xml`,
  pptx: `${OOXML}.presentationml.presentation.main+xml`,
};

/** An office file of today with its contents named; `more` adds parts, such as macros. */
export function officeFile(kind: keyof typeof MAIN, more: readonly Part[] = []): Buffer {
  const types = `<Types><Override PartName="/main.xml" ContentType="${MAIN[kind]}"/></Types>`;
  return zipOf([{ name: '[Content_Types].xml', content: types }, { name: 'main.xml', content: '<x/>' }, ...more]);
}

/** A compound file of Office 97 whose directory holds these streams. */
export function oldOfficeFile(streams: readonly string[]): Buffer {
  const head = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 44);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(0xff_ff_ff_fe, 68);
  for (let place = 0; place < 109; place += 1) head.writeUInt32LE(place === 0 ? 0 : 0xff_ff_ff_ff, 76 + place * 4);
  const names = ['Root Entry', ...streams];
  const sectors = Math.ceil(names.length / 4);
  const fat = Buffer.alloc(512, 0xff);
  fat.writeUInt32LE(0xff_ff_ff_fd, 0);
  for (let sector = 1; sector <= sectors; sector += 1)
    fat.writeUInt32LE(sector === sectors ? 0xff_ff_ff_fe : sector + 1, sector * 4);
  const directory = Buffer.alloc(512 * sectors);
  for (const [index, name] of names.entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64);
    directory[index * 128 + 66] = index === 0 ? 5 : 2;
  }
  return Buffer.concat([head, fat, directory, Buffer.alloc(512)]);
}

/** An office file of 20 MB whose first sector says that it follows itself, and so does the list of such sectors. */
export function chainsWithoutEnd(): Buffer {
  const bytes = Buffer.alloc(20 * 1024 * 1024, 0);
  oldOfficeFile(['x']).copy(bytes);
  bytes.writeUInt32LE(0, 68);
  bytes.writeUInt32LE(1, 512 + 4);
  return bytes;
}

const hex = (text: string) => Buffer.from(text, 'hex');

/** A PDF that a viewer opens: one empty page; `note` makes each one another. */
export function pdfFile(note = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
  ];
  let text = `%PDF-1.4\n%${note}\n`;
  const places = objects.map((object, index) => {
    const at = Buffer.byteLength(text);
    text += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const start = Buffer.byteLength(text);
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${rows}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
  );
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const FILES: Readonly<Record<string, Buffer>> = {
  'slip.pdf': pdfFile(),
  'photo.png': PNG,
  'photo.jpg': hex('ffd8ffe000104a46494600'),
  'photo.gif': Buffer.from('GIF89a\u0001\u0000\u0001\u0000'),
  'photo.webp': Buffer.concat([Buffer.from('RIFF'), hex('1a000000'), Buffer.from('WEBPVP8 ')]),
  'scan.tif': hex('49492a000800000000'),
  'photo.heic': Buffer.concat([hex('00000018'), Buffer.from('ftypheic'), hex('00000000')]),
  'terms.docx': officeFile('docx'),
  'bordereau.xlsx': officeFile('xlsx'),
  'show.pptx': officeFile('pptx'),
  'terms.odt': zipOf([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    { name: 'META-INF/manifest.xml', content: '<x/>' },
  ]),
  'terms.doc': oldOfficeFile(['WordDocument', '1Table']),
  'bordereau.xls': oldOfficeFile(['Workbook']),
  'show.ppt': oldOfficeFile(['PowerPoint Document', 'Current User']),
  'offer.msg': oldOfficeFile(['a', 'b', 'c', 'd', '__properties_version1.0']),
  'offer.eml': Buffer.from('From: a@b.test\r\nTo: c@d.test\r\nSubject: Offer\r\n\r\nWe offer 25%.'),
  'note.txt': Buffer.from('Ünï text, 25 %\n'),
  'lines.csv': Buffer.from('\uFEFFsecurity,share\nA,25\n'),
};
