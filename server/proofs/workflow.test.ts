import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('the books are sound whatever several people do with money', (one) => proofAsTest(one, 'workflow'));
