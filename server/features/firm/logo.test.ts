import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const svg = (inside: string, attributes = 'viewBox="0 0 120 40"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const RECT = '<rect width="120" height="40" fill="#0b5"/>';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A PNG of one colour with alpha. */
function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const pixels = Buffer.alloc(rows * (1 + width * 4), 0x77);
  for (let row = 0; row < rows; row += 1) pixels[row * (1 + width * 4)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const upload = (bytes: Buffer, who = 'root') =>
  t.call(who, `POST ${API}/firm/logo`, { body: bytes, headers: { 'content-type': 'application/octet-stream' } });

describe('a logo', () => {
  test('is read by everyone, changed by root alone, and kept as it was uploaded', async () => {
    expect((await upload(svg(RECT), 'manager.nbo')).status).toBe(403);
    expect((await t.call('cashier.nbo', `GET ${API}/firm/logo`)).status).toBe(404);
    expect((await upload(svg(RECT))).body).toMatchObject({ type: 'image/svg+xml', width: 120, height: 40 });
    const file = await t.call('cashier.nbo', `GET ${API}/firm/logo`);
    expect(file.bytes.equals(svg(RECT))).toBe(true);
    expect(file.headers['content-type']).toBe('image/svg+xml');
    expect(file.headers['content-disposition']).toContain('attachment');
    expect((await upload(png(200, 50))).body).toMatchObject({ type: 'image/png', width: 200, height: 50 });
    expect((await t.call('root', `GET ${API}/firm`)).body.logo).toMatchObject({
      type: 'image/png',
      uploaded_by: 'root',
    });
    expect((await t.call('root', `DELETE ${API}/firm/logo`)).body).toEqual({ removed: true });
    expect((await t.call('root', `DELETE ${API}/firm/logo`)).body).toEqual({ removed: false });
  });

  const OUTSIDE = 'The logo refers to something outside itself. Embed it, or remove it.';
  test.each([
    ['nothing', Buffer.alloc(0), 'Choose a file.'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'The logo must be an SVG or a PNG file.'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'The logo must be an SVG or a PNG file.'],
    ['HTML', Buffer.from('<html><body>x</body></html>'), 'The file is no SVG picture.'],
    [
      'broken XML',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'),
      'The logo is not well-formed SVG. Save it again.',
    ],
    [
      'a doctype',
      Buffer.concat([Buffer.from('<!DOCTYPE svg>'), svg(RECT)]),
      'The logo declares a document type. Save it as plain SVG.',
    ],
    [
      'an entity',
      Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg('&a;')]),
      'The logo declares a document type. Save it as plain SVG.',
    ],
    ['a script', svg('<script>alert(1)</script>'), 'The logo contains a script. Remove it.'],
    [
      'a script by another name',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg">x</s:script>'),
      'The logo contains a script. Remove it.',
    ],
    ['a foreign object', svg('<foreignObject><p/></foreignObject>'), 'The logo contains a foreign object. Remove it.'],
    ['an event', svg('<rect width="1" height="1" onload="x()"/>'), 'The logo has a script in “onload”. Remove it.'],
    [
      'an event in capitals',
      svg('<rect width="1" height="1" ONCLICK="x()"/>'),
      'The logo has a script in “ONCLICK”. Remove it.',
    ],
    ['a link out', svg('<use href="https://evil.example/a.svg#b"/>'), OUTSIDE],
    [
      'a link by its old name',
      svg('<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="file:///etc/passwd"/>'),
      OUTSIDE,
    ],
    ['an SVG inside', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), OUTSIDE],
    ['a fill from outside', svg('<rect width="9" height="9" fill="url(https://evil.example/#a)"/>'), OUTSIDE],
    ['a style from outside', svg('<style>@import "https://evil.example/a.css";</style>'), OUTSIDE],
    ['an escaped style', svg('<rect width="9" height="9" style="fill:u\\72l(https://evil.example)"/>'), OUTSIDE],
    ['an entity-coded link', svg('<use href="&#104;ttps://evil.example"/>'), OUTSIDE],
    [
      'an animation',
      svg('<animate attributeName="x"/>'),
      'The logo contains “animate”, which cannot be printed. Remove it.',
    ],
    ['text', svg('<text>Firm</text>'), 'The logo contains text. Convert its text to outlines.'],
    ['no size', svg(RECT, ''), 'The logo has no size: give it a viewBox.'],
    ['raw data', svg('<style><![CDATA[a{}]]></style>'), 'The logo contains a raw block of data. Save it as plain SVG.'],
    ['depth', svg('<g>'.repeat(95) + '</g>'.repeat(95)), 'The logo is too complicated. Simplify it.'],
    ['a cut PNG', png(40, 40).subarray(0, 60), 'The PNG is damaged. Save it again.'],
    ['a PNG with less in it than it says', png(40, 40, 20), 'The PNG is damaged. Save it again.'],
    ['a PNG with more in it than it says', png(40, 40, 400), 'The PNG is damaged. Save it again.'],
    ['a huge PNG', png(4001, 20), 'The logo is 4001 × 20 pixels; each side must be from 16 to 4000.'],
    ['a tiny PNG', png(15, 20), 'The logo is 15 × 20 pixels; each side must be from 16 to 4000.'],
  ])('%s is refused in one sentence', async (_, bytes, message) => {
    const { status, body } = await upload(bytes);
    expect([status, body.errors]).toEqual([400, [{ field: 'logo', message }]]);
  });

  test('one byte changed in a PNG is found', async () => {
    const bytes = png(40, 40);
    bytes[50] = (bytes[50] ?? 0) ^ 1;
    expect((await upload(bytes)).body.errors[0].message).toBe('The PNG is damaged. Save it again.');
  });

  test('what is larger than 512 kB is refused by its size', async () => {
    expect((await upload(Buffer.alloc(524_289, 32))).status).toBe(413);
  });

  test('what drawing programs leave behind is no fault', async () => {
    const file = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!-- made by hand -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="90mm" height="30mm" viewBox="0 0 90 30">
      <sodipodi:namedview id="v" inkscape:zoom="1"/><defs><linearGradient id="a"><stop offset="0" stop-color="#123"/></linearGradient></defs>
      <style>.a{fill:url(#a)}</style><g inkscape:label="Layer"><path class="a" d="M0 0h90v30z"/></g></svg>`);
    expect((await upload(file)).body).toMatchObject({ width: 90, height: 30 });
  });
});

describe('the letterhead', () => {
  const print = async (changes: object) => {
    const { identity } = (await t.call('root', `GET ${API}/firm`)).body;
    return t.call('root', `POST ${API}/firm/letterhead`, { body: { ...identity, ...changes } });
  };

  test('is printed with what is not saved yet; the same input gives the same bytes', async () => {
    const [a, b, other] = [
      await print({ name: 'Long name' }),
      await print({ name: 'Long name' }),
      await print({ name: 'Other' }),
    ];
    expect([a.status, a.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(a.bytes.equals(b.bytes)).toBe(true);
    expect(a.bytes.equals(other.bytes)).toBe(false);
    expect((await t.call('cashier.nbo', `GET ${API}/firm/letterhead`)).status).toBe(200);
    expect((await t.call('manager.nbo', `POST ${API}/firm/letterhead`, { body: {} })).status).toBe(403);
  });

  test('a document that was issued never changes; one made later has the new head', async () => {
    const issue = async (id: number) =>
      (await t.call('underwriter.nbo', `PUT ${API}/underwriting/debitnote`, { query: { id } })).body;
    const bytes = async (id: number) => (await t.call('underwriter.nbo', `GET ${API}/document/${id}`)).bytes;
    const policy = await approvedPolicy(t, await makeBook(t));
    const before = await issue(policy);
    const first = await bytes(before.id);
    await upload(png(300, 60));
    expect(await issue(policy)).toEqual(before);
    expect((await bytes(before.id)).equals(first)).toBe(true);
    const later = await issue(await approvedPolicy(t, await makeBook(t, ' Two')));
    expect((await bytes(later.id)).length).not.toBe(first.length);
  });
});
