import { isDisputed, type Agreement } from '../../../../domain/claims/states.ts';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { daysLate } from '../../../ui/marks/lateness.ts';
import { isNothing } from '../../ledger/wire-amounts.ts';

type Owed = { currency: string; outstanding: string; settled: string; overdue: number; agreement: Agreement | null };

/** Whether its money is in: in full, in part, late. */
export function MoneyBadge({ note }: { note: Owed }) {
  if (isNothing(note.outstanding, note.currency)) return <Badge tone="good">Settled</Badge>;
  if (note.agreement !== null && isDisputed(note.agreement)) return <Badge tone="bad">Disputed</Badge>;
  if (note.overdue > 0) return <Badge tone="bad">{daysLate(note.overdue)}</Badge>;
  return isNothing(note.settled, note.currency) ? <Badge>Open</Badge> : <Badge tone="warn">Part settled</Badge>;
}
