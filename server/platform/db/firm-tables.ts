import type { DB } from './types.ts';

const REGISTER = 'A register of the whole firm: every branch works with the same one.';
const SETTING = 'A setting of the whole firm.';
const BEFORE_WHO = 'Read before it is known who asks, to find out who that is.';
// A wall by user would have to open for each of these, and then divide nothing.
const FACTOR =
  'Looked at by the sign-in, before there is a session of its user; managers of users see that there is one, root removes it.';

/** The tables that no row-level security divides, each with the reason. Every other table lies in a branch or is a user's. */
export const FIRM_TABLES = {
  attempts: BEFORE_WHO,
  audit_chain: 'Digests alone, of all acts in one row; facts are in the trail, which has branches.',
  authority_limits: SETTING,
  branches: REGISTER,
  claim_thresholds: SETTING,
  clause_wordings: REGISTER,
  clauses: REGISTER,
  closed_periods: 'A month is closed for the whole firm.',
  countries: REGISTER,
  cover_type_clauses: REGISTER,
  cover_types: REGISTER,
  currencies: REGISTER,
  exchange_rates: REGISTER,
  firm: SETTING,
  firm_logo: SETTING,
  import_matchings: 'How headings were matched to fields: no rows of a file, and of use to everybody who imports.',
  loss_events: 'One event hits policies of several branches; its claims lie in theirs.',
  ledger_accounts: 'One chart for the whole firm; what is booked on it has branches.',
  mail_texts: SETTING,
  number_formats: SETTING,
  parties: REGISTER,
  party_bank_accounts: REGISTER,
  party_contacts: REGISTER,
  party_intermediaries: REGISTER,
  party_merges: REGISTER,
  passkey_challenges: 'Given to a browser that has not said yet whose it is; used up by the answer.',
  passkeys: `${FACTOR} Public keys alone.`,
  password_links: `${BEFORE_WHO} Hashes alone.`,
  payer_names: 'By which names and accounts parties pay: the register of parties is every branch’s.',
  payment_terms: SETTING,
  pending_sign_ins: BEFORE_WHO,
  recovery_codes: `${FACTOR} Hashes alone.`,
  rights_edition: 'Says that something changed of what somebody may do, and nothing of what.',
  roles: REGISTER,
  sessions: `${BEFORE_WHO} No token: its signature needs a key that is not here. Managers of users see and end those of theirs.`,
  tax_rates: REGISTER,
  taxes: REGISTER,
  totp_secrets: `${FACTOR} Sealed with a key that the application’s role cannot read.`,
  traced_tries: BEFORE_WHO,
  user_roles: BEFORE_WHO,
  users: 'Names of colleagues are beside every act, in every branch.',
} as const satisfies Partial<Record<keyof DB, string>>;
