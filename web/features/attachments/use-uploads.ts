import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listAttachments, MAX_FILE_BYTES, saveAttachment } from '../../../domain/attachments/contract.ts';
import type { RecordName } from '../../../domain/records/kinds.ts';
import { ACCEPTED, kindByName } from '../../../domain/attachments/kinds.ts';
import { recordHistory } from '../../../domain/reports/history.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { ApiProblem } from '../../api/client.ts';
import { currentPlace } from '../../api/place.ts';
import { keyOf } from '../../api/use-endpoint.ts';
import { upload } from '../../api/upload.ts';

/** A file on its way, or one that was refused and waits to be seen. */
export type Upload = { id: string; name: string; size: number; part: number; problem: string | null };

export type Uploads = { list: readonly Upload[]; add: (files: readonly File[]) => void; dismiss: (id: string) => void };

/** Why a file need not even be sent; the server looks at what it holds. */
function refusalOf(file: File): string | null {
  if (file.size === 0) return 'The file is empty.';
  if (file.size > MAX_FILE_BYTES) return 'A file may have at most 20 MB.';
  return kindByName(file.name) === null ? ACCEPTED : null;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'It was not attached. Try again.';
  return error.errors[0]?.message ?? error.message;
}

/** Sends files to a record one after another, so that one slow line is not shared by all of them. */
export function useUploads(entity: RecordName, recordId: number): Uploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const change = (id: string, changes: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const dismiss = (id: string) => setList((all) => all.filter((one) => one.id !== id));
  const known = () => {
    const query = { entity, id: String(recordId) };
    const key = keyOf(listAttachments, { query }, currentPlace());
    return client.getQueryData<WireReply<typeof listAttachments>>(key)?.data ?? [];
  };
  const sendOne = async (id: string, file: File) => {
    try {
      const before = known();
      const made = await upload(
        saveAttachment,
        { query: { entity, id: String(recordId), name: file.name }, body: file },
        { onProgress: (part) => change(id, { part }) },
      );
      if (before.some((one) => one.id === made.id)) {
        change(id, { problem: `It is attached already, as “${made.name}”.` });
        return;
      }
      await client.invalidateQueries({ queryKey: [listAttachments.path] });
      await client.invalidateQueries({ queryKey: [recordHistory.path] });
      dismiss(id);
    } catch (error) {
      change(id, { problem: sentenceOf(error) });
    }
  };
  const add = (files: readonly File[]) => {
    const fresh = files.map((file) => ({
      file,
      row: { id: crypto.randomUUID(), name: file.name, size: file.size, part: 0, problem: refusalOf(file) },
    }));
    setList((all) => [...all, ...fresh.map((one) => one.row)]);
    for (const { file, row } of fresh)
      if (row.problem === null) queue.current = queue.current.then(() => sendOne(row.id, file));
  };
  return { list, add, dismiss };
}
