import { creditNoteModel, returnDebitNoteModel } from './kinds/credit-note.ts';
import { debitNoteModel, returnCreditNoteModel } from './kinds/debit-note.ts';
import { endorsementSlipModel } from './kinds/endorsement-slip.ts';
import { letterheadModel } from './kinds/letterhead.ts';
import { londonCoverNoteModel, londonReinsuranceSlipModel, londonSlipModel } from './kinds/london-slip.ts';
import { claimInvoiceModel, claimStatementModel, lossAdviceModel, salvageNoteModel } from './kinds/claim-papers.ts';
import { invoiceModel } from './kinds/invoice.ts';
import { paymentVoucherModel, receiptModel } from './kinds/money-papers.ts';
import { coverNoteModel, reinsuranceSlipModel } from './kinds/slip.ts';
import { reminderModel } from './kinds/reminder.ts';
import { remittanceModel } from './kinds/remittance.ts';
import { statementModel } from './kinds/statement.ts';
import { uncollectableModel } from './kinds/uncollectable.ts';
import { uncollectable } from './samples-uncollectable.ts';
import type { PageModel } from './page-model.ts';
import * as claims from './samples-claims.ts';
import * as invoices from './samples-invoices.ts';
import * as endorsed from './samples-endorsed.ts';
import * as london from './samples-london.ts';
import * as reminders from './samples-reminders.ts';
import * as remittances from './samples-remittances.ts';
import * as sections from './samples-sections.ts';
import * as samples from './samples.ts';

const changed = london.endorsement(
  'Additional premium',
  'Sum insured raised by KES 100,000,000.00 for the boiler house',
);
const returned = london.endorsement('Return premium', 'Stock in the second warehouse taken off');

// Names in other scripts, a currency of three decimals, no tax, nothing to pay to.
const { bank: _bank, ...unbanked } = samples.debitNote;
const otherScripts = debitNoteModel({
  ...unbanked,
  currency: 'KWD',
  reinsured: {
    name: 'الشركة الكويتية لإعادة التأمين (ش.م.ك.)',
    addressLines: ['شارع الشهداء، برج الراية 12', 'مدينة الكويت'],
  },
  particulars: {
    ...samples.debitNote.particulars,
    insured: '中国人民财产保险股份有限公司 上海分公司',
    sumInsured: 500_000_000n,
    premium: 1_250_000n,
    facPremium: 750_000n,
    base: { share: 60_000_000n, premium: 1_250_000n, unearned: false },
    territory: 'Ελλάδα · Россия · Việt Nam · 東京',
    cedantPolicyNumber: 'የኢትዮጵያ መድን ድርጅት',
    excess: 'भारतीय साधारण बीमा निगम की शर्तें',
  },
  commission: { percent: 25_000_000n, amount: 187_500n },
  amountDue: 562_500n,
  instalments: [{ dueDay: '2027-01-31', amount: 562_500n }],
});

// Names of insurers in the scripts of the countries in which a broker of this region places.
const NAMES = [
  '한국 재보험 주식회사',
  'הראל חברה לביטוח בע״מ',
  'บริษัท ไทยรับประกันภัยต่อ จำกัด',
  'সাধারণ বীমা কর্পোরেশন',
  'இந்தியப் பொதுக் காப்பீடு',
  'భారత సాధారణ బీమా',
  'સામાન્ય વીમા નિગમ',
  'ਆਮ ਬੀਮਾ ਨਿਗਮ',
  'ಸಾಮಾನ್ಯ ವಿಮಾ ನಿಗಮ',
  'പൊതു ഇൻഷുറൻസ്',
  'ශ්‍රී ලංකා රක්ෂණ සංස්ථාව',
  'Հայկական ապահովագրություն',
  'საქართველოს დაზღვევა',
  'កម្ពុជាធានារ៉ាប់រងបន្ត',
  'ປະກັນໄພລາວ',
  'မြန်မာ့အာမခံလုပ်ငန်း',
];
const everyScript = debitNoteModel({ ...samples.debitNote, terms: NAMES });

const slipOf = (type: string, description: string, sign: london.Sign): PageModel =>
  endorsementSlipModel(london.endorsementSlip(london.endorsement(type, description), sign));
const FROM_AUGUST = { from: '2027-08-08', lastDay: '2027-08-07' };
const cancellationOf = (type: string, description: string): PageModel =>
  endorsementSlipModel(london.endorsementSlip(london.endorsement(type, description), -1n, { cancelled: FROM_AUGUST }));
const corrected = london.endorsement('No premium', 'Name of the insured corrected');

/** A document of every kind from fixed inputs: the tests, the samples and the measurements of all kinds use these. */
export const everyKind: Readonly<Record<string, PageModel>> = {
  'debit-note': debitNoteModel(samples.debitNote),
  'debit-note-instalments': debitNoteModel(samples.instalments),
  'debit-note-endorsement': debitNoteModel({ ...samples.debitNote, endorsement: changed }),
  'debit-note-other-scripts': otherScripts,
  'debit-note-every-script': everyScript,
  'credit-note': creditNoteModel(samples.creditNote),
  'credit-note-endorsement': creditNoteModel({ ...samples.creditNote, endorsement: changed }),
  'return-credit-note': returnCreditNoteModel({ ...samples.debitNote, endorsement: returned }),
  'return-debit-note': returnDebitNoteModel({ ...samples.creditNote, endorsement: returned }),
  'reinsurance-slip': reinsuranceSlipModel(samples.reinsuranceSlip),
  'reinsurance-slip-for-offer': reinsuranceSlipModel({ ...samples.reinsuranceSlip, watermark: 'FOR OFFER' }),
  'cover-note': coverNoteModel(samples.reinsuranceSlip),
  'cover-note-change-of-securities': coverNoteModel(endorsed.coverNoteAfterChange),
  'cover-note-without-brokerage': coverNoteModel(endorsed.coverNoteWithoutBrokerage),
  'cover-note-cancelled': coverNoteModel(endorsed.coverNoteCancelled),
  'cover-note-long-address': coverNoteModel(endorsed.farAddress),
  'debit-note-additional-premium': debitNoteModel(endorsed.additionalPremium),
  'return-credit-note-cancellation': returnCreditNoteModel(endorsed.returnCreditNoteOfCancellation),
  'return-debit-note-cancellation': returnDebitNoteModel(endorsed.returnDebitNoteOfCancellation),
  'credit-note-yen': creditNoteModel(samples.creditNoteInYen),
  'debit-note-london': debitNoteModel(endorsed.londonDebitNote),
  'credit-note-london': creditNoteModel(endorsed.londonCreditNote),
  'credit-note-change-of-securities': creditNoteModel(endorsed.creditNoteOfChange),
  'return-debit-note-partly-set-off': returnDebitNoteModel(endorsed.returnDebitNoteOfChange),
  'return-debit-note-set-off': returnDebitNoteModel(endorsed.returnDebitNoteSetOff),
  'return-credit-note-set-off': returnCreditNoteModel(endorsed.returnCreditNoteSetOff),
  'return-credit-note-partly-set-off': returnCreditNoteModel(endorsed.returnCreditNotePartly),
  'london-slip': londonSlipModel(london.londonSlip),
  'london-slip-sections': londonSlipModel(london.londonSlipInSections),
  'london-cover-note-sections': londonCoverNoteModel(london.londonCoverNoteInSections),
  'london-reinsurance-slip': londonReinsuranceSlipModel(london.londonReinsuranceSlip),
  'london-cover-note': londonCoverNoteModel(london.londonCoverNote),
  'london-cover-note-change-of-securities': londonCoverNoteModel(endorsed.londonCoverNoteAfterChange),
  'london-reinsurance-slip-change-of-securities': londonReinsuranceSlipModel(endorsed.londonReinsuranceSlipAfterChange),
  'endorsement-slip-additional-premium': slipOf('Additional premium', 'Boiler house added', 1n),
  'endorsement-slip-section': endorsementSlipModel(sections.endorsementSlipBySection),
  'endorsement-slip-return-premium': slipOf('Return premium', 'Second warehouse taken off', -1n),
  'endorsement-slip-extension': slipOf('Extension', 'Period extended by 30 days', 1n),
  'endorsement-slip-change-of-securities': endorsementSlipModel(endorsed.endorsementSlipChange),
  'endorsement-slip-cancellation-pro-rata': cancellationOf('Cancellation pro rata', 'Works sold'),
  'endorsement-slip-cancellation-short-rate': cancellationOf(
    'Cancellation at short rate',
    'At the wish of the insured',
  ),
  'endorsement-slip-cancellation-nothing-back': endorsementSlipModel(
    london.endorsementSlip(london.endorsement('Cancellation at short rate', 'In the last month'), 0n, {
      cancelled: FROM_AUGUST,
    }),
  ),
  'endorsement-slip-cancellation-flat': endorsementSlipModel(
    london.endorsementSlip(
      { ...london.endorsement('Cancellation from the first day', 'Not taken up'), effectiveDay: '2027-01-01' },
      -1n,
      { cancelled: { from: '2027-01-01', lastDay: null } },
    ),
  ),
  'endorsement-slip-no-premium': endorsementSlipModel(
    london.endorsementSlip(corrected, 0n, {
      words: [
        { label: 'Insured', before: 'Kisumu Sugar Work', after: 'Kisumu Sugar Works Limited' },
        { label: 'Territory', before: 'Kenya', after: 'Kenya and Uganda' },
        { label: 'Further conditions', before: '', after: 'Sprinklers are tested every month.' },
      ],
    }),
  ),
  'debit-note-sections': debitNoteModel(sections.debitNoteBySection),
  'credit-note-sections': creditNoteModel(sections.creditNoteBySection),
  'return-credit-note-sections': returnCreditNoteModel(sections.returnCreditNoteBySection),
  'london-reinsurance-slip-sections': londonReinsuranceSlipModel(sections.londonReinsuranceSlipBySection),
  'debit-note-by-hand': debitNoteModel(sections.debitNoteByHand),
  'reinsurance-slip-by-hand': reinsuranceSlipModel(sections.slipByHand),
  'reinsurance-slip-sections': reinsuranceSlipModel(sections.slipBySection),
  'cover-note-by-hand': coverNoteModel(sections.slipByHand),
  receipt: receiptModel(samples.receipt),
  'receipt-used-elsewhere': receiptModel(samples.receiptUsedElsewhere),
  'receipt-of-another-branch': receiptModel(samples.receiptOfAnotherBranch),
  'payment-voucher': paymentVoucherModel(samples.voucher),
  'payment-voucher-changed-account': paymentVoucherModel({
    ...samples.voucher,
    bankNotice: 'This account was changed on 14 February 2027 and confirmed by Grace Njeri Mwangi.',
  }),
  'payment-voucher-set-off': paymentVoucherModel(samples.voucherLess),
  'claim-invoice': claimInvoiceModel(claims.claimInvoice),
  'claim-invoice-final': claimInvoiceModel(claims.finalInvoice),
  'claim-invoice-fee': claimInvoiceModel(claims.feeInvoice),
  'loss-advice': lossAdviceModel(claims.lossAdvice),
  'loss-advice-first': lossAdviceModel(claims.firstAdvice),
  'claim-statement': claimStatementModel(claims.claimStatement),
  'claim-statement-unmoved': claimStatementModel(claims.emptyStatement),
  'salvage-note': salvageNoteModel(claims.salvageNote),
  'salvage-note-set-off': salvageNoteModel(claims.salvageSetOff),
  invoice: invoiceModel(invoices.feeInvoice),
  'invoice-instalments': invoiceModel(invoices.retainer),
  'invoice-credit': invoiceModel(invoices.credit),
  statement: statementModel(samples.statement(30)),
  'statement-with-claims': statementModel(reminders.statementWithClaims),
  'premium-reminder': reminderModel(reminders.finalReminder),
  'uncollectable-advice': uncollectableModel(uncollectable),
  'remittance-advice': remittanceModel(remittances.remittance),
  'remittance-advice-ordered': remittanceModel(remittances.orderedRemittance),
  letterhead: letterheadModel({ firm: samples.debitNote.firm, branchName: 'Nairobi', day: '2026-11-21' }),
};
