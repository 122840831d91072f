import { describe, expect, it } from 'vitest';
import * as samples from '../samples.ts';
import * as claims from '../samples-claims.ts';
import type { PageModel } from '../page-model.ts';
import { creditNoteModel, returnDebitNoteModel } from './credit-note.ts';
import { debitNoteModel, returnCreditNoteModel } from './debit-note.ts';
import { claimInvoiceModel, claimStatementModel, lossAdviceModel, salvageNoteModel } from './claim-papers.ts';
import { paymentVoucherModel, receiptModel } from './money-papers.ts';
import { coverNoteModel, reinsuranceSlipModel } from './slip.ts';
import { statementModel } from './statement.ts';

/** Everything a reader can see, with the unbreakable spaces made plain. */
const textOf = (model: PageModel): string => JSON.stringify(model).replaceAll('\u00a0', ' ');

const expectTexts = (model: PageModel, texts: readonly string[]): void => {
  const all = textOf(model);
  for (const text of texts) expect(all).toContain(text);
};

describe('kinds of document', () => {
  it('debit note: premium less commission is due', () => {
    const model = debitNoteModel(samples.debitNote);
    expectTexts(model, [
      'DN/NBO/2026/000012',
      'NBO/FIR/2026/00087',
      'Mombasa Cement & Steel Works Limited',
      'Fire',
      'Industrial all risks',
      '1 January 2027',
      '31 December 2027',
      'KES 500,000,000.00',
      'Kenya',
      '10% of each',
      '0.25%',
      'KES 1,250,000.00',
      '60%',
      '750,000.00',
      '−187,500.00',
      '562,500.00',
      'due 31 January 2027',
      'Premium payment warranty',
      'SCBLKENX',
      'Five hundred and sixty-two thousand five hundred Kenya shillings only',
    ]);
    expect(textOf(model)).not.toContain('Instalments');
    expectTexts(debitNoteModel(samples.instalments), ['Instalments', '1 October 2027', '140,625.00']);
  });

  it('credit note: every field of the specification', () => {
    const model = creditNoteModel(samples.creditNote);
    expectTexts(model, [
      '10 November 2026',
      'KES',
      'Continental Reinsurance Public Limited Company',
      'NBO/FIR/2026/00087',
      'CN/NBO/2026/000036',
      'Jubilee Allied Insurance Company Limited',
      'Fire · Industrial all risks',
      'JAI/IAR/77821/26',
      '25%',
      'Mombasa Cement & Steel Works Limited',
      '1 January 2027',
      '31 December 2027',
      '10% of each and every loss',
      'Kenya',
      'KES 500,000,000.00',
      'KES 1,250,000.00',
      'Line offered',
      'Share',
      '15%',
      '5%',
      '60%',
      'KES 187,500.00',
      'KES 65,625.00',
      '−46,875.00',
      '−9,375.00',
      '121,875.00',
      'New',
      'as and when the premium is received',
    ]);
  });

  it('a return turns the notes about', () => {
    expectTexts(returnCreditNoteModel(samples.debitNote), ['Credit note', 'Amount due to you', 'Return fac premium']);
    const debit = returnDebitNoteModel(samples.creditNote);
    expectTexts(debit, ['Debit note', 'Net due to us']);
    expect(textOf(debit)).not.toContain('as and when');
  });

  it('slip and cover note: headings, wordings, lines', () => {
    const slip = reinsuranceSlipModel(samples.reinsuranceSlip);
    expectTexts(slip, [
      'Type',
      'Original insured',
      'Period',
      'Interest',
      'Conditions',
      'LMA 3100',
      'No reinsurer shall be deemed',
      'Africa Specialty Re',
      '25%',
      '"60%"',
      'ASR/FAC/26/1187',
      'Withholding tax',
      'Brokerage',
    ]);
    const cover = coverNoteModel(samples.reinsuranceSlip);
    expectTexts(cover, ['LMA 3100', '312,500.00', '750,000.00', 'We confirm']);
    expect(textOf(cover)).not.toContain('No reinsurer shall be deemed');
  });

  it('adds up lines exactly', () => {
    const model = coverNoteModel({ ...samples.reinsuranceSlip, securities: samples.manyLines(30) });
    expectTexts(model, ['"99.9990%"', '"60%"']);
  });

  it('receipt, voucher, claim invoice', () => {
    expectTexts(receiptModel(samples.receipt), [
      'RC/NBO/2026/000044',
      '12 February 2027',
      'Half of DN',
      'Jubilee',
      'NBO/FIR/2026/00087',
      'Premium',
      '300,000.00',
      'Amina Wanjiru',
      'FT27043XK8891',
      '562,500.00',
      '281,250.00',
      'Unallocated',
      '6,250.00',
      'Three hundred thousand',
    ]);
    expectTexts(paymentVoucherModel(samples.voucher), [
      'Continental Reinsurance',
      '20 February 2027',
      'RTGS 88120047',
      'CN/NBO/2026/000021',
      'Lake Basin Shipping',
      '79,137.50',
      'Peter Otieno',
      '19 February 2027',
      'CITINGLA',
      'fifty cents only',
    ]);
    expectTexts(paymentVoucherModel(samples.voucherLess), [
      '79,137.50',
      'Less what is owed to us',
      '41,250.00',
      'To pay',
      '25,887.50',
    ]);
    expectTexts(claimInvoiceModel(claims.claimInvoice), ['NBO/CL/2027/000003', '4 May 2027', '15%', '600,000.00']);
  });

  it('claim invoice: a later call is what it comes to in all less what was called before', () => {
    expectTexts(claimInvoiceModel(claims.claimInvoice), ['Your share of the cash call', '15% of 4,000,000.00']);
    expectTexts(claimInvoiceModel(claims.finalInvoice), [
      '15% of 37,000,000.01',
      '5,550,000.00',
      'Less: called before',
      '−1,500,000.00',
      'KES 4,050,000.00',
    ]);
    expectTexts(claimInvoiceModel(claims.feeInvoice), ['Payable to', 'Upesi Loss Adjusters Limited', '75,000.00']);
    // Nobody's part falls below what was called of it: then no percentage makes it, and none is printed. C1.
    const floored = { ...claims.finalInvoice, before: 5_600_000_00n, amount: 100n };
    expect(textOf(claimInvoiceModel(floored))).not.toContain('15% of');
  });

  it('loss advice, claim statement, salvage note', () => {
    expectTexts(lossAdviceModel(claims.lossAdvice), [
      'KES 6,300,000.00',
      'your share of the estimate',
      'Order, 60%',
      '25,200,000.00',
      'Upesi Loss Adjusters Limited',
    ]);
    expect(textOf(lossAdviceModel(claims.firstAdvice))).not.toContain('Appointed');
    expect(textOf(lossAdviceModel(claims.firstAdvice))).not.toContain('Fees');
    expectTexts(claimStatementModel(claims.claimStatement), ['KES 125,000.00', '−4,500,000.00', '1,675,000.00']);
    expectTexts(claimStatementModel(claims.emptyStatement), ['Nothing has moved since it was noted.']);
    expectTexts(salvageNoteModel(claims.salvageNote), ['KES 3,000,000.00', '1,250,000.00', 'KES 5,000,000.00']);
    expectTexts(salvageNoteModel(claims.salvageSetOff), ['Left to pay', '2,400,000.00', 'KES 2,400,000.00']);
  });

  it('statement: the summary comes before a long table and after a short one', () => {
    const kinds = (rows: number) => statementModel(samples.statement(rows)).sections.map((section) => section.kind);
    expect(kinds(30)).toEqual(['table', 'strip']);
    expect(kinds(500)).toEqual(['strip', 'table']);
    expectTexts(statementModel(samples.statement(3)), [
      'Account in KES',
      'Over 365',
      '3,375,000.00',
      'Brought forward',
    ]);
    expectTexts(statementModel({ ...samples.statement(0), currencies: [] }), ['Nothing is open']);
  });
});
