import type { lendingItems } from '../../../domain/authority/contract.ts';
import { LENDING_STATES } from '../../../domain/authority/rules.ts';
import { lendingTable } from '../../../domain/authority/table.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { SessionUser } from '../../api/session.ts';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';

export type Lending = WireReply<typeof lendingItems>['data'][number];

export const LENDING_COLUMNS = screenColumns(lendingTable, {
  cells: { status: (row) => <StatusBadge {...LENDING_STATES[row.status]} /> },
  widths: { borrower: 150, permission: 150, lender: 150, reason: 220 },
});

/** Why somebody cannot end a loan; undefined when they can: its lender, or root. */
export function whyNotEnd({ status, lender }: Lending, { id, roles }: SessionUser): string | undefined {
  if (status === 'ENDED') return 'It has ended.';
  const isRoot = roles.some(({ role }) => role === 'ROLE_ROOT');
  return lender.id === id || isRoot ? undefined : `${lender.name} or root ends it.`;
}
