import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  const account = { name: 'Clients', bank: 'Bahari Bank', bank_branch: '', number: '0100200300', iban: '', swift: '' };
  const saved = await t.call('root', `POST ${API}/bankaccount/save`, {
    body: { ...account, currency: 'KES', purpose: 'CLIENT', branch_id: null, is_default: true },
  });
  expect(saved.status).toBe(200);
});
afterAll(() => t.close());

type Made = { number: string; kind: string; url: string };
async function textsOf(call: string, query: Record<string, string | number>): Promise<string[]> {
  const made = await t.call('underwriter.nbo', `PUT ${API}/${call}`, { query });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const files: Made[] = [made.body].flat();
  const texts: string[] = [];
  for (const { url } of files) {
    const { bytes } = await t.call('underwriter.nbo', `GET ${url}`);
    texts.push(readPdfText(bytes).replace(/\s+/g, ' '));
  }
  return texts;
}
const changed = (policy: number, market: 'underwriting' | 'londonslip' = 'underwriting') =>
  approvedEndorsement(t, policy, {
    market,
    endorsementtype: 'SEC',
    sum_insured: null,
    securities: [
      { security: book.a, share: '40' },
      { security: book.b, share: '20' },
    ],
  });

describe('after a change of securities', () => {
  test('the cover note’s lines add up, and the one that left says from when', async () => {
    const policy = await approvedPolicy(t, book);
    await changed(policy);
    const [cover = ''] = await textsOf('underwriting/covernote', { id: policy });
    // A 312,500.00 and 15 % of 500,000.00 unearned; C keeps 187,500.00 less 75,000.00.
    for (const part of ['387,500.00', '250,000.00', '112,500.00', '750,000.00', 'Off cover from 6 October 2026'])
      expect(cover).toContain(part);
  });

  test('its notes say on what they were worked out', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await changed(policy);
    const notes = await textsOf('underwriting/creditnote', { id });
    expect(notes).toHaveLength(2);
    for (const note of notes) expect(note).toContain('15% of 500,000.00 unearned');
    expect(notes.join(' ')).not.toContain('of 0.00');
    const returned = notes.find((note) => note.includes('Net returned')) ?? '';
    expect(returned).toContain('Set against');
  });

  test('a London slip’s own paper has each part of the premium with its base', async () => {
    const slip = await approvedSlip(t, book);
    await changed(slip, 'londonslip');
    const [own = ''] = await textsOf('londonslip/londonrslipreport', { id: slip, security: book.a });
    expect(own).toMatch(
      /Share premium, original \d+% of .{5,20} [\d,.]+ E1 Change of securities \d+% of .{5,20} unearned/,
    );
    const [cover = ''] = await textsOf('londonslip/covernote', { id: slip });
    expect(cover).toContain('Off cover from 6 October 2026');
  });

  test('the slip of the change is signed by each, and says no net', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await changed(policy);
    const [slip = ''] = await textsOf('endorsement/slip', { id });
    for (const words of ['Line before', 'Line after', 'Signature, stamp and date', '−75,000.00'])
      expect(slip).toContain(words);
    expect(slip).not.toContain('Net,');
  });
});

describe('after a cancellation', () => {
  const cancelled = (policy: number, endorsementtype = 'CANCEL_PRORATA') =>
    approvedEndorsement(t, policy, {
      endorsementtype,
      sum_insured: null,
      ...(endorsementtype === 'CANCEL_FLAT' && { effective_date: '2026-03-01' }),
    });

  test('slip and cover note say so, with the last day of cover', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await cancelled(policy);
    const papers = [
      ...(await textsOf('endorsement/slip', { id })),
      ...(await textsOf('underwriting/covernote', { id: policy })),
      ...(await textsOf('underwriting/reinsuranceslip', { id: policy })),
    ];
    for (const paper of papers) {
      expect(paper).toContain('cancelled from 6 October 2026');
      // Once on each paper.
      expect(paper.split('the last day of cover is 5 October 2026')).toHaveLength(2);
      expect(paper).not.toMatch(/stay as they are|we have placed/);
    }
    // The period of the placement's own papers ends with its cover.
    for (const paper of papers.slice(1))
      expect(paper).toContain('to 5 October 2026, both days included; cancelled from 6 October 2026');
  });

  test('from the first day no day is covered', async () => {
    const policy = await approvedPolicy(t, book);
    await cancelled(policy, 'CANCEL_FLAT');
    const [cover = ''] = await textsOf('underwriting/covernote', { id: policy });
    expect(cover).toContain('so that no day is covered');
    expect(cover).not.toContain('we have placed');
  });

  test('a return that was set off says against what; nothing is due to the reinsured', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await cancelled(policy);
    const { rows } = await t.ownerPool.query(
      `select number from notes where policy_id = $1 and endorsement_id is null and kind = 'DN'`,
      [policy],
    );
    const [note = ''] = await textsOf('underwriting/debitnote', { id });
    expect(note).toContain('Set against');
    expect(note).toContain(rows[0].number);
    expect(note).toContain('Left due to you 0.00');
    expect(note).not.toContain('Amount due to you');
  });

  test('its notes say from which day, beside the period; those of the original do not', async () => {
    const policy = await approvedPolicy(t, book);
    const id = await cancelled(policy);
    const notes = [
      ...(await textsOf('underwriting/debitnote', { id })),
      ...(await textsOf('underwriting/creditnote', { id })),
    ];
    expect(notes).toHaveLength(4);
    for (const note of notes) expect(note).toContain('Cancelled from 6 October 2026');
    for (const call of ['underwriting/debitnote', 'underwriting/creditnote'])
      for (const note of await textsOf(call, { id: policy })) expect(note).not.toContain('Cancelled');
  });
});

describe('notes', () => {
  test('an additional premium has its own terms', async () => {
    const policy = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
    const id = await approvedEndorsement(t, policy);
    const [note = ''] = await textsOf('underwriting/debitnote', { id });
    expect(note).not.toContain('4 instalments');
    expect(note).toMatch(/Due once, on \d+ \w+ 202\d\.|In \d+ instalments\./);
  });

  test('those of London have the contract’s reference and the underwriter’s', async () => {
    const slip = await approvedSlip(t, book);
    const { body } = await t.call('underwriter.nbo', `GET ${API}/londonslip/${slip}`);
    const [debit = ''] = await textsOf('londonslip/debitnote', { id: slip });
    expect(debit).toContain(`UMR ${body.umr}`);
    const [credit = ''] = await textsOf('londonslip/creditnote', {
      id: slip,
      security: body.securities[0].security.id,
    });
    expect(credit).toContain(`UMR ${body.umr}`);
    expect(credit).toContain(`Your reference ${body.securities[0].reference}`);
  });

  test('a return that a security owes, since it was paid, says where to pay', async () => {
    const policy = await approvedPolicy(t, book);
    const { id: note } = await debitNoteOf(t, policy);
    const allocations = [{ note, amount: '562500.00' }];
    await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
    const { savePremium, payable, through } = voucherCalls(() => t);
    const due = (await payable(book.c)).find((one) => one.available === '121875.00');
    const items = [{ item: due?.item, amount: '121875.00' }];
    expect((await through(await savePremium(book.c, '121875.00', { items }))).status).toBe(200);
    const notes = await textsOf('underwriting/creditnote', { id: await changed(policy) });
    const returned = notes.find((one) => one.includes('Net due to us')) ?? '';
    expect(returned).toContain('48,750.00');
    expect(returned).toContain('Account number 0100200300');
    expect(returned).not.toContain('Set against');
  });

  test('brokerage is on cover notes while the firm says so', async () => {
    const policy = await approvedPolicy(t, book);
    const [before = ''] = await textsOf('underwriting/covernote', { id: policy });
    expect(before).toContain('Brokerage 5% of the premium');
    expect(before).toMatch(/Withholding tax on 5%, Security C/);
    const { body: firm } = await t.call('root', `GET ${API}/firm`);
    const saved = await t.call('root', `PUT ${API}/firm/underwriting`, {
      body: { ...firm.underwriting, brokerage_on_cover_notes: false, version: firm.version },
    });
    expect(saved.status).toBe(200);
    const other = await approvedPolicy(t, book);
    const [after = ''] = await textsOf('underwriting/covernote', { id: other });
    expect(after).not.toContain('Brokerage 5% of the premium');
  });
});
