import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { KINDS, type KindName } from '../../../domain/records/kinds.ts';
import { recordHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage, type FormFigure } from '../../ui/forms/FormPage.tsx';
import { useFirstField } from '../../ui/forms/use-first-field.ts';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import type { ListLink } from '../../ui/notices/States.tsx';
import { SubmitAnyway } from './SubmitAnyway.tsx';
import { useSaveRecord, type Editing, type SavedDraft, type Saving } from './use-save-record.ts';

/** What the form of a record begins with. */
export type RecordFormProps<V> = {
  title: string;
  detail: string;
  /** Under which unsaved input is kept. */
  keep: string;
  initial: V;
  editing: Editing;
};

type Options<V extends object, R extends SavedDraft> = Pick<RecordFormProps<V>, 'keep' | 'initial' | 'editing'> &
  Omit<Saving<V, R>, 'state'> & {
    shape: z.ZodMiniObject;
    /** What is wrong with what is typed. */
    faultsOf: (values: V) => FieldError[];
  };

/** The state of a record's form: what is typed, kept until it is saved, and how it is saved and submitted. */
export function useRecordForm<V extends object, R extends SavedDraft>(options: Options<V, R>) {
  const { keep, initial, editing, shape, faultsOf, onDone } = options;
  const version = editing === null ? '' : String(editing.version);
  const state = useContractForm<V>({ shape, initial, faultsOf, keep: { key: keep, version } });
  const saving = useSaveRecord<V, R>({
    ...options,
    state,
    onDone: (saved, how) => {
      forgetInput(keep);
      onDone(saved, how);
    },
  });
  return { form: state.form, faults: state.faults, saving };
}

type Props = Omit<RecordFormProps<never>, 'keep' | 'initial'> & {
  kind: KindName;
  state: Pick<ReturnType<typeof useRecordForm>, 'faults' | 'saving'>;
  /** Where its like are: a new one that is not kept leads there. */
  list: ListLink;
  rail: ReactNode;
  figure?: FormFigure | undefined;
  children: ReactNode;
};

/** The page of a record's form: its fields, its draft, its submission, and what the server says of either. */
export function RecordForm({ kind, title, detail, editing, state, list, rail, figure, children }: Props) {
  const go = useGo();
  useFirstField(editing === null);
  const { faults, saving } = state;
  const action = `Submit ${KINDS[kind].noun}`;
  return (
    <>
      <FormPage
        {...{ title, detail, rail }}
        {...(figure !== undefined && { figure })}
        busy={saving.busy}
        problems={faults}
        notice={saving.refusal !== null && <Notice tone="bad">{saving.refusal}</Notice>}
        draft={{ onSave: saving.saveDraft }}
        submit={{ label: action, onSubmit: saving.submit }}
        onCancel={() => go(editing === null ? list.href : recordHref(kind, editing.id))}
      >
        {children}
      </FormPage>
      <SubmitAnyway {...{ saving, action }} />
    </>
  );
}
