import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('no request is answered with 5xx', (one) => proofAsTest(one, 'fuzz'));
