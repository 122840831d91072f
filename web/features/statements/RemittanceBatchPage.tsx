import { cancelRemittances, remittanceBatch } from '../../../domain/statements/remittance-contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LISTS } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { BatchView, POLL_MS } from './BatchPage.tsx';
import { isRunning } from './batch-words.ts';
import { useWorkIn } from '../../api/work-in.ts';

/** How far remittance advice is, and then what became of each payee: for those who see vouchers. */
export function RemittanceBatchPage() {
  const id = useRecordId();
  const input = { params: { id }, query: {} };
  const kept = useEndpoint(remittanceBatch, input);
  useEndpoint(remittanceBatch, input, isRunning(kept.data?.state) ? { backgroundEvery: POLL_MS } : {});
  const { data, error, refetch } = kept;
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Remittance advice" {...{ error, refetch }} list={LISTS.vouchers} />;
  return (
    <BatchView
      key={data.id}
      batch={data}
      parent={LISTS.vouchers}
      calls={{ batch: remittanceBatch, cancel: cancelRemittances, right: 'vouchers.pay' }}
    />
  );
}
