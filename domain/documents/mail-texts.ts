/** What a covering mail says, by kind of document, until the firm says it otherwise. `{name}` is filled in. */
export type MailText = { subject: string; text: string };

/** The placeholders of a covering text, and what each is replaced by. */
export const MAIL_FIELDS = {
  number: 'the number of the document',
  document: 'what it is, as “debit note”',
  party: 'the name of who it is made out to',
  total: 'its total, with the currency',
  firm: 'the name of the firm',
  sender: 'the name of who sends it',
  policies:
    'the policies that expire (renewal notices), the invoices that are overdue (reminders), why a claim moves (requests)',
} as const;
type MailValues = Readonly<Record<keyof typeof MAIL_FIELDS, string>>;

const about = (sentence: string): MailText => ({
  subject: '{number} · {firm}',
  text: `Dear {party},\n\n${sentence}\n\nKind regards,\n{sender}\n{firm}`,
});

export const MAIL_TEXTS: Readonly<Record<string, MailText>> = {
  'debit-note': about('Please find attached our debit note {number} for {total}.'),
  'credit-note': about('Please find attached our credit note {number} for {total}.'),
  'reinsurance-slip': about(
    'Please find attached reinsurance slip {number}. We look forward to hearing from you about your share.',
  ),
  'cover-note': about('Please find attached cover note {number}, with the securities on the risk.'),
  receipt: about('Thank you for your payment of {total}. Please find attached our receipt {number}.'),
  'payment-voucher': about('We have paid you {total}. Please find attached payment voucher {number}.'),
  'remittance-advice': about(
    'Please find attached our remittance advice {number}, with the notes that our payment is for. Please tell us what does not agree with your books.',
  ),
  'uncollectable-advice': about(
    'Please find attached our debit advice {number}: premium of {total} cannot be collected and is taken off what we owe you.',
  ),
  'claim-invoice': about('Please find attached our claim invoice {number} for {total}, your share of what is called.'),
  invoice: about('Please find attached our invoice {number} for {total}.'),
  'invoice-credit': about('Please find attached our credit note {number} for {total}.'),
  'loss-advice': about(
    'Please find attached our advice {number} of a loss under a reinsurance on which you have a line.',
  ),
  'claim-statement': about('Please find attached our statement {number} of your claim.'),
  'salvage-note': about('Please find attached our salvage note {number} for {total}.'),
  statement: about(
    'Please find attached our statement of account {number}, on paper and as a sheet. Please tell us what does not agree with your books.',
  ),
  'premium-reminder': about(
    'Please find attached our reminder {number} of premium that is overdue. If you have paid it meanwhile, please tell us when.',
  ),
  'claim-agreement': {
    subject: 'Claim {number} · {firm}',
    text: 'Dear {party},\n\nPlease let us have your agreement to the {document} of claim {number}. Your share is {total}.\n\n{policies}\n\nKind regards,\n{sender}\n{firm}',
  },
  'claim-reminder': {
    subject: '{number} overdue · {firm}',
    text: 'Dear {party},\n\nThe following claim invoices are overdue:\n\n{policies}\n\nPlease let us have your payment, or tell us what is holding it up.\n\nKind regards,\n{sender}\n{firm}',
  },
  'renewal-notice': {
    subject: 'Renewal of {number} · {firm}',
    text: 'Dear {party},\n\nThe following reinsurances expire soon:\n\n{policies}\n\nPlease let us have your renewal terms, and any changes to the risk, before they expire.\n\nKind regards,\n{sender}\n{firm}',
  },
};

const OTHER = about('Please find attached {document} {number}.');

/** The product’s own covering text for a kind of document. */
export function mailTextOf(kind: string): MailText {
  return MAIL_TEXTS[kind] ?? OTHER;
}

const fill = (template: string, values: MailValues) =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof MailValues] : whole,
  );

/** A covering text with its blanks filled in. What is filled in is text: a brace in it stays a brace. */
export function filledText({ subject, text }: MailText, values: MailValues): MailText {
  return { subject: fill(subject, values).replaceAll(/\s+/g, ' ').trim(), text: fill(text, values) };
}
