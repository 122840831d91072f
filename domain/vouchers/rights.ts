/** By whose right a voucher is made and decided: most by a manager's, what stays with the firm by those of drawings. */
export const DECIDED_BY_MANAGER = { create: 'vouchers.create', decide: 'vouchers.decide' } as const;
export const DRAWN = { create: 'drawings.create', decide: 'drawings.decide' } as const;

type Rights = typeof DECIDED_BY_MANAGER | typeof DRAWN;
export type VoucherRight<A extends keyof Rights> = Rights[A];

/** All rights that vouchers need by their kind. Apart from the kinds, of which whoever asks for a right alone need know nothing. */
export const VOUCHER_RIGHTS = {
  create: [DECIDED_BY_MANAGER.create, DRAWN.create],
  decide: [DECIDED_BY_MANAGER.decide, DRAWN.decide],
} as const;
