import { Notice } from '../../ui/notices/Notice.tsx';

/** Where a report has more notes than its screen. */
export const MoreNotes = () => (
  <Notice>The first 5,000 notes are shown. The totals have all of them, and so has the file that Export makes.</Notice>
);

/** The same of a report that has no totals. */
export const MoreRows = ({ of }: { of: string }) => (
  <Notice>The first 5,000 {of} are shown. The file that Export makes has all of them.</Notice>
);
