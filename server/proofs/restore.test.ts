import { test } from 'vitest';
import { shortForm } from './short-form.ts';

// A hang is what fails here, never a busy machine.
test('backup and restore of a running firm', () => shortForm('restore'), 900_000);
