import { createHash } from 'node:crypto';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

function partySamples(
  path: string,
  record: (book: { reinsured: number; insured: number; a: number }) => number,
): Record<string, Sample> {
  return {
    [`POST /${path}/save`]: { of: ({ unique }) => ({ query: { name: `Party ${unique}`, address: 'P.O. Box 7' } }) },
    [`PUT /${path}/edit`]: {
      of: ({ world, unique }) => ({
        query: { id: record(world.book), name: `Renamed ${unique}`, address: 'P.O. Box 8' },
      }),
    },
    [`PUT /${path}/update`]: { of: ({ world }) => ({ query: { id: record(world.book), status: 'ACTIVE' } }) },
  };
}

// A rate of long before anything was booked, and a file that says the same.
const OLD_RATE = `insert into exchange_rates (currency, day, rate) values ('USD', '2019-01-01', 1000000000000)
  on conflict (currency, day) do update set rate = excluded.rate returning 1 as kept`;
const RATES = 'day,currency,rate\n2019-01-01,USD,100\n';
const RATES_DIGEST = createHash('sha256')
  .update(
    JSON.stringify([
      {
        line: 2,
        day: '2019-01-01',
        currency: 'USD',
        rate: '100',
        outcome: 'SAME',
        before: '100',
        warnings: [],
        errors: [],
      },
    ]),
  )
  .digest('hex');

/** Registers belong to the firm: the proof checks who may, not whose they are. */
export const REGISTER_SAMPLES: Record<string, Sample> = {
  ...partySamples('reinsured', (book) => book.reinsured),
  ...partySamples('insurancecompany', (book) => book.insured),
  ...partySamples('securities', (book) => book.a),
  ...partySamples('securitieslondon', () => fixtures.londonSecurity),
  'GET /covertype/{id}': { of: ({ world }) => ({ params: { id: world.book.coverType } }) },
  'PUT /covertype/saveclass': { of: ({ unique }) => ({ query: { name1: `Class ${unique}` } }) },
  'PUT /covertype/save': { of: ({ unique }) => ({ query: { name1: 'Proof class', name2: `Subclass ${unique}` } }) },
  'PUT /covertype/edit': {
    of: ({ world, unique }) => ({ query: { id: world.book.coverType, name: `Class ${unique}` } }),
  },
  'PUT /covertype/update': { of: ({ world }) => ({ query: { id: world.book.coverType, status: 'ACTIVE' } }) },
  'GET /clause/{id}': { of: () => ({ params: { id: 1 } }) },
  'POST /clause/save': {
    of: ({ unique }) => ({ body: { code: `C ${unique}`, title: 'A clause', wording: 'It is agreed.' } }),
  },
  'PUT /clause/edit': {
    of: ({ unique }) => ({
      body: { id: 1, code: `E ${unique}`, title: 'A clause', wording: `It is agreed ${unique}.` },
    }),
  },
  'PUT /clause/update': { of: () => ({ query: { id: 1, status: 'ACTIVE' } }) },
  'GET /currency/{id}': { of: () => ({ params: { id: fixtures.dollar } }) },
  'POST /currency/save': {
    firmWide: true,
    of: () => ({ body: { code: fixtures.spareCurrencies.shift() ?? 'ZZZ', name: 'A currency' } }),
  },
  'PUT /currency/edit': { of: ({ unique }) => ({ body: { id: fixtures.dollar, name: `Dollar ${unique}` } }) },
  'PUT /currency/writeofflimit': { of: () => ({ body: { id: fixtures.dollar, amount: '10.00' } }) },
  'PUT /currency/activatedisable': { of: () => ({ query: { id: fixtures.dollar, tag: 'activate' } }) },
  'GET /currency/rates': { of: () => ({ query: { currency: 'USD' } }) },
  'PUT /currency/rate': { of: () => ({ body: { currency: 'USD', day: '2026-03-02', rate: '129.5' } }) },
  'DELETE /currency/rate': {
    of: async () => {
      await fixtures.first(OLD_RATE);
      return { query: { currency: 'USD', day: '2019-01-01' } };
    },
  },
  'POST /currency/rates/preview': { of: () => ({ body: { text: RATES } }) },
  'POST /currency/rates/import': {
    of: async () => {
      await fixtures.first(OLD_RATE);
      return { body: { text: RATES, digest: RATES_DIGEST } };
    },
  },
};
