import type { Endpoint } from '../../domain/endpoint.ts';
import type { CallInput } from './client.ts';
import { fetchFile, saveFile } from './download.ts';
import { toastProblem } from './toast-problem.ts';
import type { ExportFormat } from '../ui/tables/ListPage.tsx';

const ACCEPTED: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Downloads everything that a list or report shows, all pages, as a file. */
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
  try {
    const input = { query: { ...rest, format }, ...(params && { params }) } as CallInput<E>;
    saveFile(await fetchFile(endpoint, input, { accept: ACCEPTED[format], name: `${name}.${format}` }));
  } catch (error) {
    toastProblem('Export failed', error);
  }
}
