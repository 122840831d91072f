import { describe, expect, it } from 'vitest';
import { amountInWords, decimalInWords } from './amount-in-words.ts';
import { breakLongWords, cleanText, findField } from './clean-text.ts';
import { showAmount, showAmountOrDash, showDay, showDeduction, showPercent, showPercentColumn } from './figures.ts';
import { fitText } from './fit-text.ts';

describe('figures', () => {
  it.each([
    ['1250000.00', '1,250,000.00'],
    ['-187500.00', '−187,500.00'],
    ['-0.00', '0.00'],
    ['999999999999999', '999,999,999,999,999'],
    ['562,500.00', '562,500.00'],
    ['n/a', 'n/a'],
  ])('shows the amount %s as %s', (amount, shown) => expect(showAmount(amount)).toBe(shown));

  it('shows a deduction with its sign turned', () => {
    expect(showDeduction('187500.00')).toBe('−187,500.00');
    expect(showDeduction('-5.00')).toBe('5.00');
    expect(showDeduction('0.00')).toBe('0.00');
    expect(showAmountOrDash('0.00')).toBe('–');
  });

  it('shows percentages with the decimals that they have', () => {
    expect(['25.000000', '7.3125', '0', '-2.50', '100', '10'].map(showPercent)).toEqual([
      '25%',
      '7.3125%',
      '0%',
      '−2.5%',
      '100%',
      '10%',
    ]);
    expect(showPercentColumn(['25', '7.3125', '', '0.5'])).toEqual(['25.0000%', '7.3125%', '', '0.5000%']);
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
    [56250000n, 'KES', 2, 'Five hundred sixty-two thousand five hundred Kenya shillings only'],
    [100n, 'KES', 2, 'One Kenya shilling only'],
    [1n, 'GBP', 2, 'Zero pounds sterling and one penny only'],
    [6093750n, 'USD', 2, 'Sixty thousand nine hundred thirty-seven US dollars and fifty cents only'],
    [1005n, 'KWD', 3, 'One Kuwaiti dinar and five fils only'],
    [19n, 'JPY', 0, 'Nineteen Japanese yen only'],
    [-2100n, 'EUR', 2, 'Minus twenty-one euros only'],
    [1005n, 'XTS', 2, 'XTS ten and 5/100 only'],
    [10n ** 17n, 'KES', 2, 'One quadrillion Kenya shillings only'],
  ])('says %s %s', (...[minor, currency, exponent, spoken]) =>
    expect(amountInWords(minor, currency, exponent)).toBe(spoken),
  );

  it('takes the decimals of a string for the currency’s own', () => {
    expect(decimalInWords('1250000', 'JPY')).toBe('One million two hundred fifty thousand Japanese yen only');
    expect(decimalInWords('1,250', 'JPY')).toBeUndefined();
  });
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
});
