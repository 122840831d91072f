import type { ReactNode } from 'react';
import { Switch } from '../../../ui/fields/Choice.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';

/** What a statement is asked for: its open notes alone, where the address says so. */
export function useOpenOnly(): { open?: 'only' } {
  const [address] = useAddress();
  return address['open'] === 'only' ? { open: 'only' } : {};
}

/** Chooses that. */
export function OpenOnlySwitch() {
  const [, change] = useAddress();
  const isOpenOnly = useOpenOnly().open === 'only';
  return (
    <>
      <FieldRow>
        <Switch
          label="Only what is open"
          checked={isOpenOnly}
          onChange={(on) => change({ open: on ? 'only' : undefined })}
        />
      </FieldRow>
      {isOpenOnly && <p className="hidden print:block">Open notes alone.</p>}
    </>
  );
}

/** A statement without a note: none is open, or there are none. */
export function NoNotes({ children }: { children: ReactNode }) {
  const isOpenOnly = useOpenOnly().open === 'only';
  return (
    <EmptyState title={isOpenOnly ? 'No note is open.' : 'No notes by this date.'}>
      {isOpenOnly ? 'Switch “Only what is open” off to see those that are settled.' : children}
    </EmptyState>
  );
}
