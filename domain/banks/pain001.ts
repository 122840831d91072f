import { plainCode } from '../firm/iban.ts';
import type { Day } from '../values/day.ts';
import { formatAmount, sum } from '../values/money.ts';

/** Who is paid what, in minor units of the file's currency. */
export type Transfer = {
  /** Our voucher's number: the bank's line brings it back. */
  endToEndId: string;
  amount: bigint;
  payee: string;
  accountNumber: string;
  bank: string;
  swift: string;
  text: string;
};
export type PaymentOrder = {
  messageId: string;
  /** When it was written, as ISO 8601 without a fraction. */
  writtenAt: string;
  day: Day;
  currency: string;
  payer: string;
  account: { number: string; iban: string; bank: string; swift: string };
  transfers: readonly Transfer[];
};

/** An end-to-end id has at most so many characters. */
export const LONGEST_ID = 35;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of at most `most` characters; what XML does not hold is left out. */
function textOf(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(plain)
    .slice(0, most)
    .join('')
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
}

const element = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>`;
const leaf = (name: string, text: string, most: number): string => element(name, textOf(text, most));

/** A bank by its SWIFT code, else by its name. */
const agent = (name: string, { bank, swift }: { bank: string; swift: string }) =>
  element(name, element('FinInstnId', swift === '' ? leaf('Nm', bank, 140) : leaf('BICFI', plainCode(swift), 11)));

const accountOf = (name: string, id: string, currency?: string) =>
  element(name, element('Id', id), ...(currency === undefined ? [] : [leaf('Ccy', currency, 3)]));
const otherId = (number: string) => element('Othr', leaf('Id', number, 34));

function transferOf(one: Transfer, currency: string): string {
  return element(
    'CdtTrfTxInf',
    element('PmtId', leaf('EndToEndId', one.endToEndId, LONGEST_ID)),
    element('Amt', `<InstdAmt Ccy="${textOf(currency, 3)}">${formatAmount(one.amount, currency)}</InstdAmt>`),
    agent('CdtrAgt', one),
    element('Cdtr', leaf('Nm', one.payee, 140)),
    accountOf('CdtrAcct', otherId(one.accountNumber)),
    element('RmtInf', leaf('Ustrd', one.text, 140)),
  );
}

/**
 * An order of payment as ISO 20022 pain.001.001.09: one block of transfers, each under its voucher's number, with the count and
 * the exact sum of all of them in both heads. M11.
 */
export function pain001(order: PaymentOrder): string {
  const { currency, account } = order;
  const sums = [
    element('NbOfTxs', String(order.transfers.length)),
    element('CtrlSum', formatAmount(sum(order.transfers.map(({ amount }) => amount)), currency)),
  ];
  const own = account.iban === '' ? otherId(account.number) : leaf('IBAN', plainCode(account.iban), 34);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element(
    'CstmrCdtTrfInitn',
    element(
      'GrpHdr',
      leaf('MsgId', order.messageId, 35),
      leaf('CreDtTm', order.writtenAt, 25),
      ...sums,
      element('InitgPty', leaf('Nm', order.payer, 140)),
    ),
    element(
      'PmtInf',
      leaf('PmtInfId', order.messageId, 35),
      element('PmtMtd', 'TRF'),
      element('BtchBookg', 'false'),
      ...sums,
      element('ReqdExctnDt', leaf('Dt', order.day, 10)),
      element('Dbtr', leaf('Nm', order.payer, 140)),
      accountOf('DbtrAcct', own, currency),
      agent('DbtrAgt', account),
      ...order.transfers.map((one) => transferOf(one, currency)),
    ),
  )}</Document>\n`;
}
