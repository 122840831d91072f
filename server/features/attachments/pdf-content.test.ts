import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { judgeFile } from './file-kind.ts';
import { pdfContent } from './pdf-content.ts';

type Stream = { dict: string; data: Buffer | string };

/** A PDF of these objects; a viewer would need its table of places, which nothing here reads. */
function pdfOf(...objects: readonly (string | Stream)[]): Buffer {
  const parts = objects.map((object, index) => {
    const head = `${index + 1} 0 obj\n`;
    if (typeof object === 'string') return Buffer.from(`${head}${object}\nendobj\n`, 'latin1');
    const data = Buffer.from(object.data);
    const dict = `<</Length ${data.length} ${object.dict}>>\nstream\r\n`;
    return Buffer.concat([Buffer.from(head + dict), data, Buffer.from('\nendstream\nendobj\n')]);
  });
  return Buffer.concat([Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1'), ...parts, Buffer.from('%%EOF\n')]);
}

const packed = (text: string): Stream => ({
  dict: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
  data: deflateSync(`11 0 ${text}`),
});
const page = (content: string): Stream => ({ dict: '/Filter /FlateDecode', data: deflateSync(content) });
const SCRIPT = '11 0 <</S/JavaScript/JS(1)>>';
const TWICE = '/Type/ObjStm/N 1/First 5/Filter[/FlateDecode/FlateDecode]';
const AS_DIGITS = '/Type/ObjStm/N 1/First 5/Filter[/ASCIIHexDecode/FlateDecode]';
const AS_TEXT = '/N 1/First 5/Filter[/FlateDecode/ASCIIHexDecode]';
const CATALOG = '<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/FitH null]/Metadata 9 0 R>>';

describe('what a PDF does', () => {
  test.each<[string, Buffer]>([
    [
      'opens at a page and links to others',
      pdfOf(CATALOG, '<</S/GoTo/D[3 0 R/Fit]>>', '<</S/URI/URI(https://x.test)>>'),
    ],
    ['has a form without a script', pdfOf(CATALOG, '<</AcroForm<</Fields[]>>>>')],
    ['shows the word on a page', pdfOf(CATALOG, page('BT (see /JavaScript and /Launch) Tj ET'))],
    ['packs plain objects', pdfOf(packed(CATALOG), { dict: '/Type/XRef', data: 'x' })],
    [
      'holds a picture of random bytes',
      pdfOf(CATALOG, { dict: '/Subtype/Image', data: Buffer.alloc(200_000, 'x\u009c/JS ') }),
    ],
    ['is cut off in a stream', pdfOf(CATALOG, page('BT ET'.repeat(2_000))).subarray(0, 160)],
    ['ends with the word', Buffer.from('%PDF-1.4\nstream')],
    [
      'names a profile after an outline',
      pdfOf('<</Type/Outlines/First 4 0 R>>', { dict: '/N 3/Filter/FlateDecode', data: deflateSync('profile') }),
    ],
    [
      'packs a page and its picture in old ways',
      pdfOf(CATALOG, { dict: '/Filter[/ASCII85Decode/LZWDecode]', data: 'x' }),
    ],
  ])('one that %s is plain', async (_what, bytes) => expect(await pdfContent(bytes)).toBe('plain'));

  test.each<[string, Buffer, string]>([
    ['runs a script when it is opened', pdfOf('<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>'), 'active'],
    ['writes the name in another way', pdfOf('<</S/#4aava#53cript/JS 5 0 R>>'), 'active'],
    ['starts a program', pdfOf('<</S /Launch /F (cmd.exe)>>'), 'active'],
    ['sends its form', pdfOf('<</S/SubmitForm/F(https://x.test)>>'), 'active'],
    ['holds a form of XFA', pdfOf('<</AcroForm<</XFA 7 0 R>>>>'), 'active'],
    ['packs its script', pdfOf(CATALOG, packed('<</S/JavaScript/JS(1)>>')), 'active'],
    ['packs it without saying so', pdfOf(CATALOG, { dict: '', data: deflateSync('4 0 <</S/JavaScript>>') }), 'active'],
    [
      'packs it and spoils the check of the stream',
      pdfOf(CATALOG, {
        ...packed('<</S/JavaScript>>'),
        data: deflateSync(`4 0 <</S/JavaScript>>${' '.repeat(9)}`).subarray(0, -4),
      }),
      'closed',
    ],
    ['holds another file', pdfOf('<</Type/EmbeddedFile>>'), 'files'],
    ['packs the names of its files', pdfOf(packed('<</Names<</EmbeddedFiles 4 0 R>>>>')), 'files'],
    [
      'packs objects in a way that is not read',
      pdfOf({ dict: '/Type/ObjStm/Filter/ASCII85Decode', data: '<~87cUR~>' }),
      'closed',
    ],
    [
      'is encrypted with its objects packed',
      pdfOf({ ...packed('x'), data: Buffer.from('9f3a77c0', 'hex') }, '<</Encrypt 4 0 R>>'),
      'closed',
    ],
    ['is encrypted', pdfOf(CATALOG, page('x'), '<</Encrypt 4 0 R>>'), 'closed'],
    ['is encrypted under a name with signs', pdfOf(CATALOG, '<</Encr#79pt 4 0 R>>'), 'closed'],
    [
      'packs objects twice beside others that are read',
      pdfOf(packed(CATALOG), { dict: TWICE, data: deflateSync(deflateSync(SCRIPT)) }, packed(CATALOG)),
      'closed',
    ],
    [
      'packs objects as digits beside pages that begin with numbers',
      pdfOf(page('1 0 0 1 0 0 cm'), { dict: AS_DIGITS, data: `${deflateSync(SCRIPT).toString('hex')}>` }),
      'closed',
    ],
    [
      'unpacks them to digits',
      pdfOf({ dict: `/Type/ObjStm${AS_TEXT}`, data: deflateSync('11 0 3c3c2f533e3e>') }),
      'closed',
    ],
    ['packs by rows', pdfOf({ ...packed(''), dict: `${packed('').dict}/DecodeParms<</Predictor 2>>` }), 'closed'],
    [
      'says under signs that they are objects',
      pdfOf({ dict: '/Type/Obj#53tm/Filter/Fl#61teDecode', data: 'never' }),
      'closed',
    ],
    [
      'does not say that they are objects',
      pdfOf({ dict: '/N 1/First 5/Filter/LZWDecode', data: 'anything' }),
      'closed',
    ],
    [
      'says elsewhere of what type they are',
      pdfOf('/ObjStm', packed(CATALOG), { dict: '/Type 1 0 R/Filter/LZWDecode', data: 'anything' }),
      'closed',
    ],
    [
      'says in packed objects of what type they are',
      pdfOf(packed('/ObjStm'), { dict: '/Type 11 0 R/Filter/LZWDecode', data: 'anything' }),
      'closed',
    ],
    [
      'says after all streams of what type they are',
      pdfOf({ dict: '/Type 2 0 R/Filter/LZWDecode', data: 'anything' }, '/ObjStm'),
      'closed',
    ],
    [
      'ends the word with a return alone',
      Buffer.from(pdfOf(packed('<</S/JavaScript>>')).toString('latin1').replace('stream\r\n', 'stream\r'), 'latin1'),
      'active',
    ],
    ['runs a script in a model', pdfOf('<</Type/3D/OnInstantiate 4 0 R>>'), 'active'],
    [
      'packs more than anybody needs',
      pdfOf({ ...packed(''), data: deflateSync(`11 0 ${' '.repeat(40_000_000)}`) }),
      'closed',
    ],
  ])('one that %s is not', async (_what, bytes, content) => expect(await pdfContent(bytes)).toBe(content));

  test('is said in one sentence to who attaches it', async () => {
    const refusal = async (bytes: Buffer) => judgeFile(bytes, 'slip.pdf');
    expect(await refusal(pdfOf('<</S/JavaScript>>'))).toEqual({
      refusal: 'This PDF holds scripts or starts something by itself. Print it to a new PDF and attach that.',
    });
    expect(await refusal(pdfOf('<</Type/EmbeddedFile>>'))).toEqual({
      refusal: 'This PDF holds other files. Attach each of them by itself, and the PDF without them.',
    });
    expect(await refusal(pdfOf({ dict: '/Type/ObjStm', data: 'x' }))).toEqual({
      refusal:
        'This PDF is protected, so that nobody can look into it. Save it without protection and attach it again.',
    });
  });

  test('twenty megabytes of pictures are pictures', async () => {
    const picture = {
      dict: '/Subtype/Image/Filter/FlateDecode',
      data: deflateSync(Buffer.alloc(20_000_000, 7), { level: 0 }),
    };
    expect(await pdfContent(pdfOf(CATALOG, picture))).toBe('plain');
  });
});
