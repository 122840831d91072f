import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Chooses in an open list. Nothing of it can be chosen while its search waits for the server: one that is clicked too
 * early is scrolled about the page until it can, and its list follows the page a moment later.
 */
export async function chooseOption(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('option', { name, disabled: false }).first().click();
}

/** Once a list has answered and its first match is lit, which Enter then takes: it is there a moment before it is lit. */
export const lit = (page: Page, name: string): Promise<void> =>
  page.locator('[role=option][data-highlighted]:not([data-disabled])', { hasText: name }).waitFor();

/** Chooses a record in a picker by searching for it, as a person types. */
export async function pick(scope: Page | Locator, label: string, text: string): Promise<void> {
  const page = 'keyboard' in scope ? scope : scope.page();
  await scope.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByPlaceholder(/^Type to search…|^Search…|^Filter/).fill(text);
  await chooseOption(page, text);
}

/** Types into a field by its label and leaves it, so that what it made of the text is seen. */
export async function type(scope: Page | Locator, label: string, text: string): Promise<void> {
  const field = scope.getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.press('Tab');
}

/** Until a field or a button has the focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((one) => one.matches(':focus'))).toBe(true);
}

/** A table as rows of cell texts, white space folded. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...(row as unknown as { cells: Iterable<{ textContent: string | null }> }).cells].map((cell) =>
          (cell.textContent ?? '').replace(/\s+/g, ' ').trim(),
        ),
      ),
    );
}

const FARTHEST = 120;

/** Goes on by Tab until the element with this name has the focus, as one does without a mouse. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isIt = (text: string) => (typeof name === 'string' ? text.startsWith(name) : name.test(text));
  for (let presses = 0; presses < FARTHEST; presses += 1) {
    const focused = await page.evaluate(() => {
      type Element = { getAttribute: (name: string) => string | null; textContent: string | null; id: string };
      const { document } = globalThis as unknown as {
        document: { activeElement: Element | null; querySelector: (selector: string) => Element | null };
      };
      const element = document.activeElement;
      if (element === null) return '';
      const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
      return (label?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    });
    if (isIt(focused.replace(/\s*\*$/, ''))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(name)} is not reached by Tab`);
}

/** On pages that are opened from now on, what a dialog waits for arrives before it has taken the focus. */
export async function slowFrames(page: Page): Promise<void> {
  await page.addInitScript(`{
    const frame = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => frame(() => setTimeout(then, 200, performance.now()));
  }`);
}
