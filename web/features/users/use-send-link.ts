import { recoverPassword } from '../../../domain/accounts/contract.ts';
import { call } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { toastSuccess } from '../../ui/toast.ts';
import type { User } from './user-words.ts';

/** Mails the link with which a user chooses a password anew: the same that they could ask for themselves. */
export function useSendLink(): (user: User) => Promise<void> {
  return async (user) => {
    try {
      await call(recoverPassword, { query: { email: user.email } });
      toastSuccess('Password link mailed', `To ${user.email}, valid 30 minutes.`);
    } catch (error) {
      toastProblem('Link not mailed', error);
    }
  };
}
