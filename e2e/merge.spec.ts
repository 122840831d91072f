import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { pick } from './fields.ts';
import { openOffice, type Office } from './office.ts';

/** Two entries of one reinsured become one, and where it is paid is changed by two people, through the screens. */
let office: Office;

const ADDRESS = 'Dock Road 7\nMombasa';
let twin = 0;
let survivor = 0;

beforeAll(async () => {
  office = await openOffice();
  const { call } = await office.caller('underwriter.lon');
  const party = async (register: string, name: string): Promise<number> =>
    (await call(`POST ${register}/save`, { name, address: ADDRESS })).id;
  survivor = await party('reinsured', 'Tidewater Reinsurance Corporation Ltd');
  twin = await party('reinsured', 'Tidewater Re');
  const insured = await party('insurancecompany', 'Tidewater Dry Docks');
  const classes = (await call('GET covertype/findAll')).data;
  await call('POST underwriting/save', {
    reinsured: twin,
    insured,
    cover_type: classes[0].id,
    dateoffered: '2026-01-05',
    insurance_start_date: '2026-02-01',
    insurance_end_date: '2027-01-31',
    currency: 'KES',
    sum_insured: '1000000.00',
    rate: '1',
    fac: '50',
    cedant_commission: '20',
    brokerage: '5',
    payment_terms: 'LUMP_30',
    securities: [],
  });
});
afterAll(() => office?.closeSound());

test('a name that is near another is warned of while it is typed, and stops nobody', async () => {
  const page = await office.desk('underwriter.lon');
  await page.goto('/setting?section=reinsureds&open=new');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Tidewater Reinsurance Co.');
  await dialog.getByText('Looks like').waitFor();
  expect(await dialog.getByRole('link', { name: 'Tidewater Re', exact: true }).count()).toBe(1);
  await expectAccessible(page, 'form of a party');
  await page.keyboard.press('Escape');
});

test('an account is proposed by one person and confirmed by another', async () => {
  const maker = await office.desk('accountant.lon');
  await maker.goto(`/parties/${survivor}?tab=banks`);
  await maker.getByRole('button', { name: 'Propose account' }).click();
  const form = maker.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Account number or IBAN' }).fill('00 1234 5678');
  await form.getByRole('textbox', { name: 'Bank', exact: true }).fill('Harbour Bank');
  await expectAccessible(maker, 'form of a bank account');
  await form.getByRole('button', { name: 'Propose account' }).click();
  await maker.getByText('Waits for confirmation').waitFor();
  const checker = await office.desk('manager.lon');
  await checker.goto(`/parties/${survivor}?tab=banks`);
  await checker.getByText('waits for a second person').waitFor();
  await checker.getByRole('button', { name: 'Confirm account' }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Confirm account' }).click();
  await checker.getByText('In use').waitFor();
  await expectAccessible(checker, 'bank accounts of a party');
});

test('root merges two reinsureds and finds the policy with the one that stays', async () => {
  const page = await office.desk('root');
  await page.goto(`/parties/${twin}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  const dialog = page.getByRole('dialog');
  // What moves into one says nothing of another, which waits for its own.
  await pick(dialog, 'Into', 'Savannah Insurance Company');
  await dialog.getByText('What moves:').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route(/merge\?into/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await pick(dialog, 'Into', 'Tidewater Reinsurance Corporation Ltd');
  await dialog.getByRole('button', { name: 'Merge reinsured', disabled: true }).waitFor();
  held.resolve();
  await dialog.getByText('What moves:').waitFor();
  await dialog.getByText('Policies').waitFor();
  await expectAccessible(page, 'a merge');
  await dialog.getByRole('button', { name: 'Merge reinsured' }).click();
  await page.waitForURL(`**/parties/${survivor}*`);
  await page.getByRole('heading', { level: 1, name: 'Tidewater Reinsurance Corporation Ltd' }).waitFor();
  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.getByRole('cell', { name: 'Tidewater Dry Docks' }).waitFor();
  await expectAccessible(page, 'uses of a party');
  await page.getByRole('tab', { name: 'Notes and history' }).click();
  await page.getByText('merged', { exact: false }).first().waitFor();
  await page.goto(`/parties/${twin}`);
  await page.getByText('Merged into').waitFor();
  await page.goto('/setting?section=reinsureds&q=tidewater');
  await page.getByRole('link', { name: 'Tidewater Reinsurance Corporation Ltd' }).waitFor();
  expect(await page.getByRole('link', { name: 'Tidewater Re', exact: true }).count()).toBe(0);
});
