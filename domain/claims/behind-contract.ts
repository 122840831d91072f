/** The rows behind the reports on claims: what each movement changed, and the claims and premiums of a result. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import { below, count, day, id, money, optional, record, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, currencyCode, dayParam, firstRows, format, idText, text as textOf } from '../wire.ts';
import { closingParam, figureAtClosing } from '../reports/closing-rates.ts';
import { UNDERWRITING_GROUPS } from './table.ts';

const base = KINDS.claim.path;

/** What the approval of a claim and each movement after it changed; ours, unless it says 100 %. */
export const claimStepsTable = table({
  claim: record('Claim'),
  movement: below('claim', optional(record('Movement'))),
  day: titled('Date', day('Approved')),
  currency: titled('Cur.', text('Currency')),
  incurred_whole: totalled(money('Incurred, 100%')),
  incurred: below('incurred_whole', totalled(money('Incurred'))),
  called: totalled(money('Called')),
  fees: totalled(money('Fees')),
  ex_gratia: below('fees', totalled(money('Ex gratia'))),
  salvage: totalled(money('Salvage')),
  made_by: text('Made by'),
  approved_by: below('made_by', text('Approved by')),
});

export const claimSteps = endpoint({
  method: 'GET',
  path: `${base}/steps`,
  access: 'reports.production',
  effect: 'read',
  summary: 'What the approval of a claim and each of its movements changed, up to a day or between two.',
  query: z.object({ branch: branchParam, claim: idText, from: dayParam, asat: dayParam, format }),
  reply: z.object({ data: z.array(claimStepsTable.row) }),
});

const ofResult = {
  branch: branchParam,
  by: z.optional(z.enum(UNDERWRITING_GROUPS, 'Choose by what.')),
  key: z.optional(textOf({ max: 20, message: 'Not a row of the report.' })),
  currency: z.optional(currencyCode),
  asat: dayParam,
  from: dayParam,
  to: dayParam,
  format,
};

/** A claim, or a security's part of it, in the currency of its policy. */
export const resultClaimsTable = table({
  id: id(),
  claim: titled('Claim', text('Number')),
  name: text('Name'),
  currency: titled('Cur.', text('Currency')),
  incurred: totalled(money('Incurred')),
  called: totalled(money('Called')),
  fees: totalled(money('Fees')),
  ex_gratia: totalled(money('Ex gratia')),
  salvage: totalled(money('Salvage')),
  ...figureAtClosing('Incurred'),
});
export const resultClaims = endpoint({
  method: 'GET',
  path: `${base}/underwritingreport/claims`,
  access: 'reports.production',
  effect: 'read',
  summary: 'The claims that a row of claims against premium adds up, in the currencies of their policies.',
  query: z.object({ ...ofResult, rates: closingParam }),
  reply: z.object(firstRows(resultClaimsTable.row)),
});

/** The premium of a policy or an endorsement, or a security's line of it, over the days that it is for. */
export const resultPremiumsTable = table({
  policy: record('Policy'),
  endorsement: optional(record('Endorsement')),
  name: text('Name'),
  start: day('From'),
  end: day('To'),
  days: count('Days'),
  currency: titled('Cur.', text('Currency')),
  written: totalled(money('Premium written')),
  earned: totalled(money('Premium earned')),
});
export const resultPremiums = endpoint({
  method: 'GET',
  path: `${base}/underwritingreport/premiums`,
  access: 'reports.production',
  effect: 'read',
  summary: 'The policies and endorsements that a row of claims against premium adds up, written and earned.',
  query: z.object(ofResult),
  reply: z.object(firstRows(resultPremiumsTable.row)),
});
