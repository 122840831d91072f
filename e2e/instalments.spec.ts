import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayIn, longDay, showDay } from '../domain/values/day.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { chooseOption, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** A premium paid on days of its own: entered, checked against the debit note, approved on an earlier day, shown. */
let office: Office;
let policy = 0;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  const book = await journeyBook(maker, 'LOCAL');
  policy = (await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()))).id;
});
afterAll(() => office?.close());

const today = dayIn('Africa/Nairobi', new Date());
const [first, second] = [addDays(today, 20), addDays(today, 80)];

describe('instalments by dates and amounts', () => {
  test('are entered on the form, and not submitted before they add up to the debit note', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`/underwriting/${policy}/edit`);
    await page.getByRole('combobox', { name: 'Payment terms', exact: true }).click();
    await chooseOption(page, 'By dates and amounts');
    await type(page, 'Due, row 1', first);
    await type(page, 'Amount, row 1', '200000');
    await page.getByText('KES 362,500.00 of the debit note is still to be placed.').waitFor();
    await page.getByRole('button', { name: 'Submit policy' }).click();
    await page.getByText('Instalments total KES 200,000.00 but the debit note is KES 562,500.00.').first().waitFor();
    await page.getByRole('button', { name: 'Add instalment' }).click();
    expect(await page.getByRole('textbox', { name: 'Amount, row 2' }).inputValue()).toBe('362,500.00');
    await type(page, 'Due, row 2', second);
    await page.getByText('They add up to the debit note.').waitFor();
    await expectAccessible(page, 'instalments on the policy form');
    await page.getByRole('button', { name: 'Submit policy' }).click();
    await page.waitForURL(new RegExp(`/underwriting/${policy}$`));
    await page.getByText('Pending', { exact: true }).first().waitFor();
  });

  test('are approved on a posting day of the manager’s choice', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(`/underwriting/${policy}?do=decide`);
    const panel = page.getByRole('dialog');
    const chosen = addDays(today, -1);
    await panel.getByText(/A journal entry of \d+ lines, posted today\./).waitFor();
    await type(page, 'Posting day', chosen);
    await panel.getByText(`posted on ${showDay(chosen)}`).waitFor();
    await panel
      .getByText(`Due ${showDay(first)}`)
      .first()
      .waitFor();
    await expectAccessible(page, 'approval with a posting day');
    await panel.getByRole('button', { name: 'Approve policy' }).click();
    await page
      .getByText(/DN\/NBO\/\d{4}\/000001/)
      .first()
      .waitFor();
    const manager = await office.caller('manager.nbo');
    const record = await manager.call(`GET underwriting/${policy}`);
    expect(record.posted_on).toBe(chosen);
    const { instalments } = await manager.call(`GET endorsement/schedule?policy=${policy}`);
    expect(instalments.map((one: { due_on: string; amount: string }) => [one.due_on, one.amount])).toEqual([
      [first, '200000.00'],
      [second, '362500.00'],
    ]);
  });

  test('are on the policy’s page, and nothing went wrong on the way', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(`/underwriting/${policy}?tab=money`);
    for (const day of [first, second]) await page.getByText(showDay(day)).first().waitFor();
    const manager = await office.caller('manager.nbo');
    expect(await manager.paper(`underwriting/debitnote?id=${policy}`)).toContain(
      `1 ${longDay(first)} 200,000.00 2 ${longDay(second)} 362,500.00 Total 562,500.00`,
    );
    const cover = await manager.paper(`underwriting/covernote?id=${policy}`);
    expect(cover.replaceAll('\u00a0', ' ')).toContain(
      `In 2 instalments as debited to the reinsured: KES 200,000.00 on ${longDay(first)}`,
    );
    expect(office.faults()).toEqual([]);
  });
});
