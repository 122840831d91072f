import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('every control, switched off, turns its probe red', () => shortForm('mutants'));
