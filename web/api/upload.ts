import type { Endpoint, WireReply } from '../../domain/endpoint.ts';
import { noteCall } from './activity.ts';
import { addressOf, ApiProblem, headersFor, problemOf, sessionEnded, type CallInput, type Parts } from './client.ts';

type UploadOptions = {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
};

const UNREACHED = { status: 0, title: 'The server could not be reached. Attach the file again.' };

/** Sends a file and says how far it is, which `fetch` cannot. Otherwise as `call`: the same heads, the same problems. */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onProgress, signal, idempotencyKey }: UploadOptions,
): Promise<WireReply<E>> {
  const { body, ...parts } = input as Parts;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, parts));
    for (const [name, value] of headersFor(endpoint, { idempotencyKey }, body)) request.setRequestHeader(name, value);
    const answered = async () => {
      const response = new Response(request.responseText, { status: request.status });
      if (response.ok) {
        noteCall();
        resolve((await response.json()) as WireReply<E>);
        return;
      }
      const problem = await problemOf(response);
      if (problem.status === 401) sessionEnded();
      reject(problem);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    request.addEventListener('error', () => reject(new ApiProblem(UNREACHED)));
    request.addEventListener('load', () => void answered());
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit);
  });
}
