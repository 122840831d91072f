import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examplePolicy } from '../server/testing/factories.ts';
import { exampleSlip } from '../server/testing/slip-factories.ts';
import { expectAccessible, settled } from './browser.ts';
import { type } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { journeyBook, placedRecords, yearUnderWay } from './placements.ts';

/** The drawer that decides a record has an address: links from work that waits, and from lists, lead straight to it. */
let office: Office;
let book: Awaited<ReturnType<typeof journeyBook>>;
const pages = { policy: '', slip: '', slipById: '', endorsement: '', approved: '', draft: '' };

beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  const checker = await office.caller('manager.nbo');
  book = await journeyBook(maker, 'LOCAL');
  const policy = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
  await maker.call(`PUT underwriting/submit/${policy.id}`);
  const slip = await maker.call(
    'POST londonslip/save',
    exampleSlip(await journeyBook(maker, 'LONDON'), yearUnderWay()),
  );
  await maker.call(`PUT londonslip/submit/${slip.id}`);
  const placed = await placedRecords({ maker, checker });
  pages.policy = `/underwriting/${policy.id}`;
  pages.slip = `/underwriting/london/${slip.id}`;
  pages.slipById = `/underwriting/${slip.id}`;
  pages.endorsement = `/underwriting/endorsement/${placed.pending}`;
  pages.approved = `/underwriting/${placed.policy}`;
  pages.draft = `/underwriting/endorsement/${placed.draft}`;
});
afterAll(() => office?.closeSound());

describe('the decision of a placement has an address', () => {
  test.each([
    ['policy', () => pages.policy, () => pages.policy],
    ['slip', () => pages.slip, () => pages.slip],
    // Its id alone, as work that waits knows it, leads on to the slip's own page.
    ['slip', () => pages.slipById, () => pages.slip],
    ['endorsement', () => pages.endorsement, () => pages.endorsement],
  ])('of a %s: it opens, Esc closes it, and the address says so', async (noun, address, shown) => {
    const page = await office.desk('manager.nbo');
    await page.goto(`${address()}?do=decide`);
    await page.waitForURL(`**${shown()}?do=decide`);
    const panel = page.getByRole('dialog', { name: /^Review / });
    await panel.getByRole('button', { name: `Approve ${noun}` }).waitFor();
    await expectAccessible(page, `decision of a ${noun}`);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: `Review ${noun}` }).click();
    await panel.waitFor();
    expect(new URL(page.url()).search).toBe('?do=decide');
  });

  test('what is decided already opens without it', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(`${pages.approved}?do=decide`);
    await page.getByText('Approved', { exact: true }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a list leads those who decide to it, and nobody else', async () => {
    const open = async (who: string) => {
      const page = await office.desk(who);
      await page.goto('/underwriting?status=PENDING');
      await page
        .getByRole('row')
        .nth(1)
        .getByRole('button', { name: /actions|More/i })
        .click();
      return { page, act: page.getByRole('menuitem', { name: 'Review', exact: true }) };
    };
    const maker = await open('underwriter.nbo');
    await maker.page.getByRole('menuitem', { name: 'Open' }).waitFor();
    expect(await maker.act.count()).toBe(0);
    const manager = await open('manager.nbo');
    await manager.act.click();
    await manager.page.waitForURL(`**${pages.policy}?do=decide`);
    await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve policy' }).waitFor();
  });
});

describe('a number of the cedant that another placement has', () => {
  test.each([
    { market: 'LOCAL', calls: 'underwriting', noun: 'policy', address: '/underwriting', example: examplePolicy },
    { market: 'LONDON', calls: 'londonslip', noun: 'slip', address: '/underwriting/london', example: exampleSlip },
  ] as const)('$market: the form says so, and who decides sees it', async ({ market, calls, noun, ...of }) => {
    const maker = await office.caller('underwriter.nbo');
    const typed = of.example(await journeyBook(maker, market), yearUnderWay());
    const first = await maker.call(`POST ${calls}/save`, { ...typed, cedant_policy_number: `P/${market}/7` });
    const second = await maker.call(`POST ${calls}/save`, typed);
    const page = await office.desk('underwriter.nbo');
    await page.goto(`${of.address}/${second.id}/edit`);
    await type(page, 'Cedant’s policy number', `p/${market.toLowerCase()}/7`);
    await page.getByText(`${first.number} has this number for this period.`).waitFor();
    await page.getByRole('button', { name: `Submit ${noun}` }).click();
    await page.waitForURL(new RegExp(`${of.address}/${second.id}$`));
    const checker = await office.desk('manager.nbo');
    await checker.goto(`${of.address}/${second.id}?do=decide`);
    const panel = checker.getByRole('dialog', { name: /^Review / });
    await panel.getByText(`${first.number} has the same cedant’s policy number for this period.`).waitFor();
    expect(await panel.getByRole('button', { name: `Approve ${noun}` }).isEnabled()).toBe(true);
  });
});

describe('a toast', () => {
  test('covers no button of a dialog, wide or narrow, and is put away by keys within it', async () => {
    const page = await office.desk('manager.nbo');
    await page.route('**/underwriting/approve/**', (route) => route.fulfill({ status: 409, body: '{}' }));
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${pages.policy}?do=decide`);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Approve policy' }).click();
      const toast = dialog.getByText('The policy was not decided');
      await toast.waitFor();
      const card = await dialog.locator('[aria-live=assertive] > div').first().boundingBox();
      const covered: string[] = [];
      for (const button of await dialog.getByRole('button').all()) {
        const box = await button.boundingBox();
        const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
        if (card === null || box === null) throw new Error(`${name} is not in sight`);
        const apart =
          box.x >= card.x + card.width ||
          box.x + box.width <= card.x ||
          box.y >= card.y + card.height ||
          box.y + box.height <= card.y;
        if (!apart && name !== 'Dismiss message') covered.push(name);
      }
      expect(covered, `covered at ${width} px`).toEqual([]);
      await expectAccessible(page, `toast in a dialog at ${width} px`);
      await dialog.getByRole('button', { name: 'Dismiss message' }).focus();
      await page.keyboard.press('Enter');
      await toast.waitFor({ state: 'detached' });
    }
    await page.unroute('**/underwriting/approve/**');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a rejection', () => {
  test('says at its field that it wants a reason, keeps it when it is refused, and is sent by keys alone', async () => {
    const page = await office.desk('manager.nbo');
    await page.goto(`${pages.policy}?do=decide`);
    await page.getByRole('button', { name: 'Reject policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject policy' });
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await dialog.getByRole('button', { name: 'Reject policy' }).click();
    await dialog.getByText('Write the reason first.').waitFor();
    expect(await reason.evaluate((one) => one.matches(':focus'))).toBe(true);
    await expectAccessible(page, 'rejection without a reason');

    await reason.fill('The rate is too low');
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you entered?').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    // Its maker takes it back meanwhile, and submits it again.
    const maker = await office.caller('underwriter.nbo');
    const id = pages.policy.split('/').at(-1) ?? '';
    await maker.call(`PUT underwriting/withdraw/${id}`);
    const shown = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(`/underwriting/${id}`));
    await reason.press('Control+Enter');
    await dialog.getByRole('alert').waitFor();
    // The page behind knows by now that it is a draft, and the dialog is still there with what was written.
    await (await shown).finished();
    await settled(page);
    expect(await reason.inputValue()).toBe('The rate is too low');
    await maker.call(`PUT underwriting/submit/${id}`);

    await page.goto(`${pages.policy}?do=decide`);
    await page.getByRole('button', { name: 'Reject policy' }).click();
    await reason.fill('The rate is too low');
    await reason.press('Control+Enter');
    await page.getByText('Policy rejected').first().waitFor();
    await page.getByText('Rejected by manager.nbo').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('who decides by keys', () => {
  /** Approves what work that waits leads to, and closes the papers that are offered then. */
  const approve = async (address: string, noun: string) => {
    const page = await office.desk('manager.nbo');
    await page.goto(`${address}?do=decide`);
    const panel = page.getByRole('dialog', { name: /^Review / });
    await panel.getByRole('button', { name: `Approve ${noun}`, disabled: false }).waitFor();
    await page.keyboard.press('Control+Enter');
    await panel.waitFor({ state: 'detached' });
    await page.getByText('Approved', { exact: true }).first().waitFor();
    await settled(page);
    const papers = page.getByRole('dialog');
    if ((await papers.count()) > 0) await page.keyboard.press('Escape');
    await papers.waitFor({ state: 'detached' });
    return page;
  };

  test('goes on from the name of what was approved, whatever it is', async () => {
    const [maker, underwriter] = [await office.caller('accountant.nbo'), await office.caller('underwriter.nbo')];
    const { id: receipt } = await maker.call('POST receivable/save', {
      dateOfIssue: yearUnderWay().insurance_start_date,
      receiptType: 'ON_ACCOUNT',
      reinsured: book.reinsured,
      receiptAmount: '1000.00',
      currency: 'KES',
    });
    await maker.call(`PUT receivable/submit/${receipt}`);
    const { id: policy } = await underwriter.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
    await underwriter.call(`PUT underwriting/submit/${policy}`);
    const lost: string[] = [];
    for (const [address, noun] of [
      [`/receivables/${receipt}`, 'receipt'],
      [`/underwriting/${policy}`, 'policy'],
      [pages.endorsement, 'endorsement'],
    ] as const) {
      const page = await approve(address, noun);
      const name = page.getByRole('heading', { level: 1 });
      const focused = () => name.evaluate((one) => one.matches(':focus'));
      await expect
        .poll(focused, { timeout: 5000 })
        .toBe(true)
        .catch(() => lost.push(noun));
      await expectAccessible(page, `${noun} that was just approved`);
    }
    expect(lost).toEqual([]);
  });
});

describe('what is final', () => {
  test('an approved slip is disabled with a reason alone', async () => {
    const checker = await office.caller('manager.nbo');
    const id = pages.slip.split('/').at(-1) ?? '';
    const { version } = await checker.call(`GET londonslip/${id}`);
    await checker.call(`PUT londonslip/approve/${id}/APPROVED/${checker.userId}`, { version });
    const page = await office.desk('manager.nbo');
    await page.goto(pages.slip);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: /^Disable / });
    await dialog.getByRole('button', { name: 'Disable policy' }).click();
    await dialog.getByText('Write the reason first.').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Placed twice');
    await dialog.getByRole('button', { name: 'Disable policy' }).click();
    await page.getByText('Slip disabled').first().waitFor();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a draft of an endorsement is disabled once that is confirmed, and the toast says so', async () => {
    const page = await office.desk('underwriter.nbo');
    await page.goto(pages.draft);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: /^Disable .*\?$/ });
    await dialog.getByRole('button', { name: 'Keep as it is' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Draft', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable endorsement' }).click();
    await page.getByText('Endorsement disabled').first().waitFor();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
  });
});
