import { toastError } from '../ui/notices/toast.ts';
import { ApiProblem } from './client.ts';

/** Shows in a toast why an act failed. An ended session has its own toast, and a cancelled call needs none. */
export function toastProblem(title: string, error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof ApiProblem && error.status === 401) return;
  toastError(title, error instanceof ApiProblem ? error.message : 'Something went wrong. Try again.');
}
