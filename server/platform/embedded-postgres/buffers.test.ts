import { expect, test } from 'vitest';
import { sharedBuffers } from './buffers.ts';

const GIGABYTE = 1024 ** 3;

test.each([
  [0.5 * GIGABYTE, '128MB'],
  [2 * GIGABYTE, '256MB'],
  [8 * GIGABYTE, '1024MB'],
  [64 * GIGABYTE, '2048MB'],
])('of %d bytes an eighth, within bounds: %s', (memory, setting) => {
  expect(sharedBuffers(memory)).toBe(setting);
});

test('of this machine: a setting that the database reads', () => {
  expect(sharedBuffers()).toMatch(/^\d{3,4}MB$/);
});
