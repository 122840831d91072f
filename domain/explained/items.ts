import { itemMovements, itemMovementsTable } from '../reports/item-movements.ts';
import { source } from '../tables/behind.ts';

/** What opened and settled open items: apart from the other sources, which the dashboard does without. */
export const ITEMS = source({ name: 'items', call: itemMovements, table: itemMovementsTable });
