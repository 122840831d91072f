import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { chromiumOptions } from './chromium.ts';
import { PASSWORD, MAIL_DOMAIN } from '../server/testing/test-firm.ts';

/** For how long the browser and its pages are waited for: the machine may be busy. */
export const PATIENCE_MS = 120_000;

let running: Promise<Browser> | undefined;

/** The browser of this process, in which every journey has windows of its own; it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const before = await running;
  if (before?.isConnected()) return before;
  running = chromium.launch({ ...chromiumOptions(), timeout: PATIENCE_MS });
  return running;
}

/** Signs in through the screen, as a person does. */
export async function signIn(page: Page, who: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(`${who}@${MAIL_DOMAIN}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break: names, roles and order are the same in both. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Half of axe's time. In the short form `colours.spec.ts` answers for them, which knows every pair of the sheets. */
const LEFT_OUT = LONG_FORM ? [] : COLOURS;

/** Until the page has been painted and nothing fades any more; what inherits a colour that fades, fades after it. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    type Fading = { finished: Promise<unknown>; constructor: { name: string } };
    type Window = {
      document: { getAnimations: () => Fading[] };
      requestAnimationFrame: (painted: (time: number) => void) => void;
    };
    const { document, requestAnimationFrame } = globalThis as unknown as Window;
    const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const fading = () => document.getAnimations().filter((one) => one.constructor.name === 'CSSTransition');
    await painted();
    await painted();
    while (fading().length > 0) await Promise.allSettled(fading().map((one) => one.finished));
  });
}

/** WCAG 2.2 AA by axe, or some of its rules: no violation in the page as it is shown. */
export async function expectAccessible(page: Page, where: string, runOnly = STANDARD): Promise<void> {
  // A page that is still loading has no title yet: what the user reads is looked at, not its skeleton.
  await page.locator('main :not(button)[aria-busy=true]').first().waitFor({ state: 'detached' });
  await settled(page);
  // Evaluated by the browser's debugger, which a strict script policy does not stop; a page keeps it until it reloads.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const rules = Object.fromEntries(LEFT_OUT.map((rule) => [rule, { enabled: false }]));
  const choice = { runOnly, rules };
  const violations = await page.evaluate(async (chosen) => {
    type Finding = { id: string; nodes: { target: unknown; failureSummary?: string }[] };
    type Styled = { style: Record<string, string> };
    type Window = {
      document: { querySelectorAll: (selector: string) => Iterable<Styled> };
      getComputedStyle: (element: Styled) => { position: string };
      axe: { run: (root: unknown, options: unknown) => Promise<{ violations: Finding[] }> };
    };
    const window = globalThis as unknown as Window;
    // A bar that sticks lies over whatever is scrolled under it: each element is judged as it is scrolled into sight.
    const bars = [...window.document.querySelectorAll('*')].filter(
      (one) => window.getComputedStyle(one).position === 'sticky',
    );
    for (const { style } of bars) Object.assign(style, { position: 'relative', inset: 'auto' });
    // Of what passes one example each is worked out, and not the address of every element.
    const found = await window.axe.run(window.document, { ...chosen, resultTypes: ['violations'] }).finally(() => {
      for (const { style } of bars) Object.assign(style, { position: '', inset: '' });
    });
    return found.violations.map(
      (one) =>
        `${one.id}: ${one.nodes.map((node) => `${String(node.target)} ${node.failureSummary ?? ''}`).join(' | ')}`,
    );
  }, choice);
  expect(violations, `axe on ${where}`).toEqual([]);
}
