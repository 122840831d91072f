import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('answers that are lost', () => proofAsTest('lost-answers'));
