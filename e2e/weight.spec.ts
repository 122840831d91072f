import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { claimRecords } from './claim-records.ts';
import { moneyRecords } from './money-records.ts';
import { openOffice, type Office } from './office.ts';
import { placedRecords } from './placements.ts';
import { STREAM } from './shifts.ts';

// What is fetched before a hand is on the page: neither depends on how fast the machine is.
const MOST = { bytes: 222_000, files: 15 };

let office: Office;
const pages: Record<string, string> = { dashboard: '/dashboard', 'list of policies': '/underwriting' };
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  const { policy } = await placedRecords({ maker, checker });
  pages['policy'] = `/underwriting/${policy}`;
  if (!LONG_FORM) return;
  const { claim } = await claimRecords({ handler: await office.caller('claims.lon'), checker }, policy);
  const money = await moneyRecords(await office.caller('accountant.lon'), policy, await office.caller('root'));
  Object.assign(pages, {
    claim: `/claims/${claim}`,
    receipt: `/receivables/${money.receipt}`,
    adjustment: `/receivables/adjustments/${money.adjustment}`,
    invoice: `/receivables/invoices/${money.invoice}`,
    voucher: `/payables/${money.voucher}`,
    journal: `/journals/${money.journal}`,
  });
});
afterAll(() => office.close());

type Weight = { bytes: number; files: number };

/** What a page fetches besides its calls, with the JavaScript and CSS of it gzipped. */
async function weightOf(path: string): Promise<Weight> {
  const { page, context } = await office.open({ who: 'root' });
  const sizes: Promise<number>[] = [];
  let files = 0;
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // A browser with tabs asks for the icon of its tab by itself.
    if (pathname.startsWith('/api/') || response.request().resourceType() === 'other') return;
    files += 1;
    if (/\.(js|css)$/.test(pathname)) sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.route(STREAM, (route) => route.abort());
  await page.goto(path);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { bytes, files };
}

/** Records whose page is laid out like a policy's: they differ from its weight by their own cards alone. */
const RECORDS = ['claim', 'receipt', 'adjustment', 'invoice', 'voucher', 'journal'];

test.each(['dashboard', 'list of policies', 'policy', ...(LONG_FORM ? RECORDS : [])])(
  '%s: at most 222 kB of JavaScript and CSS, in at most 15 files',
  async (name) => {
    const { bytes, files } = await weightOf(pages[name] ?? '');
    console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB of code, ${files} files in all`);
    expect(bytes).toBeLessThanOrEqual(MOST.bytes);
    expect(files).toBeLessThanOrEqual(MOST.files);
  },
);

test('each file of code behind the sign-in begins by giving way, so that it runs in a task of its own', async () => {
  const { page, context } = await office.open({ who: 'root' });
  const codes: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/assets\/(?!index-|entrance-).+\.js$/.test(response.url())) codes.push(response.text());
  });
  await page.goto('/underwriting');
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  expect(codes.length).toBeGreaterThan(3);
  for (const code of await Promise.all(codes)) expect(code).toContain('await globalThis.scheduler?.yield?.();');
  await context.close();
});

test('what a hand may open is fetched by the first move of the pointer', async () => {
  const { page, context, faults } = await office.open({ who: 'root' });
  const popups: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/popups-')) popups.push(response.url());
  });
  await page.goto('/underwriting');
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  expect(popups).toEqual([]);
  await page.mouse.move(300, 300);
  await expect.poll(() => popups.length).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

test('a menu opens at the first key, with its code still on its way, and gives the focus back', async () => {
  const { page, context, faults } = await office.open({ who: 'root' });
  await page.goto('/underwriting');
  const views = page.getByRole('button', { name: 'Views' });
  await views.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await views.getAttribute('aria-haspopup')).toBe('menu');
  expect(await views.getAttribute('aria-expanded')).toBe('false');
  // No key and no pointer before: the button has the focus as a link within the page would give it.
  await views.evaluate((button) => button.focus());
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  expect(await views.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label')`)).toBe('Views');
  expect(faults).toEqual([]);
  await context.close();
});
