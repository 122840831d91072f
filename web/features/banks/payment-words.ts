import type { findPayable } from '../../../domain/banks/payment-contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';

export type PayableVoucher = WireReply<typeof findPayable>['vouchers'][number];
