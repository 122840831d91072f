/** Messages about what happened. A message that is on the screen is not shown twice (specification §9). */

export type ToastKind = 'success' | 'error';
/** `stop` is of what is still under way: such a message stays until that ends. */
export type ToastMessage = {
  id: string;
  kind: ToastKind;
  title: string;
  description: string;
  shown: number;
  /** The dialog that was uppermost when it came, within which it is shown; null: none was open. */
  dock: symbol | null;
  stop?: () => void;
};

let messages: readonly ToastMessage[] = [];
let count = 0;
/** Open dialogs, the uppermost last: it shows within itself what comes while it is. */
let docks: readonly symbol[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function add(kind: ToastKind, title: string, description: string): void {
  const id = `${kind}\n${title}\n${description}`;
  const dock = uppermost();
  const same = messages.find((message) => message.id === id);
  if (same?.dock === dock) return;
  // What is shown beneath a dialog and comes again in it is shown there.
  count += 1;
  publish([...messages.filter((message) => message !== same), { id, kind, title, description, shown: count, dock }]);
}

export function toastSuccess(title: string, description = ''): void {
  add('success', title, description);
}

/** What is announced once something is done: a title, or a title with its detail. */
export type Done = string | readonly [title: string, detail?: string | undefined];

export function toastDone(done: Done): void {
  if (typeof done === 'string') toastSuccess(done);
  else toastSuccess(...done);
}

export function toastError(title: string, description = ''): void {
  add('error', title, description);
}

/** Says that something is under way and how it is stopped; gives what says more of it, and what ends it. */
export function showWork(title: string, description: string, stop: () => void) {
  count += 1;
  const id = `work\n${count}`;
  publish([...messages, { id, kind: 'success', title, description, shown: count, dock: uppermost(), stop }]);
  return {
    describe: (text: string) => publish(messages.map((one) => (one.id === id ? { ...one, description: text } : one))),
    end: () => dismissToast(id),
  };
}

export function dismissToast(id: string): void {
  publish(messages.filter((message) => message.id !== id));
}

/** Takes away what went wrong before. */
export function dismissErrors(): void {
  publish(messages.filter(({ kind }) => kind !== 'error'));
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly ToastMessage[] {
  return messages;
}

const uppermost = (): symbol | null => docks.at(-1) ?? null;

/** A dialog has opened; gives what takes it away again. What it shows then is shown by what is beneath it. */
export function dockToasts(dock: symbol): () => void {
  docks = [...docks, dock];
  publish(messages);
  return () => {
    docks = docks.filter((one) => one !== dock);
    publish(messages.map((message) => (message.dock === dock ? { ...message, dock: uppermost() } : message)));
  };
}

/** Whether a dialog is open above the corners. */
export function hasDock(): boolean {
  return docks.length > 0;
}
