import { enableUser, inviteUser, userItems, user as userRecord } from '../../../domain/accounts/users.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';

type Somebody = { id: number; name: string; email: string };

/** What is done to a user without asking first: a link by mail, and letting them in again. */
export function useUserActs() {
  const invalidates = [userItems, userRecord];
  const invite = useWrite(inviteUser, {
    invalidates,
    onProblem: (problem) => toastProblem('Link not mailed', problem),
  });
  const enable = useWrite(enableUser, {
    invalidates,
    onProblem: (problem) => toastProblem('User not enabled', problem),
  });
  return {
    mailLink: ({ id, email }: Somebody) =>
      invite.mutate(
        { query: { id: String(id) } },
        { onSuccess: () => toastSuccess('Password link mailed', `To ${email}, valid 30 minutes.`) },
      ),
    letIn: ({ id, name }: Somebody) =>
      enable.mutate({ query: { id: String(id) } }, { onSuccess: () => toastSuccess(`${name} can sign in again`) }),
  };
}
