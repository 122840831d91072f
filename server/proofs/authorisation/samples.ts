import * as z from 'zod/mini';
import type { Endpoint } from '../../../domain/endpoint.ts';
import type { Permission, Role } from '../../../domain/permissions.ts';
import type { Person } from './people.ts';
import { ACCOUNT_SAMPLES, DELETE_USER } from './samples-accounts.ts';
import { ATTACHMENT_SAMPLES } from './samples-attachments.ts';
import { AUTHORITY_SAMPLES } from './samples-authority.ts';
import { BANK_SAMPLES } from './samples-banks.ts';
import { BATCH_SAMPLES } from './samples-batches.ts';
import { BUDGET_SAMPLES } from './samples-budgets.ts';
import { CLAIM_SAMPLES } from './samples-claims.ts';
import { CLOSING_SAMPLES } from './samples-closing.ts';
import { ENDORSEMENT_SAMPLES } from './samples-endorsements.ts';
import { FIRM_SAMPLES } from './samples-firm.ts';
import { IMPORT_SAMPLES } from './samples-imports.ts';
import { INTERCHANGE_SAMPLES } from './samples-interchange.ts';
import { LONDON_SAMPLES } from './samples-london.ts';
import { MONEY_SAMPLES } from './samples-money.ts';
import { PARTY_SAMPLES } from './samples-parties.ts';
import { PASSING_SAMPLES } from './samples-passing.ts';
import { PRIVACY_SAMPLES } from './samples-privacy.ts';
import { RECONCILIATION_SAMPLES } from './samples-reconciliations.ts';
import { SCHEDULE_SAMPLES } from './samples-schedules.ts';
import { REGISTER_SAMPLES } from './samples-registers.ts';
import { RENEWAL_SAMPLES } from './samples-renewals.ts';
import { REPLACEMENT_SAMPLES } from './samples-replacements.ts';
import { STATEMENT_SAMPLES } from './samples-statements.ts';
import type { World } from './scene.ts';
import { codeOf } from '../../testing/chart.ts';

export type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
};
export type Sample = {
  /** A valid call by this person about a record of this world. */
  of: (setting: { world: World; who: Person; own: boolean; unique: string }) => Promise<Input> | Input;
  /** Roles that the endpoint's permission lets in and its action may still refuse: the finer rule says why. */
  mayRefuse?: readonly Role[];
  /** Rights of which one is needed besides the endpoint's own. */
  needs?: readonly Permission[];
  /** It shows what its readers did, which looking changes. */
  showsReaders?: boolean;
  /** It ends the sessions of who calls it. */
  endsSession?: boolean;
  /** It is about what the firm owns: there is no other branch's of it. */
  firmWide?: boolean;
  /** No caller of this proof can succeed (it needs a mailed link or an empty installation). */
  neverSucceeds?: boolean;
};

const byId = (of: (world: World, maker: string | undefined) => Promise<{ id: number }>): Sample => ({
  of: async ({ world, who, own }) => ({ params: { id: (await of(world, own ? makerOf(who) : undefined)).id } }),
});
// The caller's own record where they may make one, else the branch underwriter's.
const makerOf = (who: Person) => (['ROLE_ROOT', 'ROLE_UNDERWRITER'].includes(who.role) ? who.name : undefined);
const none: Sample = { of: () => ({}) };
const documentOf: Sample = { of: async ({ world }) => ({ query: { id: (await world.approved()).id } }) };

const POLICIES: Record<string, Sample> = {
  'GET /underwriting/{id}': byId((world) => world.approved()),
  'GET /underwriting/samenumber': {
    of: ({ world }) => ({
      query: { reinsured: world.book.reinsured, number: 'P/1', start: '2026-01-01', end: '2026-12-31' },
    }),
  },
  'POST /underwriting/save': { of: ({ world }) => ({ body: world.policyBody(NEUTRAL) }) },
  'PUT /underwriting/edit': {
    of: async ({ world }) => {
      const { id, version } = await world.draft();
      return { body: { ...world.policyBody(NEUTRAL), id, version } };
    },
  },
  'PUT /underwriting/submit/{id}': byId((world) => world.draft()),
  'PUT /underwriting/withdraw/{id}': byId((world, maker) => world.pending(maker)),
  'GET /underwriting/preview/{id}': byId((world) => world.pending()),
  'PUT /underwriting/approve/{id}/{a}/{b}': {
    of: async ({ world, who }) => {
      const { id, version } = await world.pending();
      return { params: { id, a: 'APPROVED', b: who.id }, query: { version } };
    },
  },
  'DELETE /underwriting/{id}': {
    ...byId((world, maker) => world.draft(maker)),
    // policies.view opens the address; disabling is a manager's and the maker's own.
    mayRefuse: ['ROLE_CLAIMS', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER', 'ROLE_AUDITOR'],
  },
  'GET /underwriting/findAllByReinsured': { of: ({ world }) => ({ query: { reinsured: world.book.reinsured } }) },
  'GET /underwriting/findUnderwritingSpecificsByReinsured': {
    of: ({ world }) => ({ query: { reinsured: world.book.reinsured } }),
  },
  'PUT /underwriting/debitnote': documentOf,
  'PUT /underwriting/creditnote': documentOf,
  'PUT /underwriting/reinsuranceslip': documentOf,
  'PUT /underwriting/covernote': documentOf,
  'GET /document/items': {
    of: async ({ world }) => ({ query: { record_kind: 'policy', record_id: (await world.approved()).id } }),
  },
  'GET /document/{id}': { of: async ({ world }) => ({ params: { id: (await world.document()).id } }) },
  'GET /document/verify/{code}': { of: async ({ world }) => ({ params: { code: (await world.document()).code } }) },
};
// What a caller sends must not hold the word that would count as a leak when it comes back.
const NEUTRAL = { interest: 'Plant', excess: '1%', territory: 'Kenya', cedant_policy_number: 'P-1' };

const party = ({ world }: { world: World }): Input => ({ query: { param: String(world.book.reinsured) } });
const security = ({ world }: { world: World }): Input => ({ query: { param: String(world.book.a) } });
const REPORTS: Record<string, Sample> = {
  'GET /ledger/items': { of: () => ({ query: { account: codeOf('PREMIUM_RECEIVABLE') } }) },
  'GET /ledger/account': { of: () => ({ query: { account: codeOf('PREMIUM_RECEIVABLE'), currency: 'KES' } }) },
  'GET /ledger/openitems': { of: () => ({ query: { side: 'RECEIVABLE' } }) },
  'GET /ledger/export': { of: () => ({ query: { format: 'hledger' } }) },
  'GET /ledger/entry/{id}': { of: async ({ world }) => ({ params: { id: await world.entry() } }) },
  'GET /facultativereportitem': { of: party },
  'GET /receivable/facultativereportitem': { of: party },
  'GET /receivable/ageingsummaryreport': { of: party },
  'GET /paymentvoucher/ageingsummaryreport': { of: security },
  'GET /paymentvoucher/securityreport': { of: security },
  'GET /securities/insolvency': { of: security },
  'GET /underwriting/ss': { of: async ({ world }) => ({ query: { param: (await world.approved()).id } }) },
  'GET /aggregate/dashboardpremiumoverview': { ...none, needs: ['reports.production', 'reports.money'] },
  'GET /aggregate/dashboardbrokerageoverview': { ...none, needs: ['reports.money'] },
  'GET /aggregate/dashboardamoundduetouusoverview': { ...none, needs: ['reports.receivables_ageing'] },
  'GET /aggregate/dashboardamoundduetoreinsurersoverview': { ...none, needs: ['reports.money'] },
  'GET /aggregate/search': { of: () => ({ query: { searchValue: 'canary' } }) },
  'GET /export/progress': { of: () => ({ query: { name: 'export-0001' } }) },
  'GET /audit/access': { ...none, showsReaders: true },
  'GET /audit/history': {
    of: async ({ world }) => ({ query: { entity: 'policy', id: (await world.approved()).id } }),
    // Own records alone for those who hold no audit.view_branch.
    mayRefuse: ['ROLE_UNDERWRITER', 'ROLE_CLAIMS', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER'],
  },
};

const SYSTEM: Record<string, Sample> = {
  'DELETE /api/kilakitu/v1/user/delete': DELETE_USER,
};

const withPrefix = (samples: Record<string, Sample>) =>
  Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name.replace(' /', ' /api/sca/v1/'), sample]));

const SAMPLES: Readonly<Record<string, Sample>> = {
  ...SYSTEM,
  ...withPrefix({
    ...ACCOUNT_SAMPLES,
    ...ATTACHMENT_SAMPLES,
    ...AUTHORITY_SAMPLES,
    ...BANK_SAMPLES,
    ...BATCH_SAMPLES,
    ...BUDGET_SAMPLES,
    ...CLAIM_SAMPLES,
    ...CLOSING_SAMPLES,
    ...FIRM_SAMPLES,
    ...IMPORT_SAMPLES,
    ...INTERCHANGE_SAMPLES,
    ...LONDON_SAMPLES,
    ...ENDORSEMENT_SAMPLES,
    ...MONEY_SAMPLES,
    ...PASSING_SAMPLES,
    ...PARTY_SAMPLES,
    ...POLICIES,
    ...PRIVACY_SAMPLES,
    ...REGISTER_SAMPLES,
    ...RENEWAL_SAMPLES,
    ...REPLACEMENT_SAMPLES,
    ...REPORTS,
    ...STATEMENT_SAMPLES,
    ...RECONCILIATION_SAMPLES,
    ...SCHEDULE_SAMPLES,
  }),
};

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** Whether a call is a read that asks for nothing: at most it is narrowed. */
const isBare = ({ method, effect, params, query, body }: Endpoint): boolean =>
  method === 'GET' &&
  effect === 'read' &&
  params === undefined &&
  body === undefined &&
  (query === undefined || z.safeParse(query, {}).success);

/**
 * A valid call of an endpoint. A list or a report needs no sample of its own; any other endpoint that has none fails the
 * proof, so that a new one cannot be left out.
 */
export const sampleOf = (endpoint: Endpoint): Sample | undefined =>
  SAMPLES[nameOf(endpoint)] ?? (isBare(endpoint) ? none : undefined);
