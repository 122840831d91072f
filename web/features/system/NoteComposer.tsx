import { useState } from 'react';
import { MAX_NOTE, saveRecordNote } from '../../../domain/record-notes/contract.ts';
import type { RecordName } from '../../../domain/records/kinds.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';

/** Leaves a note on a record: a text for colleagues, no more. Ctrl+Enter sends it. */
export function NoteComposer({ entity, id }: { entity: RecordName; id: number }) {
  const [text, setText] = useState('');
  const save = useWrite(saveRecordNote, {
    onSuccess: () => {
      setText('');
      toastSuccess('Note added');
    },
    onProblem: (problem) => toastProblem('Note not added', problem),
  });
  const empty = text.trim() === '';
  const send = () => {
    if (!empty && !save.isPending) save.mutate({ body: { entity, id, text } });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the text within
    <form
      className="no-print grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
    >
      <TextArea
        label="Add a note"
        hideLabel
        placeholder="Add a note for your colleagues…"
        rows={2}
        maxLength={MAX_NOTE}
        value={text}
        onChange={setText}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={save.isPending} disabledReason={empty ? 'Write something first' : undefined}>
          Add note
        </Button>
      </div>
    </form>
  );
}
