import { describe, expect, test } from 'vitest';
import { whyNotAdvised, type Advisable } from './remittance.ts';

const paid: Advisable = {
  kind: 'PREMIUM',
  status: 'PAID',
  payee: 7,
  toOrder: '',
  note: null,
  ordered: false,
  advised: false,
};

describe('an advice is sent', () => {
  test.each<[Partial<Advisable>, string | null]>([
    [{}, null],
    [{ status: 'APPROVED', ordered: true }, null],
    [{ kind: 'CLAIM' }, null],
    [{ kind: 'REFUND', note: 4 }, null],
    [{ kind: 'SALVAGE' }, null],
    [{ status: 'APPROVED' }, 'It is neither paid nor in a payment file.'],
    [{ status: 'PENDING', ordered: true }, 'It is neither paid nor in a payment file.'],
    [{ status: 'REVERSED' }, 'Its payment was reversed.'],
    [{ kind: 'SALVAGE', note: 4 }, 'It moves no money.'],
    [{ kind: 'SET_OFF', note: 4 }, 'It moves no money.'],
    [{ toOrder: 'Adjusters Ltd' }, 'It is paid to an expert, who is in no register.'],
    [{ payee: null, kind: 'TAX' }, 'It is paid to no party.'],
    [{ advised: true }, 'Its advice was sent.'],
  ])('%o: %s', (changes, why) => expect(whyNotAdvised({ ...paid, ...changes })).toBe(why));
});
