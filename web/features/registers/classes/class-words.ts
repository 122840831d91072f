export const TAX_BASIS = {
  GROSS: 'Gross premium',
  NET_OF_COMMISSION: 'Premium net of commission',
  BROKERAGE: 'Brokerage',
  COMMISSION: 'Commission',
} as const;
export const BORNE_BY = { SECURITY: 'Security', REINSURED: 'Reinsured', BROKER: 'Us' } as const;
export const APPLIES_TO = { ALL: 'All', RESIDENT: 'Residents', NON_RESIDENT: 'Non-residents' } as const;
