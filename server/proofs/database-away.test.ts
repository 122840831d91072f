import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('a database that is restarted or hangs', (one) => proofAsTest(one, 'database-away'));
