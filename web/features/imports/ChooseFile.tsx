import { clsx } from 'clsx';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { imports, MAX_FILE_BYTES } from '../../../domain/imports/contract.ts';
import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { shownFields } from './import-words.ts';
import type { Common } from './common-values.ts';
import type { ApiProblem } from '../../api/client.ts';
import { exportFile } from '../../api/export-file.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { focusRing } from '../../ui/styles.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';

const MEND_FIRST = 'Correct what all rows have in common, then choose the file again.';
const TOO_LARGE = 'This file is larger than 20 MB. Make it smaller or split it.';

function sentenceOf(problem: ApiProblem): string {
  return problem.errors[0]?.message ?? problem.message;
}

type Props = {
  target: ImportTarget;
  /** What its rows have in common, read when a file is chosen; null where it cannot be sent yet. */
  common?: () => Promise<Common | null>;
  /** It is read. */
  onChosen?: () => void;
};

/** The file: chosen, or dropped. The server reads it immediately; nothing is written. */
export function ChooseFile({ target, common, onChosen }: Props) {
  const [, change] = useAddress();
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = useWrite(imports.upload, {
    onSuccess: ({ id }) => {
      onChosen?.();
      change({ id: String(id) }, 'push');
    },
    onProblem: (problem) => {
      if (problem.status !== 401) setRefusal(sentenceOf(problem));
    },
  });
  const send = async (file: File | undefined) => {
    if (file === undefined || upload.isPending) return;
    const shared = await common?.();
    setRefusal(file.size > MAX_FILE_BYTES ? TOO_LARGE : shared === null ? MEND_FIRST : null);
    if (file.size > MAX_FILE_BYTES || shared === null) return;
    upload.mutate({
      query: {
        target: target.key,
        name: file.name.slice(-200),
        ...(shared !== undefined && { common: JSON.stringify(shared) }),
      },
      body: file,
    });
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
          icon={<FileSpreadsheet size={20} aria-hidden="true" className="text-mute" />}
          title="Drop a CSV or XLSX file here"
          detail="Up to 20 MB and 50,000 rows. Nothing is written before you confirm."
          label="File to import"
          accept=".csv,.xlsx,.txt,.tsv"
          busy={upload.isPending}
          onFile={(file) => void send(file)}
        />
        <Headings target={target} />
      </div>
    </Card>
  );
}

/** What the columns may be called, and a file that has them. */
function Headings({ target }: { target: ImportTarget }) {
  const template = (format: 'csv' | 'xlsx') =>
    exportFile(imports.template, { query: { target: target.key }, name: `${target.key}-template` }, format);
  return (
    <section aria-labelledby="headings" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="headings" className="text-sm font-semibold">
          What the columns hold
        </h2>
        <Button size="sm" icon={<Download size={13} aria-hidden="true" />} onClick={() => void template('xlsx')}>
          Download a template
        </Button>
      </div>
      <p className="text-mute">
        The first row names the columns. Other names, other columns and any order are fine: you match them in the next
        step.
      </p>
      <ul className={clsx('grid gap-x-6 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-3', focusRing)}>
        {shownFields(target, {}).map((field) => (
          <li key={field.key} className="min-w-0">
            <span className="font-medium">{field.label}</span>
            {field.required === true && <span className="text-mute"> · needed</span>}
            <span className="block truncate text-xs text-mute">{field.hint ?? `For example: ${field.example}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
