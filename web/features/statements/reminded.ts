import type { sendReminders } from '../../../domain/statements/contract.ts';
import type { CallInput } from '../../api/client.ts';

type Body = CallInput<typeof sendReminders>['body'];

/** What letters are of: chosen instalments, or all under the filters of their list. */
export type Reminded = Pick<Body, 'items' | 'all'>;
