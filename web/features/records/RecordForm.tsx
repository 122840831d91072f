import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { KINDS, type KindName } from '../../../domain/records/kinds.ts';
import { recordHref } from '../../paths.ts';
import { useSession } from '../../api/session.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormPage, type FormFigure } from '../../ui/forms/FormPage.tsx';
import { useFirstField } from '../../ui/forms/use-first-field.ts';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { forgetInput } from '../../ui/forms/use-kept-input.ts';
import type { ListLink } from '../../ui/notices/States.tsx';
import { FormNotices, type Edited } from './FormNotices.tsx';
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
  /** What is edited, with why it came back. */
  edited?: Edited | undefined;
};

type Options<V extends object, R extends SavedDraft> = Pick<RecordFormProps<V>, 'keep' | 'initial' | 'editing'> &
  Omit<Saving<V, R>, 'state'> & {
    shape: z.ZodMiniObject;
    /** What is wrong with what is typed. */
    faultsOf: (values: V) => FieldError[];
  };

/** The state of a record's form: what is typed, kept until it is saved, and how it is saved and submitted. */
export function useRecordForm<V extends object, R extends SavedDraft>(options: Options<V, R>) {
  const { initial, editing, shape, faultsOf, onDone } = options;
  const branch = useSession()?.user.branch.id ?? '';
  // Banks, notes and accounts of a new one are of its branch.
  const keep = editing === null ? `${options.keep}.${branch}` : options.keep;
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
  const { form, faults, restored, startOver } = state;
  return { form, faults, saving, notices: { refusal: saving.refusal, restored, startOver } };
}

type Props = Omit<RecordFormProps<never>, 'keep' | 'initial'> & {
  kind: KindName;
  state: Pick<ReturnType<typeof useRecordForm>, 'faults' | 'saving' | 'notices'>;
  /** Where its like are: a new one that is not kept leads there. */
  list: ListLink;
  rail: ReactNode;
  figure?: FormFigure | undefined;
  children: ReactNode;
};

/** The page of a record's form: its fields, its draft, its submission, and what the server says of either. */
export function RecordForm(props: Props) {
  const { kind, title, detail, editing, edited, state, list, rail, figure, children } = props;
  const go = useGo();
  useFirstField(editing === null);
  const { faults, saving, notices } = state;
  const href = (id: number) => recordHref(kind, id);
  const action = `Submit ${KINDS[kind].noun}`;
  return (
    <>
      <FormPage
        {...{ title, detail, rail }}
        {...(figure !== undefined && { figure })}
        busy={saving.busy}
        problems={faults}
        notice={<FormNotices state={notices} record={edited} {...{ href }} />}
        draft={{ onSave: saving.saveDraft }}
        submit={{ label: action, onSubmit: saving.submit }}
        onCancel={() => go(editing === null ? list.href : href(editing.id))}
      >
        {children}
      </FormPage>
      <SubmitAnyway {...{ saving, action }} />
    </>
  );
}
