import { Fragment } from 'react';
import {
  cancelReplacement,
  type Replaced,
  REPLACED_LABELS,
  replacementBatch,
  replacementTable,
} from '../../../domain/replacements/contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { exportFile } from '../../api/export-file.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { atId, paths, placementHref, withQuery } from '../../paths.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { StatusBadge, type Tone } from '../../ui/marks/Badge.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { NameLink, PartyLink, UserLink } from '../../ui/marks/NameLink.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { showWireRate } from '../../ui/fields/read-typed.ts';
import { BatchProgress } from '../ledger/ProgressBar.tsx';
import { POLL_MS } from '../statements/BatchPage.tsx';
import { batchBadge, isRunning } from '../statements/batch-words.ts';
import { showDay } from '../../ui/marks/format.ts';

const ALL = { label: 'Replacements', href: paths.replacements };
type Batch = WireReply<typeof replacementBatch>;

const TONES: Record<Replaced, Tone> = { WAITING: 'neutral', DRAFTED: 'good', PROBLEM: 'warn', LEFT: 'neutral' };

const COLUMNS = screenColumns(replacementTable, {
  cells: {
    policy: ({ policy, market }) => <NameLink href={placementHref({ id: policy.id, market })}>{policy.name}</NameLink>,
    outcome: ({ outcome }) => <StatusBadge label={REPLACED_LABELS[outcome]} tone={TONES[outcome]} />,
    endorsement: ({ endorsement }) =>
      endorsement !== null && <NameLink href={atId(paths.endorsement, endorsement.id)}>{endorsement.name}</NameLink>,
    problem: ({ problem }) => <span className="text-warn">{problem}</span>,
  },
});

/** One of several branches says of each policy where it is; another has its branch in the heading. */
const columnsOf = ({ branch }: Batch) => COLUMNS.filter(({ id }) => id !== 'branch' || branch.includes(','));

/** How far the drafts of a replacement are, and then what became of each policy. It goes on when the page is left. */
export function ReplacementPage() {
  const id = useRecordId();
  const input = { params: { id }, query: {} };
  const kept = useEndpoint(replacementBatch, input);
  useEndpoint(replacementBatch, input, isRunning(kept.data?.state) ? { backgroundEvery: POLL_MS } : {});
  const { data, error, refetch } = kept;
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Replacements" {...{ error, refetch }} list={ALL} />;
  return <View key={data.id} batch={data} />;
}

const Taking = ({ successors }: Pick<Batch, 'successors'>) =>
  successors.map(({ security, share }, index) => (
    <Fragment key={security.id}>
      {index > 0 && ', '}
      <PartyLink inText party={security} /> {showWireRate(share)}%
    </Fragment>
  ));

function View({ batch }: { batch: Batch }) {
  const params = { id: String(batch.id) };
  const cancel = useWrite(cancelReplacement, { onProblem: (problem) => toastProblem('Not stopped', problem) });
  const running = isRunning(batch.state);
  const state = batchBadge(batch.state);
  const { data } = batch;
  const count = (outcome: Replaced) => data.filter((row) => row.outcome === outcome).length;
  const done = data.length - count('WAITING');
  return (
    <RecordPage
      parent={ALL}
      number={`Replacement of ${batch.security.name}`}
      subtitle={
        <>
          <NameLink href={withQuery(paths.insolvency, { param: batch.security.id })}>Insolvency drill</NameLink> · From{' '}
          {showDay(batch.effective_date)} · <UserLink inText user={batch.by} /> · <InstantText value={batch.made_at} />
          <br />
          Taken over by <Taking successors={batch.successors} />
        </>
      }
      statuses={[state]}
      glance={[
        { label: 'Policies', value: String(data.length) },
        { label: 'Drafts', value: String(count('DRAFTED')) },
        { label: 'Not done', value: String(count('PROBLEM')) },
      ]}
      notices={batch.message !== null && <Notice tone="bad">{batch.message}</Notice>}
    >
      <BatchProgress
        words="Making the drafts"
        {...{ done }}
        of={data.length}
        ended={running ? undefined : state.label}
        stop={() => cancel.mutate({ params })}
        stopping={cancel.isPending}
      />
      <Card
        flush
        title="Policies"
        actions={
          <ExportButton
            onExport={(format) => exportFile(replacementBatch, { query: {}, params, name: 'replacements' }, format)}
          />
        }
      >
        <DataTable
          label="Policies of this batch"
          columns={columnsOf(batch)}
          rows={data}
          rowKey={(row) => String(row.id)}
          rowLabel={(row) => row.policy.name}
        />
      </Card>
    </RecordPage>
  );
}
