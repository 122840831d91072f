import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { expectAccessible } from './browser.ts';
import { pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { STREAM } from './shifts.ts';
import { codeOf } from '../server/testing/chart.ts';

/**
 * The main job, end to end, by the people who do it: from a placed risk to a balanced trial balance, with exactly the
 * figures of product.md §2 and §3.
 */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** What somebody reads through the product's calls: to look at figures, never to act. */
const read = async (who: string, address: string) => (await office.caller(who)).call(`GET ${address}`);

let policyUrl = '';
let policyId = '';

describe('from a placed risk to a balanced trial balance', () => {
  test('the underwriter enters the policy, sees its figures as they are typed, and submits it', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/underwriting');
    await page.getByText('No policies yet.').waitFor();
    await page.getByRole('link', { name: 'New policy' }).first().click();
    await pick(page, 'Reinsured', 'Savannah Insurance Company');
    await pick(page, 'Insured', 'Kisumu Sugar Works');
    await pick(page, 'Class', 'Fire · Industrial all risks');
    await type(page, 'Territory', 'Kenya');
    await type(page, 'Date offered', 'today');
    await type(page, 'First day of cover', 'today');
    await type(page, 'Sum insured', '500m');
    await type(page, 'Rate', '0.25');
    expect(await page.getByRole('textbox', { name: 'Premium, 100%', exact: true }).inputValue()).toBe('1,250,000.00');
    await type(page, 'Fac (order)', '60');
    await type(page, 'Cedant commission', '25');
    await type(page, 'Brokerage', '5');
    await type(page, 'Excess', '1% of each loss');
    await fillSecurities(page);
    const rail = page.locator('aside, [aria-label="Figures"], section').filter({ hasText: 'Debit note' }).last();
    await rail.getByText('562,500.00').first().waitFor();
    for (const figure of ['218,750.00', '175,000.00', '121,875.00']) await page.getByText(figure).first().waitFor();
    await expectAccessible(page, 'policy form');
    await page.getByRole('button', { name: 'Submit policy' }).click();
    await page.waitForURL(/\/underwriting\/\d+$/);
    policyUrl = new URL(page.url()).pathname;
    policyId = policyUrl.split('/').at(-1) ?? '';
    await page.getByText('Pending', { exact: true }).first().waitFor();
  });

  test('nobody in London sees it; its maker cannot decide it', async () => {
    const london = await office.desk('manager.lon');
    await london.goto('/underwriting');
    await london.getByText('No policies yet.').waitFor();
    await expect(read('manager.lon', `underwriting/${policyId}`)).rejects.toThrow('"status":404');
    const own = await office.desk('underwriter.nbo');
    expect(await own.getByRole('button', { name: 'Approve policy' }).count()).toBe(0);
  });

  test('the manager finds it waiting, sees figures and journal, approves', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /Kisumu Sugar Works/ })
      .first()
      .click();
    await page.waitForURL(`**${policyUrl}?do=decide`);
    const panel = page.getByRole('dialog');
    for (const text of ['562,500.00', '218,750.00', '175,000.00', '121,875.00', '37,500.00', '9,375.00'])
      await panel.getByText(text).first().waitFor();
    await panel
      .getByText(`${codeOf('PREMIUM_RECEIVABLE')} Premium receivable`)
      .first()
      .waitFor();
    await expectAccessible(page, 'approval panel');
    await panel.getByRole('button', { name: 'Approve policy' }).click();
    await page
      .getByText(/DN\/NBO\/\d{4}\/000001/)
      .first()
      .waitFor();
    const policy: { notes: { kind: string; amount: string }[] } = await read('manager.nbo', `underwriting/${policyId}`);
    expect(policy.notes.map((note) => [note.kind, note.amount])).toEqual([
      ['DN', '562500.00'],
      ['CN', '218750.00'],
      ['CN', '175000.00'],
      ['CN', '121875.00'],
    ]);
  });

  test('debit note, credit notes, slip and cover note open as PDFs', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${policyUrl}?tab=documents`);
    await page
      .getByRole('tab', { name: /Documents/ })
      .or(page.getByRole('link', { name: /Documents/ }))
      .first()
      .click();
    for (const name of ['debit note', 'reinsurance slip', 'cover note']) {
      await page.getByRole('button', { name: `Make ${name}` }).click();
      await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
      if (name === 'debit note') await expectAccessible(page, 'document preview');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Make credit notes' }).click();
    await page.getByRole('button', { name: /^Open credit note CN\/NBO\/\d{4}\/000003/ }).waitFor();
  });

  test('the acceptance of a line is on the securities of the policy', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${policyUrl}?tab=securities`);
    await page.getByText('Grace Njeri · AR/26/17').waitFor();
  });

  test('the cashier enters half of it, the accountant approves, the receipt prints', async () => {
    await receive('281,250.00');
    const items = await Promise.all(
      ['Acacia', 'Baobab', 'Cardinal'].map(async (name) => {
        const found = await read('accountant.nbo', `securities/findAll?searchValue=${name}`);
        const rows: { released: string }[] = await read(
          'accountant.nbo',
          `paymentvoucher/findPoliciesBySecurity?security=${found.data[0].id}`,
        );
        return rows.map((row) => row.released);
      }),
    );
    expect(items).toEqual([['109375.00'], ['87500.00'], ['60937.50']]);
  });

  test('a premium voucher from what is released, approved by the manager, paid by the cashier', async () => {
    await paySecurity('Acacia Reinsurance', '109,375.00');
    expect(await trialBalance()).toEqual({
      [codeOf('CLIENT_BANK')]: '171875.00',
      [codeOf('PREMIUM_RECEIVABLE')]: '281250.00',
      [codeOf('PREMIUM_PAYABLE')]: '-406250.00',
      [codeOf('TAXES_PAYABLE')]: '-9375.00',
      [codeOf('BROKERAGE_INCOME')]: '-37500.00',
    });
  });

  test('the rest is received, all securities are paid, the brokerage is drawn: the books of §3', async () => {
    await receive('281,250.00');
    await paySecurity('Acacia Reinsurance', '109,375.00');
    await paySecurity('Baobab Reinsurance', '175,000.00');
    await paySecurity('Cardinal Reinsurance', '121,875.00', 'Cheque collected by hand');
    await drawBrokerage('37,500.00');
    expect(await trialBalance()).toEqual({
      [codeOf('OFFICE_BANK')]: '37500.00',
      [codeOf('CLIENT_BANK')]: '9375.00',
      [codeOf('TAXES_PAYABLE')]: '-9375.00',
      [codeOf('BROKERAGE_INCOME')]: '-37500.00',
    });
  });

  test('the trial balance says that it balances and opens down to the journal and from there to the policy', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto('/trialbalance');
    await page.getByText('Balanced', { exact: true }).waitFor();
    await expectAccessible(page, 'trial balance');
    await page
      .getByRole('link', { name: /Brokerage income/ })
      .first()
      .click();
    await page.getByText('37,500.00').first().waitFor();
    await expectAccessible(page, 'journal lines');
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.waitForURL(/\/trialbalance\/entry\/\d+/);
    // The lines that the click left show the same amount, and have a heading too, until this page takes their place.
    await page.getByRole('heading', { level: 1, name: /^Journal entry #\d+$/ }).waitFor();
    await page.getByText('562,500.00').first().waitFor();
    await expectAccessible(page, 'journal entry');
    await page.locator('main').getByRole('link', { name: /Open/ }).first().click();
    await page.waitForURL(`**${policyUrl}*`);
  });

  test('ageing, statement and dashboard open without a fault, and no page reported one', async () => {
    const page = await office.desk('manager.nbo');
    await page.route(STREAM, (route) => route.abort());
    for (const address of [
      '/ageingoverviewreport',
      '/facultativereport',
      '/dashboard',
      '/payables?tab=releases',
      // These show no more of this journey than `screens.spec.ts` shows of its own records.
      ...(LONG_FORM ? ['/receivables', '/payables', '/setting', '/user'] : []),
    ]) {
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, address);
    }
    expect(office.faults()).toEqual([]);
  });
});

async function fillSecurities(page: Page): Promise<void> {
  const lines = [
    ['Acacia Reinsurance', '25'],
    ['Baobab Reinsurance', '20'],
    ['Cardinal Reinsurance', '15'],
  ] as const;
  for (const [index, [name, share]] of lines.entries()) {
    const row = index + 1;
    if ((await page.getByRole('combobox', { name: `Security, row ${row}` }).count()) === 0)
      await page.getByRole('button', { name: /^Add/ }).first().click();
    await pick(page, `Security, row ${row}`, name);
    await type(page, `Written %, row ${row}`, share);
  }
  await type(page, 'Accepted on, row 1', 'today');
  await type(page, 'Reference, row 1', 'AR/26/17');
  await type(page, 'Accepted by, row 1', 'Grace Njeri');
  await page.getByText('Non-resident').first().waitFor();
}

/** The cashier enters a receipt with its proposed allocation, the accountant approves it, its paper opens. */
async function receive(amount: string): Promise<void> {
  const cashier = await office.desk('cashier.nbo');
  await cashier.goto('/receivables/new');
  await pick(cashier, 'Payer', 'Savannah Insurance Company');
  await type(cashier, 'Bank date', 'today');
  await type(cashier, 'Amount', amount);
  await type(cashier, 'Bank reference', `FT-${amount}-${Math.floor(performance.now())}`);
  await cashier.getByRole('button', { name: /Oldest first/i }).click();
  await cashier.getByRole('button', { name: 'Submit receipt' }).click();
  await cashier.waitForURL(/\/receivables\/\d+$/);
  const url = new URL(cashier.url()).pathname;
  const accountant = await office.desk('accountant.nbo');
  await accountant.goto(url);
  await accountant.getByRole('button', { name: 'Review receipt' }).click();
  await accountant
    .getByRole('dialog')
    .getByText(`${codeOf('UNALLOCATED_CASH')} Unallocated cash`)
    .first()
    .waitFor();
  const review = accountant.getByRole('dialog', { name: /^Review receipt #\d+$/ });
  await review.getByRole('button', { name: 'Approve receipt' }).click();
  await accountant
    .getByText(/RV\/NBO\/\d{4}\/\d{6}/)
    .first()
    .waitFor();
  await accountant
    .getByRole('button', { name: /^More|actions/i })
    .first()
    .click();
  await accountant.getByRole('menuitem', { name: 'Receipt document' }).click();
  await accountant.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
  await accountant.keyboard.press('Escape');
}

/** Approves and pays: the dialogs of both name the accounts, and want a reason where the payee has none. */
async function approveAndPay(url: string, account: RegExp, reason?: string): Promise<void> {
  const manager = await office.desk('manager.nbo');
  await manager.goto(url);
  await manager.getByRole('button', { name: 'Review voucher' }).click();
  const review = manager.getByRole('dialog');
  await review.getByText(account).first().waitFor();
  await expectAccessible(manager, 'review of a voucher');
  if (reason !== undefined) await review.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await review.getByRole('button', { name: 'Approve voucher' }).click();
  await manager
    .getByText(/PV\/NBO\/\d{4}\/\d{6}/)
    .first()
    .waitFor();
  const cashier = await office.desk('cashier.nbo');
  await cashier.goto(url);
  await cashier.getByRole('button', { name: 'Pay voucher' }).click();
  const pay = cashier.getByRole('dialog');
  await pay.getByText(account).first().waitFor();
  const reference = pay.getByRole('textbox', { name: 'Bank reference' });
  // Until the journal is there nothing is sent.
  await expect.poll(() => pay.getByRole('button', { name: /^Pay/ }).getAttribute('aria-disabled')).not.toBe('true');
  await reference.press('Control+Enter');
  await pay.getByText('Enter the bank reference of the payment, at most 60 characters.').first().waitFor();
  await expectAccessible(cashier, 'payment without a reference');
  await reference.fill('FT-OUT-1');
  if (reason !== undefined) {
    await reference.press('Control+Enter');
    const why = pay.getByRole('textbox', { name: 'Why it is paid anyway' });
    await expect.poll(() => why.getAttribute('aria-invalid')).toBe('true');
    await why.fill(reason);
  }
  await cashier.keyboard.press('Control+Enter');
  await cashier.getByText('Paid', { exact: true }).first().waitFor();
  await cashier.getByText('FT-OUT-1').first().waitFor();
  if (reason !== undefined) await cashier.getByText('Paid without a confirmed account').waitFor();
}

async function paySecurity(name: string, amount: string, reason?: string): Promise<void> {
  const page = await office.desk('accountant.nbo');
  await page.goto('/payables/new');
  await pick(page, 'Security', name);
  await page.getByText(amount).first().waitFor();
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  const account = reason === undefined ? /Equity · •••• / : /has no confirmed KES account\.$/;
  await approveAndPay(new URL(page.url()).pathname, account, reason);
}

async function drawBrokerage(amount: string): Promise<void> {
  const page = await office.desk('accountant.nbo');
  await page.goto('/payables/other');
  await page.getByText(amount).first().waitFor();
  await type(page, 'Amount', amount);
  await page.getByRole('button', { name: 'Submit voucher' }).click();
  await page.waitForURL(/\/payables\/\d+$/);
  await approveAndPay(new URL(page.url()).pathname, /Office bank/);
}

/** Closing balances by account as at today, debit positive; accounts without a balance left out. */
async function trialBalance(): Promise<Record<string, string>> {
  const reply: { data: { account: string; closing: string }[] } = await read(
    'manager.nbo',
    'trialbalance/items?length=500',
  );
  return Object.fromEntries(
    reply.data.filter((row) => !/^-?0\.00$/.test(row.closing)).map((row) => [row.account, row.closing]),
  );
}
