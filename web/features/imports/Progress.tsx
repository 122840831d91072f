import { imports } from '../../../domain/imports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ProgressBar } from '../ledger/ProgressBar.tsx';
import type { Import } from './import-words.ts';

const POLL_MS = 700;
const WORDS: Partial<Record<Import['state'], string>> = {
  READING: 'Reading and checking the rows',
  CHECKING: 'Checking the rows',
  WRITING: 'Writing the records',
};

/** How far the work is. It goes on when the page is left; an open page keeps asking. */
export function Progress({ file }: { file: Import }) {
  // The same question as the page's: both show what comes.
  useEndpoint(imports.one, { params: { id: String(file.id) } }, { backgroundEvery: POLL_MS });
  const words = WORDS[file.state] ?? '';
  const known = file.progress > 0;
  return (
    <Card>
      <div className="grid gap-2">
        <ProgressBar
          words={words}
          percent={known ? file.progress : null}
          shown={known ? `${file.progress} %` : '\u00a0'}
        />
        <p className="text-xs text-mute">
          {file.state === 'WRITING'
            ? 'All of it is written, or nothing is. You can leave this page: the work goes on.'
            : 'Nothing is written yet. You can leave this page: the work goes on.'}
        </p>
      </div>
    </Card>
  );
}
