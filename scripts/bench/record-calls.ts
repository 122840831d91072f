import type { BenchedCall } from './call-list.ts';

const SCA = '/api/sca/v1';

/** Kinds of record with the table of each, and the path of its page. */
const PAGES: readonly [name: string, table: string, path: string][] = [
  ['an endorsement', 'endorsements', 'endorsement'],
  ['a claim', 'claims', 'claim'],
  ['a movement', 'movements', 'claim/movement'],
  ['a receipt', 'receipts', 'receivable'],
  ['a voucher', 'vouchers', 'paymentvoucher'],
  ['an invoice', 'invoices', 'invoice'],
  ['a journal', 'manual_journals', 'journal'],
  ['an adjustment', 'adjustments', 'adjustment'],
  ['a note', 'notes', 'issuednote'],
  ['an entry of the ledger', 'journal_entries', 'ledger/entry'],
];

/** The tables of which the newest row is looked at. */
export const PAGED_TABLES = PAGES.map(([, table]) => table);

/** The page of a record of each kind with its row alone beside it, and what hangs on records and parties. */
export function recordCalls(
  newest: ReadonlyMap<string, number>,
  { policy, reinsured, security }: { policy: number; reinsured: number; security: number },
): BenchedCall[] {
  const pages = PAGES.flatMap(([name, table, path]) => {
    const id = newest.get(table);
    return id === undefined
      ? []
      : [
          {
            name: `${name}’s page`,
            path: `${SCA}/${path}/${id}`,
            bound: `select * from ${table} where branch_id = any($1) and id = ${id}`,
          },
        ];
  });
  const hanging: BenchedCall[] = [
    {
      name: 'history of a policy',
      path: `${SCA}/audit/history?entity=policy&id=${policy}`,
      bound: `select * from audit_trail where entity = 'policy' and entity_id = ${policy}`,
    },
    {
      name: 'what a policy is linked with',
      path: `${SCA}/aggregate/links?entity=policy&id=${policy}`,
      bound: `select * from notes where branch_id = any($1) and policy_id = ${policy}`,
    },
    {
      name: 'a policy as it stands',
      path: `${SCA}/endorsement/standing?policy=${policy}`,
      bound: `select * from policies p join policy_lines l on l.policy_id = p.id where p.branch_id = any($1) and p.id = ${policy}`,
    },
    ...[
      { who: 'a reinsured', id: reinsured },
      { who: 'a security', id: security },
    ].flatMap(({ who, id }) => [
      { name: `${who}’s page`, path: `${SCA}/party/${id}`, bound: `select * from parties where id = ${id}` },
      {
        name: `${who}’s ages`,
        path: `${SCA}/party/${id}/position`,
        bound: `select currency, sum(outstanding) from open_items where branch_id = any($1) and party_id = ${id} and outstanding <> 0 group by 1`,
      },
      {
        name: `${who}’s premium by month`,
        path: `${SCA}/party/${id}/premium`,
        bound: `select month, sum(premium) from party_months where branch_id = any($1) and party_id = ${id} group by 1`,
      },
      {
        name: `${who}’s open notes`,
        path: `${SCA}/party/${id}/notes?length=20`,
        bound: `select * from open_items where branch_id = any($1) and party_id = ${id} and outstanding <> 0 order by due_on limit 20`,
      },
      {
        name: `${who}’s papers`,
        path: `${SCA}/party/${id}/papers?length=20`,
        bound: `select d.id from notes n join documents d on d.note_id = n.id where n.branch_id = any($1) and n.party_id = ${id} limit 20`,
      },
    ]),
  ];
  return [...pages, ...hanging];
}
