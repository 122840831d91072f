import { useEffect, useRef } from 'react';
import type { beginPasskey, beginTotp } from '../../../domain/accounts/second-factor.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Beginning = typeof beginTotp | typeof beginPasskey;
type Props<E extends Beginning> = {
  endpoint: E;
  asksPassword: boolean;
  onBegun: (reply: WireReply<E>) => void;
  onCancel: () => void;
};

/** Begins to add a factor: at once shortly after signing in, later with the password. */
export function PasswordStep<E extends Beginning>({ endpoint, asksPassword, onBegun, onCancel }: Props<E>) {
  const begun = useRef(false);
  const { form, busy, refusal, submit } = useDialogForm({
    endpoint: endpoint as typeof beginTotp,
    initial: { password: '' },
    schema: endpoint.body,
    bodyOf: ({ password }) => (asksPassword ? { password } : {}),
    inputOf: ({ password }) => ({ body: asksPassword ? { password } : {} }),
    onDone: (reply) => onBegun(reply as unknown as WireReply<E>),
  });
  useEffect(() => {
    if (asksPassword || begun.current) return;
    begun.current = true;
    void submit();
  }, [asksPassword, submit]);
  if (!asksPassword) {
    return refusal === null ? <Skeleton className="h-44" /> : <Notice tone="bad">{refusal.message}</Notice>;
  }
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {refusal !== null && <Notice tone="bad">{refusal.message}</Notice>}
      <Bound control={form.control} name="password">
        {(field) => (
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            hint="You signed in a while ago: this makes sure that it is you."
            autoFocus
            required
            {...field}
          />
        )}
      </Bound>
      <div className="flex justify-end gap-2 pb-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" {...{ busy }}>
          Go on
        </Button>
      </div>
    </form>
  );
}
