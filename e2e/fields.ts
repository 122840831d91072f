import type { Locator, Page } from 'playwright-core';

/** Chooses a record in a picker by searching for it, as a person types. */
export async function pick(scope: Page | Locator, label: string, text: string): Promise<void> {
  const page = 'keyboard' in scope ? scope : scope.page();
  await scope.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByPlaceholder(/^Type to search…|^Search…|^Filter/).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** Types into a field by its label and leaves it, so that what it made of the text is seen. */
export async function type(scope: Page | Locator, label: string, text: string): Promise<void> {
  const field = scope.getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.press('Tab');
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
