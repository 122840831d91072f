import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('the rows behind each figure add up to it', (one) => proofAsTest(one, 'explained'));
