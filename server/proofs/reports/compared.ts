/**
 * Reports of what is open at closing rates and beside another day, worked out from open items alone: each document is converted by itself, and what it
 * was on the other day is what its items come to with the steps up to that one.
 */
import * as money from '../../../domain/explained/money.ts';
import * as production from '../../../domain/explained/production.ts';
import * as statements from '../../../domain/explained/statements.ts';
import type { Explained } from '../../../domain/tables/behind.ts';
import {
  type Arithmetic,
  asAt,
  ASKED,
  ASKED_BEFORE,
  byNote,
  CLASS,
  CLASSES,
  idOf,
  ITEMS,
  NOTES,
  ofAll,
} from './books.ts';

/** What an amount of a currency is multiplied by to be in base, by the last rate on or before the last day, at most seven days old. */
const RATED = `rated as (
  select c.code as currency, case when c.code = f.base_currency then 1 else 10::numeric ^ (b.exponent - c.exponent) * 0.0000000001 * (
    select r.rate from asked q join exchange_rates r on r.day between q.last - 7 and q.last where r.currency = c.code order by r.day desc limit 1) end as factor
  from firm f join currencies b on b.code = f.base_currency cross join currencies c)`;

type Documents = Pick<Arithmetic, 'report' | 'query' | 'key'> & {
  /** Of some days, the `key`, the currency and what is open of each document. */
  open: (asked: string) => string;
};

/** The columns of a report that say something of other rates and another day. */
const compared = ({ report, query, key, open }: Documents): Arithmetic => ({
  report,
  key,
  query: (span, id) => ({ ...query(span, id), rates: 'closing', beside: span.first }),
  sql: `with ${ASKED}, ${RATED}, own as (${open(ASKED)}), other as (${open(ASKED_BEFORE)}),
    closed as (select key, currency, sum(round(open * factor)) as base_closing, bool_or(open <> 0 and factor is null) as unrated
      from own join rated using (currency) group by 1, 2),
    days as (select key, currency, sum(own) as own, sum(other) as other
      from (select key, currency, open as own, 0 as other from own union all select key, currency, 0, open from other) x group by 1, 2)
    select key, currency, base_closing, unrated, other as beside, own - other as change from days left join closed using (key, currency)`,
});

const RECEIVABLE = `'PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'`;
const PAYABLE = `'PREMIUM_PAYABLE'`;
/** Items by their documents, under a key. */
const itemsBy =
  (key: string, { functions, sign = '' }: { functions: string; sign?: string }) =>
  (asked: string): string =>
    `with ${asked}, ${ITEMS} select ${key} as key, currency, ${sign}sum(open) as open from items where function in (${functions}) group by key, party_id, currency, note_id, receipt_id`;
/** Notes of statements, those that count on the day. */
const notesOf =
  (functions: string, { where, sign = '' }: { where: string; sign?: string }) =>
  (asked: string): string =>
    `with ${asked}, ${ITEMS}, ${NOTES} select n.number as key, n.currency, ${sign}sum(i.open) as open
     from noted n join items i on i.note_id = n.id and i.function in (${functions}) where ${where} group by 1, 2`;

const OF_PARTY = `concat_ws(' ', party_id, currency)`;
const OF_NOTE = `concat_ws(' ', party_id, coalesce(note_id::text, ''), coalesce(receipt_id::text, ''), currency)`;
const statementOf = (report: Explained, query: Arithmetic['query']): Documents => ({
  report,
  query,
  key: byNote,
  open: notesOf(`'PREMIUM_RECEIVABLE'`, { where: `n.debit_note_id is null and n.purpose in ('PREMIUM', 'RETURN')` }),
});

const DOCUMENTS: readonly Documents[] = [
  statementOf(statements.statements, ofAll),
  statementOf(statements.statements2, ofAll),
  statementOf(statements.allStatements, asAt),
  statementOf(statements.allStatements2, asAt),
  {
    report: statements.securityNotes,
    query: ofAll,
    key: byNote,
    open: notesOf(PAYABLE, { where: 'n.debit_note_id is not null', sign: '-' }),
  },
  {
    report: production.summary,
    query: ofAll,
    key: ({ security, class: name, currency }) => [idOf(security), name, currency],
    open: (asked) => `with ${asked}, ${ITEMS}
      select concat_ws(' ', i.party_id, coalesce(nullif(${CLASS}, ''), h.class, ''), i.currency) as key, i.currency, -sum(i.open) as open
      from items i join notes n on n.id = i.note_id left join policies p on p.id = n.policy_id ${CLASSES} left join history_documents h on h.id = n.history_id
      where i.function in (${PAYABLE}) group by 1, 2, i.note_id`,
  },
  {
    report: money.outstanding,
    query: asAt,
    key: ({ reinsured, currency }) => [idOf(reinsured), currency],
    open: itemsBy(OF_PARTY, { functions: RECEIVABLE }),
  },
  {
    report: money.receivables,
    query: asAt,
    key: ({ party, currency }) => [idOf(party), currency],
    open: itemsBy(OF_PARTY, { functions: RECEIVABLE }),
  },
  {
    report: money.payables,
    query: asAt,
    key: ({ party, currency }) => [idOf(party), currency],
    open: itemsBy(OF_PARTY, { functions: PAYABLE, sign: '-' }),
  },
  {
    report: money.receivableNotes,
    query: ofAll,
    key: ({ reinsured, note, receipt, currency }) => [idOf(reinsured), idOf(note), idOf(receipt), currency],
    open: itemsBy(OF_NOTE, { functions: RECEIVABLE }),
  },
  {
    report: money.payableNotes,
    query: ofAll,
    key: ({ security, note, currency }) => [idOf(security), idOf(note), '', currency],
    open: itemsBy(OF_NOTE, { functions: PAYABLE, sign: '-' }),
  },
];

export const OF_COMPARED: readonly Arithmetic[] = DOCUMENTS.map(compared);
