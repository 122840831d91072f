import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('each report is what the auditor makes of the books', (one) => proofAsTest(one, 'reports'));
