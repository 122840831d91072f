import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from './browser.ts';
import { expectFocus, lit } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, yearUnderWay } from './placements.ts';
import { STREAM } from './shifts.ts';
import { examplePolicy } from '../server/testing/factories.ts';

/** A broker's day by keys and on a telephone: what is counted here is promised. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** Presses keys as a person does, and counts each; a chord is its keys together. */
function hands(page: Page) {
  let count = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count += key.split('+').length;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string) => {
      count += text.length;
      await page.keyboard.type(text);
    },
    /** Alt+Left, which a browser without a window answers by its own call alone. */
    back: async () => {
      count += 2;
      await page.goBack();
    },
    count: () => count,
  };
}

const focused = (page: Page, id: string) => expect.poll(() => page.evaluate('document.activeElement?.id')).toBe(id);

describe('a policy is entered by keys', () => {
  test('in at most 110, with its securities, and submitted', async () => {
    const { page, context, faults } = await office.open({ who: 'underwriter.nbo' });
    await page.goto('/underwriting/new');
    await focused(page, 'reinsured');
    const { press, type, count } = hands(page);
    const choose = async (text: string, name: string) => {
      await type(text);
      await lit(page, name);
      await press('Tab');
    };
    await choose('sav', 'Savannah Insurance Company');
    await focused(page, 'insured');
    await choose('kis', 'Kisumu Sugar Works');
    await focused(page, 'cedant_policy_number');
    // The producer is who enters it.
    await press('Tab', 'Tab');
    await focused(page, 'cover_type');
    await choose('indu', 'Industrial all risks');
    await focused(page, 'risk_country');
    await press('Tab');
    await type('Kenya');
    // The day of the offer is today; what is insured may wait.
    await press('Tab', 'Tab', 'Tab');
    await focused(page, 'insurance_start_date');
    await type('today');
    // The last day and the currency follow.
    await press('Tab', 'Tab', 'Tab');
    await focused(page, 'sum_insured');
    await type('500m');
    await press('Tab');
    await type('0.25');
    await press('Tab', 'Tab');
    await focused(page, 'fac');
    await type('60');
    await press('Tab');
    await type('25');
    await press('Tab');
    await type('5');
    await press('Tab');
    await focused(page, 'excess_amount');
    await press('Tab');
    await type('1%');
    await press('Tab');
    // Whether the premium is adjustable.
    await press('Tab');
    await focused(page, 'securities.0.security');
    for (const [row, [letters, name, share]] of [
      ['aca', 'Acacia Reinsurance', '25'],
      ['bao', 'Baobab Reinsurance', '20'],
      ['car', 'Cardinal Reinsurance', '15'],
    ].entries()) {
      await focused(page, `securities.${row}.security`);
      await choose(letters ?? '', name ?? '');
      await type(share ?? '');
      if (row < 2) await press('Enter');
    }
    await page.getByText('Fully placed').first().waitFor();
    await press('Control+Enter');
    await page.waitForURL(/\/underwriting\/\d+$/);
    await page.getByText('Pending', { exact: true }).first().waitFor();
    await page.getByText('562,500.00').first().waitFor();
    console.log(`a policy with three securities: ${count()} keys`);
    expect(count()).toBeLessThanOrEqual(110);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('Tab takes no choice that was not typed for, and Delete clears one', async () => {
    const { page, context, faults } = await office.open({ who: 'underwriter.nbo' });
    await page.goto('/underwriting/new');
    await focused(page, 'reinsured');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await focused(page, 'reinsured');
    expect(await page.getByRole('combobox', { name: 'Reinsured', exact: true }).textContent()).toMatch(/Search/);
    const producer = page.getByRole('combobox', { name: 'Producer' });
    await producer.focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => producer.textContent()).toMatch(/Search colleagues/);
    // A calendar is no stop of Tab: it opens from its field, and leaves the focus there.
    const offered = page.getByRole('textbox', { name: 'Date offered' });
    await offered.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('dialog', { name: 'Calendar: Date offered' }).waitFor();
    await page.keyboard.press('Escape');
    await focused(page, 'dateoffered');
    await page.keyboard.press('Tab');
    await focused(page, 'interest');
    expect(faults).toEqual([]);
    await context.close();
  });
});

const APPROVALS = 10;

describe('My work', () => {
  const submitted = async (count: number) => {
    const maker = await office.caller('underwriter.lon');
    const book = await journeyBook(maker, 'LOCAL');
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
      await maker.call(`PUT underwriting/submit/${id}`);
    }
  };
  const approve = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Approve policy' });
  const ready = (page: Page) => expect.poll(() => approve(page).getAttribute('aria-disabled')).not.toBe('true');
  const waiting = (page: Page) => page.getByRole('region', { name: 'My work', exact: true }).last().getByRole('link');

  test('ten policies are approved from it without the mouse', async () => {
    await submitted(APPROVALS + 1);
    const { page, context, faults } = await office.open({ who: 'manager.lon' });
    await page.goto('/dashboard');
    const { press, back, count } = hands(page);
    for (let nth = 0; nth < APPROVALS; nth += 1) {
      await expect.poll(() => waiting(page).count()).toBe(APPROVALS + 1 - nth);
      await press('j', 'Enter');
      await page.waitForURL(/\/underwriting\/\d+\?do=decide$/);
      await approve(page).waitFor();
      await ready(page);
      await press('Control+Enter');
      await page.getByRole('dialog', { name: /is approved$/ }).waitFor();
      // What the dialog says is not said again beside it.
      expect(await page.locator('[aria-live]').getByText('Policy approved').count()).toBe(0);
      await press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // Closing the review may have left an address of its own.
      for (let steps = 0; steps < 3 && !page.url().endsWith('/dashboard'); steps += 1) await back();
      expect(page.url()).toMatch(/\/dashboard$/);
    }
    console.log(`ten approvals: ${count()} keys`);
    expect(count()).toBeLessThanOrEqual(APPROVALS * 12);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('and one on a telephone', async () => {
    const { page, context, faults } = await office.open({ who: 'manager.lon', width: 390, height: 844, dark: true });
    await page.goto('/dashboard');
    await waiting(page).first().click();
    await approve(page).waitFor();
    await ready(page);
    const box = await approve(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await approve(page).click();
    await page.getByRole('dialog', { name: /is approved$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByText(/due|overdue/)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Period and payments' }).waitFor();
    await page.getByRole('heading', { name: 'Shares' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('each role', () => {
  test.each(['root', 'manager.lon', 'underwriter.lon', 'accountant.lon', 'cashier.lon', 'claims.lon', 'auditor'])(
    '%s has a dashboard of more than one card, whose rows have no gap',
    async (who) => {
      const { page, context, faults } = await office.open({ who });
      await page.route(STREAM, (route) => route.abort());
      await page.goto('/dashboard');
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.waitForLoadState('networkidle');
      const measured = () =>
        page.evaluate<{ cards: number; ragged: string[] }>(`(() => {
          const main = document.querySelector('main');
          const right = Math.max(...[...main.querySelectorAll('section, a')].map((one) => one.getBoundingClientRect().right));
          const cards = [...main.querySelectorAll('.rounded-lg.border.bg-panel')].filter((one) => one.getBoundingClientRect().height > 40 && one.parentElement.closest('.rounded-lg.border.bg-panel') === null);
          const boxes = cards.map((one) => ({ text: one.textContent.slice(0, 40), ...one.getBoundingClientRect().toJSON() }));
          const middle = (box) => (box.top + box.bottom) / 2;
          const hasBeside = (box) => boxes.some((other) => other.left >= box.right && other.top <= middle(box) && other.bottom >= middle(box));
          const ragged = boxes.filter((box) => box.right < right - 2 && !hasBeside(box)).map((box) => box.text);
          return { cards: cards.length, ragged };
        })()`);
      for (const width of [720, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        // The cards of a role come with code of their own, for which no request may be under way yet.
        await expect
          .poll(async () => (await measured()).cards, { message: `${who} at ${width} px` })
          .toBeGreaterThan(1);
        await page.locator('main :not(button)[aria-busy=true]').first().waitFor({ state: 'detached' });
        await settled(page);
        expect((await measured()).ragged, `${who} at ${width} px`).toEqual([]);
      }
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test('settings are found by their names', async () => {
    const { page, context, faults } = await office.open({ who: 'root' });
    await page.goto('/setting');
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('levies');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Taxes and levies' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/setting?section=taxes');

    // What is wrong with them is led to, however far down one is when they are saved.
    await page.goto('/setting?section=firm');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await page.getByRole('textbox', { name: 'Further line at the foot' }).fill('Typed');
    await page.keyboard.press('Control+s');
    await expectFocus(page.getByRole('alert').getByRole('link').first());
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a visitor sees the product in the theme of the screen', async () => {
    for (const dark of [false, true]) {
      const { page, context, faults } = await office.open({ dark });
      await page.goto('/dashboard');
      await expect
        .poll(() =>
          page.evaluate(
            `[...document.querySelectorAll('figure img')].filter((one) => one.naturalWidth > 0 && one.getClientRects().length > 0).map((one) => new URL(one.src).pathname)`,
          ),
        )
        .toEqual([`/policy-${dark ? 'dark' : 'light'}.png`]);
      expect(faults).toEqual([]);
      await context.close();
    }
  });
});

const FORMS = [
  '/underwriting/new?inbranch=NBO',
  '/underwriting/london/new?inbranch=NBO',
  '/claims/new?inbranch=NBO',
  '/receivables/new?inbranch=NBO',
  '/receivables/invoices/new?inbranch=NBO',
  '/payables/new?inbranch=NBO',
  '/payables/other?inbranch=NBO',
  '/journals/new?inbranch=NBO',
];

/** What is shown in the colour of faults, outside of what the browser hides. */
const reds = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colourOf = (name) => { probe.style.color = 'var(' + name + ')'; return getComputedStyle(probe).color; };
    const red = new Set([colourOf('--bad'), colourOf('--badsoft'), colourOf('--badfill')]);
    probe.remove();
    const shown = (one) => one.getClientRects().length > 0;
    const own = (one) => one.tagName === 'svg' || [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    return [...document.querySelectorAll('main *')].filter((one) => {
      const style = getComputedStyle(one);
      return shown(one) && (one.getAttribute('aria-invalid') === 'true' || (own(one) && red.has(style.color)) || red.has(style.backgroundColor) || (style.borderTopWidth !== '0px' && red.has(style.borderTopColor)));
    }).map((one) => one.tagName + ' ' + (one.id || one.textContent.slice(0, 60)));
  })()`);

describe('a new form', () => {
  test.each(FORMS)('%s is not red before it is touched', async (address) => {
    const page = await office.desk('root');
    await page.goto(address);
    await page.locator('main h1').first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    await settled(page);
    expect(await reds(page), address).toEqual([]);
    // A walk through its fields is no answer to any of them.
    for (let stop = 0; stop < 8; stop += 1) await page.keyboard.press('Tab');
    await settled(page);
    expect(await reds(page), `${address} after a walk`).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/needs? attention\./)
      .first()
      .waitFor();
    expect((await reds(page)).length, `${address} submitted`).toBeGreaterThan(0);
    expect(office.faults()).toEqual([]);
  });
});

describe('the London form', () => {
  test('figures stay in sight while lines are typed, gaps are counts, written lines begin empty', async () => {
    const { page, context, faults } = await office.open({ who: 'underwriter.nbo' });
    await page.goto('/underwriting/london/new');
    await focused(page, 'reinsured');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: /^Risk details \d+ gaps$/ }).waitFor();
    // Lines come before the terms of the contract.
    const tops = await Promise.all(
      ['securities.0.written', 'slip.risk.type'].map(async (id) => {
        const box = await page.locator(`[id="${id}"]`).boundingBox();
        return box?.y ?? 0;
      }),
    );
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    const written = page.getByRole('textbox', { name: 'Written %, row 1' });
    expect(await written.inputValue()).toBe('');
    await written.focus();
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect
      .poll(async () => {
        const box = await figures.boundingBox();
        return box !== null && box.y > 0 && box.y + box.height < 900;
      })
      .toBe(true);
    await contents.getByRole('link', { name: /^Lines/ }).click();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('on a telephone', () => {
  test.each(FORMS)('%s has a foot that stays, with its figure and Submit', async (address) => {
    const page = await office.desk('root');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' });
      await page.goto(address);
      await page.locator('main h1').first().waitFor();
      const submit = page.getByRole('button', { name: /^Submit / });
      for (const top of [0, 400, 100_000]) {
        await page.evaluate(`scrollTo(0, ${top})`);
        await expect
          .poll(async () => {
            const box = await submit.boundingBox();
            return box !== null && box.y > 0 && box.y + box.height <= 700 && box.x + box.width <= width;
          })
          .toBe(true);
      }
    }
    expect(office.faults()).toEqual([]);
  });
});
