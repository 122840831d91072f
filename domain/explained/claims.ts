/** What is behind the figures of the reports on claims: movements, and the claims and premiums of a result. */
import {
  claimSteps,
  claimStepsTable,
  resultClaims,
  resultClaimsTable,
  resultPremiums,
  resultPremiumsTable,
} from '../claims/behind-contract.ts';
import { largeLosses, largeLossTable } from '../claims/large-losses.ts';
import { claimReport, recoveryBoard, underwritingReport } from '../claims/report-contract.ts';
import { recoveryTable, registerTable, underwritingTable } from '../claims/table.ts';
import { behind, explained, type QueryOf } from '../tables/behind.ts';
import { type Day, firstOfYear } from '../values/day.ts';
import { CLAIM_STEPS, RESULT_CLAIMS, RESULT_PREMIUMS } from './sources.ts';

type Query = QueryOf<typeof claimReport>;
type StepFigure = 'incurred_whole' | 'incurred' | 'called' | 'fees' | 'ex_gratia' | 'salvage';

/** Of the whole claim; a security's bordereau divides it. */
const stepped =
  (column: StepFigure) =>
  (row: { id: number }, { branch, asat, security }: Query) =>
    security === undefined || column === 'incurred_whole'
      ? behind(CLAIM_STEPS, { branch, claim: String(row.id), asat }, column)
      : 'DIVIDED';
const moved =
  (column: 'incurred' | 'called') =>
  (row: { id: number }, { branch, asat, from, security }: Query, today: Day) =>
    security === undefined
      ? behind(CLAIM_STEPS, { branch, claim: String(row.id), asat, from: from ?? firstOfYear(asat ?? today) }, column)
      : 'DIVIDED';

export const register = explained(
  { call: claimReport, table: registerTable },
  {
    incurred_whole: stepped('incurred_whole'),
    incurred: stepped('incurred'),
    called: stepped('called'),
    outstanding: 'COLUMNS',
    collected: 'RECORD',
    paid: 'RECORD',
    fees: stepped('fees'),
    ex_gratia: stepped('ex_gratia'),
    salvage: stepped('salvage'),
    incurred_moved: moved('incurred'),
    called_moved: moved('called'),
    base_closing: 'CONVERTED',
  },
);
const OF_STEP = {
  incurred_whole: 'RECORD',
  incurred: 'RECORD',
  called: 'RECORD',
  fees: 'RECORD',
  ex_gratia: 'RECORD',
  salvage: 'RECORD',
} as const;
export const steps = explained({ call: claimSteps, table: claimStepsTable }, OF_STEP);

type ResultRow = { id: string; currency: string };
type ResultQuery = QueryOf<typeof underwritingReport>;
const ofRow = ({ id, currency }: ResultRow, { branch, by, asat, from, to }: ResultQuery) => ({
  branch,
  by: by ?? 'class',
  key: id,
  currency,
  asat,
  from,
  to,
});
const lost =
  (column: 'incurred' | 'called' | 'fees' | 'ex_gratia' | 'salvage') => (row: ResultRow, query: ResultQuery) =>
    behind(RESULT_CLAIMS, ofRow(row, query), column);
const brought = (column: 'written' | 'earned') => (row: ResultRow, query: ResultQuery) =>
  behind(RESULT_PREMIUMS, ofRow(row, query), column);

export const results = explained(
  { call: underwritingReport, table: underwritingTable, rows: null },
  {
    written: brought('written'),
    earned: brought('earned'),
    incurred: lost('incurred'),
    called: lost('called'),
    fees: lost('fees'),
    ex_gratia: lost('ex_gratia'),
    salvage: lost('salvage'),
    // Each claim is converted by itself.
    base_closing: (row, query) => behind(RESULT_CLAIMS, { ...ofRow(row, query), rates: 'closing' }, 'base_closing'),
  },
);
export const claimsOfResult = explained(
  { call: resultClaims, table: resultClaimsTable },
  {
    incurred: 'RECORD',
    called: 'RECORD',
    fees: 'RECORD',
    ex_gratia: 'RECORD',
    salvage: 'RECORD',
    base_closing: 'CONVERTED',
  },
);
export const premiumsOfResult = explained(
  { call: resultPremiums, table: resultPremiumsTable },
  { written: 'RECORD', earned: 'RECORD' },
);

export const large = explained(
  { call: largeLosses, table: largeLossTable, rows: null },
  {
    incurred: (row, { branch }) => behind(CLAIM_STEPS, { branch, claim: String(row.id) }, 'incurred_whole'),
    base_incurred: 'CONVERTED',
    base_threshold: 'REGISTER',
    base_advised: 'RECORD',
  },
);
/** Its invoices open below the row. */
export const recoveries = explained(
  { call: recoveryBoard, table: recoveryTable, rows: null },
  {
    called: 'RECORD',
    collected: 'RECORD',
    open: 'RECORD',
    to_be_agreed: 'RECORD',
    overdue: 'RECORD',
    disputed: 'RECORD',
  },
);
