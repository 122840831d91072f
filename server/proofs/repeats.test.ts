import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('every call that writes: its key again, and another version', (one) => proofAsTest(one, 'repeats'));
