import { useState } from 'react';
import * as z from 'zod/mini';
import { doneDiary, listDiary, saveDiary } from '../../../../domain/claims/diary-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { addDays } from '../../../../domain/values/day.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormPicker } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { DayText, InstantText } from '../../../ui/marks/Figures.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { searchColleagues } from '../claim-lookups.ts';
import { UserLink } from '../../../ui/marks/NameLink.tsx';

type Entry = WireReply<typeof listDiary>[number];

const SHAPE = z.pick(saveDiary.body, { due_on: true, colleague: true, text: true });
const WEEK = 7;

function DiaryDialog({ claim, onClose }: { claim: number; onClose: () => void }) {
  const today = useFirmToday();
  const user = useSession()?.user;
  const save = useWrite(saveDiary);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      due_on: addDays(today, WEEK),
      colleague: user === undefined ? null : { id: String(user.id), label: user.name },
      text: '',
    },
    send: (body) => save.mutateAsync({ body: { ...body, claim } }),
    done: ({ colleague }) => ['In the diary', `It comes in the work of ${colleague.name}.`],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="New diary entry"
      description="On its day it comes in the work of the colleague."
      action="Put in the diary"
      {...{ ...dialog, onClose }}
    >
      <FormDay {...{ form }} name="due_on" label="Look again on" min={today} />
      <FormPicker
        {...{ form }}
        name="colleague"
        label="Colleague"
        noun="colleague"
        placeholder="Colleague…"
        search={searchColleagues}
      />
      <FormArea {...{ form }} name="text" label="What is to be done" rows={3} />
    </FormDialog>
  );
}

function DiaryLine({ entry, today, mayDo }: { entry: Entry; today: string; mayDo: boolean }) {
  const done = useWrite(doneDiary, {
    onSuccess: () => toastSuccess('Done', entry.text),
    onProblem: (problem) => toastProblem('Not marked as done', problem),
  });
  const late = entry.done_at === null && entry.due_on < today;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p dir="auto" className="wrap-anywhere">
          {entry.text}
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-mute">
          <span>
            <DayText value={entry.due_on} /> · <UserLink inText user={entry.colleague} />
          </span>
          {late && <Badge tone="bad">Late</Badge>}
          {entry.done_at !== null && (
            <span>
              · done by {entry.done_by && <UserLink inText user={entry.done_by} />},{' '}
              <InstantText value={entry.done_at} />
            </span>
          )}
        </p>
      </div>
      {entry.done_at === null && mayDo && (
        <Button
          size="sm"
          busy={done.isPending}
          aria-label={`Done: ${entry.text}`}
          onClick={() => done.mutate({ body: { id: entry.id } })}
        >
          Done
        </Button>
      )}
    </li>
  );
}

/** What is to be looked at again on a claim, by whom and when. */
export function DiaryTab({ claim }: { claim: number }) {
  const [adding, setAdding] = useState(false);
  const mayAdd = can(useSession(), 'claims.create');
  const today = useFirmToday();
  const { data, error, refetch } = useEndpoint(listDiary, { query: { claim: String(claim) } });
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <ErrorState {...{ error }} onRetry={() => void refetch()} />
    );
  return (
    <Card
      flush
      title="Diary"
      actions={
        mayAdd && (
          <Button size="sm" onClick={() => setAdding(true)}>
            New entry
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <EmptyState title="Nothing in the diary.">
          What is to be looked at again, by whom and when, is noted here.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((entry) => (
            <DiaryLine key={entry.id} {...{ entry, today }} mayDo={mayAdd} />
          ))}
        </ul>
      )}
      {adding && <DiaryDialog {...{ claim }} onClose={() => setAdding(false)} />}
    </Card>
  );
}
