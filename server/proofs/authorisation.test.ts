import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('every endpoint, every role, both branches', () => shortForm('authorisation'));
