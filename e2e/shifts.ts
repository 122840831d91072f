import type { Page, Route } from 'playwright-core';
import { settled } from './browser.ts';

/** The stream by which a dashboard follows what colleagues do: a page that has it is never idle. */
export const STREAM = '**/aggregate/changes*';
export const isStream = (url: string): boolean => url.includes('/aggregate/changes');

type Held = { path: string; release: () => Promise<void> };

/** What moved on a page while it came: how much of the screen by how far, and what. */
type Shifts = { sum: number; moved: string[] };

/** Before a page is opened: what moves on it from then on is noted, but what its user moved. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** What moved since the last look. */
export async function shiftsSince(page: Page): Promise<Shifts> {
  const shifts = await page.evaluate<{ value: number; moved: string[] }[]>('globalThis.shifts.splice(0)');
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join('; ')}`),
  };
}

const WATCH = `(() => {
  globalThis.shifts = [];
  const name = ({ node }) => node === null ? '' : (node.nodeType === 1 ? node.tagName + ' ' : '') + node.textContent.slice(0, 40);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      globalThis.shifts.push({ value, moved: sources.map((one) => name(one) + ' ' + one.previousRect.y + ' to ' + one.currentRect.y) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

/**
 * Opens a page whose calls are answered one by one, the last asked first, once it shows that it waits for them, and whose
 * font comes after all of them.
 */
export async function shiftsOf(page: Page, path: string): Promise<Shifts> {
  const calls: Held[] = [];
  const fonts: Held[] = [];
  const hold = (queue: Held[]) => (route: Route) =>
    void queue.push({ path: new URL(route.request().url()).pathname, release: () => route.continue() });
  await watchShifts(page);
  await page.route('**/api/**', hold(calls));
  await page.route('**/*.woff2', hold(fonts));
  // It is never answered to its end.
  await page.route(STREAM, (route) => route.abort());
  await page.goto(path, { waitUntil: 'commit' });
  const waits = page.locator('main [aria-busy=true]');
  await waits.first().waitFor();
  for (;;) {
    await settled(page);
    const next = calls.pop();
    if (next !== undefined) {
      const answered = page.waitForResponse((response) => new URL(response.url()).pathname === next.path);
      await next.release();
      await (await answered).finished();
    } else if ((await waits.count()) === 0) break;
  }
  await page.unroute('**/*.woff2');
  await Promise.all(fonts.map(({ release }) => release()));
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await settled(page);
  return shiftsSince(page);
}
