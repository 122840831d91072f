import { expect, inject, test } from 'vitest';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { auditInvariants, findingsIn } from '../features/ledger/audit/invariants.ts';
import { openPool } from '../platform/db/pool.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../features/invoices/invoices.factories.ts';
import { officesOf, passedOn, reverseReceipt, secondRoot } from '../features/receipts/passing.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../features/receipts/receipts.factories.ts';
import { voucherCalls } from '../features/vouchers/vouchers.factories.ts';
import { databaseUrl, type TestDatabaseServer } from '../testing/databases.ts';
import { layGround } from '../testing/ground.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { unsound } from './sound.ts';
import { dollarPolicy, monthEndCalls, yearEndCalls } from '../features/closing/closing.factories.ts';
import { codeOf } from '../testing/chart.ts';

const LOOSE = `do $$ declare t regclass; begin
  for t in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop execute format('alter table %s disable trigger user', t); end loop; end $$;
  alter table policies drop constraint maker_is_not_checker, drop constraint signed_in_full;
  alter table notes drop constraint settled_within_note;`;

/** What breaks each invariant, on books that were sound. */
const BREAKS: [string, string][] = [
  ['I1', 'update journal_lines set amount = amount + 1 where id = (select min(id) from journal_lines)'],
  ['I1', 'update journal_lines set base_amount = base_amount + 1 where id = (select min(id) from journal_lines)'],
  ['I2', `update daily_balances set debit = debit + 1 where account = '${codeOf('PREMIUM_RECEIVABLE')}'`],
  ['I2', `delete from daily_balances where account = '${codeOf('BROKERAGE_INCOME')}'`],
  ['I3', `update notes set settled = 1 where kind = 'DN'`],
  ['I3', `update open_items set outstanding = outstanding - 1 where account = '${codeOf('PREMIUM_RECEIVABLE')}'`],
  ['I3', 'update note_parts set committed = 1'],
  ['I3', 'update note_parts set released = released + 1'],
  ['I3', 'update open_changes set amount = amount + 1'],
  ['I3', 'update open_changes set day = day - 40'],
  ['I3', 'update open_changes set booked_on = day - 40'],
  [
    'I3',
    `insert into control_months select branch_id, account, '2020-01-01', currency, true, 1, 0 from open_items limit 1`,
  ],
  [
    'I3',
    `insert into control_months select branch_id, account, '2020-01-01', currency, true, 0, 1 from open_items limit 1`,
  ],
  ['I3', 'delete from production_changes'],
  ['I3', `insert into production_totals select branch_id, '2020-01-01', currency, 0, 0, 0, 0, 1 from policies limit 1`],
  ['I3', 'delete from expiry_changes'],
  ['I3', 'update expiry_changes set base_fac_premium = base_fac_premium + 1'],
  ['I3', 'update policies set not_renewed_reason = $$Moved away$$'],
  ['I3', 'delete from release_changes'],
  ['I3', 'delete from policy_texts where id = (select min(id) from policies)'],
  ['I3', `update policies set search_text = 'x'`],
  ['I3', 'delete from party_papers'],
  ['I3', `update party_papers set party_id = (select max(id) from parties)`],
  ['I3', 'update release_changes set items = items + 1'],
  ['I3', 'update production_changes set policies = policies + 1'],
  ['I3', 'update invoice_lines set tax = tax + 1 where tax_id is not null'],
  ['I3', `update notes set invoice_id = null where purpose = 'FEE'`],
  ['I3', 'update note_offsets set note_id = return_note_id, return_note_id = note_id'],
  ['I4', 'update policies set base_brokerage = base_brokerage + 1'],
  ['I4', `update journal_entries set source_id = source_id + 100`],
  ['I4', `update policies set status = 'DRAFT'`],
  ['I5', 'update policies set decided_by = made_by'],
  ['I5', `update audit_trail set user_id = 1 where action = 'approved'`],
  ['I6', `update counters set last = last + 1 where kind = 'DN'`],
  ['I6', `update notes set number = 'CN/NBO/2026/000009' where number = 'CN/NBO/2026/000002'`],
  ['I7', 'update policy_lines set share = share - 1 where position = 1'],
  ['I7', 'update policies set debit_note_total = debit_note_total + 1'],
  ['I7', `update note_parts set amount = amount + 1 where kind = 'BROKERAGE'`],
  ['I8', `delete from audit_trail where id = (select max(id) from audit_trail)`],
  ['I8', `update audit_trail set action = 'x' where id = 1`],
  [
    'I10',
    `update open_items set outstanding = 0, base_outstanding = 0 where account = '${codeOf('PREMIUM_PAYABLE')}' and id = (select max(id) from open_items)`,
  ],
  ['I10', `update open_items set opened_on = opened_on - 1 where account = '${codeOf('PREMIUM_RECEIVABLE')}'`],
  ['I11', `update notes set settled = amount where kind = 'DN'`],
];

/** Books that `make` makes, sound as it leaves them, whose constraints then let anything through. */
const soundBooks = (make: (rig: Rig) => Promise<void>) =>
  layGround(inject('slipwayDatabase'), async (rig) => {
    await make(rig);
    expect(await unsound(rig.ownerPool)).toEqual([]);
    await rig.ownerPool.query(`${LOOSE} alter table audit_chain drop constraint audit_chain_audit_id_fkey`);
    expect((await auditInvariants(rig.ownerPool)).filter(({ ok }) => !ok)).toEqual([]);
  });

/** Each of these, done to sound books and taken back, is found. */
async function finds({ ownerUrl, template }: TestDatabaseServer, breaks: readonly [string, string][]): Promise<void> {
  const ownerPool = openPool({ url: databaseUrl(ownerUrl, template), max: 1 });
  const client = await ownerPool.connect();
  try {
    for (const [id, statement] of breaks) {
      await client.query('begin');
      await client.query(statement);
      const broken = (await findingsIn(client)).filter((finding) => !finding.ok).map((finding) => finding.id);
      expect(broken, statement).toContain(id);
      await client.query('rollback');
    }
  } finally {
    client.release();
    await ownerPool.end();
  }
}

test('the auditor finds every invariant broken, and nothing in sound books', async () => {
  // Sealed here, so that what is looked at below is what was sealed.
  await using ground = await soundBooks(async (rig) => {
    const book = await makeBook(rig);
    const { through } = invoiceCalls(() => rig);
    const body = exampleInvoice(book, await taxOnInvoices(rig));
    const { id: credits } = await through(body);
    await through({ ...body, credits, terms: '', lines: body.lines.slice(1) });
    const id = await approvedPolicy(rig, book);
    await rig.call('underwriter.nbo', 'PUT /api/sca/v1/underwriting/debitnote', { query: { id } });
  });
  await finds(ground.server, BREAKS);
});

test('the auditor finds what a client log shows lost, doubled or never acknowledged', async () => {
  const rig = await openRig(inject('slipwayDatabase'));
  try {
    const id = await approvedPolicy(rig, await makeBook(rig));
    const write = { userId: 1, endpoint: 'POST /x', key: 'never-kept', entity: 'policy', creates: true } as const;
    const ids = async (writes: Parameters<typeof unsound>[1]) =>
      (await unsound(rig.ownerPool, writes)).map((finding) => finding.id);
    expect(await ids({ writes: [{ ...write, acknowledged: { id: id + 1, version: 1 } }], after: {} })).toEqual(['I9']);
    expect(await ids({ writes: [], after: { policy: 0 } })).toEqual(['I9']);
    expect(await ids({ writes: [], after: { policy: id } })).toEqual([]);
  } finally {
    await rig.close();
  }
});

const ofEntry = (event: string) => `entry_id in (select id from journal_entries where event = '${event}')`;
/** The same of books with a month that was revalued and a year that was closed. */
const MONTH_END_BREAKS: [string, string][] = [
  ['I4', `update revaluations set status = 'UNDONE', undone_by = 1, undone_at = now(), undone_reason = 'None'`],
  ['I4', `update journal_entries set day = day + 1 where event = 'REVALUATION_REVERSED'`],
  ['I4', `update journal_lines set base_amount = base_amount * 2 where ${ofEntry('REVALUATION_REVERSED')}`],
  ['I4', `update journal_lines set amount = base_amount where ${ofEntry('REVALUATION')}`],
  ['I4', 'update revaluations set gain = gain + 1'],
  [
    'I4',
    `update year_closings set status = 'REOPENED', reopened_by = 1, reopened_at = now(), reopened_reason = 'None'`,
  ],
  ['I4', `update journal_lines set base_amount = base_amount + sign(base_amount) where ${ofEntry('YEAR_CLOSED')}`],
  ['I8', `delete from audit_trail where entity = 'revaluation'`],
  ['I8', `update year_closings set version = 2`],
];

test('the auditor finds what the ends of months and years left undone', async () => {
  await using ground = await soundBooks(async (rig) => {
    const book = await makeBook(rig);
    await dollarPolicy(rig, book);
    const { revalue, close } = monthEndCalls(() => rig);
    rig.clock.set('2026-04-02T08:00:00.000Z');
    expect((await revalue('2026-03')).status).toBe(200);
    rig.clock.set('2027-01-05T08:00:00.000Z');
    for (const month of ['2026-03', '2026-04']) expect((await close(month)).status).toBe(200);
    expect((await yearEndCalls(() => rig).closeYear(2026)).status).toBe(200);
  });
  await finds(ground.server, MONTH_END_BREAKS);
});

/** The same of books in which cash of one branch was used in another, and came back once. */
const PASSING_BREAKS: [string, string][] = [
  ['I3', 'update receipts set passed_on = passed_on - 1 where passed_on > 0'],
  ['I3', `update receipts set source_number = 'RV/NBO/2026/000099' where source_id is not null`],
  ['I3', `update receipts set currency = 'USD' where source_id is not null`],
  ['I3', `update client_moves set between_branches = 0 where between_branches > 0`],
  ['I3', `update client_days set between_branches = between_branches + 1`],
  ['I4', `update journal_lines set base_amount = base_amount + sign(base_amount) where ${ofEntry('CASH_TAKEN_OVER')}`],
  ['I4', `update journal_lines set amount = amount + sign(amount) where ${ofEntry('CASH_PASSED_ON')}`],
  ['I4', `update journal_entries set event = 'RECEIPT' where event = 'CASH_TAKEN_OVER'`],
  ['I4', `update journal_entries set day = day - 1 where event = 'CASH_PASSED_ON'`],
  [
    'I4',
    `update journal_entries set reverses_id = null where reverses_id in (select id from journal_entries where event = 'CASH_PASSED_ON')`,
  ],
  [
    'I4',
    `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
     select branch_id, day, event, source_kind, source_id, narration, made_by from journal_entries where event = 'CASH_PASSED_ON'`,
  ],
];

test('the auditor finds what cash of another branch left between branches', async () => {
  await using ground = await soundBooks(async (rig) => {
    const book = await makeBook(rig);
    await secondRoot(rig);
    const source = await approvedReceipt(rig, exampleReceipt(book));
    const part = { source, into: (await officesOf(rig)).lon, receiptAmount: '1000.00' };
    await passedOn(rig, part);
    expect((await reverseReceipt(rig, await passedOn(rig, part))).status).toBe(200);
    await rig.ownerPool.query('select fold_client_acts(1000)');
  });
  await finds(ground.server, PASSING_BREAKS);
});

/** The same of books in which a voucher held money over night and let it go unpaid. */
const HELD_BREAKS: [string, string][] = [
  ['I11', 'delete from past_holds'],
  ['I11', 'update past_holds set amount = amount + 1'],
  ['I11', 'update past_holds set held_from = held_from - 1'],
  ['I11', 'update past_holds set held_until = held_until + 1'],
  ['I11', 'update past_holds set version = version - 1'],
];

test('the auditor finds what a voucher held and let go otherwise than its trail says', async () => {
  await using ground = await soundBooks(async (rig) => {
    const book = await makeBook(rig);
    const { id: note } = await debitNoteOf(rig, await approvedPolicy(rig, book));
    await approvedReceipt(rig, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
    const { savePremium, submit, reject } = voucherCalls(() => rig);
    const { body: voucher } = await savePremium(book.a, '1000.00');
    expect((await submit(voucher.id)).status).toBe(200);
    rig.clock.set('2026-03-05T08:00:00.000Z');
    expect((await reject(voucher.id)).status).toBe(200);
  });
  await finds(ground.server, HELD_BREAKS);
});

test('the auditor leaves revaluation out of what items say, and numbers of another system out of the series', async () => {
  const rig = await openRig(inject('slipwayDatabase'));
  try {
    const policy = await approvedPolicy(rig, await makeBook(rig));
    await rig.ownerPool.query(`
      with e as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
        values (1, '2026-03-31', 'REVALUATION', 'policy', ${policy}, 'March', 1) returning id, branch_id, day)
      insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount)
      select e.id, e.branch_id, e.day, a.code, case when a.function = 'PREMIUM_RECEIVABLE' then n.party_id end, 'KES', 0,
        case when a.function = 'PREMIUM_RECEIVABLE' then 40000 else -40000 end
      from e, ledger_accounts a, notes n
      where a.function in ('PREMIUM_RECEIVABLE', 'EXCHANGE_GAIN') and n.policy_id = ${policy} and n.kind = 'DN'`);
    await rig.ownerPool.query(`
      insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on)
      select branch_id, kind, purpose, 'HISTORY', '4711', party_id, currency, 100, 100, posted_on, due_on
      from notes where policy_id = ${policy} and kind = 'DN'`);
    const broken = (await auditInvariants(rig.ownerPool)).filter((finding) => !finding.ok).map((finding) => finding.id);
    for (const sound of ['I1', 'I6', 'I10']) expect(broken).not.toContain(sound);
  } finally {
    await rig.close();
  }
});

test('of what is wrong throughout the first three are named and the others counted; each finding is told as it is made', async () => {
  const rig = await openRig(inject('slipwayDatabase'));
  try {
    await approvedPolicy(rig, await makeBook(rig));
    const { rowCount } = await rig.ownerPool.query('select from journal_lines');
    await rig.ownerPool.query(`${LOOSE} update journal_lines set day = day + 1`);
    const told: string[] = [];
    const findings = await auditInvariants(rig.ownerPool, { onFinding: ({ id }) => told.push(id) });
    expect(findings[0]?.detail.split('; ')).toHaveLength(3);
    expect(findings[0]?.detail).toMatch(new RegExp(` and ${(rowCount ?? 0) - 3} more$`));
    expect(told).toEqual(findings.map(({ id }) => id));
  } finally {
    await rig.close();
  }
});

test('money that was taken back while a voucher holds it is due back, and no fault of the books', async () => {
  const rig = await openRig(inject('slipwayDatabase'));
  try {
    const book = await makeBook(rig);
    const { id: note } = await debitNoteOf(rig, await approvedPolicy(rig, book));
    const allocations = [{ note, amount: '281250.00' }];
    const receipt = await approvedReceipt(rig, exampleReceipt(book, { allocations }));
    const { savePremium, submit } = voucherCalls(() => rig);
    const { body: voucher } = await savePremium(book.a, '1000.00');
    expect((await submit(voucher.id)).status).toBe(200);
    const body = { version: 3, reason: 'The bank took it back' };
    expect((await rig.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${receipt}`, { body })).status).toBe(200);
    expect(await unsound(rig.ownerPool)).toEqual([]);
  } finally {
    await rig.close();
  }
});
