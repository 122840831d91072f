import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

type Book = World['book'];
type Kind = {
  path: string;
  kind: string;
  market: string | null;
  /** One that is only read, and another next to it: reading makes nothing. */
  standing: (book: Book) => [number, number];
};

const REGISTERS: readonly Kind[] = [
  { path: 'reinsured', kind: 'REINSURED', market: null, standing: (book) => [book.reinsured, book.insured] },
  { path: 'insurancecompany', kind: 'INSURED', market: null, standing: (book) => [book.insured, book.reinsured] },
  { path: 'securities', kind: 'SECURITY', market: 'LOCAL', standing: (book) => [book.a, book.b] },
  {
    path: 'securitieslondon',
    kind: 'SECURITY',
    market: 'LONDON',
    standing: (book) => [fixtures.londonSecurity, book.a],
  },
];

let nth = 0;
async function spare({ kind, market }: Kind): Promise<number> {
  nth += 1;
  const name = `sparelot${nth}`;
  const { id = 0 } = await fixtures.first(
    `insert into parties (kind, market, name, name_key, search_text)
     values ('${kind}', ${market === null ? 'null' : `'${market}'`}, '${name}', '${name}', '${name}') returning id`,
  );
  return id;
}

async function proposed(party: number, by: number): Promise<number> {
  const { id = 0 } = await fixtures.first(
    `insert into party_bank_accounts (party_id, currency, bank, account_name, account_number, made_by, hands)
     values (${party}, 'KES', 'A bank', 'An account', '12345678', ${by}, array[${by}::int]) returning id`,
  );
  return id;
}

const ACCOUNT = {
  currency: 'KES',
  bank: 'A bank',
  branch: '',
  account_name: 'An account',
  account_number: '12345678',
  swift: '',
};

// Parties belong to the firm: the proof checks who may, not whose they are. Each act on a party uses a fresh one.
function samplesOf(kind: Kind): Record<string, Sample> {
  const { path, standing } = kind;
  const byId: Sample = { of: ({ world }) => ({ params: { id: standing(world.book)[0] } }) };
  return {
    [`GET /${path}/{id}`]: byId,
    [`GET /${path}/{id}/uses`]: byId,
    [`GET /${path}/{id}/effects`]: byId,
    [`GET /${path}/similar`]: { of: () => ({ query: { name: 'Savannah Ins. Co.' } }) },
    [`POST /${path}/{id}/bankaccount`]: {
      firmWide: true,
      of: async () => ({ params: { id: await spare(kind) }, body: ACCOUNT }),
    },
    [`PUT /${path}/{id}/bankaccount/{account}/decide`]: {
      firmWide: true,
      of: async () => {
        const id = await spare(kind);
        return {
          params: { id, account: await proposed(id, fixtures.spareUser) },
          body: { decision: 'ACTIVE', version: 1 },
        };
      },
    },
    [`PUT /${path}/{id}/bankaccount/{account}/withdraw`]: {
      firmWide: true,
      of: async ({ who }) => {
        const id = await spare(kind);
        return { params: { id, account: await proposed(id, who.id) }, body: { version: 1 } };
      },
    },
    [`GET /${path}/{id}/merge`]: {
      of: ({ world }) => {
        const [id, into] = standing(world.book);
        return { params: { id }, query: { into } };
      },
    },
    [`PUT /${path}/merge`]: {
      firmWide: true,
      of: async () => ({
        body: { loser: { id: await spare(kind), version: 1 }, survivor: { id: await spare(kind), version: 1 } },
      }),
    },
  };
}

const ofClient: Sample = { of: ({ world }) => ({ params: { id: world.book.reinsured } }) };
/** Who views policies sees their notes; the money of all is seen by who reads its reports. */
const SEES_NOTES = ['policies.view', 'reports.money'] as const;

export const PARTY_SAMPLES: Record<string, Sample> = Object.assign(
  {
    'GET /party/{id}': ofClient,
    'GET /party/{id}/position': ofClient,
    'GET /party/{id}/premium': ofClient,
    'GET /party/{id}/notes': ofClient,
    'GET /party/{id}/papers': ofClient,
    'GET /issuednote/{id}': {
      of: async ({ world }: { world: World }) => ({ params: { id: await world.note() } }),
      needs: SEES_NOTES,
    },
    'GET /aggregate/links': {
      of: async ({ world }: { world: World }) => ({ query: { entity: 'policy', id: (await world.approved()).id } }),
      needs: ['policies.view'],
    },
  },
  ...REGISTERS.map(samplesOf),
);
