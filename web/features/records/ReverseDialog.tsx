import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** "Reverse receipt RV/NBO/2026/000004". */
  title: string;
  action: string;
  /** What it undoes, a sentence each. */
  effects: readonly ReactNode[];
  warning?: string;
  onReverse: (reason: string) => void;
  busy: boolean;
  children?: ReactNode;
};

/** A reversal is no delete: it shows what it undoes, asks why, and stays in the books. */
export function ReverseDialog(props: Props) {
  const { open, onClose, title, action, effects, warning, onReverse, busy, children } = props;
  const [reason, setReason] = useState('');
  const short = reason.trim().length < 3;
  return (
    <Dialog
      {...{ open, onClose, title }}
      keepOpen
      size="md"
      description="What was booked stays in the books; an opposite entry of today takes it back."
      footer={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={short ? 'Write the reason first.' : undefined}
            onClick={() => onReverse(reason.trim())}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5 pb-1">
        {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
        <section>
          <h3 className="mb-1.5 text-xs font-medium text-mute">What will happen</h3>
          <ul className="grid list-disc gap-1 pl-4.5 marker:text-mute">
            {effects.map((effect, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sentences of one moment, never reordered
              <li key={index}>{effect}</li>
            ))}
          </ul>
        </section>
        {children}
        <TextArea label="Reason" name="reverse-reason" required value={reason} onChange={setReason} maxLength={500} />
      </div>
    </Dialog>
  );
}
