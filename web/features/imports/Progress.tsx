import { imports } from '../../../domain/imports/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import type { Import } from './import-words.ts';

const POLL_MS = 700;
const WORDS: Partial<Record<Import['state'], string>> = {
  READING: 'Reading and checking the rows',
  CHECKING: 'Checking the rows',
  WRITING: 'Writing the records',
};

/** How far the work is. It goes on by itself when the page is left; the page asks for as long as it is open. */
export function Progress({ found }: { found: Import }) {
  // The same question as the page's: both show what comes.
  useEndpoint(imports.one, { params: { id: String(found.id) } }, { backgroundEvery: POLL_MS });
  const words = WORDS[found.state] ?? '';
  const known = found.progress > 0;
  return (
    <Card>
      <div className="grid gap-2">
        <div className="flex justify-between gap-3">
          <p className="font-medium">{words}…</p>
          <p className="text-mute tabular-nums">{known ? `${found.progress} %` : '\u00a0'}</p>
        </div>
        <progress
          aria-label={words}
          max={100}
          {...(known ? { value: found.progress } : {})}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-brand"
        />
        <p className="text-xs text-mute">
          {found.state === 'WRITING'
            ? 'All of it is written, or nothing is. You can leave this page: the work goes on.'
            : 'Nothing is written yet. You can leave this page: the work goes on.'}
        </p>
      </div>
    </Card>
  );
}
