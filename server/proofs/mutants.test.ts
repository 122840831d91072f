import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('every control, switched off, turns its probe red', (one) => proofAsTest(one, 'mutants'));
