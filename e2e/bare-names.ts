import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import pg from 'pg';

/** Parties and users of the firm by name, notes by number; what is too short for a name is part of other words. */
export async function namesIn(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`select name from parties union select name from users
       union select number from notes where number is not null`);
    return rows.map(({ name }) => name).filter((name) => name.length > 5);
  } finally {
    await client.end();
  }
}

/**
 * Names of parties and users, and numbers of notes, that are read on a page and lead nowhere. A page's own title leads to itself; a heading, a
 * button and what is in a form or a dialog have an act of their own, and what the trail quotes is as it was then.
 */
const BARE = `(names) => {
  const apart = 'a, button, h1, h2, caption, figcaption, label, output, form, nav, header, [role=dialog], [role=option], [role=combobox], .sr-only, [data-quoted], input, textarea, svg, title, blockquote';
  const own = document.querySelector('main h1')?.textContent ?? '';
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const bare = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent;
    // A page's own name leads nowhere new, an example is no party, and a name within an address of mail is no name.
    const name = /^For example/.test(text) ? undefined : names.find((one) => text.includes(one) && !text.includes(one + '@') && !own.includes(one));
    const within = node.parentElement;
    if (name === undefined || within === null || within.closest(apart) !== null || within.getClientRects().length === 0) continue;
    bare.push(text.trim().slice(0, 120));
  }
  return [...new Set(bare)];
}`;

/** Where a name or a number is no reference: the firm's own name, the last number of a series, an account's holder. */
const LEFT = ['/account', '/setting', '/payables/1'];

export async function expectNamesLead(page: Page, address: string, names: readonly string[]): Promise<void> {
  if (LEFT.includes(new URL(page.url()).pathname)) return;
  const bare = await page.evaluate<string[]>(`(${BARE})(${JSON.stringify(names)})`);
  expect.soft(bare, `names that lead nowhere on ${address}`).toEqual([]);
}
