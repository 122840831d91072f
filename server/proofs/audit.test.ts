import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('tampering is found', (one) => proofAsTest(one, 'audit'));
