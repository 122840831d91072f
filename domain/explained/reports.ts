import type { Explained } from '../tables/behind.ts';
import * as ages from './ages.ts';
import * as brokerage from './brokerage.ts';
import * as claims from './claims.ts';
import * as cover from './cover.ts';
import * as ledger from './ledger.ts';
import * as letters from './letters.ts';
import * as money from './money.ts';
import * as production from './production.ts';
import * as statements from './statements.ts';

/** Every report whose figures say what is behind them. */
export const EXPLAINED: readonly Explained[] = [
  ...Object.values(ages),
  ...Object.values(brokerage),
  ...Object.values(claims),
  ...Object.values(cover),
  ...Object.values(ledger),
  ...Object.values(letters),
  ...Object.values(money),
  ...Object.values(production),
  ...Object.values(statements),
];
