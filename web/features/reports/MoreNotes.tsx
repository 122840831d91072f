import { Notice } from '../../ui/notices/Notice.tsx';

/** Where a report has more notes than its screen. */
export const MoreNotes = () => (
  <Notice>The first 5,000 notes are shown. The totals have all of them, and so has the file that Export makes.</Notice>
);
