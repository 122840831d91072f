import { inject } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { makeBook } from '../../testing/factories.ts';
import { layGround } from '../../testing/ground.ts';
import { openRig } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';

const GUARDED = ['journal_entries', 'journal_lines', 'settlements'];

/** Ten branches with 5,000 daily balances, 20,000 lines and 5,000 open items each; the generator balances nothing. Its oldest hundred entries are in dollars. */
async function generate(t: Pick<TestApp, 'ownerPool'>): Promise<void> {
  const owner = await t.ownerPool.connect();
  // The owner need not be a superuser; a table's owner may still put its triggers aside.
  for (const table of GUARDED) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 9) g`,
  );
  await owner.query(`insert into parties (kind, name, name_key, search_text)
    select 'REINSURED', 'Cedant ' || g, 'cedant' || g, 'cedant ' || g from generate_series(1, 50) g`);
  const accounts = `(array['${codeOf('CLIENT_BANK')}', '${codeOf('UNALLOCATED_CASH')}', '${codeOf('PREMIUM_RECEIVABLE')}', '${codeOf('PREMIUM_PAYABLE')}'])[1 + g % 4]`;
  const parties = `(select array_agg(id order by id) from parties where name_key like 'cedant%')`;
  await owner.query(`insert into daily_balances (branch_id, account, party_id, currency, day, debit, credit, base_debit, base_credit)
    select b.id, ${accounts}, ids.ids[1 + g / 4 % 50], 'KES', date '2024-01-01' + (g / 50), 100 + g, g, 100 + g, g
    from branches b, generate_series(0, 4999) g, (select ${parties} as ids) ids where b.code like 'Q_'`);
  await owner.query(`insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select b.id, date '2024-01-01' + (g / 10), 'RECEIPT', 'receipt', b.id * 10000 + g, 'Généré ' || b.id * 10000 + g, (select min(id) from users) from branches b, generate_series(0, 4999) g where b.code like 'Q_'`);
  await owner.query(`insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount)
    select e.id, e.branch_id, e.day, ${accounts}, ids.ids[1 + e.id % 50], case when e.source_id % 10000 < 100 then 'USD' else 'KES' end, g + 1, g + 1
    from journal_entries e, generate_series(0, 3) g, (select ${parties} as ids) ids`);
  await owner.query(`insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select e.branch_id, '${codeOf('PREMIUM_RECEIVABLE')}', ids.ids[1 + e.id % 50], 'KES', e.id, e.day, e.day + 30, 100, 100, case when e.id % 5 = 0 then 100 else 0 end, case when e.id % 5 = 0 then 100 else 0 end
    from journal_entries e, (select ${parties} as ids) ids`);
  await owner.query(`insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
    select branch_id, id, entry_id, opened_on + 10, 100, 100 from open_items where outstanding = 0`);
  await owner.query(`insert into parties (kind, market, name, name_key, search_text)
    select 'SECURITY', 'LOCAL', 'Reinsurer ' || g, 'reinsurer' || g, 'reinsurer ' || g from generate_series(1, 50) g`);
  // One debit note for ten credit notes, as its parts have it.
  const note = `insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on, debit_note_id)
    select b.id, `;
  const days = `date '2024-01-01' + g / 10, date '2024-02-01' + g / 10`;
  await owner.query(`${note} 'DN', 'PREMIUM', 'HISTORY', 'D' || b.code || g, ids.ids[1 + g % 50], 'KES', 100, 100, ${days}, null
    from branches b, generate_series(0, 199) g, (select ${parties} as ids) ids where b.code like 'Q_'`);
  await owner.query(`${note} 'CN', 'PREMIUM', 'HISTORY', 'C' || b.code || g, ids.ids[1 + g % 50], 'KES', 100, 100, ${days}, d.id
    from branches b join generate_series(0, 1999) g on true join notes d on d.number = 'D' || b.code || g / 10,
      (select array_agg(id order by id) as ids from parties where name_key like 'reinsurer%') ids where b.code like 'Q_'`);
  await owner.query(`insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount)
    select branch_id, debit_note_id, 'SECURITY', party_id, id, currency, amount from notes where debit_note_id is not null`);
  await owner.query(`insert into owed_notes (note_id, branch_id, party_id, currency, day, notes, amount)
    select id, branch_id, party_id, currency, posted_on, 1, amount from notes where number like 'DQ%'`);
  await owner.query(`insert into documents (branch_id, kind, number, record_kind, record_id, note_id, code, sha256, pdf, made_by, dated)
    select branch_id, 'debit-note', number, 'note', id, id, number, '', '', (select min(id) from users), posted_on from notes where number like 'DQ%'`);
  for (const table of GUARDED) await owner.query(`alter table ${table} enable trigger user`);
  await vacuum(owner);
  owner.release();
}

let laid: ReturnType<typeof layGround> | undefined;

/** An application on a clone of what the generator makes beside a book: it is made once for all files of a process, and goes with the server. */
export async function generatedApp(): Promise<TestApp> {
  laid ??= layGround(inject('slipwayDatabase'), async (rig) => {
    await makeBook(rig);
    await generate(rig);
  });
  return openRig((await laid).server);
}
