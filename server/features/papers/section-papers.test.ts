import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { approvedSlip, changedSections } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';

const LDN = '/api/sca/v1/londonslip';
const E = '/api/sca/v1/endorsement';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const SECTIONS = [
  { name: 'Material damage', sum_insured: '400000000', limit_amount: '250000000', premium: '1000000' },
  { name: 'Loss of revenue', sum_insured: '100000000', premium: '250000' },
];
const slipOf = (changes: Record<string, unknown> = {}, sections: object[] = SECTIONS) =>
  approvedSlip(t, book, {
    slip: {
      ...changedSections(book.a, {
        risk: { limit: '', payment_terms: '', taxes_payable: [] },
        remuneration: { brokerage: '', deductions: '' },
      }),
      sections,
    },
    ...changes,
  });
const endorsed = (id: number, changes: Record<string, unknown>) =>
  approvedEndorsement(t, id, { market: 'londonslip', sum_insured: null, ...changes });

async function textsOf(call: string, query: Record<string, string | number>, under = LDN): Promise<string[]> {
  const made = await t.call('underwriter.nbo', `PUT ${under}/${call}`, { query });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const texts: string[] = [];
  for (const { url } of [made.body].flat() as { url: string }[]) {
    const { bytes } = await t.call('underwriter.nbo', `GET ${url}`);
    texts.push(readPdfText(bytes).replace(/\s+/g, ' '));
  }
  return texts;
}
/** What comes under the heading of the split, up to its total. */
const split = (text = '') => /By section (.*?Total [−–\d., ]+)/.exec(text)?.[1] ?? '';

describe('the notes of a slip of several sections say their figures by section', () => {
  test('the debit note and each closing, down to the net', async () => {
    const id = await slipOf();
    const [note] = await textsOf('debitnote', { id });
    // 60 % of 1,000,000.00 and of 250,000.00, less 25 %.
    expect(split(note)).toBe(
      'Section, KES Fac premium Commission Due to us 1. Material damage 600,000.00 −150,000.00 450,000.00 ' +
        '2. Loss of revenue 150,000.00 −37,500.00 112,500.00 Total 750,000.00 −187,500.00 562,500.00 ',
    );
    const closings = await textsOf('creditnote', { id });
    // C: 15 % less 25 %, 5 % and 5 % withholding tax.
    expect(split(closings[2])).toContain('1. Material damage 150,000.00 −37,500.00 −7,500.00 −7,500.00 97,500.00');
    expect(split(closings[2])).toContain('2. Loss of revenue 37,500.00 −9,375.00 −1,875.00 −1,875.00 24,375.00');
    expect(split(closings[2])).toContain('Total 187,500.00 −46,875.00 −9,375.00 −9,375.00 121,875.00');
  });

  test('an additional premium of one section is that section’s alone, a return of all is in proportion', async () => {
    const id = await slipOf();
    const more = await endorsed(id, { premium: '100000', section: 2 });
    const [note] = await textsOf('debitnote', { id: more });
    expect(split(note)).toContain('1. Material damage – – – 2. Loss of revenue 60,000.00 −15,000.00 45,000.00');
    const less = await endorsed(id, { endorsementtype: 'RP', premium: '135000' });
    const [back] = await textsOf('debitnote', { id: less });
    // 1,000,000.00 of 1,350,000.00, and 350,000.00.
    expect(split(back)).toContain('1. Material damage 60,000.00 −15,000.00 45,000.00');
    expect(split(back)).toContain('2. Loss of revenue 21,000.00 −5,250.00 15,750.00');
    // The slips of both endorsements say the same of each section.
    const [added] = await textsOf('slip', { id: more }, E);
    expect(split(added)).toBe(
      'Section, KES Fac premium Commission Due from the reinsured 1. Material damage – – – ' +
        '2. Loss of revenue 60,000.00 −15,000.00 45,000.00 Total 60,000.00 −15,000.00 45,000.00 ',
    );
    const [taken = ''] = await textsOf('slip', { id: less }, E);
    expect(split(taken)).toContain('Fac return premium Commission Due to the reinsured');
    expect(split(taken)).toContain('2. Loss of revenue 21,000.00 −5,250.00 15,750.00 Total 81,000.00');
    expect(taken).toMatch(/UMR B1234NBO26\d{6}/);
  });

  test('an endorsement that moves no money says nothing of sections', async () => {
    const nil = await endorsed(await slipOf(), { endorsementtype: 'NIL' });
    const [text = ''] = await textsOf('slip', { id: nil }, E);
    expect(text).toContain('Security Line Security A 25%');
    expect(text).not.toMatch(/By section|Fac premium|Premium, KES/);
  });

  test('a security’s own slip lists the sections, and adds what its notes said of each', async () => {
    const id = await slipOf();
    await endorsed(id, { premium: '100000', section: 2 });
    await endorsed(id, {
      endorsementtype: 'SEC',
      securities: [
        { security: book.a, share: '40' },
        { security: book.b, share: '20' },
      ],
    });
    const [own = ''] = await textsOf('londonrslipreport', { id, security: book.a });
    expect(own).toContain('1. Material damage KES 400,000,000.00 KES 250,000,000.00 KES 1,000,000.00');
    expect(own).toContain('2. Loss of revenue KES 100,000,000.00 KES 350,000.00');
    // A: 312,500.00, 25,000.00 of the second section, and 15 % of the 500,000.00 and 100,000.00 unearned.
    const [, first = '', second = ''] =
      /1\. Material damage ([\d,.]+) .*2\. Loss of revenue ([\d,.]+) .*Total 427,500\.00/.exec(split(own)) ?? [];
    expect([first, second]).toEqual(['316,666.67', '110,833.33']);
  });

  test('a slip without sections, and one whose sections have no premium of their own, say none', async () => {
    const [plain] = await textsOf('debitnote', { id: await slipOf({}, []) });
    expect(plain).not.toContain('By section');
    const bare = SECTIONS.map(({ premium: _premium, ...one }) => one);
    const [unpriced] = await textsOf('debitnote', { id: await slipOf({}, bare) });
    expect(unpriced).not.toContain('By section');
  });
});

test('terms by dates and amounts are listed on the slip, and each closing has its own instalments', async () => {
  const id = await slipOf({
    payment_terms: 'BY_HAND',
    instalments: [
      { due_on: '2026-03-15', amount: '200000.00' },
      { due_on: '2026-07-01', amount: '362500.00' },
    ],
  });
  // The label of the heading is between the lines of its text.
  const listed = [
    'In 2 instalments as debited to the reinsured: KES 200,000.00 on 15 March 2026,',
    'KES 362,500.00 on 1 July 2026',
  ];
  for (const call of ['mrcslip', 'covernote', 'reinsuranceslip', 'londonrslipreport']) {
    const [text = ''] = await textsOf(call, { id });
    for (const part of listed) expect(text.replaceAll('\u00a0', ' '), call).toContain(part);
  }
  const [closing = ''] = await textsOf('creditnote', { id });
  // A's 218,750.00, 30 days behind.
  expect(closing).toContain('1 14 April 2026 77,777.77 2 31 July 2026 140,972.23 Total 218,750.00');
});
