import type { AccountFunction } from '../../domain/ledger/accounts.ts';
import { STARTING_CODES, type ChartCodes } from '../features/registers/reference/ledger.ts';

/** Another firm's chart: no account has the code of a new firm's, and most codes mean something else there. */
const OTHER_CODES: ChartCodes = {
  OFFICE_BANK: '1010',
  CLIENT_BANK: '1190',
  UNALLOCATED_CASH: '1195',
  EXCHANGE_CLEARING: '1200',
  PREMIUM_RECEIVABLE: '1250',
  TAX_RECOVERABLE: '1300',
  CLAIMS_RECOVERABLE: '1400',
  INVOICES_RECEIVABLE: '1900',
  INTER_BRANCH: '1990',
  PREMIUM_PAYABLE: '2200',
  CLAIMS_PAYABLE: '2300',
  TAXES_PAYABLE: '2400',
  DEFERRED_BROKERAGE: '2500',
  EQUITY: '3100',
  BROKERAGE_INCOME: '4100',
  FEE_INCOME: '4900',
  EXCHANGE_GAIN: '4950',
  BANK_CHARGES: '5200',
  WRITE_OFFS: '5300',
  EXPENSES: '5900',
  EXCHANGE_LOSS: '5950',
};

/** The chart of the test firm, which SLIPWAY_TEST_CHART=other exchanges for one with other codes. G1. */
export const TEST_CHART = process.env['SLIPWAY_TEST_CHART'] === 'other' ? OTHER_CODES : STARTING_CODES;

/** The code of an account in the test firm, by what the account is for. */
export const codeOf = (name: AccountFunction): string => TEST_CHART[name];
