import type { ReactNode } from 'react';
import { KINDS, titleOf, type Kind, type KindName } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { recordHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { useFirst } from '../../ui/hooks/use-first.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { EmptyState, PageSkeleton, type ListLink } from '../../ui/notices/States.tsx';
import type { Edited } from './FormNotices.tsx';
import type { RecordFormProps } from './RecordForm.tsx';

type Read = Edited & { version: number; branch: { name: string } };

/** What the form of every kind begins with when a record is edited. */
type Opened = Pick<RecordFormProps<never>, 'detail' | 'keep' | 'editing' | 'edited'>;
type FormOf<R> = (record: R, opened: Opened) => ReactNode;

type Props<R> = {
  kind: KindName;
  list: ListLink;
  query: { data: R | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  children: FormOf<R>;
};

/** The page on which a record is edited, while its state allows it. */
export function EditRecord<R extends Read>({ kind, list, query, children }: Props<R>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined) return <NoPage title={titleOf(KINDS[kind])} {...{ error, refetch, list }} />;
  // An answer from before might be of an older version: the form begins with what is there now.
  return <AsOpened key={data.id} read={data} fresh={!isFetching} {...{ kind }} form={children} />;
}

type AsOpenedProps<R> = { kind: KindName; read: R; fresh: boolean; form: FormOf<R> };

/** Works on the record as it was when it was opened: a later version is refused by the server, not silently taken over. */
function AsOpened<R extends Read>({ kind, read, fresh, form }: AsOpenedProps<R>) {
  const record = useFirst(read, fresh);
  if (record === undefined) return <PageSkeleton />;
  const { id, version, status, branch } = record;
  const { noun, states }: Kind = KINDS[kind];
  const label = states[status]?.label ?? '';
  if (!mayIn(states, status, 'edit'))
    return (
      <EmptyState
        title={`This ${noun} is ${label.toLowerCase()}.`}
        action={<LinkButton href={recordHref(kind, id)}>Open the {noun}</LinkButton>}
      >
        Only a draft or a rejected {noun} can be changed.
      </EmptyState>
    );
  const keep = `${kind}.${id}`;
  return form(record, { detail: `${branch.name} · ${label}`, keep, editing: { id, version }, edited: record });
}
