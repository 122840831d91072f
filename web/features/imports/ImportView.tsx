import { useCallback, useState } from 'react';
import { imports } from '../../../domain/imports/contract.ts';
import { isUnderWay, mayCancel } from '../../../domain/imports/states.ts';
import { missingFields, type ImportTarget } from '../../../domain/imports/targets.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import { CommonCard } from './CommonCard.tsx';
import { Totals, UnknownInsureds } from './Totals.tsx';
import { CheckRows } from './CheckRows.tsx';
import { ExistingRows } from './ExistingRows.tsx';
import {
  actionOf,
  effectOf,
  importHref,
  registerHref,
  sizeOf,
  stateBadge,
  titleOf,
  rowsToWrite,
  type Import,
} from './import-words.ts';
import { MatchColumns } from './MatchColumns.tsx';
import { Progress } from './Progress.tsx';
import { Report } from './Report.tsx';
import { Steps, type StepKey } from './Steps.tsx';
import { CHECK_FIRST } from './use-unsent.ts';
import { useWorkIn } from '../../api/work-in.ts';

const STEP_OF: Record<Import['state'], StepKey> = {
  READING: 'check',
  CHECKING: 'check',
  READY: 'check',
  WRITING: 'import',
  DONE: 'done',
  FAILED: 'check',
  CANCELLED: 'check',
};

/** An import in its present state, which is the server's: what comes next depends on that alone. */
export function ImportView({ id, target }: { id: string; target: ImportTarget }) {
  const { data, error, refetch } = useEndpoint(imports.one, { params: { id } });
  const [unsent, setUnsent] = useState(0);
  const count = useCallback((by: number) => setUnsent((now) => now + by), []);
  useWorkIn(data?.branch);
  const list = { label: target.title, href: registerHref(target) };
  if (data === undefined) return <NoPage title={titleOf(target)} {...{ error, refetch, list }} />;
  return (
    <RecordPage
      parent={list}
      number={titleOf(target)}
      subtitle={`${data.file_name} · ${sizeOf(data.size)}${data.counts.rows > 0 ? ` · ${showCount(data.counts.rows)} rows` : ''}`}
      statuses={[stateBadge(data.state)]}
      primary={<Acts file={data} target={target} unsent={unsent > 0} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Steps at={STEP_OF[data.state]} />
        {isUnderWay(data.state) && <Progress file={data} />}
        {data.state === 'READY' && <Ready key={data.version} file={data} target={target} onUnsent={count} />}
        {data.state === 'DONE' && <Report file={data} target={target} />}
        {data.state === 'FAILED' && (
          <div role="alert">
            <Notice tone="bad" title="This file was not imported">
              {data.message}
            </Notice>
          </div>
        )}
        {data.state === 'CANCELLED' && <Notice title="This import was cancelled">Nothing was written.</Notice>}
      </div>
    </RecordPage>
  );
}

type ReadyProps = { file: Import; target: ImportTarget; onUnsent: (by: 1 | -1) => void };

function Ready({ file, target, onUnsent }: ReadyProps) {
  const missing = missingFields(target, file.matching);
  return (
    <>
      {file.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={`No column is matched to ${missing.map(({ label }) => label.toLowerCase()).join(', ')}`}
        >
          Choose {missing.length === 1 ? 'it' : 'them'} below: new {target.nouns[1]} need{' '}
          {missing.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {file.common !== null && target.placements !== undefined && (
        <CommonCard file={file} common={file.common} market={target.placements} {...{ onUnsent }} />
      )}
      <UnknownInsureds file={file} />
      <MatchColumns {...{ file, target, onUnsent }} />
      <ExistingRows file={file} target={target} />
      <Totals file={file} />
      <CheckRows file={file} target={target} />
    </>
  );
}

/** What can be done now: import, give up, start again. */
function Acts({ file, target, unsent }: { file: Import; target: ImportTarget; unsent: boolean }) {
  const [asking, setAsking] = useState<'import' | 'cancel' | null>(null);
  const close = () => setAsking(null);
  const confirm = useWrite(imports.confirm, {
    onSuccess: close,
    onProblem: (problem) => {
      close();
      toastProblem('Not imported', problem);
    },
  });
  const cancel = useWrite(imports.cancel, {
    onSuccess: close,
    onProblem: (problem) => {
      close();
      toastProblem('Not cancelled', problem);
    },
  });
  const { id, version, state, counts } = file;
  const params = { id: String(id) };
  const nothing = rowsToWrite(file) === 0 ? 'The file has no row that can be imported.' : undefined;
  if (!mayCancel(state)) return <LinkButton href={importHref(target)}>Import another file</LinkButton>;
  return (
    <>
      <Button onClick={() => setAsking('cancel')}>Cancel import</Button>
      {state === 'READY' && (
        <Button
          variant="primary"
          disabledReason={nothing ?? (unsent ? CHECK_FIRST : undefined)}
          onClick={() => setAsking('import')}
        >
          {nothing === undefined ? actionOf(file, target) : 'Import'}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'import'}
        onClose={close}
        title={`Import ${file.file_name}?`}
        effect={effectOf(file, target)}
        action={actionOf(file, target)}
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
            ? 'What was written so far is taken back, unless everything is written by then. The file is forgotten.'
            : `Nothing was written yet. The file and its ${counts.rows === 1 ? 'row' : `${showCount(counts.rows)} rows`} are forgotten.`
        }
        action="Cancel import"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params })}
      />
    </>
  );
}
