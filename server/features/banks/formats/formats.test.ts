import { describe, expect, test } from 'vitest';
import { camt053, camtEntry, mt940 } from '../banks.factories.ts';
import { readCamt053 } from './camt053.ts';
import { readMt940 } from './mt940.ts';

describe('MT940', () => {
  test('a message as banks send it, with what SWIFT wraps around it', () => {
    const text = `{1:F01BAHAKENXAXXX0000000000}{2:I940BAHAKENXXXXXN}{4:\r\n${mt940({
      account: 'BAHAKENX/0100200301',
      opening: '1000.00',
      closing: '281250.00',
      entries: [
        { amount: '281250.00', reference: 'FT26061', text: '/EREF/DN-1/ORDP/Jubilee Insurance/REMI/DN/NBO/2026/1/' },
        { amount: '-1000.00', reference: 'FT26062', ours: 'PV/NBO/2026/1', text: 'Charge' },
      ],
    })}-}`;
    const [one] = readMt940(text);
    expect(one).toMatchObject({
      account: 'BAHAKENX/0100200301',
      currency: 'KES',
      opening: 100000n,
      closing: 28125000n,
      closedOn: '2026-03-02',
      faults: [],
      lines: [
        {
          amount: 28125000n,
          reference: 'FT26061',
          endToEnd: 'DN-1',
          party: 'Jubilee Insurance',
          text: 'DN/NBO/2026/1',
        },
        { amount: -100000n, reference: 'FT26062', endToEnd: 'PV/NBO/2026/1', text: 'Charge' },
      ],
    });
  });

  test.each([
    ['C', 500n],
    ['D', -500n],
    ['RC', -500n],
    ['RD', 500n],
  ])('%s moves %s', (side, amount) => {
    const text = mt940({ opening: '0.00', closing: '0.00', entries: [] }).replace(
      ':62F:',
      `:61:2603020302${side}5,NTRFNONREF\r\n:62F:`,
    );
    expect(readMt940(text)[0]?.lines).toMatchObject([{ amount, reference: '', endToEnd: '' }]);
  });

  test('an entry at the turn of the year is of the year nearest to its value date', () => {
    const text = mt940({ opening: '0.00', closing: '1.00' }).replace(':62F:', ':61:2601021231C1,NTRFNONREF\r\n:62F:');
    expect(readMt940(text)[0]?.lines).toMatchObject([{ day: '2025-12-31', valueDay: '2026-01-02' }]);
  });

  test('numbered details are put together', () => {
    const text = mt940({
      opening: '0.00',
      closing: '1.00',
      entries: [
        { amount: '1.00', text: '166?00TRANSFER?20EREF+E2E-7SVWZ+Premium of?21 March?31KE99?32Heritage ?33Re' },
      ],
    });
    expect(readMt940(text)[0]?.lines).toMatchObject([
      { endToEnd: 'E2E-7', text: 'Premium of March', party: 'Heritage Re', partyAccount: 'KE99' },
    ]);
  });

  test('an entry that cannot be read is said of its place; a statement without its end is refused', () => {
    const wrong = mt940({ opening: '0.00', closing: '0.00' }).replace(':62F:', ':61:2613020302C1.00NTRF\r\n:62F:');
    expect(readMt940(wrong)[0]?.faults).toMatchObject([{ row: 1, message: /no entry/ }]);
    expect(() => readMt940(mt940({ opening: '0.00', closing: '0.00' }).split(':62F:')[0] ?? '')).toThrow('cut short');
  });
});

describe('CAMT.053', () => {
  const details = (amount: string, payer: string, ours: string) =>
    `<TxDtls><Refs><EndToEndId>${ours}</EndToEndId></Refs><Amt Ccy="KES">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr>` +
    `<DbtrAcct><Id><IBAN>KE1</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>A &amp; B</Ustrd></RmtInf></TxDtls>`;

  test('entries that are booked, each payer of a batch on a line', () => {
    const [one] = readCamt053(
      camt053({
        opening: '-10.00',
        closing: '290.00',
        entries:
          camtEntry({
            amount: '300.00',
            reference: 'B1',
            details: details('100.00', 'Jubilee', 'NOTPROVIDED') + details('200.00', 'Heritage', 'E2'),
          }) + camtEntry({ amount: '7.00', status: 'PDNG' }),
      }),
    );
    expect(one).toMatchObject({
      account: '0100200301',
      currency: 'KES',
      opening: -1000n,
      closing: 29000n,
      faults: [],
      lines: [
        { amount: 10000n, reference: 'B1/1', endToEnd: '', party: 'Jubilee', partyAccount: 'KE1', text: 'A & B' },
        { amount: 20000n, reference: 'B1/2', endToEnd: 'E2', party: 'Heritage' },
      ],
    });
  });

  test('a batch whose parts do not say it all is one line; what goes out is negative', () => {
    const entries = camtEntry({ amount: '300.00', side: 'DBIT', details: details('100.00', 'A', 'E1').repeat(2) });
    expect(readCamt053(camt053({ opening: '300.00', closing: '0.00', entries }))[0]?.lines).toMatchObject([
      { amount: -30000n },
    ]);
  });

  test.each([
    ['no statement', '<a/>', 'no CAMT.053'],
    ['half a document', camt053({ opening: '0', closing: '0', entries: '' }).slice(0, -30), 'damaged'],
    ['a declaration', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`, 'DOCTYPE'],
    ['depth', '<a>'.repeat(5_000) + '</a>'.repeat(5_000), 'nested'],
  ])('%s is refused', (_, text, sentence) => {
    expect(() => readCamt053(text)).toThrow(sentence);
  });

  test('an amount with too many decimals, or of another currency, is said of its entry', () => {
    const entries = camtEntry({ amount: '1.005' }) + camtEntry({ amount: '1.00' }).replace('Ccy="KES"', 'Ccy="USD"');
    const [one] = readCamt053(camt053({ opening: '0', closing: '0', entries }));
    expect(one?.faults).toMatchObject([{ row: 1 }, { row: 2 }]);
  });
});
