import { editTax, saveTax, taxForm } from '../../../domain/firm/taxes.ts';
import { emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';
import type { Tax } from './tax-words.ts';

/** A new tax or levy, or another name for one. */
export function TaxDialog({ saved, onClose }: { saved: Tax | null; onClose: () => void }) {
  const save = useWrite(saveTax);
  const edit = useWrite(editTax);
  const { form, refusal, dialog } = useDialogForm({
    shape: taxForm,
    body: ({ code, name }: FormValues<typeof taxForm>) => ({ code: code.trim().toUpperCase(), name }),
    initial: saved === null ? emptyOf(taxForm) : valuesOf(taxForm, saved),
    send: ({ code, name }) =>
      saved === null
        ? save.mutateAsync({ body: { code, name } })
        : edit.mutateAsync({ body: { id: saved.id, version: saved.version, name } }),
    done: (_, { name }) => [
      saved === null ? `${name.trim()} added` : `${name.trim()} saved`,
      saved === null ? 'Add a rate: it does nothing until it has one.' : undefined,
    ],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={saved === null ? 'New tax or levy' : `Rename ${saved.name}`}
      action={saved === null ? 'Add tax or levy' : 'Save name'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      {saved === null && (
        <FormText {...{ form }} name="code" label="Code" maxLength={12} hint="Such as VAT; it stays." autoFocus />
      )}
      <FormText {...{ form }} name="name" label="Name" hint="As documents print it" autoFocus={saved !== null} />
    </FormDialog>
  );
}
