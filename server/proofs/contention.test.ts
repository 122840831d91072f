import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('one wins, or as many as fit', (one) => proofAsTest(one, 'contention'));
