import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { bookParts, sheetXml, textCell, zipOf, type ZipEntry } from '../../testing/zip.ts';
import { one, ready, SCA, send, work } from './imports.factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const MB = 1024 * 1024;
/** Of the processor's time, threads included: how busy the machine is does not count. */
const SECONDS = 5;
/** What the server may take over idle while it looks at a file. */
const MOST_MB = 300;

let idle = 0;
let most = 0;
let timer: NodeJS.Timeout;
beforeEach(() => {
  globalThis.gc?.();
  idle = process.memoryUsage.rss();
  most = idle;
  timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
});
afterEach(() => clearInterval(timer));

/** What the sender is told, at once or when the file is read. */
async function sentenceFor(file: { name: string; bytes: Uint8Array | string; target?: string }): Promise<string> {
  idle = process.memoryUsage.rss();
  most = idle;
  const started = process.cpuUsage();
  const sent = await send(t, 'manager.nbo', { target: 'insureds', ...file });
  expect(sent.status).toBeLessThan(500);
  let outcome: string = sent.body.title;
  if (sent.status === 200) {
    await work(t);
    const found = await one(t, 'manager.nbo', sent.body.id);
    outcome = found.message ?? found.state;
  }
  const used = process.cpuUsage(started);
  const seconds = (used.user + used.system) / 1_000_000;
  const megabytes = (Math.max(most, process.memoryUsage.rss()) - idle) / MB;
  console.log(`${file.name}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB over idle: ${outcome}`);
  expect(seconds).toBeLessThan(SECONDS);
  expect(megabytes).toBeLessThan(MOST_MB);
  const { rows } = await t.ownerPool.query(
    `select count(*)::int as kept from import_files f join imports i on i.id = f.import_id where i.state = 'FAILED'`,
  );
  expect(rows).toEqual([{ kept: 0 }]);
  return outcome;
}

const HEAD = `<row r="1">${textCell('A1', 'Name')}${textCell('B1', 'Address')}</row>`;
const row = (n: number, name = `Party ${n} Ltd`) =>
  `<row r="${n}">${textCell(`A${n}`, name)}${textCell(`B${n}`, 'Box 1')}</row>`;
const book = (rows: string, others: readonly ZipEntry[] = []) => zipOf(bookParts(sheetXml(HEAD + rows), others));

describe('what is no plain CSV or XLSX gets one sentence', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)]);
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
  const plain = book(row(2));
  const macro = book(row(2), [{ name: 'xl/vbaProject.bin', data: 'x' }]);
  const macroType = book(row(2), [
    {
      name: '[Content_Types].xml',
      data: '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    },
  ]);
  const word = zipOf([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'word/document.xml', data: '<x/>' },
  ]);
  const ods = zipOf([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', data: '<x/>' },
  ]);
  const traversal = book(row(2), [{ name: '../../etc/passwd', data: 'x' }]);

  test.each([
    [
      'a picture named xlsx',
      { name: 'party.xlsx', bytes: png },
      'This file is named .xlsx but is a PNG picture. Choose a CSV or XLSX file.',
    ],
    [
      'a workbook named csv',
      { name: 'party.csv', bytes: plain },
      'This file is named .csv but is an Excel workbook. Choose a CSV or XLSX file.',
    ],
    [
      'text named xlsx',
      { name: 'party.xlsx', bytes: 'Name,Address\nA,B' },
      'This file is named .xlsx but is text. Choose a CSV or XLSX file.',
    ],
    [
      'bytes named csv',
      { name: 'party.csv', bytes: Buffer.alloc(2_000) },
      'This file is named .csv but is not a spreadsheet. Choose a CSV or XLSX file.',
    ],
    ['another kind of text', { name: 'party.html', bytes: '<p>' }, 'Choose a CSV or XLSX file.'],
    [
      'a workbook with macros',
      { name: 'party.xlsm', bytes: plain },
      'This workbook contains macros. Save it as .xlsx without them.',
    ],
    [
      'macros in a renamed workbook',
      { name: 'party.xlsx', bytes: macro },
      'This workbook contains macros. Save it as .xlsx without them.',
    ],
    [
      'a macro workbook by its type',
      { name: 'party.xlsx', bytes: macroType },
      'This workbook contains macros. Save it as .xlsx without them.',
    ],
    [
      'an old workbook',
      { name: 'party.xls', bytes: ole },
      'This is an old Excel file (.xls). Save it as .xlsx and import that.',
    ],
    [
      'a locked workbook',
      { name: 'party.xlsx', bytes: locked },
      'This workbook is protected by a password. Save it without one and import that.',
    ],
    [
      'a Word file',
      { name: 'party.xlsx', bytes: word },
      'This file is an archive but not an Excel workbook. Save the sheet as .xlsx and import that.',
    ],
    [
      'an OpenDocument file',
      { name: 'party.ods', bytes: ods },
      'This is an OpenDocument file. Save it as .xlsx and import that.',
    ],
    ['an empty file', { name: 'party.csv', bytes: '' }, 'This file is empty.'],
    [
      'names that lead out',
      { name: 'party.xlsx', bytes: traversal },
      'This archive holds file names that no workbook has. Save the sheet as .xlsx and import that.',
    ],
    [
      'a workbook cut short',
      { name: 'party.xlsx', bytes: plain.subarray(0, plain.length - 40) },
      'This workbook is damaged or was cut short. Save it again and import that.',
    ],
    [
      'a workbook cut in the middle',
      { name: 'party.xlsx', bytes: plain.subarray(0, 300) },
      'This workbook is damaged or was cut short. Save it again and import that.',
    ],
    [
      'a quotation mark left open',
      { name: 'party.csv', bytes: 'Name,Address\n"A,B\nC,D\n' },
      'Row 2 has a quotation mark that is never closed. Add the closing one.',
    ],
    ['headings alone', { name: 'party.csv', bytes: 'Name,Address\n\n\n' }, 'There are no rows below the headings.'],
  ])('%s', async (_, file, sentence) => {
    expect(await sentenceFor(file)).toBe(sentence);
  });
});

describe('bombs', () => {
  const zeros = Buffer.alloc(100 * MB);
  const packed = deflateRawSync(zeros);
  const crc = crc32(zeros);

  test('20 MB of zip that unpack to 20 GB', async () => {
    const sheets = Array.from({ length: 195 }, (_, n) => ({
      name: `xl/worksheets/sheet${n + 2}.xml`,
      deflated: { bytes: packed, size: zeros.length, crc },
    }));
    const bytes = book(row(2), sheets);
    expect(bytes.length).toBeGreaterThan(18 * MB);
    expect(bytes.length).toBeLessThan(20 * MB);
    expect(await sentenceFor({ name: 'bomb.xlsx', bytes })).toBe(
      'This workbook unpacks to more than 256 MB. Copy the rows alone into a new one and import that.',
    );
  });

  test('one that lies about its size', async () => {
    const bytes = zipOf(bookParts({ bytes: packed, size: 1_000, crc }));
    expect(await sentenceFor({ name: 'liar.xlsx', bytes })).toBe(
      'This workbook is damaged or was cut short. Save it again and import that.',
    );
  });

  test('a sheet of 200 MB without a single tag', async () => {
    const spaces = Buffer.alloc(200 * MB, ' ');
    const bytes = zipOf(bookParts({ bytes: deflateRawSync(spaces), size: spaces.length, crc: crc32(spaces) }));
    expect(await sentenceFor({ name: 'spaces.xlsx', bytes })).toBe(
      'This workbook is damaged or was cut short. Save it again and import that.',
    );
  });

  test('entities that grow a thousandfold', async () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const doctype = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${lol}]>`;
    const bytes = zipOf(bookParts(`${doctype}${sheetXml(HEAD + row(2, '&l9;')).replace(/^<\?.*?\?>/, '')}`));
    expect(await sentenceFor({ name: 'lol.xlsx', bytes })).toBe(
      'This workbook holds XML declarations (DOCTYPE) that no workbook needs. Save it again in Excel.',
    );
  });

  test('one long text that every cell shows', async () => {
    const strings = `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`;
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" t="s"><v>0</v></c></row>`,
    );
    const bytes = book(rows.join(''), [{ name: 'xl/sharedStrings.xml', data: strings }]);
    expect(await sentenceFor({ name: 'strings.xlsx', bytes })).toBe(
      'The cells of this file hold more text than can be imported at once. Split it and import the parts.',
    );
  });
});

describe('sizes', () => {
  test('over 20 MB', async () => {
    const sent = await send(t, 'manager.nbo', {
      target: 'insureds',
      name: 'big.csv',
      bytes: Buffer.alloc(20 * MB + 1, 'a'),
    });
    expect(sent.status).toBe(413);
    expect(sent.body.title).toBe('This file is larger than 20 MB. Make it smaller or split it.');
  });

  test('1,048,576 empty rows below the headings', async () => {
    const rows = Array.from(
      { length: 1_048_575 },
      (_, n) => `<row r="${n + 2}" spans="1:2"><c r="A${n + 2}" s="1"/></row>`,
    );
    expect(await sentenceFor({ name: 'empty.xlsx', bytes: book(rows.join('')) })).toBe(
      'There are no rows below the headings.',
    );
  });

  test('1,048,576 rows with two that hold something', async () => {
    const rows = Array.from({ length: 1_048_575 }, (_, n) =>
      n === 5 || n === 1_000_000 ? row(n + 2) : `<row r="${n + 2}"/>`,
    );
    const found = await ready(t, 'manager.nbo', {
      target: 'insureds',
      name: 'mostly-empty.xlsx',
      bytes: book(rows.join('')),
    });
    expect(found).toMatchObject({ state: 'READY', counts: { rows: 2, new: 2 } });
  });

  test('50,001 rows', async () => {
    const bytes = `Name,Address\n${'A party Ltd,Box 1\n'.repeat(50_001)}`;
    expect(await sentenceFor({ name: 'many.csv', bytes })).toBe(
      'This file has more than 50,000 rows. Split it and import the parts.',
    );
  });

  test('201 columns', async () => {
    const line = Array.from({ length: 201 }, (_, n) => `c${n}`).join(',');
    expect(await sentenceFor({ name: 'wide.csv', bytes: `${line}\n${line}\n` })).toBe(
      'This file has more than 200 columns. Keep those that you want to import.',
    );
  });

  test('20 MB of one column', async () => {
    const bytes = `Name\n${'x'.repeat(400)}\n`.padEnd(19 * MB, `${'y'.repeat(400)}\n`);
    const found = await ready(t, 'manager.nbo', { target: 'insureds', name: 'column.csv', bytes });
    expect(found).toMatchObject({ state: 'READY', counts: { faulty: found.counts.rows } });
  });
});

describe('cells that cannot be taken as they are: the preview names each by row and column', () => {
  const errorsOf = async (name: string, bytes: Uint8Array | string) => {
    const found = await ready(t, 'manager.nbo', { target: 'insureds', name, bytes });
    const reply = await t.call('manager.nbo', `GET ${SCA}/import/rows`, { query: { id: found.id } });
    return reply.body.data.map((one: { row: number; outcome: string; errors: unknown[] }) => [
      one.row,
      one.outcome,
      one.errors,
    ]);
  };

  test('formulas, errors, values beside the headings', async () => {
    const rows = [
      row(2),
      `<row r="3">${textCell('A3', 'Formula Ltd')}<c r="B3"><f>A1&amp;A2</f><v>5</v></c></row>`,
      `<row r="4">${textCell('A4', 'Error Ltd')}<c r="B4" t="e"><v>#N/A</v></c></row>`,
      `<row r="5">${textCell('A5', 'Beside Ltd')}${textCell('B5', 'Box 1')}${textCell('D5', 'x')}</row>`,
    ];
    expect(await errorsOf('cells.xlsx', book(rows.join('')))).toEqual([
      [2, 'new', []],
      [3, 'error', [{ column: 1, message: 'Holds a formula. Paste values only.' }]],
      [4, 'error', [{ column: 1, message: 'Holds the error #N/A.' }]],
      [5, 'error', [{ column: 3, message: 'There is no heading above this value.' }]],
    ]);
  });

  test('line breaks and separators within quotes are of their cell', async () => {
    const bytes = '\ufeffName;Address\r\n"Semi; colon Ltd";"Box 1\r\nNairobi"\r\n=HYPERLINK("x");Box 2\r\n';
    expect(await errorsOf('quoted.csv', bytes)).toEqual([
      [2, 'new', []],
      [3, 'error', [{ column: 0, message: 'Holds a formula. Paste values only.' }]],
    ]);
  });

  test('an older encoding is read and told', async () => {
    const bytes = Buffer.from('Name,Address\nSociété Générale d\xe9,Box 1\n', 'latin1');
    const found = await ready(t, 'manager.nbo', { target: 'insureds', name: 'latin.csv', bytes });
    expect(found.notes).toEqual([
      'The file is not in UTF-8 and was read as Windows-1252. Check letters with accents.',
      ...found.notes.slice(1),
    ]);
    const [party] = (await t.call('manager.nbo', `GET ${SCA}/import/rows`, { query: { id: found.id } })).body.data;
    expect(party.cells[0]).toBe('Société Générale dé');
  });
});
