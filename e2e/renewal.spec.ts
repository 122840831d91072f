import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayIn } from '../domain/values/day.ts';
import { expectAccessible } from './browser.ts';
import { expectFocus, pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';

/** Policies that expire, renewed from the list: in a batch, with changes, or left with a reason; and a template of one. */
let office: Office;
const numbers: string[] = [];

/** Four approved policies of the same terms that expire within weeks; the third has its renewal already, the warranty of the last is not met. */
async function expiring(): Promise<void> {
  const [maker, manager] = [await office.caller('underwriter.nbo'), await office.caller('manager.nbo')];
  const first = async (register: string, name = '') => {
    const { data } = await maker.call(`GET ${register}/findAll?searchValue=${encodeURIComponent(name)}`);
    return data[0]?.id;
  };
  const today = dayIn('Africa/Nairobi', new Date());
  const [reinsured, insured] = [await first('reinsured', 'Savannah'), await first('insurancecompany', 'Kisumu')];
  const { data: securities } = await maker.call('GET securities/findAll');
  const { data: classes } = await maker.call('GET covertype/findAll');
  for (let nth = 0; nth < 4; nth += 1) {
    const saved = await maker.call('POST underwriting/save', {
      reinsured,
      insured,
      cover_type: classes[0]?.id,
      dateoffered: addDays(today, -350),
      insurance_start_date: addDays(today, -345 + nth),
      insurance_end_date: addDays(today, 19 + nth),
      currency: 'KES',
      sum_insured: '500000000.00',
      rate: '0.25',
      fac: '60',
      cedant_commission: '25',
      brokerage: '5',
      payment_terms: 'LUMP_30',
      ...(nth === 3 && { warranty: { kind: 'PPW', days: 60 } }),
      securities: [
        { security: securities[0]?.id, share: '40' },
        { security: securities[1]?.id, share: '20' },
      ],
    });
    const { version } = await maker.call(`PUT underwriting/submit/${saved.id}`);
    await manager.call(`PUT underwriting/approve/${saved.id}/APPROVED/${manager.userId}`, { version });
    if (nth === 2) await maker.call(`PUT underwriting/renew/${saved.id}`);
    numbers.push(saved.number);
  }
}

const rowOf = (page: Page, number: string | undefined) =>
  page
    .getByRole('row')
    .filter({ hasText: number ?? '' })
    .first();

beforeAll(async () => {
  office = await openOffice();
  await expiring();
});
afterAll(() => office?.closeSound());

describe('renewals', () => {
  let draftUrl = '';

  test('what waits for who underwrites names warranties that are breached', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Premium warranties 1 breached' }).click();
    await page.getByRole('heading', { level: 1, name: 'Premium warranties' }).waitFor();
    await page
      .getByRole('table', { name: 'Breached' })
      .getByText(numbers[3] ?? '')
      .waitFor();
  });

  test('three are chosen in the list: one cannot be renewed and says why, two become drafts', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^To renew 3 expire by/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Renewals' }).waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await rowOf(page, numbers[3]).waitFor();
    for (const number of numbers.slice(0, 3)) await rowOf(page, number).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Renew 3 policies' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('region', { name: '2 become drafts' }).waitFor();
    expect(await dialog.getByRole('region', { name: '1 cannot be renewed' }).textContent()).toMatch(
      /It is renewed already: NBO\/FAC\//,
    );
    await expectAccessible(page, 'effect of renewing');
    // There is nothing to fill in: its act has the focus, as it had it before it could be done.
    const renew = dialog.getByRole('button', { name: 'Renew 2 policies' });
    await expectFocus(renew);
    await renew.click();
    await page.getByRole('dialog', { name: 'Renewals drafted' }).waitFor();
    await page.getByText('2 of 2 are drafts.').waitFor();
    await expectAccessible(page, 'what became of a batch');
    await page.getByRole('dialog').getByRole('link').first().click();
    await page.getByText(/nothing but the period is changed/).waitFor();
    draftUrl = new URL(page.url()).pathname;
  });

  test('a renewal is changed, and what changed is marked beside the field, beside the form and for the checker', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${draftUrl}/edit`);
    await type(page, 'Sum insured', '600m');
    await page.getByText('Last year: KES 500,000,000.00').waitFor();
    await page.getByText('Last year: KES 1,250,000.00').waitFor();
    await expectAccessible(page, 'form of a renewal');
    await page.getByRole('button', { name: 'Submit policy' }).click();
    await page.getByText('Pending').first().waitFor();
    const manager = await office.desk('manager.nbo');
    await manager.goto(draftUrl);
    await manager.getByRole('button', { name: 'Review policy' }).click();
    const panel = manager.getByRole('dialog');
    await panel.getByRole('table', { name: 'What changed from last year' }).waitFor();
    expect(await panel.getByRole('row', { name: /^Sum insured/ }).textContent()).toMatch(
      /500,000,000\.00.*600,000,000\.00/,
    );
    await panel.getByRole('button', { name: 'Approve policy' }).click();
    await manager.getByRole('dialog', { name: /is approved$/ }).waitFor();
    await page.goto('/renewal?state=RENEWED');
    await rowOf(page, numbers[0]).getByText('Renewed', { exact: true }).waitFor();
  });

  test('one is marked not renewed with a reason, which is taken back from its page', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto('/renewal');
    await page.getByRole('button', { name: `Actions for ${numbers[3] ?? ''}` }).click();
    await page.getByRole('menuitem', { name: 'Mark not renewed' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Placed with another broker');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark not renewed' }).click();
    await rowOf(page, numbers[3]).getByText('Placed with another broker').waitFor();
    await rowOf(page, numbers[3])
      .getByRole('link', { name: numbers[3] ?? '' })
      .click();
    await page.getByText('Not renewed: Placed with another broker').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('marked it not renewed').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Take back “not renewed”' }).click();
    await page.getByText('took back that it is not renewed').waitFor();
  });

  test('a template is saved from a policy, is in the settings, and a new policy starts from it', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(draftUrl);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fire, 60% order');
    await expectAccessible(page, 'save as template');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template saved').first().waitFor();
    await page.goto('/setting?section=templates');
    await page.getByRole('row').filter({ hasText: 'Fire, 60% order' }).waitFor();
    await page.goto('/underwriting/new');
    await type(page, 'Sum insured', '100m');
    await pick(page, 'Start from a template', 'Fire, 60% order');
    await expect.poll(() => page.getByRole('textbox', { name: 'Fac (order)' }).inputValue()).toBe('60');
    expect(await page.getByRole('textbox', { name: 'Sum insured', exact: true }).inputValue()).toBe('100,000,000.00');
    await pick(page, 'Reinsured', 'Savannah Insurance Company');
    await pick(page, 'Insured', 'Kisumu Sugar Works');
    await type(page, 'First day of cover', 'today');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Submission: it is fully placed.').waitFor();
  });
});
