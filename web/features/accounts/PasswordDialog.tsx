import type { Endpoint, WireReply } from '../../../domain/endpoint.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Props<E extends Endpoint> = {
  endpoint: E;
  /** What travels beside the password. */
  body?: object;
  title: string;
  effect: string;
  action: string;
  danger?: boolean;
  onDone: (reply: WireReply<E>) => void;
  onClose: () => void;
};

/** An act on how one signs in, which asks for the password. */
export function PasswordDialog<E extends Endpoint>(props: Props<E>) {
  const { endpoint, body = {}, title, effect, action, danger = false, onDone, onClose } = props;
  const { form, busy, refusal, submit } = useDialogForm({
    endpoint,
    initial: { password: '' },
    schema: endpoint.body ?? neverEmpty(),
    bodyOf: (values) => ({ ...body, ...values }),
    inputOf: (values) => ({ body: { ...body, ...values } }) as unknown as CallInput<E>,
    onDone: (reply) => onDone(reply),
  });
  return (
    <FormDialog
      {...{ title, action, danger, busy, onClose }}
      description={effect}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="password">
        {(field) => (
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            autoFocus
            required
            {...field}
          />
        )}
      </Bound>
    </FormDialog>
  );
}

function neverEmpty(): never {
  throw new Error('An act that asks for the password has a body.');
}
