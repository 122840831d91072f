import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { chooseOption } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, notedPolicy, yearUnderWay } from './placements.ts';

/** What every table does with the room that it has. */
let office: Office;
/** Two producers are called so. */
const ALIKE = 'Amina Njoroge';
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  const book = await journeyBook(maker, 'LOCAL');
  for (const { userId: producer } of [maker, checker])
    await notedPolicy({ maker, checker }, { terms: { ...examplePolicy(book, yearUnderWay()), producer } });
  const owner = new pg.Client({ connectionString: office.ownerUrl });
  await owner.connect();
  await owner.query('update users set name = $1 where id = any($2)', [ALIKE, [maker.userId, checker.userId]]);
  await owner.end();
});
afterAll(() => office?.closeSound());

test('tables with the same columns one below the other have them at the same place, with the room shared among them', async () => {
  const { page, context } = await office.open({ who: 'root' });
  await page.goto('/setting?section=accounts');
  const tables = page.getByRole('table', { name: /^Accounts under/ });
  await tables.first().waitFor();
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const places = await tables.evaluateAll((all) =>
      all.map((table) =>
        [...table.querySelectorAll('th')].map((head) => {
          const { left, right } = head.getBoundingClientRect();
          return [Math.round(left), Math.round(right)];
        }),
      ),
    );
    expect(places.length).toBeGreaterThan(3);
    for (const place of places) expect(place).toEqual(places[0]);
  }
  await context.close();
});

test('a long text is cut by its column alone, and its whole is in the title where it is cut', async () => {
  const { page, context } = await office.open({ who: 'root' });
  await page.goto('/setting?section=currencies');
  await page.getByRole('searchbox', { name: 'Search currencies' }).fill('Bosnia');
  const name = page.getByText('Bosnia-Herzegovina Convertible Mark', { exact: true });
  await name.waitFor();
  const isCut = () => name.evaluate((text) => text.scrollWidth > text.clientWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await isCut()).toBe(true);
  expect(await page.getByTitle('Bosnia-Herzegovina Convertible Mark').count()).toBe(1);
  await context.close();
});

test.each([
  { path: '/monthlyreport?by=producer', table: 'Production in KES' },
  { path: '/brokerage?by=producer', table: 'Brokerage in KES' },
])(
  'two producers named alike have a row each at $path, and none is left where others follow',
  async ({ path, table }) => {
    const { page, context } = await office.open({ who: 'manager.lon' });
    await page.goto(path);
    const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
    await expect.poll(() => rows.getByText(ALIKE).count()).toBe(2);
    await page.getByRole('combobox', { name: 'By', exact: true }).click();
    await chooseOption(page, 'Class');
    await page.getByRole('columnheader', { name: 'Class' }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => rows.getByText(ALIKE).count()).toBe(0);
    await context.close();
  },
);

test('the register of taxes is seen whole at 1440 px', async () => {
  const { page, context } = await office.open({ who: 'root' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/setting?section=taxes');
  const table = page.getByRole('region', { name: 'Taxes and levies' });
  await page.getByRole('columnheader', { name: 'Period' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  await context.close();
});
