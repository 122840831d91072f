import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('two instances whose clocks are wrong', (one) => proofAsTest(one, 'clock'));
