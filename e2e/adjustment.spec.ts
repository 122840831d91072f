import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

let office: Office;
let policy: number;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.lon');
  const desks = { maker, checker: await office.caller('manager.lon') };
  policy = await approvedPlacement(desks, await journeyBook(maker, 'LOCAL'), 'LOCAL');
});
afterAll(() => office?.close());

test('premium that cannot be collected is entered from its note and approved by another', async () => {
  const maker = await office.open({ who: 'accountant.lon' });
  await maker.page.goto(`/underwriting/${policy}?tab=money`);
  await maker.page.getByRole('link', { name: /^Settle DN\/LON.* without cash$/ }).click();
  await maker.page.getByRole('heading', { name: 'New adjustment' }).waitFor();
  await maker.page.getByRole('radio', { name: /Uncollectable premium/ }).click();
  await maker.page.getByRole('textbox', { name: 'Amount' }).fill('1000.00');
  await expectAccessible(maker.page, 'form of an adjustment');
  await maker.page.getByRole('button', { name: 'Submit adjustment' }).click();
  await maker.page.getByText('Say why it is not collected.').first().waitFor();
  await maker.page.getByRole('textbox', { name: 'Reason' }).fill('The reinsured is insolvent');
  await maker.page.getByRole('button', { name: 'Submit adjustment' }).click();
  await maker.page.getByRole('heading', { name: /^Adjustment #/ }).waitFor();
  const address = new URL(maker.page.url()).pathname;
  await expectAccessible(maker.page, 'page of an adjustment');
  const checker = await office.open({ who: 'manager.lon' });
  await checker.page.goto(`${address}?do=decide`);
  const review = checker.page.getByRole('dialog');
  await review.getByText('Premium receivable').first().waitFor();
  await expectAccessible(checker.page, 'review of an adjustment');
  await review.getByRole('button', { name: /^Approve/ }).click();
  await checker.page.getByRole('heading', { name: /^ADJ\/LON/ }).waitFor();
  await checker.page.getByText('Acacia Reinsurance').first().waitFor();
  expect([...maker.faults, ...checker.faults]).toEqual([]);
  await maker.context.close();
  await checker.context.close();
});
