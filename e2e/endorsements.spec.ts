import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Book } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import type { Caller } from './calls.ts';
import { added, LOCAL_JOURNEYS, returned, TODAY, type Journey } from './endorsement-cases.ts';
import { pick, type } from './fields.ts';
import { endorsed, endorsing, rail, readPapers } from './endorsing.ts';
import { openOffice, type Office } from './office.ts';
import { approvedPlacement, journeyBook, yearUnderWay } from './placements.ts';

/**
 * Every type of endorsement through the screens, on §2's example with 146 of its 365 days left: typed, its effect seen,
 * submitted, decided by another person who sees what will happen, numbered, documented.
 */
let office: Office;
let makers: { maker: Caller; checker: Caller };
let local: Book;
let london: Book;

beforeAll(async () => {
  office = await openOffice();
  makers = {
    maker: await office.caller('underwriter.nbo'),
    checker: await office.caller('manager.nbo'),
  };
  local = await journeyBook(makers.maker, 'LOCAL');
  london = await journeyBook(makers.maker, 'LONDON');
});
afterAll(() => office?.closeSound());

const { submitOne, approveOne, makePapers } = endorsing(() => office);

async function runJourney(
  placement: { path: string; id: number; market?: 'londonslip' },
  journey: Journey,
): Promise<void> {
  const url = await submitOne(placement.path, journey);
  await approveOne(url, journey.notes);
  await makePapers(url, journey.notes);
  await readPapers(makers.maker, url, { ...journey, ...(placement.market && { market: placement.market }) });
  const policy = await makers.maker.call(`GET underwriting/${placement.id}`);
  expect(policy.current).toMatchObject(journey.after);
}

async function policyToEndorse(): Promise<{ path: string; id: number }> {
  const id = await approvedPlacement(makers, local, 'LOCAL');
  return { path: `/underwriting/${id}`, id };
}

describe('each type of endorsement of a local policy', () => {
  test.each(LOCAL_JOURNEYS)('$label', async (journey) => {
    await runJourney(await policyToEndorse(), journey);
  });

  test('words are changed from a day on: seen as a difference, decided, and on the policy after it', async () => {
    const { path, id } = await policyToEndorse();
    const url = await submitOne(path, {
      label: 'No premium',
      fill: async (page) => {
        await type(page, 'Territory', 'Kenya and Uganda');
        await type(page, 'Further conditions', 'Sprinklers are tested every month');
        const changed = page.getByRole('region', { name: 'Terms changed' });
        await changed.locator('ins', { hasText: 'Uganda' }).waitFor();
        await changed.locator('ins', { hasText: 'Sprinklers are tested every month' }).waitFor();
        await expectAccessible(page, 'form: words');
      },
      ways: [],
      notes: [],
    });
    const checker = await office.desk('manager.nbo');
    await checker.goto(url);
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    await checker.getByRole('dialog').locator('ins', { hasText: 'Uganda' }).waitFor();
    await checker.goto(url);
    await approveOne(url, []);
    expect(await makers.maker.call(`GET underwriting/${id}`)).toMatchObject({
      territory: 'Kenya and Uganda',
      conditions: 'Sprinklers are tested every month',
    });
    await checker.goto(`${path}?tab=slip`);
    await checker.getByText('Sprinklers are tested every month').waitFor();
    const paper = await readPapers(makers.maker, url, { label: 'No premium', notes: [] });
    expect(paper).toMatch(/Territory Kenya Kenya and Uganda/);
    expect(await makers.maker.paper(`underwriting/covernote?id=${id}`)).toContain('Sprinklers are tested every month');
  });

  test('a cancellation is changed to another kind where the kinds are side by side', async () => {
    const { path } = await policyToEndorse();
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${path}/endorse`);
    await pick(page, 'Type', 'Cancellation pro rata');
    await page.getByRole('radio', { name: 'Flat', exact: true }).check();
    await page.getByRole('combobox', { name: 'Type' }).getByText('Cancellation from the first day').waitFor();
    await type(page, 'Description', 'Never incepted');
    await page.getByRole('radio', { name: 'Short rate', exact: true }).check();
    await rail(page, 'This endorsement').getByText('−450,000.00').waitFor();
    expect(await page.getByRole('textbox', { name: 'Effective date' }).isEnabled()).toBe(true);
  });
});

describe('a London slip', () => {
  const LONDON = ['Syndicate 1910', 'Syndicate 2488', 'Thames Marine Company'];

  test('takes additional premium, then other securities, then is cancelled', async () => {
    const id = await approvedPlacement(makers, london, 'LONDON');
    const slip = { path: `/underwriting/london/${id}`, id, market: 'londonslip' as const };
    // None of the three is resident: each bears the withholding tax, 5% of its share.
    await runJourney(slip, {
      label: 'Additional premium',
      fill: (page) => type(page, 'New sum insured', '600m'),
      ways: [['Pro rata', '100,000.00']],
      notes: added('45,000.00', ['16,250.00', '13,000.00', '9,750.00'], LONDON),
      after: { sum_insured: '600000000.00', debit_note: '607500.00' },
    });
    await runJourney(slip, {
      label: 'Change of securities',
      fill: async (page) => {
        // Of 60% the first gives 10 to the third; pasted as a column from a spreadsheet.
        const cell = page.getByRole('textbox', { name: 'Signed %, row 1' });
        await cell.focus();
        await cell.evaluate((input) => {
          const { DataTransfer: Data, ClipboardEvent: Paste } = globalThis as unknown as {
            DataTransfer: new () => { setData: (kind: string, text: string) => void };
            ClipboardEvent: new (kind: string, init: object) => unknown;
          };
          const clipboardData = new Data();
          clipboardData.setData('text/plain', '15\n20\n25');
          (input as unknown as { dispatchEvent: (event: unknown) => void }).dispatchEvent(
            new Paste('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        });
      },
      ways: [],
      // 10% of the unearned 600,000.00, less 25%, 5% and 5%.
      notes: [
        ['DN', LONDON[0] ?? '', '39,000.00'],
        ['CN', LONDON[2] ?? '', '39,000.00'],
      ],
      after: { debit_note: '607500.00', endorsements: 2 },
    });
    await runJourney(slip, {
      label: 'Cancellation pro rata',
      fill: async () => {},
      ways: [
        ['Pro rata', '−600,000.00'],
        ['Flat', '−1,350,000.00'],
      ],
      notes: returned('270,000.00', ['58,500.00', '78,000.00', '97,500.00'], LONDON),
      after: { debit_note: '337500.00', cancelled_from: TODAY },
    });
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${slip.path}?tab=endorsements`);
    // Premium of the days that were covered may still be keyed.
    await page.getByRole('link', { name: 'New endorsement' }).waitFor();
    await endorsed(makers, id, {
      market: 'londonslip',
      endorsementtype: 'CANCEL_FLAT',
      effective_date: yearUnderWay().insurance_start_date,
    });
    await page.goto(`${slip.path}?tab=endorsements`);
    await page.getByRole('button', { name: 'New endorsement' }).waitFor();
    await page.goto(`/underwriting/${id}/endorse`);
    await page.getByText('nothing is left to endorse').first().waitFor();
    await expectAccessible(page, 'an endorsement that cannot be');
  });
});

describe('the form', () => {
  const ADDITIONAL = LOCAL_JOURNEYS[0] as Journey;
  const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });

  test('says all that is missing and leads there, by keys alone; what was typed survives a reload', async () => {
    const { path } = await policyToEndorse();
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${path}/endorse`);
    await page.getByRole('heading', { level: 1, name: 'New endorsement' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Type' }).evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Control+Enter');
    const summary = page.getByRole('alert').filter({ hasText: '2 fields need attention.' });
    await summary.waitFor();
    await expectAccessible(page, 'endorsement with errors');
    // The first message has the focus; Enter leads to its field.
    await page.keyboard.press('Enter');
    await page.keyboard.type('Boiler house');
    await page.getByText('One field needs attention.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('600m');
    await page.keyboard.press('Tab');
    await rail(page, 'This endorsement').getByText('100,000.00').waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(Object.values(sessionStorage)).includes('600000000')))
      .toBe(true);
    await page.reload();
    await page.getByText('Your unsaved input was brought back').waitFor();
    expect(await description(page).inputValue()).toBe('Boiler house');
    await rail(page, 'This endorsement').getByText('100,000.00').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').first().waitFor();
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: /^Edit / }).waitFor();
    expect(await page.getByText('Your unsaved input was brought back').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: /\/E1$/ }).waitFor();
  });

  test('rejected, it is back with its maker; submitted again it shows the checker what changed', async () => {
    const placement = await policyToEndorse();
    const url = await submitOne(placement.path, ADDITIONAL);
    const checker = await office.desk('manager.nbo');
    await checker.goto(url);
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    await checker.getByRole('button', { name: 'Reject endorsement' }).click();
    const reject = checker.getByRole('dialog', { name: 'Reject endorsement' });
    await type(reject, 'Reason', 'The letter says 550 million.');
    await reject.getByRole('button', { name: 'Reject endorsement' }).click();
    await checker.getByText('Rejected', { exact: true }).first().waitFor();

    const page = await office.desk('underwriter.nbo');
    await page.goto(url);
    await page.getByText('The letter says 550 million.').waitFor();
    await page.getByRole('link', { name: 'Edit endorsement' }).click();
    await page.getByText('The letter says 550 million.').waitFor();
    await type(page, 'New sum insured', '550m');
    await rail(page, 'This endorsement').getByText('50,000.00').waitFor();
    await page.getByRole('button', { name: 'Submit endorsement' }).click();
    await page.getByText('Pending', { exact: true }).first().waitFor();

    await checker.goto(url);
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    const panel = checker.getByRole('dialog');
    await panel.getByRole('heading', { name: 'Changed since the last decision' }).waitFor();
    await panel.getByText('KES 550,000,000.00').waitFor();
    await expectAccessible(checker, 'review of what came back');
  });

  test('what changed meanwhile is said: to who writes, to who edits an old version, to who decides', async () => {
    const placement = await policyToEndorse();
    const url = await submitOne(placement.path, ADDITIONAL);
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${placement.path}/endorse`);
    await type(page, 'New sum insured', '700m');
    await rail(page, 'This endorsement').getByText('200,000.00').waitFor();
    const checker = await office.desk('manager.nbo');
    await checker.goto(url);
    await checker.getByRole('button', { name: 'Review endorsement' }).click();
    await checker.getByRole('dialog').getByText('45,000.00').first().waitFor();
    // Another endorsement is approved while both look.
    await endorsed(makers, placement.id, { description: 'Pump house added', sum_insured: '550000000' });

    await description(page).fill('Boiler house');
    await type(page, 'New sum insured', '650m');
    await page.getByText('The policy was endorsed since you opened this').waitFor();
    await expectAccessible(page, 'form of a policy endorsed meanwhile');
    const panel = checker.getByRole('dialog');
    await panel.getByRole('button', { name: 'Approve endorsement' }).click();
    await checker.getByText('This record changed since you opened it.').first().waitFor();
    await panel.getByText(/^The policy changed since this was saved/).waitFor();
    await panel.getByText('22,500.00').first().waitFor();

    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/underwriting\/endorsement\/\d+$/);
    const draft = new URL(page.url()).pathname.split('/').at(-1);
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: /^Edit / }).waitFor();
    await type(page, 'New sum insured', '660m');
    const record = await makers.maker.call(`GET endorsement/${draft}`);
    await makers.maker.call('PUT endorsement/edit', { ...record.typed, id: record.id, version: record.version });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Someone else changed this since you opened it').waitFor();
    await expectAccessible(page, 'edit of an old version');
  });
});
