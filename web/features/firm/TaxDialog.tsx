import { editTax, saveTax } from '../../../domain/firm/taxes.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { StaleAction } from '../registers/StaleAction.tsx';
import type { Tax } from './TaxesSection.tsx';

type Values = { code: string; name: string };

/** A new tax or levy, or another name for one. */
export function TaxDialog({ saved, onClose }: { saved: Tax | null; onClose: () => void }) {
  const bodyOf = ({ code, name }: Values) =>
    saved === null ? { code: code.trim().toUpperCase(), name } : { id: saved.id, version: saved.version, name };
  const { form, refusal, submit, ...state } = useDialogForm({
    // The two calls differ in what only one of them has.
    endpoint: (saved === null ? saveTax : editTax) as unknown as typeof editTax,
    initial: { code: saved?.code ?? '', name: saved?.name ?? '' } as Values,
    schema: saved === null ? saveTax.body : editTax.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof editTax>,
    onDone: (_, { name }) => {
      toastSuccess(
        saved === null ? `${name.trim()} added` : `${name.trim()} saved`,
        saved === null ? 'Add a rate: it does nothing until it has one.' : undefined,
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={saved === null ? 'New tax or levy' : `Rename ${saved.name}`}
      action={saved === null ? 'Add tax or levy' : 'Save name'}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      {saved === null && (
        <Bound control={form.control} name="code">
          {(field) => (
            <TextField label="Code" hint="Such as VAT; it stays." required autoFocus maxLength={12} {...field} />
          )}
        </Bound>
      )}
      <Bound control={form.control} name="name">
        {(field) => (
          <TextField
            label="Name"
            hint="As documents print it"
            required
            autoFocus={saved !== null}
            maxLength={100}
            {...field}
          />
        )}
      </Bound>
    </FormDialog>
  );
}
