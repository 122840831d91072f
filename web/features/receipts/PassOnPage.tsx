import { getReceipt } from '../../../domain/receipts/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS, receiptHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { blankPassed } from './pass-on-form.ts';
import { PassOnForm } from './PassOnForm.tsx';
import { mayPassOn, receiptName } from './receipt-words.ts';
import { useSession } from '../../api/session.ts';

/** What is left of a receipt is used in another branch. */
export function PassOnPage() {
  const { data, error, refetch } = useEndpoint(getReceipt, { params: { id: useRecordId() } });
  const session = useSession();
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Receipt" {...{ error, refetch }} list={LISTS.receipts} />;
  const name = receiptName(data);
  const title = `Use ${name} in another branch`;
  if (!mayPassOn(session, data))
    return (
      <>
        <PageTitle title={title} />
        <EmptyState
          title="Nothing of it can be used there."
          action={<LinkButton href={receiptHref(data.id)}>Open the receipt</LinkButton>}
        >
          Root uses what is left of an approved receipt of the client bank.
        </EmptyState>
      </>
    );
  const { id, branch, currency, left } = data;
  const others = session?.user.branches.filter((one) => one.id !== branch.id) ?? [];
  return (
    <PassOnForm
      key={id}
      {...{ title }}
      detail={`${branch.name} · kept as you type`}
      keep={`receipt.passon.${id}`}
      initial={blankPassed(data, others)}
      editing={null}
      source={{ id, number: name, branch, currency, left }}
      payer={data.reinsured}
    />
  );
}
