import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** Figures and days as a person chose them: on records, in lists and where they type. */
let office: Office;
let policy: number;
beforeAll(async () => {
  office = await openOffice();
  const desks = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  policy = await approvedPlacement(desks, await journeyBook(desks.maker, 'LOCAL'), 'LOCAL');
});
afterAll(() => office?.closeSound());

test('decimals behind a comma and the day first are chosen once, shown everywhere and read as typed', async () => {
  const page = await office.desk('manager.nbo');
  const owed = (text: string) => page.getByRole('table').getByText(text).first().waitFor();
  await page.goto('/ageingoverviewreport');
  await owed('562,500.00');
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Numbers and days' }).waitFor();
  await page.getByRole('combobox', { name: 'Numbers' }).click();
  await chooseOption(page, '1.250.000,00');
  await expect.poll(() => page.evaluate(`localStorage.getItem('slipway.form')`)).toContain('COMMA');
  await page.waitForLoadState('load');
  await page.getByRole('combobox', { name: 'Numbers' }).getByText('1.250.000,00').waitFor();
  await page.getByRole('combobox', { name: 'Days' }).click();
  await chooseOption(page, /^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
  await expect.poll(() => page.evaluate(`localStorage.getItem('slipway.form')`)).toContain('DAY');
  await page.waitForLoadState('load');
  await expectAccessible(page, 'the account with its form of figures');
  await page.goto(`/underwriting/${policy}`);
  await page.locator('main time').first().waitFor();
  await page
    .getByText(/\d\.\d{3},\d\d/)
    .first()
    .waitFor();
  expect(await page.locator('main time').first().textContent()).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}/);
  await page.goto('/ageingoverviewreport');
  await owed('562.500,00');
  await page.goto('/receivables/new');
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  for (const [typed, shown] of [
    ['1.250', '1.250,00'],
    ['1250,5', '1.250,50'],
    ['1,5m', '1.500.000,00'],
    ['KES 2,250,000.00', '2.250.000,00'],
  ] as const) {
    await amount.fill(typed);
    await amount.press('Tab');
    expect(await amount.inputValue(), typed).toBe(shown);
  }
});

const ZONES = ['UTC', 'Africa/Nairobi', 'Europe/London', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

test('this browser has days and times from Temporal, and they are those that Intl has', async () => {
  const page = await office.desk('manager.nbo');
  // An hour and a second on from one to the next, over two years: summer time begins and ends between them.
  const apart = await page.evaluate((zones) => {
    const found: string[] = [];
    for (const timeZone of zones) {
      const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
      const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
      const times = new Intl.DateTimeFormat('en-GB', { timeZone, ...clock });
      for (let hour = 0; hour < 17_520; hour += 1) {
        const at = Date.UTC(2025, 0, 1) + hour * 3_601_000;
        const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
        const [day, time] = [zoned.toPlainDate().toString(), zoned.toPlainTime().toString({ smallestUnit: 'second' })];
        if (day !== days.format(at) || time !== times.format(at)) found.push(`${timeZone} ${at}: ${day} ${time}`);
      }
    }
    return found.slice(0, 5);
  }, ZONES);
  expect(apart).toEqual([]);
});
