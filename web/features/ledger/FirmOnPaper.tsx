import type { Endpoint } from '../../../domain/endpoint.ts';
import { letsIn } from '../../../domain/permissions.ts';
import { useSession, useTogether } from '../../api/session.ts';

type Props = {
  /** The call of what is printed. */
  call?: Pick<Endpoint, 'access'> | undefined;
  /** The branch that it is narrowed to, by its code. */
  chosen?: string | undefined;
};

/** The names of the branches that a report is of: the one that is open or chosen, else all in which its right is held. */
function useBranchesRead({ call, chosen }: Props): string[] {
  const together = useTogether();
  const user = useSession()?.user;
  if (user === undefined) return [];
  if (!together) return [user.branch.name];
  const { branches, permissionsByBranch } = user;
  const isRead = ({ id, code }: (typeof branches)[number]) =>
    chosen === undefined
      ? call === undefined || letsIn(call.access, (one) => permissionsByBranch[String(id)]?.includes(one) === true)
      : code === chosen;
  return branches.filter(isRead).map(({ name }) => name);
}

/** Above a report on paper: whose it is, and of which branches. */
export function FirmOnPaper(props: Props) {
  const session = useSession();
  const branches = useBranchesRead(props);
  return (
    <div className="hidden pb-2 print:block">
      <p className="text-base font-semibold">{session?.user.firm.name}</p>
      <p>{branches.join(', ')}</p>
    </div>
  );
}
