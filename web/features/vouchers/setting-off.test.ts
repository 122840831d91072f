import { describe, expect, test } from 'vitest';
import { netsSent, type OwingItem, setOffFault, setOffOf, setOffTotal } from './setting-off.ts';

const COMMON = { policy: null, insured: '', currency: 'KES', due_on: '2026-03-02' } as const;
const owing: OwingItem[] = [
  { ...COMMON, item: 7, note: 'DN/7', purpose: 'RETURN', open: '131250.00' },
  { ...COMMON, item: 8, note: 'INV/8', purpose: 'CLAIM', open: '200000.00' },
  { ...COMMON, item: 9, note: 'DN/9', purpose: 'RETURN', open: '50000.00' },
];

describe('what is set off', () => {
  test.each([
    ['returns are proposed, oldest first', '218750.00', {}, ['131250.00', '', '50000.00']],
    ['never beyond what is paid', '150000.00', {}, ['131250.00', '', '18750.00']],
    ['what was typed comes first', '218750.00', { 8: '200000.00' }, ['18750.00', '200000.00', '']],
    ['what was taken out stays out', '218750.00', { 7: '' }, ['', '', '50000.00']],
    ['nothing where nothing is paid', '0.00', {}, ['', '', '']],
  ] as const)('%s', (...[, paying, nets, amounts]) => {
    expect([...setOffOf(owing, { nets, fill: true }, paying).values()]).toEqual(amounts);
  });

  test('nothing is proposed of a draft that is edited', () => {
    const amounts = setOffOf(owing, { nets: { 7: '1.00' }, fill: false }, '218750.00');
    expect([...amounts.values()]).toEqual(['1.00', '', '']);
    expect(setOffTotal(amounts, 'KES')).toBe('1.00');
    expect(netsSent(amounts, 'KES')).toEqual([{ note: 7, amount: '1.00' }]);
  });

  test.each([
    ['131250.00', undefined],
    ['131250.01', 'Only KES 131,250.00 is left to set off.'],
    ['-1', 'Amount must be more than 0.'],
  ])('%s of a note of 131,250.00', (amount, message) => {
    const [item] = owing;
    expect(item && setOffFault(item, amount)).toBe(message);
  });
});
