import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { openSampleFirm } from '../../testing/sample-firm.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { DEMO_DOMAIN } from './desk.ts';

let t: TestApp;

beforeAll(async () => {
  t = await openSampleFirm(inject('slipwayDatabase'));
});
afterAll(() => t.close());

const PRESENT: Readonly<Record<string, string>> = {
  'a closed month': 'select 1 from closed_periods',
  'a month that ended and is open': `select 1 where not exists (select 1 from closed_periods where month = '2026-02-01')`,
  'a revaluation': `select 1 from revaluations where status = 'BOOKED'`,
  'a certificate with its number': `select 1 from adjustments where kind = 'CERTIFICATE' and status = 'APPROVED' and certificate <> ''`,
  'uncollectable premium': `select 1 from adjustments where kind = 'UNCOLLECTABLE' and status = 'APPROVED'`,
  'a bounced cheque': `select 1 from receipts where method = 'CHEQUE' and bounced and status = 'REVERSED'`,
  'a refund of a return': `select 1 from vouchers where kind = 'REFUND' and status = 'PAID' and note_id is not null`,
  'a refund of unallocated cash': `select 1 from vouchers where kind = 'REFUND' and status = 'PAID' and receipt_id is not null`,
  'cash of another branch in use': `select 1 from receipts where source_id is not null and status = 'APPROVED' and allocated > 0`,
  'cash of another branch that waits': `select 1 from receipts where source_id is not null and status = 'PENDING'`,
  'a net payment': `select 1 from vouchers v join voucher_nets n on n.voucher_id = v.id where v.status = 'PAID' and v.kind = 'PREMIUM'`,
  'a transfer between own accounts': `select 1 from vouchers where kind = 'CLIENT_TRANSFER' and status = 'PAID' and into_currency = currency`,
  'a conversion': `select 1 from vouchers where kind = 'CLIENT_TRANSFER' and status = 'PAID' and into_currency <> currency`,
  'what a conversion cost, made good': `select 1 from vouchers where kind = 'MAKE_GOOD' and status = 'PAID' and follows_id is not null`,
  'a receipt in another currency': `select 1 from allocations a join notes n on n.id = a.note_id join receipts r on r.id = a.receipt_id where n.currency <> r.currency`,
  'a batch of statements': `select 1 from statement_batches where kind = 'STATEMENT'`,
  'a remittance advice': `select 1 from remittance_lines l join vouchers v on v.id = l.voucher_id and v.status = 'PAID'`,
  'an invoice with tax': `select 1 from invoices i join invoice_taxes x on x.invoice_id = i.id where i.status = 'APPROVED'`,
  'a reminder': `select 1 from statement_batches where kind = 'REMINDER'`,
  'matched lines of a bank': 'select 1 from bank_matches',
  'open lines of a bank':
    'select 1 from bank_lines l where not exists (select 1 from bank_matches m where m.line_id = l.id)',
  'a claim': `select 1 from claims`,
  'budgets of both branches': 'select 1 from budgets having count(distinct branch_id) = 2',
};

test.for(Object.entries(PRESENT))('the sample firm has %s', async ([, query]) => {
  expect((await t.ownerPool.query(query)).rows.length).toBeGreaterThan(0);
});

test.for(['DRAFT', 'PENDING', 'APPROVED', 'REJECTED'])('the sample firm has an invoice that is %s', async (status) => {
  expect((await t.ownerPool.query('select 1 from invoices where status = $1', [status])).rows.length).toBeGreaterThan(
    0,
  );
});

test('the auditor finds nothing, and all client money is explained', async () => {
  await expectSound(t);
  for (const branch of ['nbo', 'lon']) await expectExplained(t, `manager.${branch}@${DEMO_DOMAIN}`);
});
