import { TextArea } from '../../../ui/fields/TextField.tsx';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { coverType } from '../../../../domain/registers/classes.ts';
import { clause } from '../../../../domain/registers/clauses.ts';
import { NoDrawer } from '../../../ui/dialogs/NoDrawer.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { MARKETS } from '../register-words.ts';
import { AsOpened, StaleAction } from '../../../ui/dialogs/AsOpened.tsx';
import { emptyOf, type FormValues, valuesOf } from '../../../../domain/forms.ts';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { fieldOf, FormRecord, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';

type ClauseValues = FormValues<typeof clause.save.body>;
type Whole = WireReply<typeof clause.one>;
type Props = { id: string | null; onClose: () => void };

/** A clause with its wording, edited, or new (`id` null). It is read on its page. */
export function ClauseDrawer({ id, onClose }: Props) {
  const { data, error, isFetching, refetch } = useEndpoint(
    clause.one,
    { params: { id: id ?? '' } },
    { enabled: id !== null },
  );
  if (id === null) return <ClauseForm onClose={onClose} />;
  if (data !== undefined)
    return (
      <AsOpened of={data} fresh={!isFetching}>
        {(saved) => <ClauseForm {...{ saved, onClose }} />}
      </AsOpened>
    );
  return <NoDrawer title="Edit clause" size="lg" {...{ error, refetch, onClose }} />;
}

function ClauseForm({ saved, onClose }: { saved?: Whole; onClose: () => void }) {
  const classes = useEndpoint(coverType.findAll, { query: { status: 'ALL' } }).data?.data ?? [];
  const save = useWrite(clause.save);
  const edit = useWrite(clause.edit);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(clause.save.body),
    initial: saved === undefined ? emptyOf(clause.save.body) : valuesOf(clause.save.body, saved),
    send: (body) =>
      saved === undefined
        ? save.mutateAsync({ body })
        : edit.mutateAsync({ body: { ...body, id: saved.id, version: saved.version } }),
    done: (_, { code }) => (saved === undefined ? `Clause ${code.trim()} added` : `Clause ${code.trim()} saved`),
    onDone: onClose,
  });
  return (
    <FormDialog
      drawer
      size="lg"
      title={saved === undefined ? 'New clause' : `Edit clause ${saved.code}`}
      description={
        saved === undefined
          ? 'Slips list it by code and title, and print its wording.'
          : `Wording version ${saved.wordingVersion}. A changed code, title or wording is a new version: policies keep the one that they were written with, and new ones begin with the newest.`
      }
      action={saved === undefined ? 'Add clause' : 'Save clause'}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <FormText {...{ form }} name="code" label="Code" autoFocus />
        <FormText {...{ form }} name="title" label="Title" />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormSelect
          {...{ form }}
          name="market"
          label="Market"
          clearable
          placeholder="Both markets"
          options={[...MARKETS]}
        />
        <FormRecord
          {...{ form }}
          name="class_id"
          label="Class"
          clearable
          placeholder="Any class"
          options={classes.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      </div>
      {/* A wording that is pasted is not cut: one that is too long is refused. */}
      <TextArea label="Wording" rows={12} {...fieldOf<ClauseValues, string>({ form, name: 'wording' })} />
    </FormDialog>
  );
}
