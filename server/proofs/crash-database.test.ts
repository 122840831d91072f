import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('kill -9 of the database', () => shortForm('crash-database'));
