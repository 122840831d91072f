import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { caller, type Caller } from './calls.ts';
import { PATIENCE_MS, sharedBrowser } from './browser.ts';
import { startInstallation, type Installation } from './installation.ts';

/** A browser window; what its page reports as wrong (exceptions, CSP, failed assets) is collected. */
type Desk = { page: Page; context: BrowserContext; faults: string[] };

type DeskOptions = {
  width?: number;
  height?: number;
  dark?: boolean;
  who?: string;
  /** A telephone, which is touched and has no mouse. */
  touch?: boolean;
};

/** What a journey takes place in: an installation of its own and windows. All end with `close`. */
export type Office = Omit<Installation, 'stop'> & {
  /** A window of its own, where `who` is signed in. */
  open: (options?: DeskOptions) => Promise<Desk>;
  /** The page at which a person works throughout the journey. */
  desk: (who: string) => Promise<Page>;
  /** A user at the product's calls, with one session for the whole journey. */
  caller: (who: string) => Promise<Caller>;
  /** What any window reported as wrong. */
  faults: () => string[];
  close: () => Promise<void>;
  /** Closes it; no window may have reported anything. */
  closeSound: () => Promise<void>;
};

/** The same promise for the same name. */
function kept<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    const one = made.get(name) ?? make(name);
    made.set(name, one);
    return one;
  };
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      faults.push(`policy: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
}

/** Opens an office with the test firm and the parties of the journeys, or with nothing at all. */
export async function openOffice({ firm } = { firm: true }): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const { url, ownerUrl, dataDir, stop } = await startInstallation({ firm });
  opened.defer(stop);
  const browser = await sharedBrowser();
  const callers = kept((who) => caller(url, who));
  const desks: Desk[] = [];
  opened.defer(async () => {
    await Promise.all(desks.map(({ context }) => context.close()));
  });

  /** What the sign-in screen keeps, as if it had been passed: the session is a true one. */
  const signedIn = async (who: string) => ({
    cookies: [],
    origins: [
      { origin: url, localStorage: [{ name: 'slipway.session', value: JSON.stringify((await callers(who)).session) }] },
    ],
  });
  const open = async (options: DeskOptions = {}): Promise<Desk> => {
    const { touch = false, width = touch ? 390 : 1440, height = touch ? 844 : 900, dark = false, who } = options;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      acceptDownloads: true,
      hasTouch: touch,
      isMobile: touch,
      ...(who !== undefined && { storageState: await signedIn(who) }),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const desk: Desk = { page: await context.newPage(), context, faults: [] };
    watch(desk.page, desk.faults);
    desks.push(desk);
    return desk;
  };
  const all = opened.move();
  const faults = () => desks.flatMap((desk) => desk.faults);
  const close = () => all.disposeAsync();
  return {
    url,
    ownerUrl,
    dataDir,
    open,
    desk: kept(async (who) => (await open({ who })).page),
    caller: callers,
    faults,
    close,
    closeSound: async () => {
      const reported = faults();
      await close();
      expect(reported).toEqual([]);
    },
  };
}
