import { useSession } from '../../api/session.ts';
import { receiptHref } from '../../paths.ts';
import { NameLink } from '../../ui/marks/NameLink.tsx';

type Props = { id: number; name: string; branch: { id: number; name: string } };

/** A receipt of another branch by its number; it leads to its page for those who work there. */
export function BranchReceiptLink({ id, name, branch }: Props) {
  const works = useSession()?.user.branches.some((own) => own.id === branch.id) ?? false;
  const number = <span className="whitespace-nowrap tabular-nums">{name}</span>;
  return works ? <NameLink href={receiptHref(id)}>{number}</NameLink> : number;
}
