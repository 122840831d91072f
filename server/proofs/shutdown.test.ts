import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('one of two instances is stopped under load', (one) => proofAsTest(one, 'shutdown'));
