import { afterAll, beforeAll, test } from 'vitest';
import { addDays, dayIn } from '../domain/values/day.ts';
import { openPool } from '../server/platform/db/pool.ts';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** Overdue premium through the screen: some of it chosen and looked at as paper, then all that is left sent. */
let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.nbo'), await office.caller('manager.nbo')];
  const book = await journeyBook(maker, 'LOCAL');
  for (let made = 0; made < 3; made += 1) await approvedPlacement({ maker, checker }, book, 'LOCAL');
  const pool = openPool({ url: office.ownerUrl, max: 1 });
  const due = addDays(dayIn('Africa/Nairobi', new Date()), -9);
  await pool.query(
    `update open_items i set due_on = $1 from notes n where n.id = i.note_id and n.kind = 'DN' and n.purpose = 'PREMIUM' and i.sequence = 1`,
    [due],
  );
  await pool.end();
});
afterAll(() => office?.closeSound());

test('one that is chosen is looked at and sent, then all that are left, without choosing any', async () => {
  const { page } = await office.open({ who: 'accountant.nbo' });
  await page.goto('/statements/reminders');
  await page.getByRole('button', { name: 'Send all 3…' }).waitFor();
  await expectAccessible(page, 'reminders');
  await page
    .getByRole('checkbox', { name: /DN\/NBO/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Preview chosen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send 1 chosen…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 1 letter' });
  await dialog.getByText(/^Of 1 instalment:/).waitFor();
  await expectAccessible(page, 'a reminder before it is sent');
  await dialog.getByRole('button', { name: 'Make and mail' }).click();
  await page.getByRole('heading', { name: /^Reminders/ }).waitFor();

  await page.goto('/statements/reminders');
  await page.getByRole('button', { name: 'Send all 2…' }).click();
  await dialog.getByText(/^Of 2 instalments:/).waitFor();
  await dialog.getByRole('button', { name: 'Make and mail' }).click();
  await page.getByRole('heading', { name: /^Reminders/ }).waitFor();
  await page.goto('/statements/reminders');
  await page.getByText('No reminder is due today.').waitFor();
});
