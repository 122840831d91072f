import { describe, expect, test } from 'vitest';
import { WORST_PLACEMENTS } from '../testing/worst-placements.ts';
import { LOCAL_FILE, LONDON_FILE } from './placement-example.ts';
import { placementText, type PlacementFile } from './placement.ts';
import { pathText, readPlacement } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown) => readPlacement(bytes(typeof value === 'string' ? value : JSON.stringify(value)));
/** The London file with one value changed, or left out, at a path of its members. */
function changed(at: readonly (string | number)[], value: unknown) {
  const file = JSON.parse(JSON.stringify(LONDON_FILE)) as Record<string, unknown>;
  const holder = at.slice(0, -1).reduce<Record<string, unknown>>((in_, key) => in_[key] as typeof in_, file);
  holder[String(at.at(-1))] = value;
  return read(file);
}

describe('a file that is one', () => {
  test.each([
    ['local', LOCAL_FILE],
    ['London', LONDON_FILE],
  ])('%s: is read as it was written, to the byte', (_name, file: PlacementFile) => {
    const again = readPlacement(bytes(placementText(file)));
    expect(again).toEqual({ file });
    expect('file' in again && placementText(again.file)).toBe(placementText(file));
  });
});

describe('a file that is none is refused in one sentence', () => {
  const text = JSON.stringify(LOCAL_FILE);
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  test.each([
    ['nothing', bytes(''), 'This file is empty.'],
    ['a mark before it', bytes(`\ufeff${text}`), /byte order mark/],
    ['UTF-16', utf16, /byte order mark/],
    ['broken UTF-8', new Uint8Array([0x7b, 0xc3, 0x28]), 'This file is not UTF-8 text.'],
    ['no JSON', bytes('{"schema": NaN}'), 'This file is not JSON.'],
    ['a raw NUL', bytes('{"schema": "a\u0000"}'), 'This file is not JSON.'],
    ['cut short', bytes(text.slice(0, 400)), 'This file is not JSON.'],
    ['two of them', bytes(`${text}${text}`), 'This file is not JSON.'],
    ['a list', bytes('[]'), /must hold one object/],
    ['null', bytes('null'), /must hold one object/],
    ['deep lists', bytes(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), /nested deeper than 12/],
    ['deep objects', bytes('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)), /nested deeper than 12/],
    ['a member twice', bytes(text.replace('{', '{"schema":"x",')), 'The member "schema" is there twice in one object.'],
    ['twice by escape', bytes(text.replace('{', String.raw`{"\u0073chema":"x",`)), /"schema" is there twice/],
    ['twice, spaced', bytes(text.replace('{', `{"schema"${' '.repeat(300)}:"x",`)), /"schema" is there twice/],
    ['a prototype', bytes(text.replace('{', '{"__proto__":{"a":1},')), 'The member "__proto__" is not known here.'],
    ['another schema', bytes('{"schema":"urn:other","version":"1.0"}'), /"schema" must be/],
    ['no version', bytes('{"schema":"urn:slipway:placement"}'), 'This placement has no version; read are: 1.0.'],
    ['a later one', bytes(text.replace('"1.0"', '"2.0"')), 'This placement has version "2.0"; read are: 1.0.'],
  ])('%s', (_name, file, sentence) => {
    const refused = readPlacement(file);
    expect('refused' in refused ? refused.refused : refused).toMatch(sentence);
  });

  test('a quotation mark, a bracket or a colon within a text is no structure', () => {
    const file = { ...LOCAL_FILE, interest: String.raw`"a": {[ \" "a": }` };
    expect(read(file)).toEqual({ file });
  });
});

describe('what is wrong is named by its path', () => {
  const AMOUNT = /decimal text/;
  test.each([
    { at: ['colour'], value: 'red', message: 'This member is not known here.' },
    { at: ['participations', 1, 'insurer', 'lei'], value: '', message: 'This member is not known here.' },
    { at: ['order'], value: undefined, message: /percentage/ },
    { at: ['sum_insured'], value: 5e8, message: AMOUNT },
    { at: ['sum_insured'], value: '5e8', message: AMOUNT },
    { at: ['premium', 'amount'], value: '-1', message: AMOUNT },
    { at: ['order'], value: 'NaN', message: /percentage/ },
    { at: ['participations', 0, 'written_line'], value: '100.000001', message: /0 to 100/ },
    { at: ['currency'], value: 'Kshs', message: /ISO 4217/ },
    { at: ['period', 'start_date'], value: '2026-02-30', message: /YYYY-MM-DD/ },
    { at: ['interest'], value: 'a\u0000b', message: /no characters/ },
    { at: ['contract', 'type'], value: '\ud800', message: /no characters/ },
    { at: ['situation'], value: 'x'.repeat(2001), message: 'At most 2,000 characters.' },
    { at: ['clauses'], value: Array.from({ length: 201 }, () => 0), message: 'At most 200 entries.' },
    { at: ['participations'], value: {}, message: 'This must be a list.' },
    { at: ['contract', 'sections', 0], value: null, message: 'This must be an object.' },
    { at: ['payment', 'remittance_days'], value: 1e300, message: /At most 365|whole/ },
    { at: ['constructor'], value: {}, message: 'This member is not known here.' },
  ])('$at: $value', ({ at, value, message }) => {
    const found = changed(at, value);
    const errors = 'errors' in found ? found.errors : found;
    expect(errors).toContainEqual({ path: pathText(at), message: expect.stringMatching(message) });
  });

  test('all at once, and no more than a hundred', () => {
    const some = read({ ...LONDON_FILE, currency: 1, order: null });
    expect('errors' in some && some.errors.map((one) => one.path)).toEqual(['currency', 'order']);
    const strange = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${n}`, 1]));
    const many = read({ ...LONDON_FILE, ...strange });
    expect('errors' in many && many.errors).toHaveLength(100);
  });

  test('an infinite number and one beyond what a double holds are no whole numbers', () => {
    const text = JSON.stringify(LOCAL_FILE).replace('"remittance_days":30', '"remittance_days":1e999');
    const found = readPlacement(bytes(text));
    expect('errors' in found && found.errors[0]?.path).toBe('payment.remittance_days');
  });
});

test('the largest file is refused, whatever is in it', () => {
  for (const text of WORST_PLACEMENTS) expect('refused' in read(text)).toBe(true);
});
