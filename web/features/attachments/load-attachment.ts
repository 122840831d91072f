import type { WireReply } from '../../../domain/endpoint.ts';
import { getAttachment, type listAttachments } from '../../../domain/attachments/contract.ts';
import { fileKind } from '../../../domain/attachments/kinds.ts';
import { fetchFile, saveFile, type Downloaded } from '../../api/download.ts';
import { toastProblem } from '../../api/toast-problem.ts';

export type Attachment = WireReply<typeof listAttachments>['data'][number];

/** The file under its own name, as bytes of its own kind whatever a proxy on the way called them. */
export async function loadAttachment({ id, name, kind }: Attachment): Promise<Downloaded> {
  const { blob } = await fetchFile(getAttachment, { params: { id: String(id) } }, { accept: '*/*', name });
  return { blob: new Blob([blob], { type: fileKind(kind).type }), name };
}

export async function downloadAttachment(file: Attachment): Promise<void> {
  try {
    saveFile(await loadAttachment(file));
  } catch (error) {
    toastProblem('File not downloaded', error);
  }
}
