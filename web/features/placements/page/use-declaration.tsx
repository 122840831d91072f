import { useState, type ReactNode } from 'react';
import { can, type Session } from '../../../api/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { AdjustmentText } from './AdjustmentText.tsx';
import { later } from '../../../ui/later/later.tsx';
import type { PolicyRecord } from '../form/policy-values.ts';

const DeclarationDialog = later(async () => (await import('./DeclarationDialog.tsx')).DeclarationDialog);

/** The declaration of an adjustable policy on its page: the notice when it is due, the way to enter it, its dialog. */
export function useDeclaration(
  record: PolicyRecord,
  session: Session,
): { notice: ReactNode; menu: MenuEntry[]; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const { adjustment, currency } = record;
  if (adjustment === null) return { notice: null, menu: [], dialog: null };
  const enters = record.status === 'APPROVED' && can(session, 'policies.create');
  return {
    notice: adjustment.declaration_due && (
      <Notice
        tone="warn"
        title="Declaration due"
        action={
          enters && (
            <Button size="sm" onClick={() => setOpen(true)}>
              Enter declaration
            </Button>
          )
        }
      >
        <AdjustmentText of={adjustment} {...{ currency }} />.
      </Notice>
    ),
    menu: enters ? [{ label: 'Enter declaration', onSelect: () => setOpen(true) }] : [],
    dialog: open && <DeclarationDialog record={record} onClose={() => setOpen(false)} />,
  };
}
