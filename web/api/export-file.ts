import type { Endpoint } from '../../domain/endpoint.ts';
import { exportProgress } from '../../domain/exports.ts';
import { showWork } from '../ui/notices/toast.ts';
import type { ExportFormat } from '../ui/tables/ListPage.tsx';
import { showCount } from '../ui/fields/whole-number.ts';
import { call, type CallInput } from './client.ts';
import { fetchFile, saveFile } from './download.ts';
import { toastProblem } from './toast-problem.ts';

const ACCEPTED: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A file that is there sooner needs no word. */
const SAID_AFTER_MS = 800;
const EVERY_MS = 1_000;

/** Says how far an export is, with a button that stops it, once it takes longer than a moment; gives what ends that. */
function sayProgress(tracked: string, stop: () => void): () => void {
  let say: ReturnType<typeof showWork> | undefined;
  const look = async () => {
    say ??= showWork('Making the file', 'This takes a moment.', stop);
    const { rows } = await call(exportProgress, { query: { name: tracked } }, { background: true, place: null });
    if (rows !== null && rows > 0) say.describe(`${showCount(rows)} rows written`);
  };
  let over = false;
  const again = async () => {
    // How far it is may be unknown; the file itself says whether it failed.
    await look().catch(() => undefined);
    if (over) say?.end();
    else timer = setTimeout(() => void again(), EVERY_MS);
  };
  let timer = setTimeout(() => void again(), SAID_AFTER_MS);
  return () => {
    over = true;
    clearTimeout(timer);
    say?.end();
  };
}

/** Downloads everything that a list or report shows, all pages, as a file; a long one says how far it is and can be stopped. */
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
  const tracked = crypto.randomUUID();
  const stopped = new AbortController();
  const said = sayProgress(tracked, () => stopped.abort());
  try {
    const input = { query: { ...rest, format }, ...(params && { params }) } as CallInput<E>;
    const to = { accept: ACCEPTED[format], name: `${name}.${format}`, signal: stopped.signal, tracked };
    saveFile(await fetchFile(endpoint, input, to));
  } catch (error) {
    if (!stopped.signal.aborted) toastProblem('Export failed', error);
  } finally {
    said();
  }
}
