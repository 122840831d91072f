import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { currency as calls } from '../../../../domain/registers/currencies.ts';
import { MOST_RATES_CHARACTERS } from '../../../../domain/registers/rates-file.ts';
import { ApiProblem, call } from '../../../api/client.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { RatesPreview, type Preview } from './RatesPreview.tsx';

type Read = { name: string; text: string; preview: Preview };

const rates = (count: number) => (count === 1 ? '1 rate' : `${showCount(count)} rates`);

/** Why a looked-at file cannot be entered yet. */
function reasonAgainst({ counts }: Preview): string | undefined {
  if (counts.errors > 0)
    return `${counts.errors === 1 ? '1 line is' : `${showCount(counts.errors)} lines are`} in error. Correct the file and choose it again.`;
  return counts.new + counts.changed === 0 ? 'Every rate of this file is already in the register.' : undefined;
}

/** Rates from a CSV file: chosen, looked at line by line, and entered together once that is confirmed. */
export function RatesImport({ onClose }: { onClose: () => void }) {
  const [read, setRead] = useState<Read | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();

  const look = async (name: string, text: string, notice: string | null = null) => {
    setBusy(true);
    try {
      const preview = await call(calls.previewRates, { body: { text } });
      setRead({ name, text, preview });
      setProblem(notice);
    } catch (error) {
      setRead(null);
      if (error instanceof ApiProblem && error.status !== 401) setProblem(error.errors[0]?.message ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    if (file.size > MOST_RATES_CHARACTERS) setProblem('Choose a file of at most 1 MB.');
    else await look(file.name, await file.text());
  };
  const enter = useWrite(calls.importRates, {
    onSuccess: (reply) => {
      toastSuccess(`${rates(reply.new + reply.changed)} entered`, read?.name);
      onClose();
    },
    onProblem: (refused) => {
      if (refused.code === 'STALE' && read !== null) {
        void client.invalidateQueries();
        void look(read.name, read.text, 'The rates changed since you looked at the file. This is the comparison now.');
      } else if (refused.status !== 401) setProblem(refused.errors[0]?.message ?? refused.message);
    },
  });

  const against = read === null ? undefined : reasonAgainst(read.preview);
  const written = read === null ? 0 : read.preview.counts.new + read.preview.counts.changed;
  return (
    <Dialog
      open
      keepOpen
      {...{ onClose }}
      size="lg"
      title="Import rates"
      description={
        read === null
          ? 'Nothing is entered before you have seen what the file would do.'
          : `${read.name}. Nothing is entered yet.`
      }
      footer={
        <>
          {read !== null && (
            <Button className="mr-auto" onClick={() => setRead(null)}>
              Choose another file
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          {read !== null && (
            <Button
              variant="primary"
              busy={enter.isPending || busy}
              {...(against === undefined ? {} : { disabled: true, disabledReason: against })}
              onClick={() => enter.mutate({ body: { text: read.text, digest: read.preview.digest } })}
            >
              {written === 0 ? 'Enter rates' : `Enter ${rates(written)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-1">
        {problem !== null && (
          <div role="alert">
            <Notice tone={read === null ? 'bad' : 'warn'}>{problem}</Notice>
          </div>
        )}
        {read === null ? (
          <FileZone busy={busy} onFile={(file) => void choose(file)} />
        ) : (
          <RatesPreview key={read.preview.digest} preview={read.preview} />
        )}
      </div>
    </Dialog>
  );
}

function FileZone({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  return (
    <>
      <FileDrop
        icon={<Upload size={20} aria-hidden="true" className="text-mute" />}
        title="Drop a CSV file of rates here"
        detail="The first line names the columns, in any order. Up to 5,000 rates and 1 MB."
        label="CSV file of rates"
        accept=".csv,.txt,text/csv"
        {...{ busy, onFile }}
      />
      <div className="text-mute">
        <pre className="overflow-x-auto rounded-lg border border-line bg-hover/50 px-3 py-2 text-xs text-fg">
          {'day,currency,rate\n2026-03-02,USD,129.25\n2026-03-02,EUR,140.10'}
        </pre>
        <p className="mt-2 text-xs">
          Days as YYYY-MM-DD. Comma or semicolon between cells, decimal point or comma. An export of rates can be read
          back.
        </p>
      </div>
    </>
  );
}
