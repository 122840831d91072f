import { afterEach, expect, test } from 'vitest';
import { currentToasts, dismissToast, dockToasts, hasDock, toastError, toastSuccess } from './toast.ts';

const [drawer, question] = [Symbol('drawer'), Symbol('question')];
const placed = () => currentToasts().map(({ title, dock }) => [title, dock]);

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a message is shown where it came: in the dialog that was uppermost, or in the corners where there was none', () => {
  toastSuccess('Before');
  const closeDrawer = dockToasts(drawer);
  toastSuccess('In the drawer');
  const closeQuestion = dockToasts(question);
  toastSuccess('In the question');
  expect(placed()).toEqual([
    ['Before', null],
    ['In the drawer', drawer],
    ['In the question', question],
  ]);
  closeQuestion();
  closeDrawer();
});

test('what a dialog shows when it closes is shown by what is beneath it, whichever closes first', () => {
  const closeDrawer = dockToasts(drawer);
  const closeQuestion = dockToasts(question);
  toastSuccess('Said');
  closeQuestion();
  expect(placed()).toEqual([['Said', drawer]]);
  closeDrawer();
  expect(placed()).toEqual([['Said', null]]);
  expect(hasDock()).toBe(false);
  // It is in the corner: a dialog that opens now does not take it.
  dockToasts(question)();
  expect(placed()).toEqual([['Said', null]]);
});

test('what comes again is shown once: where it is, or in the dialog in which it comes', () => {
  toastError('Not saved');
  toastError('Not saved');
  const close = dockToasts(question);
  toastError('Not saved');
  expect(placed()).toEqual([['Not saved', question]]);
  close();
  expect(placed()).toEqual([['Not saved', null]]);
});
