import { currentSession } from './api/session.ts';
import type { Who } from './entrance.ts';

/** Whether the page came from an installation in which nobody has signed up yet (`server/platform/web`). */
export function isFirst(): boolean {
  return 'empty' in document.documentElement.dataset;
}

/** The firm was set up since the page came. */
export function isSetUp(): void {
  delete document.documentElement.dataset['empty'];
}

/** A session that the browser kept is of another installation where nobody has signed up yet. */
export function whoIsHere(): Who {
  if (isFirst()) return 'FIRST';
  return currentSession() === null ? 'VISITOR' : 'SIGNED_IN';
}
