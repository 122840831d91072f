import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('kill -9 of the server in the middle of a batch', (one) => proofAsTest(one, 'crash-batch'));
