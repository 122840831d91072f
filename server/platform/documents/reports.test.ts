import { afterAll, describe, expect, it } from 'vitest';
import { readPdf, readPdfText } from '../../testing/pdf.ts';
import { createRenderer } from './renderer.ts';
import { claimsOf, everyReport, openNotes, positionsOf } from './samples-reports.ts';

const renderer = createRenderer({ log: { warn: () => undefined }, timeoutMs: 120_000 });
afterAll(() => renderer.close());

const pagesOf = (bytes: Uint8Array) =>
  [...readPdf(bytes).objects.values()].filter(({ value }) => JSON.stringify(value).includes('"Type":"/Page"'));

describe.each(Object.entries(everyReport))('%s', (name, model) => {
  it('says what the committed sample says', async () => {
    // `npm run samples` writes these anew; what changed is read in the difference.
    await expect(readPdfText(await renderer.render(model))).toMatchFileSnapshot(`samples/${name}.txt`);
  });
});

describe('a report of many pages', () => {
  it('has every row once, in order, a head on each page, and its total beside a row', async () => {
    // So many rows that on some count the totals alone would be left for the last page.
    for (const count of [25, 26, 27, 28, 60, 61, 62]) {
      const text = readPdfText(await renderer.render(openNotes(count)));
      const numbers = [...text.matchAll(/DN\/NBO\/2026\/(\d{6})/g)].map(([, number]) => number);
      expect(numbers).toEqual(Array.from({ length: count }, (_, place) => String(place + 1).padStart(6, '0')));
      const pages = text.match(/Page \d+ of \d+/g) ?? [];
      expect(text.match(/Outstanding/g)).toHaveLength(pages.length);
      expect(pages.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`);
    }
  });

  it('with two lines to a row has each row whole on a page', async () => {
    for (const count of [14, 15, 16, 17, 33]) {
      const text = readPdfText(await renderer.render(claimsOf(count)));
      for (const series of ['CL', 'FAC'])
        expect(text.match(new RegExp(`NBO/${series}/2026/\\d{6}`, 'g')), series).toHaveLength(count);
      const pages = text.match(/Page \d+ of \d+/g) ?? [];
      expect(text.match(/Called in the period/g)).toHaveLength(pages.length);
    }
  });

  it('with three lines to a row has every figure of a row, each row whole on a page, and all headings on each', async () => {
    for (const count of [9, 10, 11, 24]) {
      const text = readPdfText(await renderer.render(positionsOf(count)));
      const times = (words: RegExp) => text.match(words)?.length;
      const rows = [/\bC\d\d\b/g, /\b1,131,250,000\.00/g, /\b1,020,000,000\.00/g].map(times);
      expect(rows).toEqual([count, count, count]);
      // Each row has seven figures, the total two.
      expect(times(/\b111,250,000\.00/g)).toBe(7 * count + 2);
      // Three lines need their room: beside ten rows there is none for the total.
      const pages = times(/Page \d+ of \d+/g);
      expect(pages === 1).toBe(count === 9);
      const heads = [/Net at the other day/g, /Net, difference/g].map(times);
      expect(heads).toEqual([pages, pages]);
    }
  });

  it('of a thousand rows is one file', async () => {
    const bytes = await renderer.render(openNotes(1_000));
    expect(pagesOf(bytes).length).toBeGreaterThan(25);
  }, 120_000);
});
