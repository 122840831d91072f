import type { Arithmetic } from './books.ts';
import { OF_COMPARED } from './compared.ts';
import { OF_COVER } from './cover.ts';
import { OF_MONEY } from './money.ts';
import { OF_PRODUCTION } from './production.ts';

/** The reports of which the auditor has an arithmetic. */
export const ARITHMETIC: readonly Arithmetic[] = [...OF_MONEY, ...OF_PRODUCTION, ...OF_COVER, ...OF_COMPARED];
