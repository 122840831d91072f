import type { Endpoint } from '../../domain/endpoint.ts';
import type { ExportFormat } from '../ui/tables/ListPage.tsx';
import type { CallInput } from './client.ts';
import { fetchFile, saveFile } from './download.ts';
import { toastSuccess } from '../ui/notices/toast.ts';
import { toastProblem } from './toast-problem.ts';

const ACCEPTED: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A file that is there sooner needs no word. */
const SAID_AFTER_MS = 800;

/** Says how far an export is once it takes longer than a moment; what says it is fetched then. Gives what ends that. */
function sayLater(tracked: string, stop: () => void): () => void {
  let end: (() => void) | undefined;
  let over = false;
  const say = async () => {
    const { sayProgress } = await import('./export-progress.ts');
    if (!over) end = sayProgress(tracked, stop);
  };
  // Without it the file still comes.
  const timer = setTimeout(() => void say().catch(() => undefined), SAID_AFTER_MS);
  return () => {
    over = true;
    clearTimeout(timer);
    end?.();
  };
}

type Saved = { accept: string; name: string };

/** Downloads what takes long to make as a file; it says how far it is and can be stopped. */
export async function saveExport<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { accept, name }: Saved,
): Promise<void> {
  const tracked = crypto.randomUUID();
  const stopped = new AbortController();
  const endSaying = sayLater(tracked, () => stopped.abort());
  try {
    saveFile(await fetchFile(endpoint, input, { accept, name, signal: stopped.signal, tracked }));
  } catch (error) {
    if (stopped.signal.aborted) toastSuccess('Export stopped', 'No file is saved.');
    else toastProblem('Export failed', error);
  } finally {
    endSaying();
  }
}

/** Downloads everything that a list or report shows, all pages. */
export async function exportFile<E extends Endpoint>(
  endpoint: E,
  {
    query,
    name,
    params,
  }: { query: Readonly<Record<string, string | undefined>>; name: string; params?: Readonly<Record<string, string>> },
  format: ExportFormat,
): Promise<void> {
  const { start: _start, length: _length, ...rest } = query;
  const input = { query: { ...rest, format }, ...(params && { params }) } as CallInput<E>;
  await saveExport(endpoint, input, { accept: ACCEPTED[format], name: `${name}.${format}` });
}
