import { toastError } from '../ui/notices/toast.ts';
import { ApiProblem } from './client.ts';

/** Says in a toast why an act failed. An ended session has said so already, and a cancelled call has nothing to say. */
export function toastProblem(title: string, error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof ApiProblem && error.status === 401) return;
  toastError(title, error instanceof ApiProblem ? error.message : 'Something went wrong. Try again.');
}
