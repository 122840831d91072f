import type { listStatementAccounts } from '../../../domain/banks/contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { PURPOSE_LABELS } from '../../../domain/firm/bank-accounts.ts';
import { showCount } from '../../ui/fields/whole-number.ts';

export type StatementAccount = WireReply<typeof listStatementAccounts>[number];

/** What tells one account of the firm from another: "Bahari Bank · 0100200301 · KES · Client money". */
export const accountDetail = ({
  bank,
  number,
  currency,
  purpose,
  branch,
}: Omit<StatementAccount, 'last_day' | 'balance' | 'statements' | 'active'>) =>
  [bank, number, currency, PURPOSE_LABELS[purpose], branch?.name ?? ''].filter((part) => part !== '').join(' · ');

/** "1 line", "20,000 lines". */
export const linesText = (count: number) => `${showCount(count)} ${count === 1 ? 'line' : 'lines'}`;
