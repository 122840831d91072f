import { afterEach, beforeEach, expect, test } from 'vitest';
import { examplePolicy, makeBook, userId } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { mailedViewCalls } from './mailed.factories.ts';

let t: TestApp;
let [underwriter, manager, cashier, root]: number[] = [];
const { mails, viewOf, mailed, record, on, sheetOf } = mailedViewCalls(() => t);

// A policy in each branch, and a manager who decides in both.
beforeEach(async () => {
  t = await testApp();
  mails.length = 0;
  const book = await makeBook(t);
  [underwriter, manager, cashier, root] = await Promise.all(
    ['underwriter.nbo', 'manager.nbo', 'cashier.nbo', 'root'].map((who) => userId(t, who)),
  );
  for (const who of ['underwriter.nbo', 'underwriter.lon'])
    await t.call(who, 'POST /api/sca/v1/underwriting/save', { body: examplePolicy(book) });
  await alsoIn('LON', manager, 'ROLE_MANAGER');
});
afterEach(() => t?.close());

const alsoIn = (branch: string, user: number | undefined, role: string) =>
  t.ownerPool.query(
    'insert into user_roles (user_id, branch_id, role) select $1, id, $2 from branches where code = $3',
    [user, role, branch],
  );
const addressed = () => mails.map((mail) => String(mail.to)).toSorted();

test('a view of all branches leaves with those of each person; who audits gets none of it', async () => {
  await alsoIn('LON', cashier, 'ROLE_AUDITOR');
  const view = await viewOf({ name: 'Both', query: 'branches=ALL' });
  const { body: made } = await mailed(view, { format: 'pdf', users: [underwriter, manager, cashier] });
  await on('2026-03-02');
  const textFor = (who: string) => {
    const mail = mails.find((one) => String(one.to).startsWith(who));
    return readPdfText(Buffer.from(mail?.attachments?.[0]?.bytes ?? []));
  };
  expect(textFor('manager.nbo')).toMatch(/LON\/FAC[\s\S]*NBO\/FAC|NBO\/FAC[\s\S]*LON\/FAC/);
  expect(textFor('underwriter.nbo')).not.toContain('LON/FAC');
  expect(addressed()).toEqual(['manager.nbo@slipway.test', 'underwriter.nbo@slipway.test']);
  expect((await record(made.id)).sendings).toContainEqual(
    expect.objectContaining({ status: 'REFUSED', message: 'An auditor reads one branch at a time. Choose a branch.' }),
  );
});

test.each([
  ['', ['NBO']],
  ['branch=ALL', ['NBO']],
  ['branch=LON', ['LON']],
  ['branch=LON&branches=ALL', ['LON']],
  ['branch=NBO&branches=ALL', ['NBO']],
  ['branches=LON,NBO', ['LON', 'NBO']],
  ['branches=LON', ['LON']],
])('a view of “%s” leaves with the policies of %o, as on the screen', async (query, branches) => {
  const { body: made } = await mailed(await viewOf({ name: 'Where', query }), { users: [root, manager, underwriter] });
  await on('2026-03-02');
  for (const who of ['manager.nbo', 'root']) {
    const text = JSON.stringify(await sheetOf('Where', who));
    expect([who, ...['LON', 'NBO'].filter((branch) => text.includes(`${branch}/FAC`))]).toEqual([who, ...branches]);
  }
  // Who does not work in a branch that is named gets none of it.
  const sent = (await record(made.id)).sendings.find((one: { user: { id: number } }) => one.user.id === underwriter);
  expect([sent.status, sent.message]).toEqual(
    query.includes('LON') ? ['REFUSED', 'They do not work in every branch that it is of.'] : ['SENT', ''],
  );
});
