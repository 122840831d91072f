type Account = { code: string; name: string; type: string; sub_kind: string };

function account(code: string, name: string, kind: readonly [type: string, sub?: string]): Account {
  return { code, name, type: kind[0], sub_kind: kind[1] ?? 'NONE' };
}

/** The accounts that the postings need; more can be added under their type. §3 The ledger. */
export const LEDGER_ACCOUNTS: readonly Account[] = [
  account('1000', 'Office bank', ['ASSET']),
  account('1010', 'Client bank', ['ASSET']),
  account('1190', 'Unallocated cash', ['ASSET', 'PARTY']),
  account('1195', 'Currency exchange clearing', ['ASSET']),
  account('1200', 'Premium receivable', ['ASSET', 'REINSURED']),
  account('1250', 'Withholding tax recoverable', ['ASSET', 'TAX']),
  account('1300', 'Claims recoverable', ['ASSET', 'SECURITY']),
  account('1400', 'Invoices receivable', ['ASSET', 'PARTY']),
  account('1900', 'Inter-branch', ['ASSET']),
  account('2100', 'Premium payable', ['LIABILITY', 'SECURITY']),
  account('2200', 'Claims payable', ['LIABILITY', 'REINSURED']),
  account('2300', 'Taxes and levies payable', ['LIABILITY', 'TAX']),
  account('2400', 'Deferred brokerage', ['LIABILITY']),
  account('3000', 'Equity', ['EQUITY']),
  account('4000', 'Brokerage income', ['INCOME']),
  account('4100', 'Fee income', ['INCOME']),
  account('4900', 'Exchange gain', ['INCOME']),
  account('5100', 'Bank charges', ['EXPENSE']),
  account('5200', 'Write-offs', ['EXPENSE']),
  account('5300', 'Expenses', ['EXPENSE']),
  account('5900', 'Exchange loss', ['EXPENSE']),
];

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
