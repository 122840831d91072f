import pg from 'pg';
import { examplePolicy, makeBook, userId } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';

/** Whether a control holds here: it tries what the control forbids and looks whether it happened. */
export type Probe = (rig: Rig) => Promise<boolean>;

const UW = '/api/sca/v1/underwriting';
const RV = '/api/sca/v1/receivable';
const REFUSED = new Set(['23514', '23505', '23001', '42501', '23503']);

/** Whether the database refuses statements that run in one transaction, as the application's role or as the owner. */
export async function refuses(rig: Rig, as: 'app' | 'owner', statements: readonly string[]): Promise<boolean> {
  const client = await (as === 'app' ? rig.pool : rig.ownerPool).connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('slipway.branches', '{1,2}', true)`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return false;
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSED.has(error.code ?? '')) return true;
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function ids(rig: Rig, text: string): Promise<number> {
  const { rows } = await rig.ownerPool.query<{ id: number }>(text);
  if (!rows[0]) throw new Error(`Nothing for ${text}`);
  return rows[0].id;
}

/** The policy that was approved before any control was off. */
const approved = (rig: Rig) => ids(rig, `select min(id) as id from policies where status = 'APPROVED'`);

/** Nobody decides their own entry, over HTTP: root may make and decide, but not the same. */
export const ownEntryOverHttp: Probe = async (rig) => {
  const book = await makeBook(rig);
  const { body } = await rig.call('root', `POST ${UW}/save`, { body: examplePolicy(book) });
  await rig.call('root', `PUT ${UW}/submit/${body.id}`);
  await decideIn(rig)('root', `PUT ${UW}/approve/${body.id}/APPROVED/${await userId(rig, 'root')}`);
  const { rows } = await rig.ownerPool.query<{ status: string }>('select status from policies where id = $1', [
    body.id,
  ]);
  return rows[0]?.status === 'PENDING';
};

/** The same by the schema alone, whatever a program wrote. */
export const ownEntryInDatabase: Probe = async (rig) => {
  const id = await approved(rig);
  return refuses(rig, 'owner', [`update policies set decided_by = made_by where id = ${id}`]);
};

async function londonSees(rig: Rig): Promise<boolean> {
  const id = await approved(rig);
  const reply = await rig.call('manager.lon', `GET ${UW}/${id}`);
  const list = await rig.call('manager.lon', `GET ${UW}/items`);
  const disabled = await rig.call('manager.lon', `DELETE ${UW}/${id}`, { query: { reason: 'Not mine' } });
  if ([reply, list, disabled].some(({ status }) => status >= 500))
    throw new Error(JSON.stringify([reply.body, list.body, disabled.body]));
  return reply.status === 200 || list.body.data?.length > 0 || disabled.status === 200;
}
/** London neither reads, lists nor changes a policy of Nairobi. */
export const branchOverHttp: Probe = async (rig) => !(await londonSees(rig));

/** Row-level security alone, table by table (but rows of the whole firm): the application's role sees nothing unset, nor another branch's, nor writes into it. */
export const rowLevelSecurity: Probe = async (rig) => {
  await approved(rig);
  const { rows: tables } = await rig.ownerPool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'branch_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (select 1 from pg_policy p where p.polrelid = c.oid) or c.relname in ('policies', 'notes', 'journal_lines')`,
  );
  const client = await rig.pool.connect();
  const count = async (table: string) =>
    (await client.query<{ count: bigint }>(`select count(*) as count from ${table} where branch_id is not null`))
      .rows[0]?.count ?? 0n;
  try {
    for (const setting of ['', '{2}']) {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [setting]);
      let seen = 0n;
      for (const { name } of new Map(tables.map((table) => [table.name, table])).values()) seen += await count(name);
      const moved = await client.query('update policies set interest = interest').then((done) => done.rowCount ?? 0);
      await client.query('rollback');
      if (seen > 0n || moved > 0) return false;
    }
    return true;
  } finally {
    client.release();
  }
};

const line = (entry: string, account: string, amount: number) =>
  `insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount) select ${entry}, 1, '2026-03-02', '${account}', 'KES', ${amount}, ${amount}`;
const ENTRY = `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by) values (1, '2026-03-02', 'PROBE', 'policy', 1, 'probe', 1)`;

export const balancedEntry: Probe = (rig) =>
  refuses(rig, 'app', [
    ENTRY,
    line('max(id)', codeOf('EXPENSES'), 100).concat(' from journal_entries'),
    line('max(id)', codeOf('BROKERAGE_INCOME'), -99).concat(' from journal_entries'),
  ]);

/** What is posted stays: neither role changes a line. */
export const postedLines: Probe = async (rig) => {
  await approved(rig);
  return (
    (await refuses(rig, 'app', [`update journal_lines set amount = amount`])) &&
    refuses(rig, 'owner', ['delete from journal_lines'])
  );
};

export const auditRows: Probe = async (rig) => {
  await approved(rig);
  return refuses(rig, 'owner', [`update audit_trail set action = 'x'`]);
};

export const idempotency: Probe = async (rig) => {
  const body = examplePolicy(await makeBook(rig));
  const headers = { 'idempotency-key': 'mutant-probe-0001' };
  const [first, second] = [
    await rig.call('underwriter.nbo', `POST ${UW}/save`, { body, headers }),
    await rig.call('underwriter.nbo', `POST ${UW}/save`, { body, headers }),
  ];
  if (first.status !== 200) throw new Error(JSON.stringify(first.body));
  return first.body.id === second.body.id;
};

export const staleVersion: Probe = async (rig) => {
  const book = await makeBook(rig);
  const { body } = await rig.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
  const edit = () =>
    rig.call('underwriter.nbo', `PUT ${UW}/edit`, { body: { ...examplePolicy(book), id: body.id, version: 1 } });
  const [first, second] = [await edit(), await edit()];
  if (first.status !== 200) throw new Error(JSON.stringify(first.body));
  return second.status === 409;
};

/** The endpoint's own permission: deciding is a manager's, and a cashier of the branch is refused. */
export const permission: Probe = async (rig) => {
  const { body } = await rig.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(await makeBook(rig)) });
  await rig.call('underwriter.nbo', `PUT ${UW}/submit/${body.id}`);
  const reply = await decideIn(rig)(
    'cashier.nbo',
    `PUT ${UW}/approve/${body.id}/APPROVED/${await userId(rig, 'cashier.nbo')}`,
  );
  return reply.status === 403;
};

async function receiptOf(
  rig: Rig,
  payment: { amount: string; allocations?: { note: number; amount: string }[] },
): Promise<{ id: number; status: number; version: number }> {
  const payer = await ids(rig, `select id from parties where kind = 'REINSURED' order by id desc limit 1`);
  const body = {
    dateOfIssue: '2026-03-02',
    receiptType: 'PREMIUM',
    receiptAmount: payment.amount,
    currency: 'KES',
    reinsured: payer,
    allocations: payment.allocations ?? [],
  };
  const saved = await rig.call('cashier.nbo', `POST ${RV}/save`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await rig.call('cashier.nbo', `PUT ${RV}/submit/${saved.body.id}`);
  const decided = await decideIn(rig)('manager.nbo', `PUT ${RV}/approve/${saved.body.id}/APPROVED`);
  return { id: saved.body.id, status: decided.status, version: decided.body.version };
}

/** More than the note is owed cannot be allocated, nor more than the receipt holds. */
export const overAllocationOverHttp: Probe = async (rig) => {
  await approved(rig);
  const note = await ids(rig, `select id from notes where kind = 'DN' order by id desc limit 1`);
  const first = await receiptOf(rig, { amount: '562500.00', allocations: [{ note, amount: '562499.00' }] });
  if (first.status !== 200) throw new Error('The first receipt was refused.');
  const second = await receiptOf(rig, { amount: '10.00' });
  const more = await rig.call('accountant.nbo', `PUT ${RV}/allocate`, {
    body: { id: second.id, version: second.version, allocations: [{ note, amount: '2.00' }] },
  });
  const { rows } = await rig.ownerPool.query<{ over: boolean }>(
    `select n.settled > n.amount or (select sum(amount) from allocations where note_id = n.id and reversed_at is null) > n.amount as over from notes n where id = $1`,
    [note],
  );
  return more.status === 409 && rows[0]?.over === false;
};

/** The same by the schema alone: note, receipt, open item, and what a voucher may hold. */
export const overAllocationInDatabase: Probe = async (rig) => {
  await approved(rig);
  const guarded = [
    `update notes set settled = amount + 1`,
    `update open_items set outstanding = -outstanding`,
    `update note_parts set committed = amount + 1`,
    `insert into receipts (branch_id, receipt_type, payer_id, bank_date, bank_account_id, currency, amount, allocated, made_by, edited_by, hands, search_text)
     select 1, 'PREMIUM', min(id), '2026-03-02', (select min(id) from bank_accounts), 'KES', 1, 2, 1, 1, '{1}', '' from parties`,
  ];
  for (const statement of guarded) if (!(await refuses(rig, 'app', [statement]))) return false;
  return true;
};

/** One debit note for a policy, and one entry for its approval, whatever a program tries. */
export const onceOnly: Probe = async (rig) => {
  const id = await approved(rig);
  const note = `insert into notes (branch_id, kind, purpose, number, policy_id, party_id, currency, amount, base_amount, posted_on, due_on)
    select branch_id, kind, purpose, 'DN/X', policy_id, party_id, currency, amount, base_amount, posted_on, due_on from notes where policy_id = ${id} and kind = 'DN'`;
  const entry = `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select branch_id, day, event, source_kind, source_id, narration, made_by from journal_entries where source_kind = 'policy' and source_id = ${id}`;
  const lines = `insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount)
    select e.id, 1, '2026-03-02', l.account, 'KES', l.amount, l.amount from (select max(id) as id from journal_entries) e, (values ('${codeOf('EXPENSES')}', 1), ('${codeOf('BROKERAGE_INCOME')}', -1)) l (account, amount)`;
  return (await refuses(rig, 'app', [note])) && refuses(rig, 'app', [entry, lines]);
};
