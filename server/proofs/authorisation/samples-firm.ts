import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import { codeOf } from '../../testing/chart.ts';

const none: Sample = { of: () => ({}) };
const firmWide = (of: Sample['of']): Sample => ({ of, firmWide: true });

const IDENTITY = {
  name: 'Proof Brokers',
  trading_name: '',
  registration: '',
  tax_number: '',
  licence: '',
  postal_address: '',
  street_address: '',
  phone: '',
  email: '',
  website: '',
  lloyds_broker_number: '',
  document_footer: '',
};
const BOOKS = {
  base_currency: 'KES',
  time_zone: 'Africa/Nairobi',
  year_start_month: 1,
  brokerage_recognition: 'DEBIT_NOTE',
  maker_checker: true,
};
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#123"/></svg>',
);

// Written by letters alone, so that each is another.
const letters = (unique: string, length: number) =>
  Array.from(unique)
    .map((sign) => String.fromCharCode(65 + (sign.charCodeAt(0) % 26)))
    .join('')
    .padEnd(length, 'Q')
    .slice(-length);

const saving = (values: object): Sample =>
  firmWide(async () => ({ body: { ...values, ...(await fixtures.first('select version from firm')) } }));

const FIRM: Record<string, Sample> = {
  'PUT /firm': saving(IDENTITY),
  'PUT /firm/books': saving(BOOKS),
  'POST /firm/books/preview': firmWide(() => ({ body: BOOKS })),
  'PUT /firm/underwriting': saving({ short_rate: '90', brokerage_on_cover_notes: true }),
  'PUT /firm/reminders': saving({ first: 7, second: 21, final: 35 }),
  'PUT /firm/sessions': saving({ session_hours: 12, idle_minutes: 60 }),
  'PUT /firm/retention': saving({
    jobs_years: 1,
    mails_years: 1,
    imports_years: 2,
    personal_years: 10,
    attempts_days: 1,
  }),
  'PUT /firm/mail': saving({ from_name: '', reply_to: '', signature: '' }),
  'POST /firm/mail/test': none,
  'POST /firm/logo': firmWide(() => ({ body: LOGO })),
  'GET /firm/logo': firmWide(() => ({})),
  'DELETE /firm/logo': none,
  'POST /firm/letterhead': firmWide(() => ({ body: IDENTITY })),
};

const branchVersion = (id: number) => fixtures.first(`select version from branches where id = ${id}`);

const BRANCHES: Record<string, Sample> = {
  'GET /branch/holds/{id}': firmWide(({ world }) => ({ params: { id: world.branch.id } })),
  'POST /branch/save': firmWide(({ unique }) => ({
    body: { code: letters(unique, 5), name: 'A branch', address: '', phone: '' },
  })),
  'PUT /branch/edit': firmWide(async ({ world }) => ({
    body: {
      id: world.branch.id,
      name: 'A branch of the proof',
      address: '',
      phone: '',
      ...(await branchVersion(world.branch.id)),
    },
  })),
  'PUT /branch/update': firmWide(async ({ world }) => ({
    query: { id: world.branch.id, status: 'ACTIVE' },
    body: await branchVersion(world.branch.id),
  })),
};

const NUMBERING: Record<string, Sample> = {
  'PUT /numbering/save': firmWide(async () => {
    const { version = 0 } = await fixtures.first(`select version from number_formats where kind = 'INV'`);
    return { body: { kind: 'INV', format: '{KIND}/{BRANCH}/{YYYY}/{NNNNNN}', version } };
  }),
};

const BANK = {
  name: 'Client account',
  bank: 'Proof Bank',
  bank_branch: '',
  iban: '',
  swift: '',
  currency: 'KES',
  purpose: 'CLIENT',
  branch_id: null,
  is_default: false,
};
const bankAccount = () =>
  fixtures.first('select id, version from bank_accounts where not stands_in order by id limit 1');
const BANKS: Record<string, Sample> = {
  'POST /bankaccount/save': firmWide(({ unique }) => ({ body: { ...BANK, number: `0100${unique}` } })),
  'PUT /bankaccount/edit': firmWide(async ({ unique }) => ({
    body: { ...BANK, number: `0200${unique}`, ...(await bankAccount()) },
  })),
  'PUT /bankaccount/update': firmWide(async () => {
    const { id = 0, version = 1 } = await bankAccount();
    return { query: { id, status: 'ACTIVE' }, body: { version } };
  }),
};

const TERMS: Record<string, Sample> = {
  'POST /paymentterms/save': firmWide(async () => {
    const { count = 0 } = await fixtures.first('select count(*)::int as count from payment_terms');
    return { body: { code: `LUMP_${200 + count}`, label: 'Terms of the proof' } };
  }),
  'PUT /paymentterms/edit': firmWide(async () => ({
    body: {
      label: 'Within 30 days',
      enabled: true,
      ...(await fixtures.first(`select id, version from payment_terms where code = 'LUMP_30'`)),
    },
  })),
  'PUT /paymentterms/order': firmWide(async () => ({
    body: await fixtures.first('select array_agg(id order by position, id) as ids from payment_terms'),
  })),
};

const RATE = {
  rate: '1',
  basis: 'GROSS',
  borne_by: 'BROKER',
  applies_to: 'ALL',
  market: 'LONDON',
  class_id: null,
  effective_from: '2190-01-01',
  effective_to: null,
  enabled: false,
};
const stamp = () => fixtures.first(`select id, version from taxes where code = 'STAMP'`);
const rateOfStamp = async () => {
  const { id = 0, version = 1 } = await fixtures.first(
    `select r.id, t.version from tax_rates r join taxes t on t.id = r.tax_id where t.code = 'STAMP' order by r.id desc limit 1`,
  );
  return { id, version };
};
const TAXES: Record<string, Sample> = {
  'POST /tax/save': firmWide(({ unique }) => ({ body: { code: letters(unique, 8), name: 'A levy' } })),
  'PUT /tax/edit': firmWide(async () => ({ body: { ...(await stamp()), name: 'Stamp duty' } })),
  'POST /tax/rate': firmWide(async () => ({ body: { ...RATE, tax_id: (await stamp())['id'] } })),
  'PUT /tax/rate': firmWide(async () => ({ body: { ...RATE, ...(await rateOfStamp()) } })),
  'PUT /tax/rate/end': firmWide(async () => ({ body: { ...(await rateOfStamp()), effective_to: '2190-12-31' } })),
  'POST /tax/preview': firmWide(() => ({ body: RATE })),
};

const ACCOUNTS: Record<string, Sample> = {
  'POST /ledgeraccount/save': firmWide(async () => {
    const { next = 5301 } = await fixtures.first(
      `select max(code::int) + 1 as next from ledger_accounts where code like '53%'`,
    );
    return { body: { code: String(next), name: 'An account', type: 'EXPENSE', sub_kind: 'NONE' } };
  }),
  'PUT /ledgeraccount/edit': firmWide(async () => ({
    body: {
      code: codeOf('EXPENSES'),
      name: 'Expenses',
      status: 'ACTIVE',
      ...(await fixtures.first(`select version from ledger_accounts where code = '${codeOf('EXPENSES')}'`)),
    },
  })),
  'GET /ledgeraccount/subaccounts': { of: () => ({ query: { account: codeOf('PREMIUM_RECEIVABLE') } }) },
};

export const FIRM_SAMPLES: Record<string, Sample> = {
  ...FIRM,
  ...BRANCHES,
  ...NUMBERING,
  ...BANKS,
  ...TERMS,
  ...TAXES,
  ...ACCOUNTS,
};
