import { useState, type ReactNode } from 'react';
import { notRenewPolicy } from '../../../../domain/endorsements/renewal.ts';
import { can, type Session } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { later } from '../../../ui/later/later.tsx';
import type { PolicyRecord } from './policy-values.ts';

const LeaveDialog = later(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

/** Marking one policy not renewed, and taking it back, from its own page. */
export function useLeave(record: PolicyRecord, session: Session): { entries: MenuEntry[]; dialog: ReactNode } {
  const [leaving, setLeaving] = useState(false);
  const leave = useWrite(notRenewPolicy, {
    onSuccess: (reply, { body }) =>
      toastSuccess(body.reason === '' ? 'To be renewed again' : 'Marked not renewed', reply.number ?? ''),
  });
  const put = (reason: string) => leave.mutateAsync({ params: { id: String(record.id) }, body: { reason } });
  const mayLeave = record.status === 'APPROVED' && record.current.cancelled_from === null && record.renewal === null;
  if (!mayLeave || !can(session, 'policies.create')) return { entries: [], dialog: null };
  return {
    entries: [
      record.not_renewed_reason === null
        ? { label: 'Mark not renewed', onSelect: () => setLeaving(true) }
        : {
            label: 'Take back “not renewed”',
            onSelect: () => void put('').catch((problem: unknown) => toastProblem('Nothing was changed', problem)),
          },
    ],
    dialog: leaving && (
      <LeaveDialog numbers={[record.broker_reference]} onClose={() => setLeaving(false)} onLeave={put} />
    ),
  };
}
