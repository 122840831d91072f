import { encode } from 'uqr';
import { afterAll, describe, expect, it } from 'vitest';
import { pageContent, readPdf, readPdfText, textRuns } from '../../testing/pdf.ts';
import { setApart } from './clean-text.ts';
import { debitNoteModel } from './kinds/debit-note.ts';
import { endorsementSlipModel } from './kinds/endorsement-slip.ts';
import { paymentVoucherModel, receiptModel } from './kinds/money-papers.ts';
import { remittanceModel } from './kinds/remittance.ts';
import { coverNoteModel, reinsuranceSlipModel } from './kinds/slip.ts';
import type { PageModel } from './page-model.ts';
import { createRenderer } from './renderer.ts';
import * as london from './samples-london.ts';
import * as remittances from './samples-remittances.ts';
import * as samples from './samples.ts';

const renderer = createRenderer({ log: { warn: () => undefined } });
afterAll(() => renderer.close());

const pagesOf = async (model: PageModel): Promise<string[]> =>
  readPdfText(await renderer.render(model))
    .split(/^=== page .*\n/m)
    .slice(1);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const repeated = <T>(count: number, rows: readonly T[]): T[] =>
  range(0, count).map((index) => rows[index % rows.length]!);

describe('a table with long figures', () => {
  it('is set in smaller letters, so that numbers and names beside them keep their lines', async () => {
    const many = 9_999_999_999_999_99n;
    const { currencies, ...advice } = remittances.remittance;
    const large = currencies.map((one) => ({
      ...one,
      notes: one.notes.map((note) => ({ ...note, figures: { gross: many, deductions: many, net: many }, paid: many })),
    }));
    const text = (await pagesOf(remittanceModel({ ...advice, currencies: large }))).join('');
    expect(text).toMatch(/^CN\/NBO\/2026\/000015\s+NBO\/FAC\/2026\/000015\s+9,999,999,999,999\.99/m);
    expect(text).toMatch(/^Lake Basin Shipping$/m);
  });
});

describe('where pages end', () => {
  const tables: Record<string, { counts: readonly number[]; modelOf: (count: number) => PageModel; row: RegExp }> = {
    'cover note': {
      counts: range(24, 31),
      modelOf: (count) => coverNoteModel({ ...samples.reinsuranceSlip, securities: samples.manyLines(count) }),
      row: /Company Number/,
    },
    'slip with boxes to sign in': {
      counts: range(5, 10),
      modelOf: (count) => reinsuranceSlipModel({ ...samples.reinsuranceSlip, securities: samples.manyLines(count) }),
      row: /Company Number/,
    },
    voucher: {
      counts: range(31, 37),
      modelOf: (count) => paymentVoucherModel({ ...samples.voucher, items: repeated(count, samples.voucher.items) }),
      row: /CN\/NBO/,
    },
    receipt: {
      counts: range(20, 27),
      modelOf: (count) =>
        receiptModel({ ...samples.receipt, allocations: repeated(count, samples.receipt.allocations) }),
      row: /^(DN|Unallocated)/m,
    },
  };
  it.each(Object.entries(tables))('no total is on a page without a row of its table: %s', async (_, of) => {
    for (const count of of.counts) {
      const page = (await pagesOf(of.modelOf(count))).findLast((text) => /^Total/m.test(text)) ?? '';
      expect(page, `${count} rows`).toMatch(of.row);
    }
  });

  it('a few securities go on over the end of a page below their head, and never leave a heading alone', async () => {
    const split: number[] = [];
    for (const count of range(0, 14)) {
      const words = repeated(count, [{ label: 'Territory', before: 'Kenya', after: 'Kenya and Uganda' }]);
      const corrected = london.endorsement('No premium', 'Territory widened');
      const pages = await pagesOf(endorsementSlipModel(london.endorsementSlip(corrected, 0n, { words })));
      const named = pages.map((text) => ['Africa', 'Bluewater', 'Continental'].filter((name) => text.includes(name)));
      const listing = pages.filter((_, index) => named[index]!.length > 0);
      expect(named.flat(), `${count} words`).toEqual(['Africa', 'Bluewater', 'Continental']);
      for (const text of listing) expect(text, `${count} words`).toMatch(/^Security   Line$/m);
      expect(listing[0], `${count} words`).toMatch(/^Securities$/m);
      expect(listing.at(-1), `${count} words`).toMatch(/^Total   60%$/m);
      for (const [index, text] of pages.entries())
        expect(text.match(/Signature, stamp and date/g) ?? [], `${count} words`).toHaveLength(named[index]!.length);
      if (listing.length > 1) split.push(count);
    }
    expect(split.length).toBeGreaterThan(3);
  });

  it('no row of a security is cut by the end of a page', async () => {
    const corrected = london.endorsement('No premium', 'Territory widened');
    const securities = london.endorsementSlip(corrected, 0n).securities.map((line, index) => ({
      ...line,
      name: `First ${index} ${'Retrocession Company '.repeat(12)} Last ${index}`,
    }));
    for (const count of range(0, 14)) {
      const words = repeated(count, [{ label: 'Territory', before: 'Kenya', after: 'Kenya and Uganda' }]);
      const slip = { ...london.endorsementSlip(corrected, 0n, { words }), securities };
      const pages = await pagesOf(endorsementSlipModel(slip));
      const rows = pages.map((text) =>
        [text.match(/First \d/g), text.match(/Last \d/g)].map((one) => one?.length ?? 0),
      );
      for (const [first, last] of rows) expect(last, `${count} words`).toBe(first);
      expect(rows.reduce((sum, [first = 0]) => sum + first, 0)).toBe(3);
    }
  });

  it('40 securities: the head of the table on each page, every box whole, page x of y', async () => {
    const model = reinsuranceSlipModel({ ...samples.reinsuranceSlip, securities: samples.manyLines(40) });
    const pages = await pagesOf(model);
    const listing = pages.filter((text) => text.includes('Company Number'));
    expect(listing.length).toBeGreaterThan(2);
    for (const text of listing) {
      expect(text).toContain('Security   Written line   Signed line');
      const boxes = text.match(/Signature, stamp and date/g) ?? [];
      expect(boxes).toHaveLength((text.match(/Company Number/g) ?? []).length);
    }
    for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  });

  it('no clause begins at the foot of a page with its title alone', async () => {
    for (const length of range(8, 20)) {
      const clauses = samples.clausesOf(8, length * 110);
      for (const text of await pagesOf(reinsuranceSlipModel({ ...samples.reinsuranceSlip, clauses }))) {
        const lines = text.trim().split('\n');
        // The last line is the foot of the page.
        expect(lines.at(-2), `clauses of ${length * 110}`).not.toMatch(/Clause \d+ +LMA/);
      }
    }
  });
});

describe('right to left', () => {
  it('is set so to its end, and nothing else is touched', () => {
    expect(setApart('شركة الخليج ش.م.ك.')).toBe('\u2067شركة الخليج ش.م.ك.\u2069');
    expect(setApart('Gulf\n(شركة) 12')).toBe('Gulf\n\u2067(شركة) 12\u2069');
    expect(setApart('Gulf شركة.')).toBe('Gulf شركة.');
  });

  it('has its full stop on the left, where it ends', async () => {
    const name = 'شركة الخليج ش.م.ك.';
    const pdf = readPdf(
      await renderer.render(debitNoteModel({ ...samples.debitNote, reinsured: { name, addressLines: [] } })),
    );
    const runs = textRuns(pdf, pdf.pages[0]!).filter((run) => /[\u0600-\u06ff\ufb50-\ufefc.]/.test(run.text));
    const row = runs.filter((run) => /[\u0600-\u06ff\ufb50-\ufefc]/.test(run.text))[0]!;
    const line = runs.filter((run) => Math.abs(run.y - row.y) < 1).toSorted((a, b) => a.x - b.x);
    expect(
      line
        .map((run) => run.text)
        .join('')
        .trim(),
    ).toMatch(/^\./);
  });
});

describe('the QR code', () => {
  /** The dark modules as they are drawn: each a square of ten units, by its upper left corner. */
  const drawn = (content: string): Set<string> => {
    const [, picture = ''] = content.split('QR code that opens');
    const [dark = ''] = picture.split('0 scn').slice(1);
    return new Set(
      [...dark.matchAll(/^(\d+) (\d+) m\n/gm)].map(
        ([, x = '', y = '']) => `${Number.parseInt(x, 10) / 10} ${Number.parseInt(y, 10) / 10}`,
      ),
    );
  };

  it.each([
    'https://slipway.example/signin#verify=7QF4-K2MN-93TX-AB2C',
    'https://brokerage.a-rather-long-name-of-a-firm.example.co.ke/signin#verify=ZZZZ-2345-6789-ABCD',
  ])('is printed module by module as %s encodes', async (url) => {
    const model = receiptModel({ ...samples.receipt, verification: { code: 'x', url } });
    const pdf = readPdf(await renderer.render(model));
    const expected = encode(url, { ecc: 'M', border: 0 }).data.flatMap((row, y) =>
      row.flatMap((on, x) => (on ? [`${x} ${y}`] : [])),
    );
    expect(drawn(pageContent(pdf, pdf.pages[0]!))).toEqual(new Set(expected));
  });
});
