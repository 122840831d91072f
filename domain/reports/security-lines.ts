/** What securities have of each placement: the lines of policies and endorsements behind the securities summary. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { below, day, money, optional, party, record, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, currencyCode, dayParam, firstRows, format } from '../wire.ts';
import { ofSecurity } from './ageing.ts';
import { classParam } from './security-statement.ts';

/** Of a document of another system its net alone is known. */
export const securityLinesTable = table({
  security: party('Security'),
  policy: optional(record('Policy')),
  endorsement: below('policy', optional(record('Endorsement'))),
  document: text('Document'),
  class: text('Class'),
  posted_on: titled('Date', day('Posted')),
  currency: titled('Cur.', text('Currency')),
  sharepremium: titled('Ceded', totalled(money('Premium ceded'))),
  commission: totalled(money('Commission')),
  brokerage: below('commission', totalled(money('Brokerage'))),
  tax: totalled(money('Tax')),
  deductions: below('tax', totalled(money('Deductions'))),
  netpayable: totalled(money('Net')),
});

export const securityLines = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/s3/lines`,
  access: 'reports.money',
  effect: 'read',
  summary: 'The lines of policies and endorsements that the securities summary adds up, as at any date.',
  query: z.object({
    param: z.optional(ofSecurity.param),
    branch: branchParam,
    asat: dayParam,
    currency: z.optional(currencyCode),
    class: classParam,
    format,
  }),
  reply: z.object({
    ...firstRows(securityLinesTable.row),
  }),
});
