import { describe, expect, test } from 'vitest';
import { kindOfFormat, plainNumber, serialDay, shownNumber } from './cell-text.ts';
import { csvRows, decodeText, separatorOf } from './csv.ts';
import { columnIndex, columnLetter } from './table.ts';
import { attributeOf, plainText, xmlReader } from './xml.ts';

describe('numbers are read as a person sees them, digit for digit', () => {
  test.each([
    ['4.3499999999999996', '4.35'],
    ['0.30000000000000004', '0.3'],
    ['1234567.89', '1234567.89'],
    ['999999999999999', '999999999999999'],
    ['1234567890123456', '1234567890123460'],
    ['-12.50', '-12.5'],
    ['1.5E-2', '0.015'],
    ['1E+3', '1000'],
    ['0', '0'],
    ['-0', '0'],
    ['007', '7'],
    ['abc', null],
    ['1e9999', null],
  ])('%s', (text, shown) => expect(plainNumber(text)).toBe(shown));

  test.each([
    ['0.025', 'percent', '2.5%'],
    ['0.123456789', 'percent', '12.3456789%'],
    ['45292', 'day', '2024-01-01'],
    ['45292.75', 'day', '2024-01-01'],
    ['12.5', 'plain', '12.5'],
  ] as const)('%s as %s', (text, kind, shown) => expect(shownNumber(text, { kind, system: 1900 })).toBe(shown));

  test('days of both calendars, and none beyond them', () => {
    expect(serialDay('1', 1904)).toBe('1904-01-02');
    expect(serialDay('60000', 1900)).toBe('2064-04-08');
    expect(serialDay('99999999', 1900)).toBeNull();
    expect(serialDay('-5', 1900)).toBeNull();
  });

  test.each([
    ['14', undefined, 'day'],
    ['10', undefined, 'percent'],
    ['4', undefined, 'plain'],
    ['164', 'dd/mm/yyyy', 'day'],
    ['165', 'd-mmm-yy;@', 'day'],
    ['166', '0.00%', 'percent'],
    ['167', '#,##0.00 "days"', 'plain'],
    ['168', '[Red]#,##0.00_);(#,##0.00)', 'plain'],
  ] as const)('format %s %s is %s', (id, code, kind) => expect(kindOfFormat(id, code)).toBe(kind));
});

describe('CSV', () => {
  const cells = (text: string) => [...csvRows(text)].map((row) => row.cells);
  test.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2', ';'],
    ['a\tb\n1\t2', '\t'],
    ['"x,y,z";b\n"1,2";3', ';'],
  ])('separator of %j', (text, mark) => expect(separatorOf(text)).toBe(mark));

  test('quotes, doubled quotes, line breaks, both line ends, trailing empties', () => {
    expect(cells('a,b\r\n"x ""y""","l1\nl2"\r\n\r\n,,\nlast,')).toEqual([['a', 'b'], ['x "y"', 'l1\nl2'], ['last']]);
    expect([...csvRows('a\n\n"x\ny"\nz')].map((row) => row.row)).toEqual([1, 3, 4]);
  });

  test('what our exports guard comes back as it was', () => {
    expect(cells("a,b\n'+254,'-x")[1]).toEqual(['+254', '-x']);
    expect(cells("a,b\n'tis,b")[1]?.[0]).toBe("'tis");
  });

  test('marks and encodings', () => {
    const warnings: string[] = [];
    const read = (bytes: Uint8Array) => decodeText(bytes, (note) => warnings.push(note));
    expect(read(Buffer.from('\ufeffé'))).toBe('é');
    expect(read(Buffer.from('\ufeffé', 'utf16le'))).toBe('é');
    expect(warnings).toEqual([]);
    expect(read(Buffer.from([0x80, 0xe9]))).toBe('€é');
    expect(warnings).toHaveLength(1);
  });
});

describe('XML', () => {
  const read = (pieces: readonly string[]) => {
    const seen: string[] = [];
    const reader = xmlReader({
      open: (name, attributes) => seen.push(`<${name}${attributes.trim() === '' ? '' : ` ${attributes.trim()}`}>`),
      text: (text) => seen.push(text),
      close: (name) => seen.push(`</${name}>`),
    });
    for (const piece of pieces) reader.push(piece);
    reader.end();
    return seen.join('');
  };

  test('comes out the same wherever it is cut', () => {
    const text = '<?xml version="1.0"?><x:a b="1 &gt; 0"><!-- no --><c/>t &amp; &#65;<![CDATA[<raw>]]></x:a>';
    const whole = read([text]);
    expect(whole).toBe('<a b="1 &gt; 0"><c></c>t & A<raw></a>');
    for (let at = 1; at < text.length; at += 1) expect(read([text.slice(0, at), text.slice(at)])).toBe(whole);
  });

  test.each(['<!DOCTYPE x>', '<a><!ENTITY x "y"></a>'])('%s is refused', (text) => {
    expect(() => read([text])).toThrow('DOCTYPE');
  });

  test('entities that nobody declared stay text', () => expect(plainText('&lol; &#0; &#x41;')).toBe('&lol;  A'));
  test('an attribute is found by its whole name', () => {
    expect(attributeOf(' spans="1:2" r="5"', 'r')).toBe('5');
    expect(attributeOf(' r:id="rId1"', 'id')).toBe('rId1');
    expect(attributeOf(' xr="no"', 'r')).toBeUndefined();
  });
});

test('columns by their letters', () => {
  for (const [index, letters] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ] as const) {
    expect(columnLetter(index)).toBe(letters);
    expect(columnIndex(letters)).toBe(index);
  }
  expect(columnIndex('a1')).toBe(-1);
});
