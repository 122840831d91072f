import type { BenchedCall } from './call-list.ts';

const SCA = '/api/sca/v1';
/** As far as a count goes, and a page may begin. */
const COUNTED = 10_000;

type Filter = readonly [query: string, condition: string];

/** A list over one table: what it is sorted by and with which columns, texts that it is searched for, and a filter with its condition. */
type Listed = {
  name: string;
  path: string;
  table: string;
  /** What makes a row belong to it. */
  of?: string;
  sorts: Readonly<Record<string, readonly string[]>>;
  /** Its order where none is chosen. */
  order?: string;
  /** By how much they find: "one match". */
  texts?: Readonly<Record<string, string>>;
  filter?: Filter;
  /** Others, by what they find. */
  filters?: Readonly<Record<string, Filter>>;
  isLong?: boolean;
};

/** Of 1,000,000 policies of the seed: their numbers have nine digits. */
const BULK = {
  'one match': 'bulk/000654321',
  'a hundred matches': 'bulk/0006543',
  'ten thousand matches': 'bulk/00065',
  'a hundred thousand old matches': 'bulk/0000',
  'all match': 'bulk',
};

const OF_PLACEMENTS = {
  broker_reference: ['broker_reference'],
  insurance_start_date: ['insurance_start_date'],
  insurance_end_date: ['cover_end_date'],
  fac_premium: ['currency', 'current_fac_premium'],
};
const APPROVED = ['status=APPROVED', `status = 'APPROVED'`] as const;

const LISTS: readonly Listed[] = [
  {
    name: 'policies',
    path: 'underwriting/items',
    table: 'policies',
    of: `market = 'LOCAL'`,
    sorts: OF_PLACEMENTS,
    texts: BULK,
    filter: ['cover_type=1', 'cover_type_id in (select id from cover_types where 1 in (id, class_id))'],
    filters: {
      'cover that is over': [
        'cover=EXPIRED',
        `status = 'APPROVED' and cancelled_from is null and cover_end_date < current_date`,
      ],
      cancelled: ['cover=CANCELLED', `status = 'APPROVED' and cancelled_from <= current_date`],
      'of one reinsured': ['reinsured=1', 'reinsured_id = 1'],
      'began by a day': ['to=2026-03-31', `insurance_start_date <= '2026-03-31'`],
    },
    isLong: true,
  },
  {
    name: 'London slips',
    path: 'londonslip/items',
    table: 'policies',
    of: `market = 'LONDON'`,
    sorts: OF_PLACEMENTS,
    texts: { 'some matches': '2026' },
    filter: APPROVED,
  },
  {
    name: 'receipts',
    path: 'receivable/items',
    table: 'receipts',
    sorts: { dateOfIssue: ['bank_date'], receiptAmount: ['currency', 'amount'] },
    texts: { 'one match': 'bulk/654322/r', 'ten thousand matches': 'bulk/65', 'all match': 'bulk' },
    filter: APPROVED,
    isLong: true,
  },
  {
    name: 'vouchers',
    path: 'paymentvoucher/items2',
    table: 'vouchers',
    sorts: { bank_date: ['bank_date'], amount: ['currency', 'amount'] },
    texts: { 'some matches': 'pv' },
    filter: ['status=PAID', `status = 'PAID'`],
  },
  {
    name: 'claims',
    path: 'claim/items',
    table: 'claims',
    sorts: { data_loss_date: ['loss_date'], notified_on: ['notified_on'], incurred: ['currency', 'ours_incurred'] },
    texts: { 'some matches': 'cl' },
    filter: APPROVED,
    filters: {
      'of one reinsured': [
        'reinsured=1',
        'exists (select from policies p where p.id = claims.policy_id and p.reinsured_id = 1)',
      ],
      // The first security of the seed.
      'of one security': [
        'security=51',
        `(id in (select claim_id from claim_lines where security_id = 51)
          or id in (select v.claim_id from movement_parts x join movements v on v.id = x.movement_id where x.security_id = 51))`,
      ],
      'some of which was collected': [
        'stage=PART_COLLECTED',
        `status = 'APPROVED' and closed_on is null and ours_called + ours_fees + ours_ex_gratia > 0 and exists (
          select from (select sum(n.settled - n.set_off) as collected from notes n where n.claim_id = claims.id and n.purpose = 'CLAIM' and n.status = 'ISSUED') m
          where m.collected > 0 and m.collected < ours_called + ours_fees + ours_ex_gratia)`,
      ],
      'not called yet': [
        'stage=NOTIFIED',
        `status = 'APPROVED' and closed_on is null and ours_called + ours_fees + ours_ex_gratia = 0`,
      ],
    },
  },
  {
    name: 'invoices',
    path: 'invoice/items',
    table: 'invoices',
    sorts: { posted_on: ['posted_on'], amount: ['currency', 'amount'] },
    texts: { 'some matches': 'inv' },
    filter: APPROVED,
  },
  {
    name: 'journals',
    path: 'journal/items',
    table: 'manual_journals',
    sorts: { amount: ['amount'] },
    texts: { 'some matches': 'jv' },
    filter: APPROVED,
  },
  {
    name: 'adjustments',
    path: 'adjustment/items',
    table: 'adjustments',
    sorts: { day: ['day'], amount: ['currency', 'amount'] },
    texts: { 'some matches': 'adj' },
    filter: APPROVED,
  },
  {
    name: 'lines of the ledger',
    path: 'ledger/items',
    table: 'journal_lines',
    sorts: {},
    order: 'day desc, id desc',
    texts: { 'one match': 'bulk/654322 approved' },
    filter: ['currency=USD', `currency = 'USD'`],
    isLong: true,
  },
];

/** The first page of each list, each of its orders, searches, its filter, and a page as far back as there may be one. */
export const listCalls = (): BenchedCall[] =>
  LISTS.flatMap(
    ({ name, path, table, of, sorts, order = 'id desc', texts = {}, filter, filters = {}, isLong = false }) => {
      const rows = `from ${table} where branch_id = any($1)${of === undefined ? '' : ` and ${of}`}`;
      const address = `${SCA}/${path}?length=20`;
      // An answer says how many there are, as far as they are counted.
      const found = (condition: string, by = order) =>
        `with n as (select count(*) from (select 1 ${rows} and ${condition} limit ${COUNTED + 1}) x)
       select * from n left join (select * ${rows} and ${condition} order by ${by} limit 20) y on true`;
      // The texts of policies lie apart.
      const texted = (condition: string) => {
        if (table !== 'policies') return found(condition);
        const texts = `from policy_texts where branch_id = any($1) and ${of} and ${condition}`;
        return `with n as (select count(*) from (select 1 ${texts} limit ${COUNTED + 1}) x)
       select * from n left join (select * from policies where id = any(array(select id ${texts} order by ${order} limit 20)) order by ${order}) y on true`;
      };
      return [
        { name: `${name}, first page`, path: address, bound: found('true') },
        ...Object.entries(sorts).flatMap(([field, columns]) =>
          ['asc', 'desc'].map((way) => ({
            name: `${name} by ${field} ${way}`,
            path: `${address}&sort=${field},${way}`,
            bound: found('true', [...columns, 'id'].map((column) => `${column} ${way}`).join(', ')),
          })),
        ),
        ...Object.entries(texts).map(([many, text]) => ({
          name: `${name}, a search: ${many}`,
          path: `${address}&searchValue=${encodeURIComponent(text)}`,
          bound: texted(
            table === 'journal_lines'
              ? `entry_id in (select id from journal_entries where lower(narration) like '%${text}%')`
              : `search_text like '%${text}%'`,
          ),
        })),
        ...Object.entries({ ...(filter && { 'a filter': filter }), ...filters }).map(([many, [query, condition]]) => ({
          name: `${name}, ${many}`,
          path: `${address}&${query}`,
          bound: found(condition),
        })),
        ...(isLong
          ? [
              {
                name: `${name}, the last page that there may be`,
                path: `${address}&start=${COUNTED - 20}`,
                bound: `select * ${rows} order by ${order} limit 20 offset ${COUNTED - 20}`,
              },
            ]
          : []),
      ];
    },
  );
