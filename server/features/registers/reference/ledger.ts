import { ACCOUNT_FUNCTIONS, FUNCTION_NAMES, type AccountFunction } from '../../../../domain/ledger/accounts.ts';

/** The code of the account that each function takes by default. */
export type ChartCodes = Readonly<Record<AccountFunction, string>>;

/** The codes with which a firm begins, where it does not bring a chart of its own. §3 Accounts. */
export const STARTING_CODES: ChartCodes = {
  OFFICE_BANK: '1000',
  CLIENT_BANK: '1010',
  UNALLOCATED_CASH: '1190',
  EXCHANGE_CLEARING: '1195',
  PREMIUM_RECEIVABLE: '1200',
  TAX_RECOVERABLE: '1250',
  CLAIMS_RECOVERABLE: '1300',
  INVOICES_RECEIVABLE: '1400',
  INTER_BRANCH: '1900',
  PREMIUM_PAYABLE: '2100',
  CLAIMS_PAYABLE: '2200',
  TAXES_PAYABLE: '2300',
  DEFERRED_BROKERAGE: '2400',
  EQUITY: '3000',
  BROKERAGE_INCOME: '4000',
  FEE_INCOME: '4100',
  EXCHANGE_GAIN: '4900',
  BANK_CHARGES: '5100',
  WRITE_OFFS: '5200',
  EXPENSES: '5300',
  EXCHANGE_LOSS: '5900',
};

/** The chart of a new firm: an account for each function that postings name; more can be added under their type. §3. */
export const ledgerAccounts = (codes: ChartCodes) =>
  FUNCTION_NAMES.map((name) => {
    const { name: label, type, sub } = ACCOUNT_FUNCTIONS[name];
    return { code: codes[name], name: label, type, sub_kind: sub, function: name, is_default: true };
  });

type DefaultTax = {
  code: string;
  name: string;
  /** Percentage, as written. */
  rate: string;
  borne_by: 'SECURITY' | 'REINSURED' | 'BROKER';
  applies_to: 'ALL' | 'RESIDENT' | 'NON_RESIDENT';
  enabled: boolean;
};

/** Where a firm starts; its own configuration from then on. Levies on direct premium are off for facultative business. §2. */
export const TAXES: readonly DefaultTax[] = [
  {
    code: 'WHT',
    name: 'Withholding tax on reinsurance premium',
    rate: '5',
    borne_by: 'SECURITY',
    applies_to: 'NON_RESIDENT',
    enabled: true,
  },
  {
    code: 'LEVY',
    name: 'Insurance premium levy',
    rate: '0.45',
    borne_by: 'REINSURED',
    applies_to: 'ALL',
    enabled: false,
  },
  { code: 'TRAIN', name: 'Training levy', rate: '0.2', borne_by: 'REINSURED', applies_to: 'ALL', enabled: false },
  { code: 'STAMP', name: 'Stamp duty', rate: '0.05', borne_by: 'REINSURED', applies_to: 'ALL', enabled: false },
];
export const TAXES_FROM = '2015-01-01';
