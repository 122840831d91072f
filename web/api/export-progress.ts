import { exportProgress } from '../../domain/exports.ts';
import { showCount } from '../ui/fields/whole-number.ts';
import { showWork } from '../ui/notices/toast.ts';
import { call } from './client.ts';

const EVERY_MS = 1_000;

/** Says how far an export is, with a button that stops it; gives what ends that. */
export function sayProgress(tracked: string, stop: () => void): () => void {
  const notice = showWork('Making the file', 'This takes a moment.', stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const look = async () => {
    const { rows, waits } = await call(exportProgress, { query: { name: tracked } }, { background: true, place: null });
    if (over || rows === null) return;
    if (waits) notice.describe('It waits for its turn: other files are made first.');
    else if (rows > 0) notice.describe(`${showCount(rows)} rows written`);
  };
  const again = async () => {
    // How far it is may be unknown; the file itself says whether it failed.
    await look().catch(() => undefined);
    if (!over) timer = setTimeout(() => void again(), EVERY_MS);
  };
  void again();
  return () => {
    over = true;
    clearTimeout(timer);
    notice.end();
  };
}
