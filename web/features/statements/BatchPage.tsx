import { Download } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import { SIDE_LABELS } from '../../../domain/statements/account.ts';
import { cancelStatements, statementBatch, statementSheet } from '../../../domain/statements/contract.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { cancelRemittances, type remittanceBatch } from '../../../domain/statements/remittance-contract.ts';
import { BATCH_KIND_LABELS, type BatchKind, batchItemTable, MOST_OF_BATCH } from '../../../domain/statements/tables.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { LISTS } from '../../paths.ts';
import { IconButton } from '../../ui/buttons/Button.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { focusRing } from '../../ui/styles.ts';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { loadDocument } from '../documents/use-documents.ts';
import { PdfDialog } from '../ledger/PdfDialog.tsx';
import { BatchProgress } from '../ledger/ProgressBar.tsx';
import { batchBadge, isRunning, outcomeBadge } from './batch-words.ts';
import { showDay } from '../../ui/marks/format.ts';
import { useWorkIn } from '../../api/work-in.ts';

export const POLL_MS = 700;
type Batch = WireReply<typeof statementBatch>;
type Item = Batch['data'][number];
type Paper = NonNullable<Item['statement']>;

/** How far a batch of statements is, and then what became of each party. It goes on when the page is left. */
export function BatchPage() {
  const id = useRecordId();
  const input = { params: { id }, query: {} };
  const kept = useEndpoint(statementBatch, input);
  useEndpoint(statementBatch, input, isRunning(kept.data?.state) ? { backgroundEvery: POLL_MS } : {});
  const { data, error, refetch } = kept;
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Statements" {...{ error, refetch }} list={LISTS.statementBatches} />;
  const ofAdvice = data.kind === 'REMITTANCE';
  return (
    <BatchView
      key={data.id}
      batch={data}
      parent={LISTS.statementBatches}
      calls={{
        batch: statementBatch,
        cancel: ofAdvice ? cancelRemittances : cancelStatements,
        right: ofAdvice ? 'vouchers.pay' : 'policy_documents.generate',
      }}
    />
  );
}

type Calls = {
  batch: typeof statementBatch | typeof remittanceBatch;
  cancel: typeof cancelStatements | typeof cancelRemittances;
  /** Whose right it is to stop it. */
  right: Permission;
};

const MAKING: Record<BatchKind, string> = {
  STATEMENT: 'Making statements',
  REMINDER: 'Making letters',
  REMITTANCE: 'Making advice',
};

const nameOf = ({ kind, side, as_at: asAt }: Batch): string =>
  kind === 'REMITTANCE'
    ? `${BATCH_KIND_LABELS[kind]} of ${showDay(asAt)}`
    : `${BATCH_KIND_LABELS[kind]} of ${SIDE_LABELS[side].toLowerCase()} as at ${showDay(asAt)}`;

type ViewProps = { batch: Batch; parent: { label: string; href: string }; calls: Calls };

export function BatchView({ batch, parent, calls }: ViewProps) {
  const session = useSession();
  const [opened, open] = useState<Paper | null>(null);
  const id = String(batch.id);
  const cancel = useWrite(calls.cancel, { onProblem: (problem) => toastProblem('Not stopped', problem) });
  const running = isRunning(batch.state);
  const state = batchBadge(batch.state);
  return (
    <>
      <RecordPage
        parent={parent}
        number={nameOf(batch)}
        subtitle={
          <>
            {batch.by} · <InstantText value={batch.made_at} />
          </>
        }
        statuses={[state]}
        glance={[
          { label: 'Parties', value: String(batch.parties) },
          { label: 'Papers', value: String(batch.made) },
          { label: 'Mailed', value: batch.by_mail ? String(batch.mailed) : 'Not by mail' },
          { label: 'Not done', value: String(batch.problems) },
        ]}
        notices={
          <>
            {batch.message !== null && <Notice tone="bad">{batch.message}</Notice>}
            {batch.more === true && (
              <Notice>
                The first {MOST_OF_BATCH} parties are shown, those that were not done before the others. The file that
                Export makes has all of them.
              </Notice>
            )}
            {batch.reason !== '' && <Notice title="Sent after a warranty day">{batch.reason}</Notice>}
          </>
        }
      >
        <BatchProgress
          words={MAKING[batch.kind]}
          done={batch.done}
          of={batch.parties}
          ended={running ? undefined : state.label}
          stop={can(session, calls.right) ? () => cancel.mutate({ params: { id } }) : null}
          stopping={cancel.isPending}
        />
        <Items {...{ batch, calls }} onOpen={open} />
      </RecordPage>
      {opened !== null && (
        <PdfDialog
          open
          onClose={() => open(null)}
          title={opened.number}
          name={`document ${opened.id}`}
          load={() => loadDocument(opened)}
        />
      )}
    </>
  );
}

async function saveSheet({ id, statement }: Item): Promise<void> {
  try {
    const name = `${(statement?.number ?? 'statement').replaceAll('/', '-')}.xlsx`;
    saveFile(
      await fetchFile(statementSheet, { params: { id: String(id) } }, { accept: 'application/octet-stream', name }),
    );
  } catch (error) {
    toastProblem('Sheet not downloaded', error);
  }
}

const link = `rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`;

type Shown = { kind: BatchKind; onOpen: (paper: Paper) => void };

const columnsOf = ({ kind, onOpen }: Shown) =>
  screenColumns(batchItemTable, {
    cells: {
      party: ({ party }) => <span dir="auto">{party.name}</span>,
      outcome: (row) => <StatusBadge {...outcomeBadge(row.outcome)} />,
      statement: (row) => {
        const { statement } = row;
        return (
          statement !== null && (
            <span className="flex items-center gap-1">
              <button type="button" className={link} onClick={() => onOpen(statement)}>
                {statement.number}
              </button>
              {row.sheet && (
                <IconButton
                  variant="ghost"
                  label={`Sheet of ${row.party.name}`}
                  icon={<Download size={14} aria-hidden="true" />}
                  onClick={() => void saveSheet(row)}
                />
              )}
            </span>
          )
        );
      },
      problem: (row) => <span className="text-warn">{row.problem}</span>,
    },
    without: kind === 'REMITTANCE' ? ['party_kind'] : ['party_kind', 'day'],
  });

type ItemsProps = Pick<ViewProps, 'batch' | 'calls'> & { onOpen: (paper: Paper) => void };

function Items({ batch, calls, onOpen }: ItemsProps) {
  const columns = columnsOf({ kind: batch.kind, onOpen });
  return (
    <Card
      flush
      title="Parties"
      actions={
        <ExportButton
          onExport={(format) =>
            exportFile(calls.batch, { query: {}, params: { id: String(batch.id) }, name: 'statements' }, format)
          }
        />
      }
    >
      <DataTable
        label="Parties of this batch"
        {...{ columns }}
        rows={batch.data}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.party.name}
      />
    </Card>
  );
}
