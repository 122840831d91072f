import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../domain/values/day.ts';
import type { Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { added, TODAY } from './endorsement-cases.ts';
import { endorsed, endorsing, readPapers } from './endorsing.ts';
import { chooseOption, pick, type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook } from './placements.ts';

/** Endorsements of a day before others that are approved, and the words of a London slip from a day on. */
let office: Office;
let makers: { maker: Caller; checker: Caller };
let local: Book;
let london: Book;
beforeAll(async () => {
  office = await openOffice();
  makers = { maker: await office.caller('underwriter.nbo'), checker: await office.caller('manager.nbo') };
  local = await journeyBook(makers.maker, 'LOCAL');
  london = await journeyBook(makers.maker, 'LONDON');
});
afterAll(() => office?.closeSound());

const { submitOne, approveOne, makePapers } = endorsing(() => office);

async function policyToEndorse(): Promise<{ path: string; id: number }> {
  const id = await approvedPlacement(makers, local, 'LOCAL');
  return { path: `/underwriting/${id}`, id };
}

describe('one of an earlier day', () => {
  const EARLIER = addDays(TODAY, -73);

  test('additional premium before an additional premium is worked out in its place', async () => {
    const { path, id } = await policyToEndorse();
    await endorsed(makers, id, { sum_insured: '600000000' });
    const url = await submitOne(path, {
      label: 'Additional premium',
      fill: async (page) => {
        await type(page, 'Effective date', EARLIER);
        await type(page, 'New sum insured', '550m');
        await page.getByText(/^It takes effect before an approved endorsement/).waitFor();
      },
      // 219 of 365 days of 125,000.
      ways: [['Pro rata', '75,000.00']],
      notes: added('33,750.00', ['13,125.00', '10,500.00', '7,312.50']),
    });
    const notes = added('33,750.00', ['13,125.00', '10,500.00', '7,312.50']);
    await approveOne(url, notes);
    await readPapers(makers.maker, url, { label: 'Additional premium', notes });
    const { current } = await makers.maker.call(`GET underwriting/${id}`);
    expect(current).toMatchObject({ premium: '1425000.00', sum_insured: '650000000.00' });
  });

  test('before a change of securities it is keyed, with a reason that the checker reads', async () => {
    const { path, id } = await policyToEndorse();
    const line = (security: number, share: string) => ({ security, share });
    await endorsed(makers, id, { endorsementtype: 'SEC', securities: [line(local.a, '25'), line(local.b, '35')] });
    const url = await submitOne(path, {
      label: 'Additional premium',
      fill: async (page) => {
        await type(page, 'Effective date', EARLIER);
        await page.getByText('Keyed, as it takes effect before a change of securities').waitFor();
        await type(page, 'Premium keyed, 100%', '219,000');
        await page
          .getByRole('textbox', { name: 'How the amount was worked out' })
          .fill('Stock declared late, at 0.25%');
        await expectAccessible(page, 'form: premium keyed across a change of securities');
      },
      ways: [['Keyed', '219,000.00']],
      notes: added('98,550.00', ['38,325.00', '45,990.00', '7,117.50']),
    });
    const checker = await office.desk('manager.nbo');
    await checker.goto(url);
    await checker.getByText('Stock declared late, at 0.25%').waitFor();
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    await checker
      .getByRole('dialog')
      .getByText(/takes effect before a change of securities: Stock declared late/)
      .waitFor();
    await checker.goto(url);
    const notes = added('98,550.00', ['38,325.00', '45,990.00', '7,117.50']);
    await approveOne(url, notes);
    await readPapers(makers.maker, url, { label: 'Additional premium', notes });
  });
});

describe('a London slip', () => {
  test('has another insured, situation and clause from a day on, by an endorsement without premium', async () => {
    const { maker } = makers;
    const id = await approvedPlacement(makers, london, 'LONDON');
    const path = `/underwriting/london/${id}`;
    const name = 'Eldoret Grain Millers';
    const { id: other } = await maker.call(
      `POST insurancecompany/save?name=${encodeURIComponent(name)}&address=Eldoret`,
    );
    const url = await submitOne(path, {
      label: 'No premium',
      fill: async (page) => {
        await pick(page, 'Insured', name);
        await type(page, 'Situation', 'Kisumu and Eldoret, Kenya');
        await page.getByRole('combobox', { name: 'Clauses' }).click();
        await page.getByPlaceholder(/^Filter|^Search…|^Type to search…/).fill('LSW3001');
        await chooseOption(page, /LSW3001/);
        await page.keyboard.press('Escape');
        const changed = page.getByRole('region', { name: 'Terms changed' });
        await changed.locator('ins', { hasText: 'Eldoret' }).first().waitFor();
        await changed.locator('ins', { hasText: 'LSW3001' }).waitFor();
        await expectAccessible(page, 'form: words of a slip');
      },
      ways: [],
      notes: [],
    });
    await approveOne(url, []);
    await makePapers(url, []);
    const slip = await maker.call(`GET londonslip/${id}`);
    expect(slip).toMatchObject({ insured: { id: other }, territory: 'Kisumu and Eldoret, Kenya' });
    expect(slip.slip.risk.situation).toBe('Kisumu and Eldoret, Kenya');
    expect(slip.clauses.map((one: { code: string }) => one.code)).toContain('LSW3001');
    // The contract as it reads now says it.
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${path}?tab=slip`);
    await page.getByText('Kisumu and Eldoret, Kenya').first().waitFor();
    const papers = [
      await readPapers(maker, url, { label: 'No premium', notes: [], market: 'londonslip' }),
      await maker.paper(`londonslip/mrcslip?id=${id}`),
    ];
    for (const text of papers)
      for (const part of [name, 'Kisumu and Eldoret, Kenya', 'LSW3001']) expect(text).toContain(part);
  });
});
