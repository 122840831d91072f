import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOffice, type Office } from './office.ts';

/** A new record is begun by keys where it begins: at its first field. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.closeSound());

const focused = `(() => {
  const one = document.activeElement;
  return one?.labels?.[0]?.textContent ?? one?.tagName;
})()`;

test('the forms of new records begin at their first field, where there are keys', async () => {
  const page = await office.desk('accountant.nbo');
  const touched = await office.open({ who: 'accountant.nbo', touch: true });
  for (const [address, field] of [
    ['/receivables/new', /^Payer/],
    ['/receivables/invoices/new', /./],
    ['/payables/new', /^Security/],
    ['/payables/other', /^Brokerage drawing/],
    ['/journals/new', /^Booked on/],
  ] as const) {
    await page.goto(address);
    await expect.poll(() => page.evaluate(focused), { message: address }).not.toBe('BODY');
    expect(await page.evaluate(focused), address).toMatch(field);
    await touched.page.goto(address);
    await touched.page.getByRole('button', { name: 'Save draft' }).first().waitFor();
    expect(await touched.page.evaluate(focused), address).toBe('BODY');
  }
  await touched.context.close();
});
