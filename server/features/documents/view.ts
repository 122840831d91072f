import type { Permission } from '../../../domain/permissions.ts';

/** A document is seen by whoever may see what it is of. */
export const VIEW: Readonly<Record<string, Permission>> = {
  policy: 'policies.view',
  endorsement: 'policies.view',
  note: 'policies.view',
  receipt: 'receipts.view',
  voucher: 'vouchers.view',
};
