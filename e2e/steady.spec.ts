import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_FORM } from '../domain/testing/runs.ts';
import { examplePolicy } from '../server/testing/factories.ts';
import { claimRecords } from './claim-records.ts';
import { openOffice, type Office } from './office.ts';
import { moneyRecords } from './money-records.ts';
import { journeyBook, placedRecords, yearUnderWay } from './placements.ts';
import { shiftsOf } from './shifts.ts';

/** Nothing moves while a page comes: neither by what its calls answer, in whatever order, nor by its font. */
const MOST = 0.02;
const WAITING = 8;

let office: Office;
let policy: number;
let client: number;
let security: number;
beforeAll(async () => {
  office = await openOffice();
  const [maker, checker] = [await office.caller('underwriter.lon'), await office.caller('manager.lon')];
  ({ policy } = await placedRecords({ maker, checker }));
  await claimRecords({ handler: await office.caller('claims.lon'), checker }, policy);
  await moneyRecords(await office.caller('accountant.lon'), policy, await office.caller('root'));
  // Half of them wait for the manager, half are sent back to the underwriter.
  const book = await journeyBook(maker, 'LOCAL');
  client = book.reinsured;
  security = book.a;
  for (let nth = 0; nth < WAITING; nth += 1) {
    const { id } = await maker.call('POST underwriting/save', examplePolicy(book, yearUnderWay()));
    const { version } = await maker.call(`PUT underwriting/submit/${id}`);
    if (nth % 2 === 1) continue;
    const reason = 'The fac is not what was agreed.';
    await checker.call(`PUT underwriting/approve/${id}/REJECTED/${checker.userId}`, { version, reason });
  }
});
afterAll(() => office?.closeSound());

const PAGES: Record<string, { who: string; path: () => string; shows?: string }> = {
  'a manager’s dashboard': { who: 'manager.lon', path: () => '/dashboard' },
  // Its first steps are above the rest.
  'a new branch’s dashboard': { who: 'manager.nbo', path: () => '/dashboard', shows: 'First steps' },
  'an underwriter’s dashboard': { who: 'underwriter.lon', path: () => '/dashboard' },
  'a claims handler’s dashboard': { who: 'claims.lon', path: () => '/dashboard' },
  policies: { who: 'manager.lon', path: () => '/underwriting' },
  'a policy': { who: 'manager.lon', path: () => `/underwriting/${policy}` },
  claims: { who: 'manager.lon', path: () => '/claims' },
  payables: { who: 'accountant.lon', path: () => '/payables' },
  'a client': { who: 'accountant.lon', path: () => `/parties/${client}` },
  'what is outstanding': { who: 'accountant.lon', path: () => '/facultativereportout' },
  'a reinsurer': { who: 'manager.lon', path: () => `/parties/${security}` },
};

const WIDTHS = [390, 1440];
/** The short form looks at each page in one of the widths by turns. */
const widthsOf = (nth: number) => (LONG_FORM ? WIDTHS : WIDTHS.filter((_, turn) => turn === nth % WIDTHS.length));

test.each(
  Object.entries(PAGES).flatMap(([name, page], nth) => widthsOf(nth).map((width) => ({ name, width, ...page }))),
)('$name at $width px stays where it is', async ({ name, width, who, path, shows }) => {
  const { page, context } = await office.open({ who, touch: width === 390, width });
  const { sum, moved } = await shiftsOf(page, path());
  console.log(`${name} at ${width} px: ${sum.toFixed(4)}`);
  if (shows !== undefined) expect(await page.getByText(shows).isVisible()).toBe(true);
  expect(sum, moved.join('\n')).toBeLessThan(MOST);
  await context.close();
});
