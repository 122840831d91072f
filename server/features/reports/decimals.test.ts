import { afterEach, expect, test } from 'vitest';
import { EXPLAINED } from '../../../domain/explained/reports.ts';
import { LONG_FORM } from '../../../domain/testing/runs.ts';
import { exponentOf } from '../../../domain/values/currencies.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { rowsIn } from '../../proofs/reports/rows.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';

/** What one unit is worth: of three decimals, of none and of two. Any of them may be the firm's own currency. */
const WORTH = { KWD: 423.55, UGX: 0.035, KES: 1 } as const;
const CURRENCIES = ['KWD', 'UGX', 'KES'] as const;

let t: TestApp;
let book: Book;
let policies: number[];
let claims: number[];
const { payable, saveOther, through } = voucherCalls(() => t);

/** An amount that has no decimals, as its currency writes it. */
const whole = (amount: number, currency: string) => amount.toFixed(exponentOf(currency));

async function business(currency: string): Promise<void> {
  const policy = await approvedPolicy(t, book, { currency, sum_insured: whole(500_000_000, currency) });
  policies.push(policy);
  const { id: note } = await debitNoteOf(t, policy);
  const receive = (amount: number, changes: Record<string, unknown>) =>
    approvedReceipt(t, exampleReceipt(book, { currency, receiptAmount: whole(amount, currency), ...changes }));
  await receive(281_250, { allocations: [{ note, amount: whole(281_250, currency) }] });
  await receive(1000, {});
  const item = (await payable(book.a)).find((one) => one.currency === currency);
  const items = [{ item: item?.item, amount: whole(100_000, currency) }];
  const saved = await t.call('accountant.nbo', 'POST /api/sca/v1/paymentvoucher/save2', {
    body: { currency, bank_date: '2026-03-02', security: book.a, items },
  });
  expect((await through(saved)).body.status).toBe('PAID');
  expect((await through(await saveOther({ kind: 'DRAWING', currency, amount: whole(1000, currency) }))).status).toBe(
    200,
  );
  const claim = await approvedClaim(t, book, { policy, claimreserve: whole(39_000_000, currency) });
  claims.push(claim);
  await approvedMovement(t, claim, { amount: whole(10_000_000, currency) });
  const invoice = (await invoicesOf(t, claim)).get(book.b)?.id;
  const paid = { reinsured: book.b, receiptType: 'CLAIM' };
  await receive(2_000_000, { ...paid, allocations: [{ note: invoice, amount: whole(2_000_000, currency) }] });
}

async function opened(base: (typeof CURRENCIES)[number]): Promise<void> {
  t = await testApp();
  book = await makeBook(t);
  [policies, claims] = [[], []];
  await t.ownerPool.query('update currencies set active = true where code = any($1)', [CURRENCIES]);
  await t.ownerPool.query('update firm set base_currency = $1', [base]);
  for (const currency of CURRENCIES) {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) select $1::text, '2026-03-01', ($2::numeric * 10000000000)::bigint where $1::text <> $3::text`,
      [currency, WORTH[currency] / WORTH[base], base],
    );
    await t.ownerPool.query(
      `insert into party_bank_accounts (party_id, currency, bank, account_name, account_number, state, made_by, hands, made_at, decided_by, decided_at)
       select party_id, $2::text, bank, account_name, account_number, state, made_by, hands, made_at, decided_by, decided_at
       from party_bank_accounts where party_id = $1 and currency = 'KES' and $2::text <> 'KES'`,
      [book.a, currency],
    );
  }
  for (const currency of CURRENCIES) await business(currency);
}
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

/** What a report must be told besides. */
function askedOf(path: string): Record<string, string | number>[] {
  const each = (name: string, values: readonly (string | number)[]) => values.map((value) => ({ [name]: value }));
  if (path.endsWith('/underwriting/ss')) return each('param', policies);
  if (path.endsWith('/claim/steps')) return each('claim', claims);
  if (path.includes('/securities/insolvency')) return each('param', [book.a]);
  if (path.includes('/statements/accounts')) return each('side', ['REINSURED', 'SECURITY']);
  if (path.includes('/ledger/openitems')) return each('side', ['RECEIVABLE', 'PAYABLE']);
  if (path.includes('/monthlyreport')) return each('money', ['currency', 'base']);
  return [path.includes('/claim/') ? {} : { param: 'ALL' }, {}];
}

const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;

// Each has amounts in all three; the short form keeps its books in the one whose decimals differ from most amounts'.
test.each(LONG_FORM ? CURRENCIES : CURRENCIES.slice(0, 1))(
  'every figure of every report has the decimals of its currency, in books kept in %s',
  async (base) => {
    await opened(base);
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const { call, table, rows: at } of EXPLAINED) {
      if (call.path.includes('{')) continue;
      for (const query of askedOf(call.path)) {
        const { status, body } = await t.call('root', `${call.method} ${call.path}`, { query });
        if (status !== 200) continue;
        for (const row of [...rowsIn(body, at), ...rowsIn(body, 'totals')])
          for (const { name, column } of table.sent) {
            const value = row[name];
            if (column.kind !== 'amount' || typeof value !== 'string') continue;
            const currency = column.inBase ? base : String(row['currency'] ?? body.currency ?? base);
            if (currency !== base) seen.add(call.path);
            if (decimalsOf(value) !== exponentOf(currency)) wrong.push(`${call.path} ${name} of ${currency}: ${value}`);
          }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(35);
  },
);
