import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase } from '../../testing/databases.ts';
import { knownMigrations, migrateTo } from './migrate.ts';

/** The last migration before records kept everyone who worked on them. */
const BEFORE = '031_minimum_kept.sql';
let client: pg.Client;
let drop: () => Promise<void>;

const PEOPLE = ['maker', 'editor', 'second editor', 'submitter', 'decider', 'reader'] as const;

/** A receipt of that time on which several worked: its row knew the maker, the last editor and the decider alone. */
async function workedOn(acts: readonly [who: (typeof PEOPLE)[number], action: string][]): Promise<number> {
  const ids = await client.query<{ id: number; name: string }>('select id, name from users');
  const idOf = (name: string) => ids.rows.find((row) => row.name === name)?.id;
  const { rows } = await client.query<{ id: number }>(
    `insert into receipts (branch_id, receipt_type, payer_id, bank_date, bank_account_id, currency, amount, made_by, edited_by,
       status, number, decided_by, decided_at, search_text)
     select b.id, 'PREMIUM', p.id, '2026-03-02', a.id, 'KES', 100, $1, $2, 'APPROVED', 'RV/NBO/2026/000001', $3, now(), ''
     from branches b, parties p, bank_accounts a where a.currency = 'KES' limit 1 returning id`,
    [idOf('maker'), idOf('second editor'), idOf('decider')],
  );
  const id = rows[0]?.id ?? 0;
  for (const [who, action] of acts)
    await client.query(
      `insert into audit_trail (at, entity, entity_id, action, user_id, facts, digest)
         values (now(), 'receipt', $1, $2, $3, '{}', '\\x00')`,
      [id, action, idOf(who)],
    );
  return id;
}

beforeAll(async () => {
  const made = await cloneDatabase(inject('slipwayDatabase'), 'template0');
  drop = made.drop;
  client = new pg.Client({ connectionString: made.ownerUrl });
  await client.connect();
  await migrateTo(client, BEFORE);
  await client.query(`insert into branches (code, name) values ('NBO', 'Nairobi');
    insert into currencies (code, name, exponent) values ('KES', 'Kenyan shilling', 2) on conflict do nothing;
    insert into ledger_accounts (code, name, type, function, is_default) select '1010', 'Client money', 'ASSET', 'CLIENT_BANK', true
      where not exists (select 1 from ledger_accounts where function = 'CLIENT_BANK');
    insert into bank_accounts (name, bank, number, currency, purpose, account, search_text)
      select 'Client', 'Equity', '0100', 'KES', 'CLIENT', code, '' from ledger_accounts where function = 'CLIENT_BANK' and is_default;
    insert into parties (kind, name, name_key, search_text) values ('REINSURED', 'A', 'a', 'a')`);
  for (const name of PEOPLE)
    await client.query('insert into users (email, email_key, name) values ($1, $1, $1)', [name]);
});
afterAll(async () => {
  await client.end();
  await drop();
});

test('hands are everyone whom the trail of before names as a maker, editor or submitter, and decisions of before are marked', async () => {
  const id = await workedOn([
    ['maker', 'saved'],
    ['editor', 'edit'],
    ['second editor', 'edited'],
    ['submitter', 'submitted'],
    ['reader', 'downloaded'],
    ['decider', 'approved'],
  ]);
  await migrateTo(client, (await knownMigrations()).at(-1)?.name ?? '');
  const { rows } = await client.query<{ hands: string[]; before: boolean }>(
    `select array(select u.name from users u where u.id = any (r.hands) order by 1) as hands, decided_before_hands as before
     from receipts r where r.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ hands: ['editor', 'maker', 'second editor', 'submitter'], before: true }]);
  // From then on they only grow, and no decision can be marked as one of before.
  const change = (set: string) => client.query(`update receipts set ${set} where id = $1`, [id]);
  await expect(change('hands = hands[1:2] || made_by || edited_by')).rejects.toMatchObject({
    constraint: 'hands_only_grow',
  });
  await change(`hands = hands || (select id from users where name = 'reader')`);
  await change('decided_before_hands = false');
  await expect(change('decided_before_hands = true')).rejects.toMatchObject({ constraint: 'hands_only_grow' });
});
