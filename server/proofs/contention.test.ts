import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('one wins, or as many as fit', () => shortForm('contention'));
