import type { Endpoint } from '../../domain/endpoint.ts';
import { send, type CallInput } from './client.ts';

export type Downloaded = { blob: Blob; name: string };

/** What is fetched, what it is called unless the server says so; what stops it; under which name one asks how far it is. */
type Fetching = { accept?: string; name?: string; signal?: AbortSignal; tracked?: string };

function nameOf(response: Response, fallback: string): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  const utf8 = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (utf8 !== undefined) return decodeURIComponent(utf8);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? fallback;
}

/** Fetches a file: the bearer cannot travel with a link or an iframe. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { accept = 'application/pdf', name = 'document', ...options }: Fetching = {},
): Promise<Downloaded> {
  const response = await send(endpoint, input, { accept, ...options });
  return { blob: await response.blob(), name: nameOf(response, name) };
}

/** Hands a file to the browser's own downloads. */
export function saveFile({ blob, name }: Downloaded): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
