import { useState } from 'react';
import { insured, reinsured, securities } from '../../../domain/registers/parties.ts';
import { partyForm, securityForm } from '../../../domain/registers/shapes.ts';
import { ApiProblem } from '../../api/client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { describeSecurity } from './party-search.ts';
import type { SecurityChoice } from './policy-values.ts';

const REGISTERS = { reinsured, insured, security: securities } as const;
export type PartyKind = keyof typeof REGISTERS;
type Asked = { kind: PartyKind; name: string; answer: (made: SecurityChoice | null) => void };

/** A way to ask for a new party from within a picker: resolves to it, or to null when it was given up. */
export function useNewParty() {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    asked,
    ask: (kind: PartyKind) => (name: string) =>
      new Promise<SecurityChoice | null>((answer) => setAsked({ kind, name, answer })),
    finish: (made: SecurityChoice | null) => {
      asked?.answer(made);
      setAsked(null);
    },
  };
}

/** Adds a party to its register without leaving the form. */
export function NewPartyDialog({ asked, finish }: Pick<ReturnType<typeof useNewParty>, 'asked' | 'finish'>) {
  if (asked === null) return null;
  return <PartyForm key={`${asked.kind} ${asked.name}`} asked={asked} finish={finish} />;
}

type FormProps = { asked: Asked; finish: (made: SecurityChoice | null) => void };

function PartyForm({ asked, finish }: FormProps) {
  const [name, setName] = useState(asked.name);
  const [address, setAddress] = useState('');
  const [resident, setResident] = useState(true);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useWrite(REGISTERS[asked.kind].save, {
    onSuccess: (reply) => {
      toastSuccess(`${name.trim()} added`);
      finish({
        id: String(reply.id),
        label: name.trim(),
        resident,
        detail: describeSecurity({ market: null, resident }),
      });
    },
    onProblem: (problem) => {
      setErrors(Object.fromEntries(problem.errors.map((one) => [one.field, one.message])));
      setRefusal(problem.errors.length === 0 && problem instanceof ApiProblem ? problem.message : null);
    },
  });
  const submit = () => {
    const body = { name: name.trim(), address: address.trim(), ...(asked.kind === 'security' ? { resident } : {}) };
    const checked = (asked.kind === 'security' ? securityForm : partyForm).safeParse(body);
    setRefusal(null);
    setErrors(Object.fromEntries((checked.error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message])));
    if (checked.success) save.mutate({ query: {}, body });
  };
  return (
    <Dialog
      open
      keepOpen
      onClose={() => finish(null)}
      title={`New ${asked.kind}`}
      description="It is added to the register and chosen here."
      footer={
        <>
          <Button onClick={() => finish(null)}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            Add {asked.kind}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {refusal !== null && <Notice tone="bad">{refusal}</Notice>}
        <TextField label="Name" name="party-name" required value={name} onChange={setName} error={errors['name']} />
        <TextArea
          label="Address"
          name="party-address"
          required={asked.kind !== 'security'}
          value={address}
          onChange={setAddress}
          error={errors['address']}
        />
        {asked.kind === 'security' && (
          <Switch
            label="Resident"
            hint="Taxes on premium ceded abroad fall on non-residents."
            checked={resident}
            onChange={setResident}
          />
        )}
        <button type="submit" hidden>
          Add
        </button>
      </form>
    </Dialog>
  );
}
