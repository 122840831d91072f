import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('kill -9 of the database', (one) => proofAsTest(one, 'crash-database'));
