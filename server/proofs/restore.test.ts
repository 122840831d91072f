import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('backup and restore of a running firm', (one) => proofAsTest(one, 'restore'));
