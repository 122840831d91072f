import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { assertAsBooked } from './books.ts';

const BOOKED = {
  receiptAmount: '281250.00',
  currency: 'KES',
  reinsured: ['Savannah Insurance', '7'],
  narrationRef: '',
};
const refusal = (sent: Record<string, string | undefined>) => {
  try {
    assertAsBooked(sent, BOOKED);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.message : error;
  }
};

describe('what a caller says about money', () => {
  test.each([
    [{}],
    [{ receiptAmount: '' }],
    [{ receiptAmount: '281250' }],
    [{ receiptAmount: '0281250.000' }],
    [{ currency: ' kes ' }],
    [{ reinsured: 'savannah insurance' }],
    [{ reinsured: '7' }],
  ])('%j is what was booked', (sent) => {
    expect(refusal(sent)).toBeNull();
  });
  test.each([
    [{ receiptAmount: '281250.01' }, 'receiptAmount was booked as 281250.00, but 281250.01 was sent.'],
    [{ receiptAmount: '281,250.00' }, 'receiptAmount was booked as 281250.00, but 281,250.00 was sent.'],
    [{ currency: 'USD' }, 'currency was booked as KES, but USD was sent.'],
    [{ reinsured: '8' }, 'reinsured was booked as Savannah Insurance, but 8 was sent.'],
    [{ narrationRef: 'x' }, 'narrationRef was booked as , but x was sent.'],
  ])('%j is refused, naming both', (sent, message) => {
    expect(refusal(sent)).toBe(message);
  });
});
