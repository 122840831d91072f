import { coverType } from '../../../domain/registers/contract.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { CoverType } from './ClassesSection.tsx';
import { StaleAction } from './StaleAction.tsx';

type Props = { onClose: () => void };

export function ClassDialog({ onClose }: Props) {
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.saveClass,
    initial: { name1: '' },
    schema: coverType.saveClass.query,
    bodyOf: (values) => values,
    inputOf: (values) => ({ query: values }),
    onDone: (_, { name1 }) => {
      toastSuccess(`${name1.trim()} added`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New class"
      description="Policies are placed in its subclasses: add those next."
      action="Add class"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name1">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
    </FormDialog>
  );
}

/** A subclass of a class that exists; `inClass` is the id of the one already chosen, or ''. */
export function SubclassDialog({ inClass, onClose }: Props & { inClass: string }) {
  const { data } = useEndpoint(coverType.findAll, { query: {} });
  const classes = data?.data ?? [];
  const given = classes.find((one) => String(one.id) === inClass)?.name ?? '';
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.save,
    initial: { name1: '', name2: '' },
    schema: coverType.save.query,
    bodyOf: ({ name1, name2 }) => ({ name1: name1 === '' ? given : name1, name2 }),
    inputOf: ({ name1, name2 }) => ({ query: { name1: name1 === '' ? given : name1, name2 } }),
    onDone: (_, { name2 }) => {
      toastSuccess(`${name2.trim()} added`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New subclass"
      action="Add subclass"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name1">
        {({ value, error, ...field }) => (
          <Select
            label="Class"
            required
            options={classes.map((one) => ({ value: one.name, label: one.name }))}
            value={value === '' ? given : value}
            error={error === undefined ? undefined : 'Choose a class.'}
            {...field}
          />
        )}
      </Bound>
      <Bound control={form.control} name="name2">
        {(field) => <TextField label="Name" required autoFocus={inClass !== ''} maxLength={150} {...field} />}
      </Bound>
    </FormDialog>
  );
}

export function RenameDialog({ row, onClose }: Props & { row: CoverType }) {
  const noun = row.name2 === null ? 'class' : 'subclass';
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.edit,
    initial: { name: row.name },
    schema: coverType.edit.query,
    bodyOf: ({ name }) => ({ id: String(row.id), name }),
    inputOf: ({ name }) => ({ query: { id: String(row.id), name }, body: { version: row.version } }),
    onDone: (_, { name }) => {
      toastSuccess(`${row.name} is now ${name.trim()}`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Rename ${noun}`}
      description="Policies in it show the new name; issued documents keep the old one."
      action={`Save ${noun}`}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
    </FormDialog>
  );
}
