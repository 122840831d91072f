import { later } from '../../ui/later/later.tsx';
import { Skeleton } from '../../ui/notices/States.tsx';

/** Until the code of a tab is there, which a hand on the page has fetched by then. */
export const WAITING = <Skeleton className="mt-2 w-64" />;

/** Tabs that every record has, and none opens with. */
export const AttachmentsPanel = later(
  async () => (await import('../attachments/AttachmentsPanel.tsx')).AttachmentsPanel,
  WAITING,
);
export const HistoryCard = later(async () => (await import('../system/HistoryCard.tsx')).HistoryCard, WAITING);
