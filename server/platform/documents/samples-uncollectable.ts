import type { UncollectableInput } from './kinds/uncollectable.ts';
import { document } from './samples.ts';

/** Half of a note that nobody will pay: the part of one security. */
export const uncollectable: UncollectableInput = {
  ...document('ADJ/NBO/2026/000004/1'),
  security: { name: 'Continental Reinsurance Plc', addressLines: ['Upper Hill Road 14', 'Nairobi'] },
  currency: 'KES',
  policy: 'NBO/FAC/2026/000012',
  reinsured: 'Savannah Insurance Company Limited',
  insured: 'Mombasa Cement & Steel Works and Allied Industries (East Africa) Limited',
  debitNote: 'DN/NBO/2026/000012',
  bookedOn: '2026-11-19',
  reason: 'The reinsured is in liquidation; the liquidator expects no dividend.',
  notes: [{ number: 'CN/NBO/2026/000012', noted: 218_750_00n, takenOff: 109_375_00n }],
};
