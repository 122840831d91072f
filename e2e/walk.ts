import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { expectNamesLead, namesIn } from './bare-names.ts';
import { COLOURS, expectAccessible, PATIENCE_MS, settled } from './browser.ts';
import type { Office } from './office.ts';
import { isStream } from './shifts.ts';

const WIDE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
type View = typeof WIDE & { dark: boolean; rules?: string[] };
/**
 * How each screen is looked at: wide and light, and as a telephone's in the dark, where what is too wide shows. The long
 * form looks at each in both, and at the colours of the other two as well, which `colours.spec.ts` otherwise answers
 * for; the short form looks at each in one of the two by turns.
 */
const VIEWS: readonly View[] = [
  { ...WIDE, dark: false },
  ...(LONG_FORM ? [{ ...WIDE, dark: true, rules: COLOURS }] : []),
  { ...TELEPHONE, dark: true },
  ...(LONG_FORM ? [{ ...TELEPHONE, dark: false, rules: COLOURS }] : []),
];

// Most of a walk is waiting for a page to fall silent: two desks wait side by side.
const DESKS = [0, 1];
const SILENT_MS = 150;
const LOOK_MS = 25;

/** Once the page has painted what came, so that what it asks for next is under way. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');

/** Waits until the page has been painted and has had no request under way for a moment, as when it is loaded. */
export function silence(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let last = 0;
  page.on('request', (request) => {
    if (!isStream(request.url())) underWay.add(request);
  });
  const over = (request: Request): void => {
    underWay.delete(request);
    last = performance.now();
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return async () => {
    const began = performance.now();
    last = began;
    const loud = () => underWay.size > 0 || performance.now() - last < SILENT_MS;
    do {
      while (loud()) {
        if (performance.now() - began > PATIENCE_MS)
          throw new Error(`${page.url()} does not fall silent: ${[...underWay].map((one) => one.url()).join(', ')}`);
        await sleep(LOOK_MS);
      }
      await painted(page);
    } while (loud());
  };
}

/** The view whose turn an address has: by its length, so that it has the same in each run. */
const hasTurn = (address: string, view: View): boolean => LONG_FORM || view === VIEWS[address.length % VIEWS.length];

/** The views of an address, beginning with the one that the page is in. */
function viewsOf(address: string, now: View): View[] {
  const views = VIEWS.filter((view) => hasTurn(address, view));
  return views[0] === now ? views : views.toReversed();
}

/** In one view: nothing is wider than the screen, and axe finds nothing, where it is run. */
export async function expectSoundView(page: Page, address: string, view: View): Promise<void> {
  const { width, height, dark, rules } = view;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.locator(dark ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
  await expectAccessible(page, `${address} at ${width} px, dark ${dark}`, rules);
  const overflow = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(overflow, `${address} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  expect(await spilled(page), `${address} has figures beyond their place at ${width} px`).toEqual([]);
  if (width !== TELEPHONE.width) return;
  const { wide, below } = await narrowest(page);
  expect(wide, `${address} scrolls sideways at 320 px`).toEqual([]);
  expect(below, `${address} scrolls below its end`).toBeLessThanOrEqual(1);
}

/**
 * What scrolls sideways on the narrowest telephone, tables and what is read as it is aside, and how far the page goes on
 * below its content.
 */
async function narrowest(page: Page): Promise<{ wide: string[]; below: number }> {
  await page.setViewportSize({ width: 320, height: TELEPHONE.height });
  await settled(page);
  const found: { wide: string[]; below: number } = await page.evaluate(`(() => {
    const page = document.documentElement;
    const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1;
    const wide = [...document.querySelectorAll('main *')].filter((one) => scrolls(one) && one.querySelector('table') === null && one.tagName !== 'PRE');
    const main = document.querySelector('main');
    return {
      wide: [...(page.scrollWidth > page.clientWidth ? ['the page'] : []), ...wide.map((one) => one.tagName + ' ' + (one.getAttribute('aria-label') || one.className))],
      below: main === null ? 0 : page.scrollHeight - Math.max(page.clientHeight, main.getBoundingClientRect().bottom + scrollY),
    };
  })()`);
  await page.setViewportSize(TELEPHONE);
  return found;
}

/** Values beside a label that stand beyond their place, where nothing cuts them. */
const spilled = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main dd')]
    .filter((one) => getComputedStyle(one).overflowX === 'visible' && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)`);

/** Opens an address. Once the product is loaded one goes on in it, as by its links; the long form loads it each time. */
async function open(page: Page, address: string): Promise<void> {
  if (LONG_FORM || page.url() === 'about:blank') await page.goto(address);
  else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
}

/** Addresses of the same page that its own links lead to: its lists side by side, its sections. */
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main nav a[href*="?"]')]
    .map((link) => link.getAttribute('href'))
    .filter((href) => href.split('?')[0] === location.pathname)`);

type Walk = {
  waiting: string[];
  seen: Set<string>;
  tabbed: ReadonlySet<string>;
  office: Office;
  names: readonly string[];
};

/** Opens each address and what the page links to beside it: it has a title, nothing fails, names lead to their pages, it is sound in every view. */
export async function expectSoundScreens(
  office: Office,
  addresses: readonly string[],
  tabbed: readonly string[] = [],
): Promise<string[]> {
  const names = await namesIn(office.ownerUrl);
  const walk: Walk = { waiting: [...addresses], seen: new Set(addresses), tabbed: new Set(tabbed), office, names };
  await Promise.all(DESKS.map(() => walkOn(walk)));
  return [...walk.seen];
}

async function walkOn({ waiting, seen, tabbed, office, names }: Walk): Promise<void> {
  const { page, context, faults } = await office.open({ who: 'root' });
  const silent = silence(page);
  let now: View = { ...WIDE, dark: false };
  const look = async (address: string): Promise<void> => {
    await silent();
    await page
      .locator('main h1')
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(`${address} has no title`, { cause: error });
      });
    await expect.poll(() => page.locator('main [aria-busy=true]').count(), { message: address }).toBe(0);
    expect(new URL(page.url()).pathname, `${address} leads elsewhere`).toBe(address.split('?')[0]);
    await expectNamesLead(page, address, names);
    for (const view of viewsOf(address, now)) {
      await expectSoundView(page, address, view);
      now = view;
    }
  };
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await open(page, address);
    await look(address);
    for (const link of await linksOf(page)) {
      if (!seen.has(link)) waiting.push(link);
      seen.add(link);
    }
    if (!tabbed.has(address)) continue;
    const tabs = page.getByRole('tab');
    for (let nth = 1; nth < (await tabs.count()); nth += 1) {
      await tabs.nth(nth).click();
      const { pathname, search } = new URL(page.url());
      seen.add(pathname + search);
      await look(pathname + search);
    }
  }
  expect(faults).toEqual([]);
  await context.close();
}
