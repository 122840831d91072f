import { useState } from 'react';
import { beginPasskey, savePasskey } from '../../../domain/accounts/second-factor.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { makePasskey, passkeyProblem } from './use-passkey.ts';

type Begun = WireReply<typeof beginPasskey>;
type Props = { asksPassword: boolean; onAdded: (recovery: readonly string[]) => void; onCancel: () => void };

/** Adds a passkey: it gets a name to be known by, and the browser makes it. */
export function PasskeySetup({ asksPassword, onAdded, onCancel }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = useWrite(beginPasskey);
  if (begun === null)
    return (
      <PasswordStep {...{ asksPassword, onCancel }} begin={(body) => begin.mutateAsync({ body })} onBegun={setBegun} />
    );
  return <Make {...{ begun, onAdded, onCancel }} />;
}

function Make({ begun, onAdded, onCancel }: Omit<Props, 'asksPassword'> & { begun: Begun }) {
  const [name, setName] = useState('This device');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useWrite(savePasskey, {
    onSuccess: (reply) => onAdded(reply.recovery),
    onProblem: (refused) => setProblem(refused.message),
  });
  const make = async () => {
    setProblem(null);
    try {
      const passkey = await makePasskey(begun.options);
      save.mutate({ body: { name, passkey } });
    } catch (error) {
      setProblem(passkeyProblem(error));
    }
  };
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {problem !== null && (
        <div role="alert">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        maxLength={60}
        hint="Tells several passkeys apart."
        autoFocus
        required
      />
      <p className="text-mute">Your browser then asks for a fingerprint, a face, the screen’s PIN or a security key.</p>
      <div className="flex justify-end gap-2 pb-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          type="submit"
          busy={save.isPending}
          {...(name.trim() === '' ? { disabled: true, disabledReason: 'Give it a name first.' } : {})}
        >
          Make the passkey
        </Button>
      </div>
    </form>
  );
}
