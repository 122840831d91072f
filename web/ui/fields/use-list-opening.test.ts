import { expect, test } from 'vitest';
import { typesText } from './use-list-opening.ts';

const press = (key: string, held: Partial<Parameters<typeof typesText>[0]> = {}) =>
  typesText({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test.each(['a', 'Z', 'é', '7', '-', '字', '𝒜'])('%s types', (key) => {
  expect(press(key)).toBe(true);
});

test.each([' ', 'Enter', 'Tab', 'ArrowDown', 'Escape', 'F2', 'Backspace', 'Process'])('%j does not', (key) => {
  expect(press(key)).toBe(false);
});

test('nor does a letter with a key that makes a command of it', () => {
  expect(press('k', { ctrlKey: true }) || press('k', { metaKey: true }) || press('k', { altKey: true })).toBe(false);
});
