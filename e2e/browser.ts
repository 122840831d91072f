import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { PASSWORD, MAIL_DOMAIN } from '../server/testing/test-firm.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For how long the browser and its pages are waited for: the machine may be busy. */
export const PATIENCE_MS = 120_000;

/** The machine's Chromium where there is one, else the one that comes with the packages. */
export async function launch(): Promise<Browser> {
  const installed = INSTALLED.find((file) => existsSync(file));
  if (installed) return chromium.launch({ executablePath: installed, args: QUIET, timeout: PATIENCE_MS });
  // Tells the package to unpack the libraries that a bare machine lacks.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: ['--no-sandbox'],
    timeout: PATIENCE_MS,
  });
}

export type Desk = { page: Page; context: BrowserContext; faults: string[] };

/** A browser window of its own; what the page reports as wrong (exceptions, CSP, failed assets) is collected. */
export async function openDesk(
  browser: Browser,
  options: { width?: number; height?: number; dark?: boolean; url?: string } = {},
): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: options.url ?? inject('slipwayUrl'),
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      faults.push(`policy: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  return { page, context, faults };
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

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break: names, roles and order are the same in both. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA by axe, or some of its rules: no violation in the page as it stands. */
export async function expectAccessible(page: Page, where: string, runOnly = STANDARD): Promise<void> {
  // Evaluated by the browser's debugger, which a strict script policy does not stop.
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const violations = await page.evaluate(async (chosen) => {
    type Finding = { id: string; nodes: { target: unknown; failureSummary?: string }[] };
    type Window = {
      document: unknown;
      axe: { run: (root: unknown, options: unknown) => Promise<{ violations: Finding[] }> };
    };
    const window = globalThis as unknown as Window;
    const found = await window.axe.run(window.document, {
      runOnly: chosen,
    });
    return found.violations.map(
      (one) =>
        `${one.id}: ${one.nodes.map((node) => `${String(node.target)} ${node.failureSummary ?? ''}`).join(' | ')}`,
    );
  }, runOnly);
  expect(violations, `axe on ${where}`).toEqual([]);
}
