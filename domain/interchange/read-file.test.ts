import { describe, expect, test } from 'vitest';
import { LOCAL_FILE, LONDON_FILE } from './placement-example.ts';
import { placementText, type PlacementFile } from './placement.ts';
import { MAX_PLACEMENT_BYTES, readPlacement } from './read-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown) => readPlacement(bytes(typeof value === 'string' ? value : JSON.stringify(value)));
const changed = (change: (file: Record<string, any>) => void) => {
  const file = JSON.parse(JSON.stringify(LONDON_FILE)) as Record<string, any>;
  change(file);
  return read(file);
};

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
    ['a member twice', bytes(text.replace('{', '{"schema":"x",')), 'The member "schema" stands twice in one object.'],
    ['twice by escape', bytes(text.replace('{', String.raw`{"\u0073chema":"x",`)), /"schema" stands twice/],
    ['twice, spaced', bytes(text.replace('{', `{"schema"${' '.repeat(300)}:"x",`)), /"schema" stands twice/],
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
  test.each([
    ['a member too many', (f: any) => (f.colour = 'red'), 'colour', 'This member is not known here.'],
    ['one deep inside', (f: any) => (f.participations[1].insurer.lei = ''), 'participations[1].insurer.lei', /known/],
    ['one too few', (f: any) => delete f.order, 'order', /percentage/],
    ['a number for an amount', (f: any) => (f.sum_insured = 5e8), 'sum_insured', /decimal text/],
    ['an exponent', (f: any) => (f.sum_insured = '5e8'), 'sum_insured', /decimal text/],
    ['a negative', (f: any) => (f.premium.amount = '-1'), 'premium.amount', /decimal text/],
    ['NaN as text', (f: any) => (f.order = 'NaN'), 'order', /percentage/],
    ['over 100', (f: any) => (f.participations[0].written_line = '100.000001'), 'participations[0].written_line', /0 to/],
    ['a currency', (f: any) => (f.currency = 'Kshs'), 'currency', /ISO 4217/],
    ['a day', (f: any) => (f.period.start_date = '2026-02-30'), 'period.start_date', /YYYY-MM-DD/],
    ['a NUL', (f: any) => (f.interest = 'a\u0000b'), 'interest', /no characters/],
    ['half a character', (f: any) => (f.contract.type = '\ud800'), 'contract.type', /no characters/],
    ['too long', (f: any) => (f.situation = 'x'.repeat(2001)), 'situation', 'At most 2,000 characters.'],
    ['a list too long', (f: any) => (f.clauses = Array(201).fill(0)), 'clauses', 'At most 200 entries.'],
    ['another kind', (f: any) => (f.participations = {}), 'participations', 'This must be a list.'],
    ['a huge whole number', (f: any) => (f.payment.remittance_days = 1e300), 'payment.remittance_days', /At most 365|whole/],
    ['a prototype’s member', (f: any) => (f.constructor = {}), 'constructor', /not known/],
  ])('%s', (_name, change, path, message) => {
    const found = changed(change);
    expect('errors' in found ? found.errors : found).toContainEqual({ path, message: expect.stringMatching(message) });
  });

  test('all at once, and no more than a hundred', () => {
    const some = changed((file) => {
      file['currency'] = 1;
      file['order'] = null;
    });
    expect('errors' in some && some.errors.map((one) => one.path)).toEqual(['currency', 'order']);
    const many = changed((file) => Object.assign(file, Object.fromEntries([...Array(500).keys()].map((n) => [`x${n}`, 1]))));
    expect('errors' in many && many.errors).toHaveLength(100);
  });

  test('an infinite number and one beyond what a double holds are no whole numbers', () => {
    const text = JSON.stringify(LOCAL_FILE).replace('"remittance_days":30', '"remittance_days":1e999');
    const found = readPlacement(bytes(text));
    expect('errors' in found && found.errors[0]?.path).toBe('payment.remittance_days');
  });
});

test('the largest file is read in well under a second, whatever is in it', () => {
  const worst = [
    `{"a":"${String.raw`\"`.repeat(MAX_PLACEMENT_BYTES / 2 - 10)}"}`,
    `[${'"",'.repeat(MAX_PLACEMENT_BYTES / 3 - 10)}""]`,
    `{"a":[${'{"b":1},'.repeat(MAX_PLACEMENT_BYTES / 8 - 10)}1]}`,
    `{${[...Array(150_000).keys()].map((n) => `"k${n}":1`).join(',')}}`,
  ];
  const started = performance.now();
  for (const text of worst) expect('refused' in read(text)).toBe(true);
  expect(performance.now() - started).toBeLessThan(4000);
});
