import { test } from 'vitest';
import { proofAsTest } from './proof-as-test.ts';

test('a disk fills up under load', (one) => proofAsTest(one, 'disk-full'));
