import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('no total is wrong while money moves', (one) => proofAsTest(one, 'bank'));
