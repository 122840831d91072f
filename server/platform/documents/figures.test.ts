import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { breakLongWords, cleanText, findField } from './clean-text.ts';
import { showAmount, showAmountOrDash, showDay, showDeduction, showPercent, showPercentColumn } from './figures.ts';
import { emWidth, fitText, wrapText } from './fit-text.ts';

describe('figures', () => {
  it.each([
    [125000000n, 'KES', '1,250,000.00'],
    [-18750000n, 'KES', '−187,500.00'],
    [-0n, 'KES', '0.00'],
    [999999999999999n, 'JPY', '999,999,999,999,999'],
    [562500n, 'KWD', '562.500'],
  ])('shows the amount %s %s as %s', (amount, currency, shown) => expect(showAmount(amount, currency)).toBe(shown));

  it('shows a deduction with its sign turned', () => {
    expect(showDeduction(18750000n, 'KES')).toBe('−187,500.00');
    expect(showDeduction(-500n, 'KES')).toBe('5.00');
    expect(showDeduction(0n, 'KES')).toBe('0.00');
    expect(showAmountOrDash(0n, 'KES')).toBe('–');
  });

  it('shows percentages with the decimals that they have', () => {
    expect([25_000_000n, 7_312_500n, 0n, -2_500_000n, 100_000_000n, 10_000_000n].map(showPercent)).toEqual([
      '25%',
      '7.3125%',
      '0%',
      '−2.5%',
      '100%',
      '10%',
    ]);
    expect(showPercentColumn([25_000_000n, 7_312_500n, undefined, 500_000n])).toEqual([
      '25.0000%',
      '7.3125%',
      '',
      '0.5000%',
    ]);
  });

  it('shows days in words and leaves what is no day', () => {
    expect(['2026-03-01', '2026-12-31', '2026-13-01', 'soon'].map(showDay)).toEqual([
      '1 March 2026',
      '31 December 2026',
      '2026-13-01',
      'soon',
    ]);
  });
});

describe('amount in words', () => {
  it.each([
    [56250000n, 'KES', 'Five hundred and sixty-two thousand five hundred Kenya shillings only'],
    [100n, 'KES', 'One Kenya shilling only'],
    [1n, 'GBP', 'Zero pounds sterling and one penny only'],
    [6093750n, 'USD', 'Sixty thousand nine hundred and thirty-seven US dollars and fifty cents only'],
    [1005n, 'KWD', 'One Kuwaiti dinar and five fils only'],
    [19n, 'JPY', 'Nineteen Japanese yen only'],
    [1250000n, 'JPY', 'One million two hundred and fifty thousand Japanese yen only'],
    [-2100n, 'EUR', 'Minus twenty-one euros only'],
    [1005n, 'XTS', 'XTS ten and 5/100 only'],
    [10n ** 17n, 'KES', 'One quadrillion Kenya shillings only'],
  ])('says %s %s', (minor, currency, spoken) => expect(amountInWords(minor, currency)).toBe(spoken));
});

describe('text', () => {
  it('loses control, invisible and direction-turning characters and keeps every script', () => {
    expect(cleanText('a\u0000b\u202ec\u2066d\u200e\ufeff\ud800 e\tf\r\ng')).toBe('abcd e f\ng');
    expect(cleanText('شركة الخليج 王小明 می\u200cخواهم')).toBe('شركة الخليج 王小明 می\u200cخواهم');
    expect(cleanText('e\u0301')).toBe('é');
  });

  it('gives long words places to break and leaves others', () => {
    expect(
      breakLongWords('x'.repeat(40))
        .split('\u200b')
        .map((part) => part.length),
    ).toEqual([14, 14, 12]);
    expect(breakLongWords('Jubilee Allied Insurance')).toBe('Jubilee Allied Insurance');
  });

  it('names a field by its label', () => {
    const model = {
      sections: [{ rows: [{ label: 'Insured', value: 'Ace ☃' }] }],
      parties: [{ name: '한국' }],
      clauses: [{ title: 'Set-off', text: 'ᚠ' }],
    };
    expect(findField(model, '☃')).toEqual({ field: 'Insured', text: 'Ace ☃' });
    expect(findField(model, '한')).toEqual({ field: 'name', text: '한국' });
    expect(findField(model, 'ᚠ')).toMatchObject({ field: 'Set-off' });
    expect(findField(model, 'zzz')).toBeUndefined();
  });

  it('cuts a text to its column', () => {
    expect(fitText('Lake Basin Shipping', 50)).toBe('Lake Basin Shipping');
    expect(fitText('Mombasa Cement & Steel Works and Allied Industries', 40)).toMatch(/^Mombasa Cement.*…$/);
  });

  it('sets a text in lines of its column, and breaks no word that a line has room for', () => {
    const text = 'Mombasa Cement & Steel Works and Allied Industries';
    expect(wrapText(text, 100)).toBe(text);
    expect(
      wrapText(text, 12)
        .split('\n')
        .every((line) => emWidth(line) <= 12),
    ).toBe(true);
    expect(wrapText(text, 12).replaceAll('\n', ' ')).toBe(text);
    const word = 'Versicherungsaktiengesellschaft'.repeat(2);
    expect(wrapText(`A ${word} Z`, 10).replaceAll('\n', '')).toBe(`A${word} Z`);
    expect(
      wrapText(`A ${word} Z`, 10)
        .split('\n')
        .every((line) => emWidth(line) <= 10),
    ).toBe(true);
  });
});
