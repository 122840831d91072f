/** Parts of the ledger that figures of reports are made of: journal lines of some accounts, by what moved them. */
export const LEDGER_PARTS = [
  'TAXES',
  'TAX_CHARGED',
  'TAX_RETURNED',
  'TAX_NOTED',
  'TAX_CERTIFIED',
  'TAX_UNCOLLECTABLE',
  'TAX_REMITTED',
  'TAX_OTHER',
  'CLIENT_BANK',
  'POSITION',
  'BANKS',
  'REVALUED',
  'REALISED',
] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];
export const LEDGER_PART_LABELS: Record<LedgerPart, string> = {
  TAXES: 'Taxes to remit',
  TAX_CHARGED: 'Tax charged',
  TAX_RETURNED: 'Tax returned',
  TAX_NOTED: 'Tax charged less returned',
  TAX_CERTIFIED: 'Tax paid by certificate',
  TAX_UNCOLLECTABLE: 'Uncollectable tax',
  TAX_REMITTED: 'Tax remitted',
  TAX_OTHER: 'Other movements of taxes',
  CLIENT_BANK: 'Client bank',
  POSITION: 'Balances that rates change',
  BANKS: 'At banks',
  REVALUED: 'Exchange by revaluing',
  REALISED: 'Exchange by settling',
};
