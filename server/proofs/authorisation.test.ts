import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('every endpoint, every role, both branches', (one) => proofAsTest(one, 'authorisation'));
