import * as z from 'zod/mini';
import type { WireReply } from '../../../domain/endpoint.ts';
import {
  classBody,
  classNames,
  coverTypeBody,
  coverTypeName,
  subclassNames,
} from '../../../domain/registers/class-shapes.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { clause } from '../../../domain/registers/clauses.ts';
import type { CallInput } from '../../api/client.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { Control } from 'react-hook-form';
import { Bound } from '../../ui/Bound.tsx';
import { Drawer } from '../../ui/Dialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { ErrorState, PageSkeleton } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { ClauseChoice } from './ClauseChoice.tsx';
import { StaleAction } from './StaleAction.tsx';

type Props = { onClose: () => void };
type CoverTypeRecord = WireReply<typeof coverType.one>;
type Terms = { commission: string; brokerage: string; clauses: { LOCAL: string[]; LONDON: string[] } };

const NO_TERMS: Terms = { commission: '', brokerage: '', clauses: { LOCAL: [], LONDON: [] } };
// Ids come from the server as they go back to it.
const idsOf = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as number);

const termsBody = ({ commission, brokerage, clauses }: Terms) => ({
  commission: commission === '' ? null : commission,
  brokerage: brokerage === '' ? null : brokerage,
  clauses: { LOCAL: idsOf(clauses.LOCAL), LONDON: idsOf(clauses.LONDON) },
});

// The three forms have these fields and their own names.
const termsOf = (control: unknown) => control as Control<Terms>;

type TermsProps = {
  control: Control<Terms>;
  /** What the class of a subclass gives where the subclass has none. */
  inherited?: Pick<CoverTypeRecord, 'commission' | 'brokerage'> | undefined;
  isSubclass: boolean;
};

function TermsFields({ control, inherited, isSubclass }: TermsProps) {
  const clauses = useEndpoint(clause.findAll, { query: { status: 'ALL' } });
  const options = (market: 'LOCAL' | 'LONDON') =>
    (clauses.data?.data ?? [])
      .filter((one) => one.market === null || one.market === market)
      .map((one) => ({
        value: String(one.id),
        label: `${one.code} ${one.title}`,
        ...(one.status === 'ACTIVE' ? {} : { detail: 'Inactive' }),
      }));
  const hint = (given: string | null | undefined) =>
    !isSubclass ? 'Policies begin with it' : given == null ? 'Empty: as its class' : `Empty: ${given}% as its class`;
  const added = isSubclass ? 'After those of its class' : 'Policies begin with them, in this order';
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Bound control={control} name="commission">
          {(field) => <RateField label="Cedant commission" hint={hint(inherited?.commission)} {...field} />}
        </Bound>
        <Bound control={control} name="brokerage">
          {(field) => <RateField label="Brokerage" hint={hint(inherited?.brokerage)} {...field} />}
        </Bound>
      </div>
      <Bound control={control} name="clauses.LOCAL">
        {({ id: _id, ...field }) => (
          <ClauseChoice label="Clauses, local" hint={added} options={options('LOCAL')} {...field} />
        )}
      </Bound>
      <Bound control={control} name="clauses.LONDON">
        {({ id: _id, ...field }) => (
          <ClauseChoice label="Clauses, London" hint={added} options={options('LONDON')} {...field} />
        )}
      </Bound>
    </>
  );
}

export function ClassDialog({ onClose }: Props) {
  const bodyOf = ({ name1, ...terms }: { name1: string } & Terms) => ({ name1, ...termsBody(terms) });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.saveClass,
    initial: { name1: '', ...NO_TERMS },
    schema: z.object({ ...classBody.shape, ...classNames.shape }),
    bodyOf,
    inputOf: (values) => ({ query: {}, body: bodyOf(values) }),
    onDone: (_, { name1 }) => {
      toastSuccess(`${name1.trim()} added`);
      onClose();
    },
  });
  return (
    <FormDialog
      drawer
      title="New class"
      description="What policies in it and in its subclasses begin with can be changed on each of them."
      action="Add class"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name1">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
      <TermsFields control={termsOf(form.control)} isSubclass={false} />
    </FormDialog>
  );
}

/** A subclass of a class that exists; `inClass` is the id of the one already chosen, or ''. */
export function SubclassDialog({ inClass, onClose }: Props & { inClass: string }) {
  const { data } = useEndpoint(coverType.findAll, { query: {} });
  const classes = data?.data ?? [];
  const given = classes.find((one) => String(one.id) === inClass)?.name ?? '';
  const bodyOf = ({ name1, name2, ...terms }: { name1: string; name2: string } & Terms) => ({
    name1: name1 === '' ? given : name1,
    name2,
    ...termsBody(terms),
  });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.save,
    initial: { name1: '', name2: '', ...NO_TERMS },
    schema: z.object({ ...classBody.shape, ...subclassNames.shape }),
    bodyOf,
    inputOf: (values) => ({ query: {}, body: bodyOf(values) }),
    onDone: (_, { name2 }) => {
      toastSuccess(`${name2.trim()} added`);
      onClose();
    },
  });
  const chosen = form.watch('name1');
  return (
    <FormDialog
      drawer
      title="New subclass"
      action="Add subclass"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <div className="grid gap-3 sm:grid-cols-2">
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
      </div>
      <TermsFields
        control={termsOf(form.control)}
        isSubclass
        inherited={classes.find((one) => one.name === (chosen === '' ? given : chosen))}
      />
    </FormDialog>
  );
}

/** A class or subclass with its terms, read and then edited. */
export function ClassEditDrawer({ id, onClose }: Props & { id: string }) {
  const { data, error, refetch } = useEndpoint(coverType.one, { params: { id } });
  if (data !== undefined) return <ClassEditForm key={data.version} record={data} onClose={onClose} />;
  return (
    <Drawer open {...{ onClose }} title="Edit class">
      {error === null ? <PageSkeleton /> : <ErrorState {...{ error }} onRetry={() => void refetch()} />}
    </Drawer>
  );
}

function initialOf(record: CoverTypeRecord) {
  const own = (market: 'LOCAL' | 'LONDON') =>
    record.clauses.filter((one) => !one.inherited && one.market === market).map((one) => String(one.id));
  return {
    name: record.name,
    commission: record.commission ?? '',
    brokerage: record.brokerage ?? '',
    clauses: { LOCAL: own('LOCAL'), LONDON: own('LONDON') },
  };
}

function ClassEditForm({ record, onClose }: Props & { record: CoverTypeRecord }) {
  const noun = record.name2 === null ? 'class' : 'subclass';
  const bodyOf = ({ name, ...terms }: { name: string } & Terms) => ({
    id: record.id,
    name,
    ...termsBody(terms),
    version: record.version,
  });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: coverType.edit,
    initial: initialOf(record),
    schema: z.object({ ...coverTypeBody.shape, ...coverTypeName.shape }),
    bodyOf,
    inputOf: (values) => ({ query: {}, body: bodyOf(values) }) as CallInput<typeof coverType.edit>,
    onDone: (_, { name }) => {
      toastSuccess(`${name.trim()} saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      drawer
      title={`Edit ${record.name}`}
      description="New policies begin with these terms. Those already written keep theirs; they show the new name, and issued documents the old one."
      action={`Save ${noun}`}
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      refusalAction={<StaleAction problem={refusal} />}
      onSubmit={submit}
    >
      <Bound control={form.control} name="name">
        {(field) => <TextField label="Name" required autoFocus maxLength={150} {...field} />}
      </Bound>
      <TermsFields
        control={termsOf(form.control)}
        isSubclass={record.name2 !== null}
        inherited={{
          commission: record.commission === null ? record.commissionApplied : null,
          brokerage: record.brokerage === null ? record.brokerageApplied : null,
        }}
      />
    </FormDialog>
  );
}
