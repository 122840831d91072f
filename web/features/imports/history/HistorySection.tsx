import { Archive } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { imports } from '../../../../domain/imports/contract.ts';
import { history, MAX_HISTORY_BYTES } from '../../../../domain/imports/history/contract.ts';
import { isUnderWay, mayCancel } from '../../../../domain/imports/states.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { paths } from '../../../paths.ts';
import { Button, LinkButton } from '../../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { OneBranch } from '../../../ui/layout/OneBranch.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { ProgressBar } from '../../ledger/ProgressBar.tsx';
import { stateBadge } from '../import-words.ts';
import { CHECK_FIRST } from '../use-unsent.ts';
import { HistoryReview } from './HistoryReview.tsx';

export type Current = WireReply<typeof history.current>;
export type HistoryImport = NonNullable<Current['latest']>;

const POLL_MS = 700;
const TOO_LARGE = 'This file is larger than 64 MB. Import it on the server: npm run import-history.';

const OF_ONE = {
  title: 'History',
  why: 'The books of before are those of one branch.',
  permission: 'firm.manage',
} as const;

/** The firm's books from another system: chosen, checked, confirmed, posted. Its state is the server's. */
export function HistorySection() {
  return (
    <OneBranch of={OF_ONE}>
      <Books />
    </OneBranch>
  );
}

function Books() {
  const query = useEndpoint(history.current, { query: {} });
  const { data, error, refetch } = query;
  return (
    <div className="flex max-w-5xl flex-col gap-3">
      <PageTitle
        title="History"
        detail="The books of the system before: accounts, parties and every document, posted as a whole before anything else is."
      />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton className="h-40" />}
      {data !== undefined && <HistoryState current={data} />}
    </div>
  );
}

function HistoryState({ current: { begun, latest, taxes } }: { current: Current }) {
  const [unsent, setUnsent] = useState(0);
  const count = useCallback((by: number) => setUnsent((now) => now + by), []);
  const open = latest !== null && mayCancel(latest.state);
  return (
    <>
      {latest !== null && latest.state !== 'CANCELLED' && <Latest file={latest} unsent={unsent > 0} />}
      {latest !== null && isUnderWay(latest.state) && <UnderWay file={latest} />}
      {latest?.state === 'READY' && <HistoryReview key={latest.version} file={latest} taxes={taxes} onUnsent={count} />}
      {latest?.state === 'FAILED' && (
        <div role="alert">
          <Notice tone="bad" title="Nothing was posted">
            {latest.message}
          </Notice>
        </div>
      )}
      {begun && latest?.state !== 'DONE' && (
        <Notice title="The books have begun">
          A history comes before anything else is posted, into an empty ledger.
        </Notice>
      )}
      {!begun && !open && <ChooseArchive />}
    </>
  );
}

function ChooseArchive() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useWrite(history.upload, {
    onProblem: (problem) => {
      if (problem.status !== 401) setRefusal(problem.errors[0]?.message ?? problem.message);
    },
  });
  const send = (file: File | undefined) => {
    if (file === undefined || upload.isPending) return;
    setRefusal(file.size > MAX_HISTORY_BYTES ? TOO_LARGE : null);
    if (file.size <= MAX_HISTORY_BYTES) upload.mutate({ query: { name: file.name.slice(-200) }, body: file });
  };
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {refusal !== null && (
          <div role="alert">
            <Notice tone="bad">{refusal}</Notice>
          </div>
        )}
        <FileDrop
          icon={<Archive size={20} aria-hidden="true" className="text-mute" />}
          title="Drop a ZIP file here"
          detail="accounts.csv, parties.csv, documents.csv and lines.csv. Nothing is posted before you confirm."
          label="History to import"
          accept=".zip"
          busy={upload.isPending}
          onFile={send}
        />
      </div>
    </Card>
  );
}

const WORDS: Partial<Record<HistoryImport['state'], string>> = {
  READING: 'Reading and checking the files',
  CHECKING: 'Checking the documents',
  WRITING: 'Posting the documents',
};

/** How far the work is. It goes on when the page is left; an open page keeps asking. */
function UnderWay({ file: { state, progress } }: { file: HistoryImport }) {
  // The same question as the page's: both show what comes.
  useEndpoint(history.current, { query: {} }, { backgroundEvery: POLL_MS });
  const known = progress > 0;
  return (
    <Card>
      <div className="grid gap-2">
        <ProgressBar
          words={WORDS[state] ?? ''}
          percent={known ? progress : null}
          shown={known ? `${progress} %` : '\u00a0'}
        />
        <p className="text-xs text-mute">
          {state === 'WRITING' ? 'All of it is posted, or nothing is.' : 'Nothing is posted yet.'} You can leave this
          page: the work goes on.
        </p>
      </div>
    </Card>
  );
}

const COUNTED = [
  ['documents', 'Documents'],
  ['lines', 'Lines'],
  ['accounts', 'Accounts'],
  ['parties', 'Parties'],
] as const;

/** The file, how far it is and what is in it, and what can be done with it. */
function Latest({ file, unsent }: { file: HistoryImport; unsent: boolean }) {
  const [asking, setAsking] = useState<'import' | 'cancel' | null>(null);
  const close = () => setAsking(null);
  const acted = (title: string) => ({
    onSuccess: close,
    onProblem: (problem: Parameters<typeof toastProblem>[1]) => {
      close();
      toastProblem(title, problem);
    },
  });
  const confirm = useWrite(history.confirm, acted('Not imported'));
  const cancel = useWrite(imports.cancel, acted('Not cancelled'));
  const { id, version, state, found } = file;
  const params = { id: String(id) };
  const prevented = (found?.fault_count ?? 0) > 0 ? 'Correct the files first.' : unsent ? CHECK_FIRST : undefined;
  const documents = showCount(found?.counts.documents ?? 0);
  return (
    <Card
      title={file.file_name}
      actions={
        <>
          <StatusBadge {...stateBadge(state)} />
          {mayCancel(state) && (
            <Button size="sm" onClick={() => setAsking('cancel')}>
              Cancel import
            </Button>
          )}
          {state === 'READY' && (
            <Button size="sm" variant="primary" disabledReason={prevented} onClick={() => setAsking('import')}>
              Import…
            </Button>
          )}
          {state === 'DONE' && (
            <LinkButton size="sm" href={paths.trialBalance}>
              Trial balance
            </LinkButton>
          )}
        </>
      }
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {COUNTED.map(([name, label]) => (
          <div key={name}>
            <dt className="text-xs text-mute">{label}</dt>
            <dd className="font-medium tabular-nums">{found === null ? '–' : showCount(found.counts[name])}</dd>
          </div>
        ))}
        <div>
          <dt className="text-xs text-mute">Branch</dt>
          <dd className="font-medium">{file.branch?.name ?? '–'}</dd>
        </div>
      </dl>
      <ConfirmDialog
        open={asking === 'import'}
        onClose={close}
        title="Import the history?"
        effect={`${documents} documents are posted under their own numbers, and the chart of accounts becomes that of the files. This cannot be taken back.`}
        action="Import"
        busy={confirm.isPending}
        onConfirm={() => confirm.mutate({ params, body: { version } })}
      />
      <ConfirmDialog
        open={asking === 'cancel'}
        danger
        onClose={close}
        title="Cancel this import?"
        effect={
          state === 'WRITING'
            ? 'What was posted so far is taken back, unless everything is posted by then. The files are forgotten.'
            : 'Nothing was posted yet. The files are forgotten.'
        }
        action="Cancel import"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params })}
      />
    </Card>
  );
}
