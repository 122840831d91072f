import * as z from 'zod/mini';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { classBody, classNames, coverTypeName, subclassNames } from '../../../../domain/registers/class-shapes.ts';
import { coverType } from '../../../../domain/registers/classes.ts';
import { clause } from '../../../../domain/registers/clauses.ts';
import { NoDrawer } from '../../../ui/dialogs/NoDrawer.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { ClauseChoice } from '../clauses/ClauseChoice.tsx';
import { AsOpened, StaleAction } from '../../../ui/dialogs/AsOpened.tsx';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../../domain/forms.ts';
import { type Form, ofShape } from '../../../ui/forms/use-contract-form.ts';
import { fieldOf, FormRate, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';

type Props = { onClose: () => void };
type CoverTypeRecord = WireReply<typeof coverType.one>;
const CLASS = z.object({ ...classBody.shape, ...classNames.shape });
const SUBCLASS = z.object({ ...classBody.shape, ...subclassNames.shape });
const EDITED = z.object({ ...classBody.shape, name: coverTypeName.shape.name });
// The three forms have these fields and their own names.
type Terms = Omit<FormValues<typeof CLASS>, 'name1'>;

type TermsProps = {
  form: Form<Terms>;
  /** What the class of a subclass gives where the subclass has none. */
  inherited?: Pick<CoverTypeRecord, 'commission' | 'brokerage'> | undefined;
  isSubclass: boolean;
};

function TermsFields({ form, inherited, isSubclass }: TermsProps) {
  const clauses = useEndpoint(clause.findAll, { query: { status: 'ALL' } });
  const options = (market: 'LOCAL' | 'LONDON') =>
    (clauses.data?.data ?? [])
      .filter((one) => one.market === null || one.market === market)
      .map((one) => ({
        value: String(one.id),
        label: `${one.code} ${one.title}`,
        ...(one.status === 'ACTIVE' ? {} : { detail: 'Inactive' }),
      }));
  const hint = (text: string | null | undefined) =>
    !isSubclass ? 'Policies begin with it' : text == null ? 'Empty: as its class' : `Empty: ${text}% as its class`;
  const added = isSubclass ? 'After those of its class' : 'Policies begin with them, in this order';
  const local = fieldOf<Terms, string[]>({ form, name: 'clauses.LOCAL' });
  const london = fieldOf<Terms, string[]>({ form, name: 'clauses.LONDON' });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormRate {...{ form }} name="commission" label="Cedant commission" hint={hint(inherited?.commission)} />
        <FormRate {...{ form }} name="brokerage" label="Brokerage" hint={hint(inherited?.brokerage)} />
      </div>
      <ClauseChoice label="Clauses, local" hint={added} options={options('LOCAL')} {...local} />
      <ClauseChoice label="Clauses, London" hint={added} options={options('LONDON')} {...london} />
    </>
  );
}

export function ClassDialog({ onClose }: Props) {
  const save = useWrite(coverType.saveClass);
  const { form, dialog } = useDialogForm({
    ...ofShape(CLASS),
    initial: emptyOf(CLASS),
    send: (body) => save.mutateAsync({ query: {}, body }),
    done: (_, { name1 }) => `${name1.trim()} added`,
    onDone: onClose,
  });
  return (
    <FormDialog
      drawer
      title="New class"
      description="What policies in it and in its subclasses begin with can be changed on each of them."
      action="Add class"
      {...{ onClose, ...dialog }}
    >
      <FormText {...{ form }} name="name1" label="Name" autoFocus />
      <TermsFields {...{ form }} isSubclass={false} />
    </FormDialog>
  );
}

/** A subclass of a class that exists; `inClass` is the id of the one already chosen, or ''. */
export function SubclassDialog({ inClass, onClose }: Props & { inClass: string }) {
  const { data } = useEndpoint(coverType.findAll, { query: {} });
  const classes = data?.data ?? [];
  const parent = classes.find((one) => String(one.id) === inClass)?.name ?? '';
  const save = useWrite(coverType.save);
  const { form, dialog } = useDialogForm({
    shape: SUBCLASS,
    body: (values: FormValues<typeof SUBCLASS>) =>
      bodyOf(SUBCLASS, { ...values, name1: values.name1 === '' ? parent : values.name1 }),
    initial: emptyOf(SUBCLASS),
    send: (body) => save.mutateAsync({ query: {}, body }),
    done: (_, { name2 }) => `${name2.trim()} added`,
    onDone: onClose,
  });
  const chosen = form.values.name1 === '' ? parent : form.values.name1;
  return (
    <FormDialog drawer title="New subclass" action="Add subclass" {...{ onClose, ...dialog }}>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormSelect
          {...{ form }}
          name="name1"
          label="Class"
          options={classes.map((one) => ({ value: one.name, label: one.name }))}
          shown={chosen}
          {...(form.errors['name1'] !== undefined && { error: 'Choose a class.' })}
        />
        <FormText {...{ form }} name="name2" label="Name" autoFocus={inClass !== ''} />
      </div>
      <TermsFields {...{ form }} isSubclass inherited={classes.find((one) => one.name === chosen)} />
    </FormDialog>
  );
}

/** A class or subclass with its terms, read and then edited. */
export function ClassEditDrawer({ id, onClose }: Props & { id: string }) {
  const { data, error, isFetching, refetch } = useEndpoint(coverType.one, { params: { id } });
  if (data !== undefined)
    return (
      <AsOpened of={data} fresh={!isFetching}>
        {(record) => <ClassEditForm {...{ record, onClose }} />}
      </AsOpened>
    );
  return <NoDrawer title="Edit class" {...{ error, refetch, onClose }} />;
}

function initialOf(record: CoverTypeRecord) {
  const own = (market: 'LOCAL' | 'LONDON') =>
    record.clauses.filter((one) => !one.inherited && one.market === market).map((one) => one.id);
  return valuesOf(EDITED, { ...record, clauses: { LOCAL: own('LOCAL'), LONDON: own('LONDON') } });
}

function ClassEditForm({ record, onClose }: Props & { record: CoverTypeRecord }) {
  const noun = record.name2 === null ? 'class' : 'subclass';
  const edit = useWrite(coverType.edit);
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(EDITED),
    initial: initialOf(record),
    send: (body) => edit.mutateAsync({ query: {}, body: { ...body, id: record.id, version: record.version } }),
    done: (_, { name }) => `${name.trim()} saved`,
    onDone: onClose,
  });
  return (
    <FormDialog
      drawer
      title={`Edit ${record.name}`}
      description="New policies begin with these terms. Those already written keep theirs; they show the new name, and issued documents the old one."
      action={`Save ${noun}`}
      {...{ onClose, ...dialog }}
      refusalAction={<StaleAction problem={refusal} />}
    >
      <FormText {...{ form }} name="name" label="Name" autoFocus />
      <TermsFields
        {...{ form }}
        isSubclass={record.name2 !== null}
        inherited={{
          commission: record.commission === null ? record.commissionApplied : null,
          brokerage: record.brokerage === null ? record.brokerageApplied : null,
        }}
      />
    </FormDialog>
  );
}
