import { itemMovements, itemMovementsTable } from '../reports/item-movements.ts';
import { source } from '../tables/behind.ts';

/** What opened and settled open items: apart from the other sources, which the dashboard does without. */
export const ITEMS = source({ name: 'items', call: itemMovements, table: itemMovementsTable });

/** The party that a report is asked for; none of all. */
export const partyOf = ({ param }: { param?: string | undefined }) => (param === 'ALL' ? undefined : param);
