import { type BenchedCall, shownWith } from './call-list.ts';

const SCA = '/api/sca/v1';

type Page = {
  name: string;
  table: string;
  path: string;
  /** The record that is looked at, where it is not the newest of its table. */
  of?: 'policy' | 'slip';
  /** The rows that its page shows besides its own, of the record `r`. */
  shows: readonly string[];
};

const PARTY = (of: string) => `join parties q on q.id = ${of}`;
const OF_POLICY = (policy: string) => [
  `select p.*, b.name, q.name, i.name, k.name, w.name from policies p join branches b on b.id = p.branch_id ${PARTY('p.reinsured_id')} join parties i on i.id = p.insured_id
    join cover_types k on k.id = p.cover_type_id join users w on w.id = p.producer_id where p.id = ${policy}`,
  `select l.*, q.name from policy_lines l ${PARTY('l.security_id')} where l.policy_id = ${policy}`,
  `select x.*, t.name from policy_taxes x join taxes t on t.id = x.tax_id where x.policy_id = ${policy}`,
];
const OF_CLAIM = (claim: string) => [
  `select m.*, u.name from movements m join users u on u.id = m.made_by where m.claim_id = ${claim}`,
  `select x.* from movements m join movement_parts x on x.movement_id = m.id where m.claim_id = ${claim}`,
  `select o.id, o.incurred from claims c join claims o on o.policy_id = c.policy_id where c.id = ${claim}`,
];

const OF_PLACEMENT = [
  ...OF_POLICY('r.id'),
  `select n.*, q.name from notes n ${PARTY('n.party_id')} where n.policy_id = r.id`,
  `select w.title from policy_clauses c join clause_wordings w on w.clause_id = c.clause_id and w.version = c.wording_version where c.policy_id = r.id`,
  `select n.id, n.broker_reference from policies n where n.renewed_from_id = r.id and n.status <> 'DISABLED'`,
];

const PAGES: readonly Page[] = [
  { name: 'a policy', table: 'policies', path: 'underwriting', of: 'policy', shows: OF_PLACEMENT },
  {
    name: 'a London slip',
    table: 'policies',
    path: 'londonslip',
    of: 'slip',
    shows: [
      ...OF_PLACEMENT,
      'select * from slips s where s.policy_id = r.id',
      'select * from slip_sections s where s.policy_id = r.id',
    ],
  },
  {
    name: 'an endorsement',
    table: 'endorsements',
    path: 'endorsement',
    shows: [
      ...OF_POLICY('r.policy_id').slice(0, 1),
      `select l.*, q.name from endorsement_lines l ${PARTY('l.security_id')} where l.endorsement_id = r.id`,
      `select n.*, q.name from notes n ${PARTY('n.party_id')} where n.policy_id = r.policy_id`,
    ],
  },
  {
    name: 'a claim',
    table: 'claims',
    path: 'claim',
    shows: [
      ...OF_POLICY('r.policy_id'),
      ...OF_CLAIM('r.id'),
      `select n.*, q.name, a.answer, x.paid, x.committed from notes n ${PARTY('n.party_id')} join note_parts x on x.debit_note_id = n.id
        left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id where n.claim_id = r.id`,
      'select x.* from claim_experts x where x.claim_id = r.id',
      `select v.kind, v.amount from vouchers v where v.claim_id = r.id`,
    ],
  },
  {
    name: 'a movement',
    table: 'movements',
    path: 'claim/movement',
    shows: [
      `select c.* from claims c where c.id = r.claim_id`,
      ...OF_POLICY('(select policy_id from claims where id = r.claim_id)'),
      ...OF_CLAIM('r.claim_id'),
      `select x.*, q.name from movement_parts x ${PARTY('x.security_id')} where x.movement_id = r.id`,
      `select a.*, q.name from claim_agreements a ${PARTY('a.security_id')} where a.movement_id = r.id`,
      `select n.*, q.name from notes n ${PARTY('n.party_id')} where n.movement_id = r.id`,
    ],
  },
  {
    name: 'a receipt',
    table: 'receipts',
    path: 'receivable',
    shows: [
      `select x.*, n.number, p.broker_reference from allocations x join notes n on n.id = x.note_id left join policies p on p.id = n.policy_id where x.receipt_id = r.id`,
      `select k.*, q.name from bank_accounts k, parties q where k.id = r.bank_account_id and q.id = r.payer_id`,
    ],
  },
  {
    name: 'a voucher',
    table: 'vouchers',
    path: 'paymentvoucher',
    shows: [
      `select x.*, d.number, c.number, p.broker_reference, i.name, q.name from voucher_items x join note_parts t on t.id = x.part_id join notes d on d.id = t.debit_note_id
        left join notes c on c.id = t.credit_note_id join policies p on p.id = d.policy_id join parties i on i.id = p.current_insured_id ${PARTY('p.reinsured_id')} where x.voucher_id = r.id`,
      `select k.*, q.name from bank_accounts k left join parties q on q.id = r.payee_id where k.id = r.bank_account_id`,
      `select a.* from party_bank_accounts a where a.party_id = r.payee_id`,
    ],
  },
  {
    name: 'an invoice',
    table: 'invoices',
    path: 'invoice',
    shows: [
      `select l.*, t.name from invoice_lines l left join taxes t on t.id = l.tax_id where l.invoice_id = r.id`,
      `select n.*, i.due_on, i.outstanding from notes n join open_items i on i.note_id = n.id where n.invoice_id = r.id`,
      `select q.name from parties q where q.id = r.party_id`,
    ],
  },
  {
    name: 'a journal',
    table: 'manual_journals',
    path: 'journal',
    shows: [
      `select l.*, a.name from manual_journal_lines l join ledger_accounts a on a.code = l.account where l.journal_id = r.id`,
      `select e.id from journal_entries e where e.source_kind = 'journal' and e.source_id = r.id`,
    ],
  },
  {
    name: 'an adjustment',
    table: 'adjustments',
    path: 'adjustment',
    shows: [
      `select x.* from adjustment_parts x where x.adjustment_id = r.id`,
      `select n.*, q.name from notes n ${PARTY('n.party_id')} where n.id = r.note_id`,
    ],
  },
  {
    name: 'a note',
    table: 'notes',
    path: 'issuednote',
    shows: [
      ...OF_POLICY('r.policy_id').slice(0, 1),
      `select i.* from open_items i where i.note_id = r.id`,
      `select x.* from note_parts x where x.debit_note_id = r.id`,
    ],
  },
  {
    name: 'an entry of the ledger',
    table: 'journal_entries',
    path: 'ledger/entry',
    shows: [
      `select l.*, a.name, q.name from journal_lines l join ledger_accounts a on a.code = l.account left join parties q on q.id = l.party_id where l.entry_id = r.id`,
    ],
  },
];

/** The tables of which the newest row is looked at. */
export const PAGED_TABLES = PAGES.filter((page) => !page.of).map(({ table }) => table);

/** The page of a record of each kind beside the rows that it shows, and what hangs on records and parties. */
export function recordCalls(
  newest: ReadonlyMap<string, number>,
  at: { policy: number; slip: number; reinsured: number; security: number },
): BenchedCall[] {
  const { policy, reinsured, security } = at;
  const pages = PAGES.flatMap((page) => {
    const id = page.of ? at[page.of] : newest.get(page.table);
    return id === undefined
      ? []
      : [
          {
            name: `${page.name}’s page`,
            path: `${SCA}/${page.path}/${id}`,
            bound: shownWith({ ...page, where: `r.id = ${id}` }),
          },
        ];
  });
  const hanging: BenchedCall[] = [
    {
      name: 'history of a policy',
      path: `${SCA}/audit/history?entity=policy&id=${policy}`,
      bound: `select a.*, u.name, p.branch_id from audit_trail a join policies p on p.id = a.entity_id left join users u on u.id = a.user_id
        where a.entity = 'policy' and a.entity_id = ${policy} and p.branch_id = any($1) order by a.id`,
    },
    {
      name: 'what a policy is linked with',
      path: `${SCA}/aggregate/links?entity=policy&id=${policy}`,
      bound: `select * from notes where branch_id = any($1) and policy_id = ${policy}`,
    },
    {
      name: 'a policy as it stands',
      path: `${SCA}/endorsement/standing?policy=${policy}`,
      bound: shownWith({
        table: 'policies',
        shows: [
          ...OF_POLICY('r.id'),
          `select e.*, l.*, q.name from endorsements e join endorsement_lines l on l.endorsement_id = e.id ${PARTY('l.security_id')} where e.policy_id = r.id`,
        ],
        where: `r.id = ${policy}`,
      }),
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
        bound: `select coalesce(i.note_id, x.debit_note_id), min(i.due_on), sum(i.outstanding), count(*) over () from open_items i left join note_parts x on x.id = i.part_id
          where i.branch_id = any($1) and i.party_id = ${id} and i.outstanding <> 0 and i.receipt_id is null group by 1 order by 2, 1 limit 20`,
      },
      {
        name: `${who}’s papers`,
        path: `${SCA}/party/${id}/papers?length=20`,
        bound: `select d.*, u.name, (select count(*) from (select from party_papers where party_id = ${id} and branch_id = any($1) limit 10001) few)
          from (select document_id from party_papers where party_id = ${id} and branch_id = any($1) order by document_id desc limit 20) m
          join documents d on d.id = m.document_id join users u on u.id = d.made_by order by d.id desc`,
      },
    ]),
  ];
  return [...pages, ...hanging];
}
