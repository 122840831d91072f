import type { WireReply } from '../../../domain/endpoint.ts';
import { getDocument, listDocuments } from '../../../domain/documents/contract.ts';
import type { PaperedKind } from '../../../domain/records/kinds.ts';
import { fetchFile, saveFile, type Downloaded } from '../../api/download.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export type DocumentRow = WireReply<typeof listDocuments>[number];

/** Documents made of a record, in the order in which they were made. */
export function useDocuments(kind: PaperedKind, id: number, enabled = true) {
  return useEndpoint(listDocuments, { query: { record_kind: kind, record_id: String(id) } }, { enabled });
}

export function loadDocument(document: { id: number; number: string }): Promise<Downloaded> {
  const name = `${document.number.replaceAll('/', '-')}.pdf`;
  return fetchFile(getDocument, { params: { id: String(document.id) } }, { name });
}

export async function downloadDocument(document: { id: number; number: string }): Promise<void> {
  try {
    saveFile(await loadDocument(document));
  } catch (error) {
    toastProblem('Document not downloaded', error);
  }
}
