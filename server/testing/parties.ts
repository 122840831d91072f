import type { TestApp } from './testApp.ts';
import { vacuum } from './vacuum.ts';

const WORDS = `array['Savannah','Jubilee','Kilima','Pioneer','Heritage','Atlas','Meridian','Baobab','Cannon','Orient',
  'Summit','Acacia','Union','Crown','Harbour','Sterling','Nile','Rift','Delta','Equator','Mercury','Phoenix','Zenith','Amani']`;
const FORMS = `array['Insurance Company Ltd','Assurance plc','Reinsurance Corporation','General Insurance','Life Assurance Co. Ltd','Mutual']`;
const pick = (words: string, by: number) => `(${words})[1 + (g / ${by}) % cardinality(${words})]`;

/** Securities under names of the trade, each with a word of its own, in one register. */
export async function fillParties(t: Pick<TestApp, 'ownerPool'>, count: number): Promise<void> {
  await t.ownerPool.query(`
    insert into parties (kind, market, name, name_key, search_text, short_name, address, country, rating, status)
    select 'SECURITY', 'LOCAL', name, replace(lower(name), ' ', ''), lower(name || ' street ' || g % 977), 'P' || g % 5000,
      'Street ' || g % 977 || E'\\nTown ' || g % 53, (array['KE','UG','TZ','GB','ZA','DE'])[1 + g % 6],
      (array['A+','A','A-','BBB',''])[1 + g % 5], case when g % 11 = 0 then 'INACTIVE' else 'ACTIVE' end
    from (select g, ${pick(WORDS, 1)} || ' ' || ${pick(WORDS, 24)} || ' ' || substr(md5(g::text), 1, 6) || ' ' || ${pick(FORMS, 7)} as name
      from generate_series(1, ${count}) g) made`);
  await vacuum(t.ownerPool, 'parties');
}

type Query = Readonly<Record<string, string | number>>;

/** The lists and searches of parties: its name, its address, and its query. */
export const PARTY_CALLS: readonly (readonly [string, string, readonly Query[]])[] = [
  ['the list', 'securities/items', [{}, { start: 25 }, { start: 9_000, length: 100 }]],
  ['a rare search', 'securities/items', [{ searchValue: 'c4ca42' }, { searchValue: 'street 113' }]],
  ['a common search', 'securities/items', [{ searchValue: 'savannah' }, { searchValue: 'insurance' }]],
  ['a search of two letters', 'securities/items', [{ searchValue: 'in' }, { searchValue: 're' }]],
  ['a filter', 'securities/items', [{ status: 'INACTIVE' }, { status: 'ACTIVE', sort: 'country,desc' }]],
  ...['name', 'short_name', 'address', 'country', 'rating', 'status', 'id'].map(
    (sort) => [`sorted by ${sort}`, 'securities/items', [{ sort: `${sort},asc` }, { sort: `${sort},desc` }]] as const,
  ),
  ['a picker', 'securities/findAll', [{ searchValue: 'kilima' }, { searchValue: 'c4ca42' }, { market: 'LOCAL' }, {}]],
  [
    'near names',
    'securities/similar',
    [
      { name: 'Kilima Jubilee c4ca42 Insurance' },
      { name: 'Savannah Insurance Company' },
      { name: 'Insurance' },
      { name: 'Jubilee Life Assurance of Kenya' },
    ],
  ],
];
