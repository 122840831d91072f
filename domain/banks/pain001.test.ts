import { expect, test } from 'vitest';
import { pain001, type PaymentOrder } from './pain001.ts';

const order = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  messageId: 'PAY-1',
  writtenAt: '2026-03-02T08:00:00',
  day: '2026-03-02',
  currency: 'KES',
  payer: 'Baobab',
  account: { number: '0100200301', iban: '', bank: 'Bahari Bank', swift: 'SCBLKENX' },
  transfers: [
    {
      endToEndId: 'PV/NBO/2026/000001',
      amount: 10937500n,
      payee: 'Security <A> & "Sons"\u0000',
      accountNumber: '01001',
      bank: 'Equity',
      swift: '',
      text: 'Premium',
    },
    {
      endToEndId: 'PV/NBO/2026/000002',
      amount: 1n,
      payee: 'B',
      accountNumber: '2',
      bank: 'x',
      swift: 'SCBLKENX',
      text: '',
    },
  ],
  ...changes,
});

test('count and exact sum are in both heads, each transfer under its number', () => {
  const xml = pain001(order());
  expect(xml.match(/<CtrlSum>109375\.01<\/CtrlSum>/g)).toHaveLength(2);
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs>/g)).toHaveLength(2);
  expect([...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, id]) => id)).toEqual([
    'PV/NBO/2026/000001',
    'PV/NBO/2026/000002',
  ]);
  expect(xml).toContain('<InstdAmt Ccy="KES">109375.00</InstdAmt>');
  expect(xml).toContain('<CdtrAgt><FinInstnId><Nm>Equity</Nm></FinInstnId></CdtrAgt>');
});

test('texts are data: signs are escaped, what XML does not hold is left out, and nothing is too long', () => {
  const [first] = order().transfers;
  const long = { ...first!, text: 'x'.repeat(200), payee: 'é'.repeat(150) };
  expect(pain001(order())).toContain('<Nm>Security &lt;A&gt; &amp; &quot;Sons&quot;</Nm>');
  const xml = pain001(order({ transfers: [long] }));
  expect(xml).toContain(`<Ustrd>${'x'.repeat(140)}</Ustrd>`);
  expect(xml).toContain(`<Nm>${'é'.repeat(140)}</Nm>`);
});

test.each([
  ['JPY', '10937500'],
  ['KWD', '10937.500'],
])('amounts of %s have its own decimals', (currency, amount) => {
  expect(pain001(order({ currency }))).toContain(`<InstdAmt Ccy="${currency}">${amount}</InstdAmt>`);
});
