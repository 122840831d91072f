import type { WireReply } from '../../../domain/endpoint.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { clause } from '../../../domain/registers/clauses.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Drawer } from '../../ui/Dialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { ErrorState, PageSkeleton } from '../../ui/States.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { MARKETS } from './register-words.ts';
import { StaleAction } from './StaleAction.tsx';

type Whole = WireReply<typeof clause.one>;
type Props = { id: string | null; onClose: () => void };

/** A clause with its wording, edited, or new (`id` null). It is read on its page. */
export function ClauseDrawer({ id, onClose }: Props) {
  const { data, error, refetch } = useEndpoint(clause.one, { params: { id: id ?? '' } }, { enabled: id !== null });
  if (id === null) return <ClauseForm onClose={onClose} />;
  if (data !== undefined) return <ClauseForm key={data.version} saved={data} onClose={onClose} />;
  return (
    <Drawer open {...{ onClose }} size="lg" title="Edit clause">
      {error === null ? <PageSkeleton /> : <ErrorState {...{ error }} onRetry={() => void refetch()} />}
    </Drawer>
  );
}

type Values = { code: string; title: string; wording: string; market: string; class_id: string };

function useClauseForm(saved: Whole | undefined, onClose: () => void) {
  const { data } = useEndpoint(coverType.findAll, { query: { status: 'ALL' } });
  const classes = data?.data ?? [];
  // Back from the text of the chosen option to its id, without reading digits.
  const bodyOf = ({ market, class_id, ...texts }: Values) => ({
    ...(saved === undefined ? {} : { id: saved.id, version: saved.version }),
    ...texts,
    market: market === '' ? null : market,
    class_id: classes.find((one) => String(one.id) === class_id)?.id ?? (class_id === '' ? null : saved?.class_id),
  });
  const dialog = useDialogForm({
    // The two calls differ in what only an edit has.
    endpoint: (saved === undefined ? clause.save : clause.edit) as unknown as typeof clause.edit,
    initial: {
      code: saved?.code ?? '',
      title: saved?.title ?? '',
      wording: saved?.wording ?? '',
      market: saved?.market ?? '',
      class_id: saved?.class_id == null ? '' : String(saved.class_id),
    } as Values,
    schema: saved === undefined ? clause.save.body : clause.edit.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }) as CallInput<typeof clause.edit>,
    onDone: (_, { code }) => {
      toastSuccess(saved === undefined ? `Clause ${code.trim()} added` : `Clause ${code.trim()} saved`);
      onClose();
    },
  });
  return { ...dialog, classes };
}

function ClauseForm({ saved, onClose }: { saved?: Whole; onClose: () => void }) {
  const { form, classes, refusal, submit, ...state } = useClauseForm(saved, onClose);
  const { control } = form;
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
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Bound {...{ control }} name="code">
          {(field) => <TextField label="Code" required autoFocus maxLength={30} {...field} />}
        </Bound>
        <Bound {...{ control }} name="title">
          {(field) => <TextField label="Title" required maxLength={150} {...field} />}
        </Bound>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound {...{ control }} name="market">
          {(field) => <Select label="Market" clearable placeholder="Both markets" options={[...MARKETS]} {...field} />}
        </Bound>
        <Bound {...{ control }} name="class_id">
          {(field) => (
            <Select
              label="Class"
              clearable
              placeholder="Any class"
              options={classes.map((one) => ({ value: String(one.id), label: one.name }))}
              {...field}
            />
          )}
        </Bound>
      </div>
      <Bound {...{ control }} name="wording">
        {(field) => <TextArea label="Wording" required rows={12} {...field} />}
      </Bound>
    </FormDialog>
  );
}
