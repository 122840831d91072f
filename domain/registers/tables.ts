/** The registers as tables: from each follow its reply, its file and its columns on a screen. §6 Paged lists. */
import {
  choice,
  coded,
  count,
  day,
  exchangeRate,
  fileOnly,
  flag,
  hidden,
  id,
  money,
  optional,
  partyText,
  rate,
  sorted,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { POLICY_STATES, POLICY_STATUSES } from '../placements/states.ts';
import { table } from '../tables/table.ts';
import { MARKET_LABELS, markets } from './shapes.ts';
import { CURRENCY_STATES, CURRENCY_STATUSES, REGISTER_STATES, REGISTER_STATUSES } from './states.ts';

/** The state of an entry of a register. */
export const status = coded('Status', REGISTER_STATUSES, (state) => REGISTER_STATES[state].label);
const market = coded('Market', markets, (code) => MARKET_LABELS[code]);
const inState = sorted(status);

export const clauseTable = table(
  {
    id: sorted(id()),
    code: sorted(text('Code')),
    title: sorted(text('Title')),
    market: sorted(optional(market)),
    class_id: optional(id()),
    className: sorted(optional(text('Class'))),
    wordingVersion: sorted(titled('Wording', count('Wording version'))),
    status: inState,
    version: version(),
  },
  { screen: ['code', 'title', 'market', 'className', 'wordingVersion', 'status'] },
);

export const coverTypeTable = table(
  {
    id: sorted(id()),
    /** The class. */
    name1: sorted(text('Class')),
    /** The subclass; null for the class itself. */
    name2: sorted(optional(text('Subclass'))),
    name: sorted(titled('Name', text(''))),
    class_id: optional(id()),
    /** Its own; null: none, or its class's. */
    commission: optional(rate('')),
    brokerage: optional(rate('')),
    /** Its own or its class's. */
    commissionApplied: sorted(titled('Commission', optional(rate('Commission %')))),
    brokerageApplied: sorted(titled('Brokerage', optional(rate('Brokerage %')))),
    /** How many clauses its policies begin with, in either market. */
    clauses: count('Clauses'),
    status: inState,
    version: version(),
  },
  { screen: ['name', 'name1', 'commissionApplied', 'brokerageApplied', 'clauses', 'status'] },
);

/** Currencies with their last rate. */
export const currencyTable = table(
  {
    id: sorted(id()),
    code: sorted(text('Code')),
    name: sorted(text('Name')),
    exponent: titled('Decimals', count('')),
    active: flag(''),
    status: sorted(coded('Status', CURRENCY_STATUSES, (state) => CURRENCY_STATES[state])),
    base: sorted(flag('')),
    /** Base units for one unit, as last entered, and its day. */
    rate: optional(exchangeRate('Last rate')),
    rateDay: sorted(optional(day('Rate of'))),
    version: version(),
  },
  {
    file: ['code', 'name', 'rate', 'rateDay', 'status'],
    screen: ['code', 'name', 'exponent', 'rate', 'rateDay', 'status'],
  },
);

/** The rates of a currency, in the columns that an import reads back. */
export const rateTable = table(
  {
    day: sorted(day('Day')),
    currency: fileOnly(text('Currency')),
    rate: exchangeRate('Rate'),
    /** The rate before it, to compare with. */
    before: titled('Before', optional(exchangeRate(''))),
    enteredBy: optional(text('Entered by')),
  },
  { screen: ['day', 'rate', 'before', 'enteredBy'] },
);

const party = {
  id: sorted(id()),
  name: sorted(text('Name')),
  short_name: sorted(text('Short name')),
  address: sorted(text('Address')),
  country: sorted(titled('Country', optional(text('')))),
  countryName: optional(text('Country')),
  resident: flag('Resident'),
  email: text('Email'),
  registration_number: hidden(text('Registration number')),
  tax_number: hidden(text('Tax number')),
  market: optional({ ...market, label: '' }),
  rating: sorted(text('Rating')),
  rating_agency: text('Rating agency'),
  rated_on: optional(day('Rated on')),
  market_number: hidden(text('Market number')),
  line_limit: titled('Largest line', optional(rate('Largest line %'))),
  status: inState,
  version: version(),
};
const FILE = [
  'name',
  'short_name',
  'address',
  'countryName',
  'resident',
  'email',
  'registration_number',
  'tax_number',
] as const;
const SCREEN = ['country', 'resident', 'registration_number', 'tax_number', 'status'] as const;
/** Reinsureds and insureds. */
export const partyTable = table(party, {
  file: [...FILE, 'status'],
  screen: ['name', 'short_name', 'address', 'email', ...SCREEN],
});
/** Securities; users look for their standing first. */
export const securityTable = table(
  { ...party, address: hidden(party.address), email: hidden(party.email) },
  {
    file: [...FILE, 'rating', 'rating_agency', 'rated_on', 'market_number', 'line_limit', 'status'],
    paper: [
      'name',
      'countryName',
      'resident',
      'rating',
      'rating_agency',
      'rated_on',
      'market_number',
      'line_limit',
      'status',
    ],
    screen: ['name', 'short_name', 'rating', 'line_limit', 'market_number', ...SCREEN, 'address', 'email'],
  },
);

/** The policies that name a party, each with its endorsements. */
export const partyPolicyTable = table(
  {
    id: id(),
    reference: text('Policy'),
    branch: text('Branch'),
    market,
    status: choice('Status', POLICY_STATUSES, (state) => POLICY_STATES[state].label),
    reinsured: partyText('Reinsured', 'reinsured_id'),
    reinsured_id: id(),
    insured: partyText('Insured', 'insured_id'),
    insured_id: id(),
    class: text('Class'),
    insurance_start_date: day('From'),
    insurance_end_date: day('To'),
    currency: text('Currency'),
    /** Of a security its own signed line, of others the order. */
    share: rate('Order'),
    /** Of a security its own premium, of others the fac premium. */
    premium: money('Fac premium'),
  },
  {
    screen: [
      'reference',
      'insured',
      'reinsured',
      'class',
      'insurance_start_date',
      'insurance_end_date',
      'share',
      'premium',
      'status',
    ],
  },
);
/** What is open with a party; debit positive: owed to us. */
export const partyBalanceTable = table({
  account: text('Account'),
  account_name: text('Name'),
  currency: text('Currency'),
  balance: money('Balance'),
});
