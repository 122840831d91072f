import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('the sample firm can be told on any day', (one) => proofAsTest(one, 'sample-days'));
