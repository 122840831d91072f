import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('answers that are lost', (one) => proofAsTest(one, 'lost-answers'));
