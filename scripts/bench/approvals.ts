import type pg from 'pg';
import { examplePolicy } from '../../server/testing/factories.ts';
import type { Got, Sent } from '../../server/proofs/http-client.ts';
import { type Measured, measuredWarm } from './clients.ts';

const UW = '/api/sca/v1/underwriting';
/** More than sixteen clients approve in the time that they have. */
const SUPPLY = 450;
/** Seconds in which sixteen connections plan what an approval asks. */
const WARMING = 3;

type Office = {
  owner: pg.Pool;
  call: (sent: Sent) => Promise<Got>;
  tokenOf: (email: string) => Promise<string>;
};
/** Who enters in a branch, and who decides there. */
type Desk = { branch: string; maker: string; checker: string; checker_id: number };
type Pending = { id: number; path: string; token: string; maker: string; version: number };

/** What the approval of policy $1 wrote, for policy $2 in one statement: the same rows, indexes and constraints. */
const AGAIN = `
  with pol as (update policies p set status = 'APPROVED', version = p.version + 1, posted_on = o.posted_on, exchange_rate = o.exchange_rate,
      base_fac_premium = o.base_fac_premium, base_brokerage = o.base_brokerage, decided_by = o.decided_by, decided_at = o.decided_at
    from policies o where p.id = $2 and o.id = $1 returning p.id, p.branch_id),
  counted as (insert into counters as c (branch_id, kind, year, last) select branch_id, 'DN', 1900, 4 from pol
    on conflict (branch_id, kind, year) do update set last = c.last + excluded.last returning branch_id, last),
  num as (insert into given_numbers (branch_id, kind, year, sequence, number)
    select branch_id, 'DN', 1900, last - g, 'BENCH/' || branch_id || '/' || last - g from counted, generate_series(0, 3) g returning 1),
  tax as (insert into policy_taxes (branch_id, policy_id, line_id, tax_id, rate, basis, borne_by, amount)
    select pol.branch_id, $2, l.id, x.tax_id, x.rate, x.basis, x.borne_by, x.amount from policy_taxes x
      join policy_lines o on o.id = x.line_id join policy_lines l on l.policy_id = $2 and l.position = o.position, pol where x.policy_id = $1 returning 1),
  dn as (insert into notes (branch_id, kind, purpose, number, policy_id, party_id, currency, amount, base_amount, posted_on, due_on)
    select pol.branch_id, kind, purpose, 'BENCH/' || $2, $2, party_id, currency, amount, base_amount, posted_on, due_on
    from notes, pol where policy_id = $1 and kind = 'DN' returning id, branch_id, currency),
  cn as (insert into notes (branch_id, kind, purpose, number, policy_id, debit_note_id, line_id, party_id, currency, amount, base_amount, posted_on, due_on)
    select dn.branch_id, n.kind, n.purpose, 'BENCH/' || $2 || '/' || n.id, $2, dn.id, l.id, n.party_id, n.currency, n.amount, n.base_amount, n.posted_on, n.due_on
    from notes n join policy_lines l on l.policy_id = $2 and l.security_id = n.party_id, dn where n.policy_id = $1 and n.kind = 'CN' returning id, party_id),
  part as (insert into note_parts (branch_id, debit_note_id, kind, party_id, tax_id, credit_note_id, currency, amount)
    select dn.branch_id, dn.id, x.kind, x.party_id, x.tax_id, cn.id, x.currency, x.amount
    from notes n join note_parts x on x.debit_note_id = n.id left join cn on cn.party_id = x.party_id, dn where n.policy_id = $1 returning 1),
  old as (select id from journal_entries where source_kind = 'policy' and source_id = $1),
  entry as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select pol.branch_id, e.day, e.event, e.source_kind, $2, e.narration, e.made_by from journal_entries e, pol where e.id = (select id from old) returning id, branch_id),
  line as (insert into journal_lines (entry_id, branch_id, day, account, party_id, tax_id, currency, amount, base_amount, note_id)
    select entry.id, entry.branch_id, l.day, l.account, l.party_id, l.tax_id, l.currency, l.amount, l.base_amount,
      case when l.note_id is null then null when o.kind = 'DN' then dn.id else cn.id end
    from journal_lines l left join notes o on o.id = l.note_id left join cn on cn.party_id = o.party_id, entry, dn
    where l.entry_id = (select id from old) returning branch_id, account, party_id, tax_id, currency, day, amount, base_amount),
  item as (insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, sequence, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select entry.branch_id, i.account, i.party_id, i.currency, entry.id, coalesce(cn.id, dn.id), i.sequence, i.opened_on, i.due_on, i.amount, i.base_amount,
      i.outstanding, i.base_outstanding from open_items i left join cn on cn.party_id = i.party_id, entry, dn
    where i.note_id in (select id from notes where policy_id = $1) returning 1),
  trail as (insert into audit_trail (at, user_id, branch_id, entity, entity_id, action, facts, digest)
    select a.at, a.user_id, pol.branch_id, a.entity, $2, a.action, a.facts, a.digest from audit_trail a, pol
    where a.entity = 'policy' and a.entity_id = $1 and a.action = 'approved' returning 1),
  balance as (insert into daily_balances as b (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select branch_id, account, coalesce(party_id, 0), coalesce(tax_id, 0), 0, currency, day, sum(greatest(amount, 0)), sum(greatest(-amount, 0)),
      sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)) from line group by 1, 2, 3, 4, 6, 7 order by 1, 2, 3, 4, 6, 7
    on conflict (branch_id, account, party_id, tax_id, bank_account_id, currency, day) do update set debit = b.debit + excluded.debit,
      credit = b.credit + excluded.credit, base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit returning 1)
  select (select count(*) from line)::int as lines, (select count(*) from item)::int as items, (select count(*) from part)::int as parts,
    (select count(*) from trail)::int as trail`;

const DESKS = `
  select b.code as branch, (array_agg(u.email order by u.id) filter (where r.role = 'ROLE_UNDERWRITER'))[1] as maker,
    (array_agg(u.email order by u.id) filter (where r.role = 'ROLE_MANAGER'))[1] as checker,
    (array_agg(u.id order by u.id) filter (where r.role = 'ROLE_MANAGER'))[1] as checker_id
  from branches b join user_roles r on r.branch_id = b.id join users u on u.id = r.user_id group by b.code order by b.code`;
const BOOK = `
  select (select min(id) from parties where kind = 'REINSURED' and status = 'ACTIVE') as reinsured,
    (select min(id) from parties where kind = 'INSURED' and status = 'ACTIVE') as insured,
    (select min(id) from cover_types where class_id is not null) as "coverType", s[1] as a, s[2] as b, s[3] as c
  from (select array_agg(id order by id) as s from parties where kind = 'SECURITY' and market = 'LOCAL' and status = 'ACTIVE') x`;

async function answered(call: Promise<Got>): Promise<Got['body']> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Policies that wait for their approval, of each branch in turn. */
async function pendingPolicies({ owner, call, tokenOf }: Office, count: number): Promise<Pending[]> {
  const { rows: desks } = await owner.query<Desk>(DESKS);
  const { rows: books } = await owner.query(BOOK);
  const day = new Date().toISOString().slice(0, 10);
  const body = {
    ...examplePolicy(books[0]),
    dateoffered: day,
    insurance_start_date: day,
    insurance_end_date: `${Number(day.slice(0, 4)) + 1}-01-01`,
  };
  const entered = async (desk: Desk): Promise<Pending> => {
    const token = await tokenOf(desk.maker);
    const { id } = await answered(call({ method: 'POST', path: `${UW}/save`, token, body }));
    const { version } = await answered(call({ method: 'PUT', path: `${UW}/submit/${id}`, token }));
    const path = `${UW}/approve/${id}/APPROVED/${desk.checker_id}`;
    return { id, path, token: await tokenOf(desk.checker), maker: token, version };
  };
  const made: Pending[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: 8 }, (_, place) => entered(desks[place % desks.length]!)))));
  return made;
}

/** Approvals over HTTP beside the same rows in one transaction of one statement. */
export async function benchApprovals(
  office: Office,
  amount: { runs: number; seconds: number },
): Promise<{ http: Measured; bound: Measured }> {
  const pending = await pendingPolicies(office, 2 * (amount.runs + (amount.seconds + WARMING) * SUPPLY));
  const half = pending.splice(pending.length / 2);
  await office.owner.query('analyze policies; analyze policy_lines');
  let last = 0;
  const approve = async () => {
    const next = pending.pop();
    if (!next) return false;
    const body = { version: next.version };
    ({ id: last } = await answered(office.call({ method: 'PUT', path: next.path, token: next.token, body })));
    return true;
  };
  const http = await measuredWarm(approve, amount, WARMING);
  const again = async () => {
    const next = half.pop();
    if (!next) return false;
    const { rows } = await office.owner.query({ name: 'again', text: AGAIN, values: [last, next.id] });
    if (!rows[0] || rows[0].lines < 5 || rows[0].items < 4 || rows[0].trail === 0)
      throw new Error('The bound wrote less than an approval.');
    return true;
  };
  const bound = await measuredWarm(again, amount, WARMING);
  // What nobody came to is taken back: else it would wait in *My work* of all who look at this installation.
  for (const { id, maker, version } of [...pending, ...half])
    await answered(office.call({ method: 'PUT', path: `${UW}/withdraw/${id}`, token: maker, body: { version } }));
  return { http, bound };
}
