import { useState } from 'react';
import { deleteRecordNote, editRecordNote, MAX_NOTE } from '../../../domain/record-notes/contract.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import type { RecordNote } from './use-notes.ts';

/** What a note says, and what may be done with it. */
export function NoteText({ note }: { note: RecordNote }) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  if (editing) return <NoteEditor note={note} onClose={() => setEditing(false)} />;
  return (
    <div className="mt-1 rounded-md border border-line bg-hover px-3 py-2 text-fg">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {note.text}
      </p>
      {(note.may_edit || note.may_delete) && (
        <p className="no-print mt-1.5 flex gap-1">
          {note.may_edit && (
            <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
              Edit note
            </Button>
          )}
          {note.may_delete && (
            <Button size="sm" variant="ghost" onClick={() => setDeleting(true)}>
              Delete note
            </Button>
          )}
        </p>
      )}
      {deleting && (
        <CallDialog
          call={deleteRecordNote}
          input={{ params: { id: String(note.id) } }}
          onClose={() => setDeleting(false)}
          title="Delete note"
          effect={`The note of ${note.made_by.name} goes for everyone. That there was one stays in the history.`}
          action="Delete note"
          danger
          done="Note deleted"
          failed="Note not deleted"
        />
      )}
    </div>
  );
}

function NoteEditor({ note, onClose }: { note: RecordNote; onClose: () => void }) {
  const [text, setText] = useState(note.text);
  const save = useWrite(editRecordNote, {
    onSuccess: onClose,
    onProblem: (problem) => toastProblem('Note not changed', problem),
  });
  const send = () => save.mutate({ body: { id: note.id, version: note.version, text } });
  return (
    <form
      className="mt-1 grid gap-2 text-fg"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea label="Note" hideLabel rows={2} maxLength={MAX_NOTE} value={text} onChange={setText} />
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending} disabledReason={text.trim() === '' ? 'Write something' : undefined}>
          Save note
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
