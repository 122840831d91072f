import type { Option } from '../../ui/fields/Select.tsx';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { accountItems } from '../../../domain/firm/ledger-accounts.ts';
import type { periods } from '../../../domain/closing/periods.ts';
import { MONTHS_LONG, showMonth } from '../../../domain/values/day.ts';

export type Period = WireReply<typeof periods>['data'][number];
export const monthName = (row: Pick<Period, 'month'>) => showMonth(`${row.month}-01`);

export type Account = WireReply<typeof accountItems>['data'][number];

export const MONTHS: readonly Option[] = MONTHS_LONG.map((label, index) => ({ value: String(index + 1), label }));
