/** What a form needs, in one answer. Specification §7 Lookups. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { PERMISSIONS } from '../permissions.ts';
import { branchParam, recordId } from '../wire.ts';
import { branchChoice, classChoice, currencyChoice, ledgerAccountChoice, market, taxChoice } from './shapes.ts';
import { clauseTable } from './tables.ts';

const paymentTerm = z.object({ code: z.string(), name: z.string() });
const roleChoice = z.object({ role: z.string(), name: z.string(), permissions: z.array(z.enum(PERMISSIONS)) });

/** The account of one party or tax within a ledger account of its kind. */
const subLedgerAccount = z.object({
  sub_kind: z.enum(['REINSURED', 'SECURITY', 'TAX']),
  id: recordId,
  name: z.string(),
  market: z.nullable(market),
});

export const findAllRoles = endpoint({
  method: 'GET',
  path: `${SCA}/role/findAllRoles`,
  access: 'signed_in',
  effect: 'read',
  summary: 'The roles and what each may do.',
  reply: z.object({ data: z.array(roleChoice) }),
});

export const rolesPermissionsBranches = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/findRolesPermissionsBranches`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Roles, permissions and branches, for the form of a user.',
  reply: z.object({
    roles: z.array(roleChoice),
    permissions: z.array(z.enum(PERMISSIONS)),
    branches: z.array(branchChoice),
  }),
});

export const accountingInfo = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'Currencies, ledger and sub-ledger accounts and payment terms, for the money forms. Of each kind of party the first 500; the registers’ findAll searches the rest.',
  reply: z.object({
    currencies: z.array(currencyChoice),
    ledgerAccounts: z.array(ledgerAccountChoice),
    subLedgerAccounts: z.array(subLedgerAccount),
    more: z.boolean(),
    paymentTerms: z.array(paymentTerm),
  }),
});

export const underwritingInfo = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/underwritinginfo`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'What the form of a policy or slip needs: currencies, classes, payment terms, clauses, taxes in force today.',
  reply: z.object({
    currencies: z.array(currencyChoice),
    classes: z.array(classChoice),
    paymentTerms: z.array(paymentTerm),
    clauses: z.array(clauseTable.row),
    taxes: z.array(taxChoice),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
    branches: z.array(branchChoice),
  }),
});

export const claimInfo = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/claiminfo`,
  access: 'signed_in',
  effect: 'read',
  summary: 'What the first form of a claim needs: currencies, classes and the branch. Its policy is found by search.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ branch: branchChoice, currencies: z.array(currencyChoice), classes: z.array(classChoice) }),
});
