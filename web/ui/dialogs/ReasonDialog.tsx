import type * as z from 'zod/mini';
import { reasonForm } from '../../../domain/decision-calls.ts';
import { FormArea } from '../forms/FormFields.tsx';
import { ofShape } from '../forms/use-contract-form.ts';
import type { Done } from '../notices/toast.ts';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import { useDialogForm } from './use-dialog-form.ts';

type Props<R> = Omit<FormDialogProps, 'onSubmit' | 'busy' | 'dirty' | 'refusal'> & {
  /** The reason as its call takes it; where the call takes none, too, it must be written all the same. */
  shape?: z.ZodMiniObject<{ reason: z.ZodMiniType<string, string> }>;
  send: (reason: string) => Promise<R>;
  done?: (reply: R) => Done;
  /** Before it closes. */
  onDone?: () => void;
  rows?: number;
  hint?: string;
};

/** An act that is explained: what it does, and the reason for it, which the history keeps. */
export function ReasonDialog<R>(props: Props<R>) {
  const { shape = reasonForm, send, done, onDone, rows, hint, children, ...rest } = props;
  const { form, dialog } = useDialogForm({
    ...ofShape(shape),
    initial: { reason: '' },
    send: ({ reason }) => send(reason.trim()),
    ...(done !== undefined && { done }),
    onDone: () => {
      onDone?.();
      rest.onClose();
    },
  });
  return (
    <FormDialog {...{ ...rest, ...dialog }}>
      {children}
      <FormArea {...{ form, rows, hint }} name="reason" label="Reason" />
    </FormDialog>
  );
}
