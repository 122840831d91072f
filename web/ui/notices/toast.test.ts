import { expect, test } from 'vitest';
import { currentDock, dockToasts } from './toast.ts';

test('the uppermost dialog shows the messages, whichever closes first; without one the corners do', () => {
  const [drawer, question] = [Symbol('drawer'), Symbol('question')];
  expect(currentDock()).toBeNull();
  const closeDrawer = dockToasts(drawer);
  const closeQuestion = dockToasts(question);
  expect(currentDock()).toBe(question);
  closeQuestion();
  expect(currentDock()).toBe(drawer);
  const again = dockToasts(question);
  closeDrawer();
  expect(currentDock()).toBe(question);
  again();
  expect(currentDock()).toBeNull();
});
