import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../server/app.ts';
import { mailViews } from '../server/features/mailed-views/mail-work.ts';
import { viewedLists } from '../server/features/views/viewed.ts';
import { openDatabase, openPool, SERVING } from '../server/platform/db/pool.ts';
import type { Services } from '../server/services.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { expectAccessible } from './browser.ts';
import { expectFocus } from './fields.ts';
import { openOffice, type Office } from './office.ts';
import { mailTo } from './outbox.ts';
import { journeyBook, yearUnderWay } from './placements.ts';

/** What a list is filtered by is kept as a view, shared with the branch, opened by a colleague, and deleted. */
let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const maker = await office.caller('underwriter.nbo');
  await maker.call('POST underwriting/save', examplePolicy(await journeyBook(maker, 'LOCAL'), yearUnderWay()));
});
afterAll(() => office?.closeSound());

const NAME = 'Drafts of the mill';

test('what the list is filtered by is kept under a name, and shared', async () => {
  const page = await office.desk('underwriter.nbo');
  await page.goto('/underwriting');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByText('No views yet.').waitFor();
  await page.getByText('Search, filter, sort or choose columns first.').waitFor();
  await expectAccessible(page, 'views of a list, none yet');
  // Why it cannot be done is read as any text: neither it nor what it is in is faint.
  const share = `(() => {
    let at = [...document.querySelectorAll('[role=menuitem] span')].find((one) => /^Search, filter/.test(one.textContent));
    let share = 1;
    for (; at; at = at.parentElement) share *= getComputedStyle(at).opacity;
    return share;
  })()`;
  expect(await page.evaluate(share)).toBe(1);
  await page.keyboard.press('Escape');
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(/^Search policies|^Reference/))
    .first()
    .fill('Kisumu');
  await page.waitForURL(/q=Kisumu/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await expectFocus(dialog.getByLabel('Name'));
  expect(await dialog.getByLabel('Name').getAttribute('maxlength')).toBe('60');
  await dialog.getByText('At most 60 characters.', { exact: true }).waitFor();
  await dialog.getByLabel('Name').fill(NAME);
  await dialog.getByRole('switch', { name: 'Shared with the branch' }).check();
  await expectAccessible(page, 'a view as it is kept');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await page.getByRole('button', { name: 'Views' }).getByText(NAME).waitFor();
  // What is said of it is no matter of a dialog that is opened afterwards.
  const said = page.getByText('View saved', { exact: true });
  await said.hover();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: `Change “${NAME}”…` }).click();
  const changing = page.getByRole('dialog', { name: `Change “${NAME}”` });
  await changing.waitFor();
  expect(await changing.getByText('View saved', { exact: true }).count()).toBe(0);
  await changing.getByRole('button', { name: 'Cancel' }).click();
});

test('a colleague opens it, and does not change it; its maker deletes it', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/underwriting');
  await page.getByRole('button', { name: 'Views' }).click();
  await expectAccessible(page, 'views of a list');
  await page.getByRole('menuitem', { name: `${NAME} Shared by underwriter.nbo` }).click();
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await page.getByRole('row').filter({ hasText: 'Kisumu Sugar Works' }).first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  const maker = await office.desk('underwriter.nbo');
  await maker.getByRole('button', { name: 'Views' }).click();
  await maker.getByRole('menuitem', { name: `Delete “${NAME}”…` }).click();
  await maker.getByRole('button', { name: 'Delete view' }).click();
  await maker.getByText('View deleted').waitFor();
  await maker.getByRole('button', { name: 'Views' }).click();
  await maker.getByText('No views yet.').waitFor();
});

test('a list opens with the view that one chose for it, for oneself alone, and without it again', async () => {
  const page = await office.desk('underwriter.nbo');
  const menu = page.getByRole('button', { name: 'Views' });
  const views = async (target: typeof page) => {
    await target.getByRole('button', { name: 'Views' }).click();
    await target.getByRole('menu').waitFor();
  };
  await page.goto('/underwriting?q=Kisumu');
  await views(page);
  expect(await page.getByRole('menuitem', { name: /^Open with/ }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByLabel('Name').fill('The mill');
  await dialog.getByRole('switch', { name: 'Shared with the branch' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await menu.getByText('The mill').waitFor();
  await views(page);
  await page.getByRole('menuitem', { name: 'Open with “The mill” from now on' }).click();
  await page.getByText('Opens with this view').waitFor();
  // By its own address it opens with the view; by one that says something it shows that.
  await page.goto('/underwriting');
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await menu.getByText('The mill').waitFor();
  await page.goto('/underwriting?status=DRAFT');
  await page.getByRole('row').filter({ hasText: 'Kisumu' }).first().waitFor();
  await views(page);
  await expectAccessible(page, 'views of a list that opens with one');
  expect(new URL(page.url()).search).toBe('?status=DRAFT');
  // Without it the list is whole, also when it is read anew.
  await page.getByRole('menuitem', { name: 'Without a view' }).click();
  await page.waitForURL(/\?view=none$/);
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Kisumu' }).first().waitFor();
  expect(new URL(page.url()).search).toBe('?view=none');
  // A colleague who sees the view has the list as before.
  const other = await office.desk('manager.nbo');
  await other.goto('/underwriting');
  await views(other);
  await other.getByRole('menuitem', { name: 'The mill Shared by underwriter.nbo', exact: true }).waitFor();
  expect(await other.getByRole('menuitem', { name: 'Without a view' }).count()).toBe(0);
  expect(new URL(other.url()).search).toBe('');
  await other.keyboard.press('Escape');
  // Root, who does not change it, may take it away.
  const root = await office.desk('root');
  await root.goto(`/underwriting${new URL(page.url()).search}`);
  await views(root);
  await root.getByRole('menuitem', { name: 'The mill Shared by underwriter.nbo', exact: true }).click();
  await root.waitForURL(/view=\d+/);
  await views(root);
  await root.getByRole('menuitem', { name: 'Delete “The mill”…' }).waitFor();
  expect(await root.getByRole('menuitem', { name: /^Change/ }).count()).toBe(0);
  await root.keyboard.press('Escape');
  // From the navigation it opens with the view again, until that is taken back.
  await page.getByRole('link', { name: 'Underwriting', exact: true }).first().click();
  await page.waitForURL(/q=Kisumu.*view=\d+/);
  await views(page);
  await page.getByRole('menuitem', { name: 'Stop opening with “The mill”' }).click();
  await page.getByText('Opens without a view').waitFor();
  await page.goto('/underwriting');
  await views(page);
  await page.getByRole('menuitem', { name: 'The mill Shared with the branch', exact: true }).click();
  await page.waitForURL(/view=\d+/);
  await views(page);
  await page.getByRole('menuitem', { name: 'Delete “The mill”…' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page.getByText('View deleted').waitFor();
});

test('a list opens straight in its view: it is asked for as the view has it alone; one without is asked for at once', async () => {
  const { call } = await office.caller('manager.nbo');
  const kept = async (list: string, query: string) => {
    const { id } = await call('POST view/save', { list, name: 'Straight', query, shared: false });
    await call('PUT view/opens', { id, opens: true });
    return id;
  };
  const [mill, ages] = [
    await kept('underwriting/items', 'q=Kisumu'),
    await kept('receivable/ageingoverviewreport', 'asat=2026-01-31'),
  ];
  const { page } = await office.open({ who: 'manager.nbo' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${pathname}${search}`.replace('/api/sca/v1/', ''));
  });
  const askedOf = (path: string) => asked.filter((one) => one.split('?')[0] === path);
  // What is known of views comes late.
  const known: string[] = [];
  await page.route('**/view/items*', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    known.push(route.request().url());
    await route.continue();
  });
  await page.goto('/underwriting');
  await page.waitForURL(new RegExp(`q=Kisumu&view=${mill}$`));
  await page.getByRole('row').filter({ hasText: 'Kisumu' }).first().waitFor();
  expect(askedOf('underwriting/items').filter((one) => !one.includes('searchValue=Kisumu'))).toEqual([]);
  // So does a report.
  const [report] = await Promise.all([
    page.waitForResponse('**/receivable/ageingoverviewreport*'),
    page.goto('/ageingoverviewreport'),
  ]);
  expect(report.url()).toContain('asat=2026-01-31');
  await page.waitForURL(new RegExp(`asat=2026-01-31&view=${ages}$`));
  // A list that opens with none does not wait for its views; what is left does not open in it.
  await Promise.all([
    page.waitForRequest('**/claim/items?*'),
    page.getByRole('link', { name: 'Claims', exact: true }).first().click(),
  ]);
  expect(known.filter((one) => one.includes('list=claim'))).toEqual([]);
  await page.getByText('No claims yet.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  // By the navigation it is the same.
  asked.length = 0;
  await page.getByRole('link', { name: 'Underwriting', exact: true }).first().click();
  await page.waitForURL(new RegExp(`q=Kisumu&view=${mill}$`));
  await page.getByRole('row').filter({ hasText: 'Kisumu' }).first().waitFor();
  expect(askedOf('underwriting/items').filter((one) => !one.includes('searchValue=Kisumu'))).toEqual([]);
});

test('a view says what its report shows before anything is chosen, so that its file is of the same', async () => {
  const page = await office.desk('manager.nbo');
  for (const [path, name, said] of [
    ['/trialbalance', 'Balances', 'period=year'],
    ['/taxreturn', 'Taxes of the year', 'period=year'],
    ['/statements', 'Who owes', 'side=REINSURED'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
    const saving = page.getByRole('dialog', { name: 'Save as a view' });
    await saving.getByLabel('Name').fill(name);
    await saving.getByRole('button', { name: 'Save view' }).click();
    await page.waitForURL(new RegExp(`${said}.*view=\\d+`));
    await page.getByRole('button', { name: 'Views' }).getByText(name).waitFor();
  }
});

test('a view of a tax return with one tax chosen is of the documents of that tax, which its page exports', async () => {
  const page = await office.desk('manager.nbo');
  const { call } = await office.caller('manager.nbo');
  const { data } = await (await office.caller('root')).call('GET tax/items');
  const tax = String(data[0].id);
  await page.goto(`/taxreturn?tax=${tax}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as a view' });
  await saving.getByLabel('Name').fill('One tax');
  await saving.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/tax=.*view=\d+/);
  const kept = await call('GET view/items?list=taxes/return/documents');
  expect(kept.data).toEqual([expect.objectContaining({ name: 'One tax', query: `period=year&tax=${tax}` })]);
});

test('a view of a report is mailed by the calendar: its file is in the outbox, and its log says so', async () => {
  const page = await office.desk('manager.nbo');
  await page.goto('/exposure?by=class');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as a view' });
  await saving.getByLabel('Name').fill('Accumulation');
  await saving.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/by=class.*view=\d+/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Mail “Accumulation” on a schedule…' }).click();
  await page.waitForURL(/\/views/);
  const dialog = page.getByRole('dialog', { name: 'Mail “Accumulation”' });
  await dialog.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'underwriter.nbo' }).click();
  await dialog.getByRole('button', { name: 'Take underwriter.nbo off' }).waitFor();
  // A press beside a list that is still open closes the list and does nothing else.
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await dialog.getByRole('switch', { name: 'Only when not empty' }).uncheck();
  await expectAccessible(page, 'a view as it is mailed');
  await dialog.getByRole('button', { name: 'Mail view' }).click();
  // The empty page behind the dialog says "No view is mailed.": the toast alone tells that it is kept.
  await page.getByText('View is mailed', { exact: true }).waitFor();
  const pool = openPool({ url: office.ownerUrl, parameters: SERVING, onError: () => undefined });
  try {
    // Tomorrow at ten in Nairobi: what leaves is one mail, whatever the hour of this journey.
    const now = new Date(Date.now() + 86_400_000);
    now.setUTCHours(7, 0, 0, 0);
    const lists = viewedLists(allRoutes({} as Services));
    // As often as the upkeep may come by: what a busy database put off leaves then, and nothing leaves twice.
    for (let visit = 0; visit < 3; visit += 1)
      await mailViews({ database: openDatabase(pool), now, lists: () => lists, publicUrl: office.url });
  } finally {
    await pool.end();
  }
  await mailTo(office.dataDir, 'underwriter.nbo@slipway.test', /exposure-\d{4}-\d\d-\d\d\.xlsx/);
  await page.goto('/views');
  await page.getByRole('link', { name: 'Accumulation' }).click();
  await page.waitForURL(/\/views\?open=\d+$/);
  await page.getByRole('dialog', { name: 'Accumulation' }).waitFor();
  await page.getByRole('list', { name: 'What became of each day' }).getByText('underwriter.nbo').waitFor();
  await expectAccessible(page, 'a mailed view with its log');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/views$/);
  await expectFocus(page.getByRole('link', { name: 'Accumulation' }));
});
