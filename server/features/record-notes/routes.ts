import * as contract from '../../../domain/record-notes/contract.ts';
import { serve, type Route } from '../../platform/http/mount.ts';
import { deleteNote, editNote, notesOf, saveNote } from './notes.ts';

/** Notes that people leave on records. */
export function recordNoteRoutes(): Route[] {
  return [
    serve(contract.listRecordNotes, (ctx, { query }) => notesOf(ctx, query)),
    serve(contract.saveRecordNote, saveNote),
    serve(contract.editRecordNote, editNote),
    serve(contract.deleteRecordNote, deleteNote),
  ];
}
