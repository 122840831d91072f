import { expect, test } from 'vitest';
import { whyNotOrdered } from './payable.ts';

const voucher = {
  number: 'PV/NBO/2026/000001',
  kind: 'PREMIUM',
  payee: 1,
  toOrder: '',
  note: null,
  account: {},
} as const;

test.for([
  [{}, null],
  [{ account: null }, /No account of its payee is confirmed/],
  [{ number: 'PV/'.padEnd(36, '1') }, /longer than 35 characters/],
  [{ kind: 'SALVAGE' }, null],
  [{ kind: 'SALVAGE', note: 7 }, 'It moves no money.'],
  [{ kind: 'CLAIM', toOrder: 'Apex Adjusters' }, 'It is paid to an expert, who is in no register.'],
  [{ kind: 'DRAWING', payee: null, account: null }, /^It stays with the firm/],
  [{ kind: 'CLIENT_TRANSFER', payee: null, account: null }, /^It stays with the firm/],
  [{ kind: 'TAX', payee: null, account: null }, /tax authority/],
  [{ kind: 'INVOICE_TAX', payee: null, account: null }, /tax authority/],
  [{ kind: 'EXPENSE', payee: null, account: null }, /names no payee/],
  [{ kind: 'BANK_CHARGE', payee: null, account: null }, /bank takes its charge/],
] as const)('why a voucher is in no payment file: %j', ([changes, why]) => {
  const said = whyNotOrdered({ ...voucher, ...changes });
  if (why === null || typeof why === 'string') expect(said).toBe(why);
  else expect(said).toMatch(why);
});
