import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('backup and restore of a running firm', () => shortForm('restore'));
