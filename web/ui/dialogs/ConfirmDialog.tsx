import { useRef, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  effect: ReactNode;
  /** Names the act: "Disable policy". */
  action: string;
  onConfirm: () => void;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be done; the button stays reachable and says it. */
  disabledReason?: string | undefined;
  children?: ReactNode;
};

/** Asks before an act. The way back has the focus when the act is dangerous. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, effect, action, onConfirm, danger = false, busy = false, children } = props;
  const { disabledReason } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      {...{ open, onClose, title, children }}
      description={effect}
      initialFocus={danger ? cancel : act}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Keep as it is
          </Button>
          <Button ref={act} variant={danger ? 'danger' : 'primary'} {...{ busy, disabledReason }} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
