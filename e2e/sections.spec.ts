import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedSections, exampleSlip } from '../server/testing/slip-factories.ts';
import type { Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** A London slip of two sections: entered, held to add up, approved, and one of its sections endorsed. */
let office: Office;
let maker: Caller;
let book: Book;
let id = 0;
beforeAll(async () => {
  office = await openOffice();
  maker = await office.caller('underwriter.nbo');
  book = await journeyBook(maker, 'LONDON');
  // What is figures elsewhere is not written a second time.
  const slip = changedSections(book.a, {
    risk: { limit: '', payment_terms: '', taxes_payable: [] },
    remuneration: { brokerage: '', deductions: '' },
  });
  ({ id } = await maker.call('POST londonslip/save', exampleSlip(book, { ...yearUnderWay(), slip })));
});
afterAll(() => office?.closeSound());

const path = () => `/underwriting/london/${id}`;
const part = (page: Page) => page.locator('#part-sections');

async function enterSection(page: Page, place: number, of: { name: string; sum: string; premium: string }) {
  await part(page).getByRole('button', { name: 'Add section' }).click();
  const row = part(page).getByRole('group', { name: `Section ${place}` });
  await type(row, 'Name', of.name);
  await type(row, 'Sum insured', of.sum);
  await type(row, 'Premium', of.premium);
}

describe('a London slip of two sections', () => {
  test('says what its figures say of terms left empty, and adds its sections up as they are typed', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${path()}/edit`);
    await page.getByText('Left empty: KES 500,000,000.00').waitFor();
    await page.getByText('Left empty: Cedant commission 25% of the premium').waitFor();
    await page.getByText('Left empty: Withholding tax', { exact: false }).first().waitFor();
    await enterSection(page, 1, { name: 'Material damage', sum: '400m', premium: '1,000,000' });
    await enterSection(page, 2, { name: 'Loss of revenue', sum: '100m', premium: '240,000' });
    await part(page)
      .getByText('Sums insured KES 500,000,000.00 of KES 500,000,000.00, premiums KES 1,240,000.00 of KES 1,250,000.00')
      .waitFor();
    await part(page).getByText('lines by section cannot be entered yet', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Submit slip' }).click();
    await page.getByText('Sections total KES 1,240,000.00 but the premium is KES 1,250,000.00.').first().waitFor();
    await page.evaluate('window.scrollTo(0, 0)');
    await expectAccessible(page, 'slip form with sections');
    await page.goto(`${path()}/edit`);
    const second = part(page).getByRole('group', { name: 'Section 2' });
    await type(second, 'Premium', '250,000');
    await type(part(page).getByRole('group', { name: 'Section 1' }), 'Limit amount', '250m');
    await page.getByText('Left empty: KES 350,000,000.00').waitFor();
    await page.getByRole('button', { name: 'Submit slip' }).click();
    await page.waitForURL(new RegExp(`${path()}$`));
    await page.getByText('Pending', { exact: true }).first().waitFor();
  });

  test('is approved with a clean check, and its contract has the sections and their total', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(path());
    await page.getByRole('button', { name: 'Review slip' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve slip' }).click();
    await page
      .getByText(/DN\/NBO\/\d{4}\/\d{6}/)
      .first()
      .waitFor();
    await page.goto(`${path()}?tab=slip`);
    await page.getByText('Section 2: Loss of revenue').waitFor();
    await page.getByText('The securities’ lines are the same on every section.').waitFor();
    await expectAccessible(page, 'sections of a slip');
    // Its papers say the figures by section too.
    expect(await maker.paper(`londonslip/debitnote?id=${id}`)).toContain(
      '2. Loss of revenue 150,000.00 −37,500.00 112,500.00 Total 750,000.00 −187,500.00 562,500.00',
    );
    expect(await maker.paper(`londonslip/londonrslipreport?id=${id}`)).toContain(
      '2. Loss of revenue KES 100,000,000.00 KES 250,000.00',
    );
  });

  test('additional premium names the section that it changes', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(`/underwriting/${id}/endorse`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Longer indemnity period');
    await pick(page, 'Section that it changes', '2. Loss of revenue');
    await type(page, 'New sum insured', '600m');
    await page.getByRole('region', { name: 'This endorsement', exact: true }).getByText('100,000.00').waitFor();
    await expectAccessible(page, 'form: additional premium of a section');
    await page.getByRole('button', { name: 'Submit endorsement' }).click();
    await page.waitForURL(/\/underwriting\/endorsement\/\d+$/);
    const url = new URL(page.url()).pathname;
    await page.getByText('2. Loss of revenue').first().waitFor();
    const checker = await office.desk('manager.nbo');
    await checker.goto(url);
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    await checker.getByRole('dialog').getByRole('button', { name: 'Approve endorsement' }).click();
    await checker.getByRole('dialog', { name: /is approved$/ }).waitFor();
    const { slip, current } = await maker.call(`GET londonslip/${id}`);
    expect(current.premium).toBe('1350000.00');
    expect(slip.sections.map((one: Record<string, string>) => [one['sum_insured'], one['premium']])).toEqual([
      ['400000000.00', '1000000.00'],
      ['200000000.00', '350000.00'],
    ]);
    const endorsement = url.slice(url.lastIndexOf('/') + 1);
    expect(await maker.paper(`londonslip/debitnote?id=${endorsement}`)).toContain(
      '1. Material damage – – – 2. Loss of revenue 60,000.00 −15,000.00 45,000.00',
    );
  });
});
