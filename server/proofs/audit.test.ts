import { test } from 'vitest';
import { shortForm } from './short-form.ts';

test('tampering is found', () => shortForm('audit'));
