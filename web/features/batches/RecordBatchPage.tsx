import type { WireReply } from '../../../domain/endpoint.ts';
import { recordBatch, stopBatch } from '../../../domain/batches/contract.ts';
import { BATCH_OUTCOME_LABELS, batchRecordTable } from '../../../domain/batches/tables.ts';
import { exportFile } from '../../api/export-file.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS, recordHref } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { CardRows } from '../../ui/tables/CardRows.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { BatchProgress } from '../ledger/ProgressBar.tsx';
import { batchBadge, isRunning } from '../statements/batch-words.ts';
import { ACT_WORDS, countOf, OUTCOME_TONES } from '../records/batch-words.ts';

const POLL_MS = 700;
type Batch = WireReply<typeof recordBatch>;

const COLUMNS = screenColumns(batchRecordTable, {
  cells: {
    called: (row) => <span className="tabular-nums">{row.called}</span>,
    title: (row) => <span dir="auto">{row.title}</span>,
    outcome: (row) => <StatusBadge label={BATCH_OUTCOME_LABELS[row.outcome]} tone={OUTCOME_TONES[row.outcome]} />,
    problem: (row) => row.problem !== '' && <span className="block max-w-prose whitespace-normal">{row.problem}</span>,
  },
});

/** One of several branches says of each record where it is; another has its branch in the heading. */
const columnsOf = ({ branch }: Batch) => COLUMNS.filter(({ id }) => id !== 'branch' || branch.includes(','));

/** How far a batch is, and then what became of each record. It goes on when the page is left. */
export function RecordBatchPage() {
  const id = useRecordId();
  const input = { params: { id }, query: {} };
  const kept = useEndpoint(recordBatch, input);
  useEndpoint(recordBatch, input, isRunning(kept.data?.state) ? { backgroundEvery: POLL_MS } : {});
  const { data, error, refetch } = kept;
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Batch" {...{ error, refetch }} list={LISTS.batches} />;
  return <BatchView key={data.id} batch={data} />;
}

function BatchView({ batch }: { batch: Batch }) {
  const { kind, act, records, done, failed } = batch;
  const stop = useWrite(stopBatch, { onProblem: (problem) => toastProblem('Not stopped', problem) });
  const running = isRunning(batch.state);
  const state = batchBadge(batch.state);
  const looked = done + failed;
  const words = ACT_WORDS[act];
  const id = String(batch.id);
  const Rows = useNarrow() ? CardRows : DataTable;
  return (
    <RecordPage
      parent={LISTS.batches}
      number={`${words.act} ${countOf(kind, records)}`}
      subtitle={<InstantText value={batch.made_at} />}
      statuses={[state]}
      glance={[
        { label: 'Records', value: String(records) },
        { label: words.done, value: String(done) },
        { label: 'Not done', value: String(failed), ...(failed > 0 && { tone: 'bad' as const }) },
        { label: running ? 'Waiting' : 'Left as they were', value: String(records - looked) },
      ]}
      notices={batch.message !== null && <Notice tone="bad">{batch.message}</Notice>}
    >
      <BatchProgress
        words={words.doing}
        done={looked}
        of={records}
        ended={running ? undefined : state.label}
        stop={() => stop.mutate({ params: { id } })}
        stopping={stop.isPending}
      />
      <Card
        flush
        title="Records"
        actions={
          <ExportButton
            onExport={(format) => exportFile(recordBatch, { query: {}, params: { id }, name: 'batch' }, format)}
          />
        }
      >
        <Rows
          label="Records of this batch"
          columns={columnsOf(batch)}
          rows={batch.data}
          rowKey={(row) => String(row.id)}
          rowHref={(row) => recordHref(row.kind, row.id)}
          rowLabel={(row) => row.called}
        />
      </Card>
    </RecordPage>
  );
}
