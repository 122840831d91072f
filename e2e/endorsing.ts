import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { REINSURED, TODAY, type Journey, type Notes } from './endorsement-cases.ts';
import { pick, rowsOf } from './fields.ts';
import type { Office } from './office.ts';

/** The forms that differ: by amount, by security, the ways side by side. */
const AUDITED = new Set(['Additional premium', 'Change of securities', 'Cancellation pro rata']);

/** A card beside the form or the page, by its title. */
export const rail = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** An endorsement that others made and approved. */
export async function endorsed(
  { maker, checker }: { maker: Caller; checker: Caller },
  policy: number,
  { market = 'underwriting', ...changes }: Record<string, unknown> & { market?: 'underwriting' | 'londonslip' },
): Promise<void> {
  const one = { policy, endorsementtype: 'AP', effective_date: TODAY, description: 'As agreed', ...changes };
  const { id } = await maker.call(`POST ${market}/endorsement`, one);
  const { version } = await maker.call(`PUT endorsement/submit/${id}`);
  await checker.call(`PUT endorsement/approve/${id}/APPROVED`, { version });
}

/** The words of the papers of an approved endorsement: its slip, the note to the reinsured, the first one to a security. */
export async function readPapers(
  { paper }: Caller,
  url: string,
  {
    label,
    notes,
    market = 'underwriting',
  }: Pick<Journey, 'label' | 'notes'> & { market?: 'underwriting' | 'londonslip' },
): Promise<string> {
  const id = url.slice(url.lastIndexOf('/') + 1);
  const slip = await paper(`endorsement/slip?id=${id}`);
  expect(slip).toContain(`Type ${label}`);
  const ofReinsured = notes.find(([, party]) => party === REINSURED);
  const ofSecurity = notes.find(([, party]) => party !== REINSURED);
  if (ofReinsured === undefined) expect(slip).not.toContain('Premium of this endorsement');
  else {
    const [kind, , amount] = ofReinsured;
    expect(slip).toContain(`Due ${kind === 'DN' ? 'from' : 'to'} the reinsured ${amount}`);
    const note = await paper(`${market}/debitnote?id=${id}`);
    expect(note).toContain(`${REINSURED} Date`);
    expect(note).toContain(`${kind === 'DN' ? 'Amount due to us' : 'Amount returned'} ${amount}`);
  }
  if (ofSecurity !== undefined) {
    const [kind, party, amount] = ofSecurity;
    const note = await paper(`${market}/creditnote?id=${id}`);
    expect(note).toContain(`${party} Date`);
    expect(note).toContain(`${kind === 'CN' ? 'Net payable to you' : 'Net returned'} ${amount}`);
  }
  return slip;
}

/** An endorsement through the screens: typed and submitted, decided by another person, documented. */
export function endorsing(office: () => Office) {
  /** Types the endorsement and sees what it will do, then submits it; gives its address. */
  async function submitOne(placement: string, journey: Pick<Journey, 'label' | 'fill' | 'ways' | 'notes'>) {
    const page = await office().desk('underwriter.nbo');
    await page.goto(`${placement}?tab=endorsements`);
    await page.getByRole('link', { name: 'New endorsement' }).click();
    await page.getByRole('heading', { level: 1, name: 'New endorsement' }).waitFor();
    if (journey.label !== 'Additional premium') await pick(page, 'Type', journey.label);
    await page.getByRole('textbox', { name: 'Description' }).fill(`${journey.label}, as agreed with the cedant`);
    await journey.fill(page);
    for (const [, party, amount] of journey.notes) {
      const line = rail(page, 'Notes to be issued').getByRole('listitem').filter({ hasText: party });
      await line.getByText(amount, { exact: true }).waitFor();
    }
    const table = page.getByRole('region', { name: 'Effect, each way of working it out' });
    for (const [way, premium] of journey.ways) {
      await table.getByRole('radio', { name: way, exact: true }).waitFor();
      await table
        .getByRole('row', { name: /^Premium, 100%/ })
        .getByText(premium, { exact: true })
        .first()
        .waitFor();
    }
    if (journey.notes.length === 0) await page.getByText('No money moves: no note is issued').waitFor();
    if (AUDITED.has(journey.label)) await expectAccessible(page, `form: ${journey.label}`);
    await page.getByRole('button', { name: 'Submit endorsement' }).click();
    await page.waitForURL(/\/underwriting\/endorsement\/\d+$/);
    await page.getByText('Pending', { exact: true }).first().waitFor();
    return new URL(page.url()).pathname;
  }

  /** Another person sees what will happen and approves; the numbers given are shown. */
  async function approveOne(url: string, notes: Notes): Promise<void> {
    const page = await office().desk('manager.nbo');
    await page.goto(url);
    await page.getByRole('button', { name: 'Review endorsement' }).click();
    const panel = page.getByRole('dialog');
    for (const [, party, amount] of notes)
      await panel
        .getByRole('row', { name: new RegExp(`${party}.*${amount}`) })
        .first()
        .waitFor();
    if (notes.length === 0) await panel.getByText('No money moves').waitFor();
    await panel.getByRole('button', { name: 'Approve endorsement' }).click();
    const issued = page.getByRole('dialog', { name: /is approved$/ });
    await issued.waitFor();
    if (notes.length > 0) {
      const rows = await rowsOf(issued.getByRole('table'));
      expect(rows.map(([number, party, amount]) => [number?.slice(0, 2), party, amount])).toEqual(notes);
      for (const [number] of rows) expect(number).toMatch(/^(DN|CN)\/NBO\/\d{4}\/\d{6}$/);
    }
    await issued.getByRole('button', { name: 'Close' }).first().click();
  }

  /** The slip of the endorsement and the paper of each note are made and one of them opens. */
  async function makePapers(url: string, notes: Notes): Promise<void> {
    const page = await office().desk('underwriter.nbo');
    await page.goto(`${url}?tab=documents`);
    await page.getByRole('button', { name: 'Make documents' }).click();
    const [first] = notes;
    const name =
      first === undefined
        ? /^Open endorsement slip/
        : first[0] === 'DN'
          ? /^Open debit note DN/
          : /^Open credit note CN/;
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').locator('iframe, embed, object').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Open (debit|credit) note/ }).count()).toBe(notes.length);
  }
  return { submitOne, approveOne, makePapers };
}
