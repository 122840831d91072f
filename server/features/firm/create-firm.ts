import type { Database } from '../../platform/db/pool.ts';
import { invalid } from '../../../domain/errors.ts';
import type { ChartCodes } from '../registers/reference/ledger.ts';
import { loadReferenceData } from '../registers/reference/load.ts';

export type NewFirm = {
  name: string;
  baseCurrency: string;
  timeZone: string;
  /** A second person decides; left out: yes. §4. */
  makerChecker?: boolean;
  /** The codes of its chart of accounts; left out: those of a new firm. G1. */
  chart?: ChartCodes;
  branches: readonly { code: string; name: string }[];
};

/** Makes the firm with its reference data and branches in an empty installation, and says the branches' ids by code. */
export async function createFirm(db: Database, firm: NewFirm): Promise<Map<string, number>> {
  await loadReferenceData(db, firm.chart);
  const currency = await db
    .updateTable('currencies')
    .set({ active: true })
    .where('code', '=', firm.baseCurrency)
    .returning('id')
    .executeTakeFirst();
  if (!currency) throw invalid({ field: 'baseCurrency', message: 'Choose a currency.' });
  await db
    .insertInto('firm')
    .values({
      name: firm.name,
      base_currency: firm.baseCurrency,
      time_zone: firm.timeZone,
      maker_checker: firm.makerChecker ?? true,
    })
    .execute();
  const rows = await db
    .insertInto('branches')
    .values(firm.branches.map(({ code, name }) => ({ code, name })))
    .returning(['id', 'code'])
    .execute();
  return new Map(rows.map((row) => [row.code, row.id]));
}
