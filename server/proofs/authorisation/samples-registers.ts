import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

const none: Sample = { of: () => ({}) };

function partySamples(
  path: string,
  record: (book: { reinsured: number; insured: number; a: number }) => number,
): Record<string, Sample> {
  return {
    [`GET /${path}/items`]: none,
    [`GET /${path}/findAll`]: none,
    [`POST /${path}/save`]: { of: ({ unique }) => ({ query: { name: `Party ${unique}`, address: 'P.O. Box 7' } }) },
    [`PUT /${path}/edit`]: {
      of: ({ world, unique }) => ({
        query: { id: record(world.book), name: `Renamed ${unique}`, address: 'P.O. Box 8' },
      }),
    },
    [`PUT /${path}/update`]: { of: ({ world }) => ({ query: { id: record(world.book), status: 'ACTIVE' } }) },
  };
}

/** Registers belong to the firm: what is asked of them is who may, not whose they are. */
export const REGISTER_SAMPLES: Record<string, Sample> = {
  ...partySamples('reinsured', (book) => book.reinsured),
  ...partySamples('insurancecompany', (book) => book.insured),
  ...partySamples('securities', (book) => book.a),
  ...partySamples('securitieslondon', () => fixtures.londonSecurity),
  'GET /covertype/items': none,
  'GET /covertype/findAll': none,
  'PUT /covertype/saveclass': { of: ({ unique }) => ({ query: { name1: `Class ${unique}` } }) },
  'PUT /covertype/save': { of: ({ unique }) => ({ query: { name1: 'Proof class', name2: `Subclass ${unique}` } }) },
  'PUT /covertype/edit': {
    of: ({ world, unique }) => ({ query: { id: world.book.coverType, name: `Class ${unique}` } }),
  },
  'PUT /covertype/update': { of: ({ world }) => ({ query: { id: world.book.coverType, status: 'ACTIVE' } }) },
  'GET /clause/items': none,
  'GET /clause/findAll': none,
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
  'GET /currency/items': none,
  'GET /currency/findAll': none,
  'POST /currency/save': {
    firmWide: true,
    of: () => ({ body: { code: fixtures.spareCurrencies.shift() ?? 'ZZZ', name: 'A currency' } }),
  },
  'PUT /currency/activatedisable': { of: () => ({ query: { id: fixtures.dollar, tag: 'activate' } }) },
  'GET /currency/rates': { of: () => ({ query: { currency: 'USD' } }) },
  'PUT /currency/rate': { of: () => ({ body: { currency: 'USD', day: '2026-03-02', rate: '129.5' } }) },
  'GET /countryjurisdiction/findAll': none,
  'GET /branch/findAll': none,
  'GET /tax/findAll': none,
  'GET /ledgeraccount/findAll': none,
  'GET /role/findAllRoles': none,
  'GET /aggregate/findRolesPermissionsBranches': none,
  'GET /aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms': none,
  'GET /aggregate/underwritinginfo': none,
  'GET /aggregate/claiminfo': none,
};
